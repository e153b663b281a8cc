/** Tests of what a merge adds to the events of both desks, and of its undo. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decideList } from '#domain/desk/lists'
import type { Settings } from '#domain/desk/settings'
import { addedParts, notesOfParts, withoutParts } from '#domain/events/added-parts'
import type { Category } from '#domain/events/categories/category'
import { maxCategories } from '#domain/events/categories/category'
import { addEvents, openEvent } from '#domain/events/events'
import { maxReserved, type ReservedNumber } from '#domain/events/reserved/reserved'
import { nameOfNow } from '#domain/pilots/classes/renamed'

const same = (name: string) => name
const category = (name: string): Category => ({ id: name.toLowerCase(), modalidad: 'RALLY', name })
const reserved = (number: string, of?: string): ReservedNumber => ({
  ...{ number, modalidad: 'RALLY', for: 'Luz' },
  ...(of && { category: of }),
})
const { id: _id, ...none } = openEvent()
const event = (categories: Category[], numbers: ReservedNumber[] = []) => ({
  primero: { ...none, name: 'Copa', categories, reserved: numbers },
})

test('an undone merge leaves a category in which a number was reserved since, and takes the rest of its parts', () => {
  const own = event([category('R1')], [reserved('1')])
  const theirs = event([category('R2'), category('R3')], [reserved('2', 'r2'), reserved('3')])
  const joined = addEvents(own, theirs)
  const added = addedParts(own, theirs)
  expect(withoutParts(joined, added, same)).toEqual(addEvents(own, own))
  const { primero } = joined
  if (!primero) throw new Error('There is no event')
  const since = { primero: { ...primero, reserved: [...primero.reserved, reserved('9', 'r3')] } }
  expect(withoutParts(since, added, same).primero).toMatchObject({
    categories: [{ id: 'r1' }, { id: 'r3' }],
    reserved: [{ number: '1' }, { number: '9' }],
  })
  expect(addedParts(joined, theirs)).toEqual({})
  expect(notesOfParts(joined, theirs)).toEqual([])
})

/** The orders of admins between a merge and its undo. `which` chooses one of the parts, modulo their number. */
const edit = fc.record({
  kind: fc.constantFrom('rename-category', 'rename-modalidad', 'reserve', 'release'),
  which: fc.nat(9),
})

test('an undone merge takes what it has added, and nothing else, whatever was renamed and reserved since', () => {
  const parts = (desk: string, names: string[], first: number) =>
    event(
      names.map(category),
      [undefined, ...names].map((name, index) => ({
        ...reserved(String(first + index), name?.toLowerCase()),
        for: desk,
      })),
    )
  const [own, theirs] = [parts('Norte', ['R1', 'R2'], 1), parts('Sur', ['R2', 'R3', 'R4'], 10)]
  const added = addedParts(own, theirs)
  fc.assert(
    fc.property(fc.array(edit, { maxLength: 12 }), (edits) => {
      let settings: Settings = { events: addEvents(own, theirs) }
      const now = () => openEvent(settings.events)
      for (const [index, { kind, which }] of edits.entries()) {
        const { id, categories, reserved: numbers, ...rest } = now()
        const at = categories[which % categories.length]
        const put = (changes: object) => ({
          ...settings,
          events: { [id]: { ...rest, categories, reserved: numbers, ...changes } },
        })
        if (kind === 'rename-modalidad') {
          const order = { kind: 'change', key: 'RALLY', item: { name: `Raid ${index}` } } as const
          settings = { ...settings, ...decideList(settings, 'modalidad', order).changed }
        } else if (kind === 'rename-category')
          settings = put({
            categories: categories.map((one) => (one === at ? { ...one, name: `C${index}` } : one)),
          })
        else if (kind === 'reserve' && at)
          settings = put({
            reserved: [
              ...numbers,
              {
                ...{ number: String(100 + index), modalidad: at.modalidad, for: 'Desde' },
                ...(which % 2 && { category: at.id }),
              },
            ],
          })
        else settings = put({ reserved: numbers.filter((_, place) => place !== which % numbers.length) })
      }
      const before = now()
      const nameOf = (name: string) => nameOfNow('modalidad', name, settings.fields) ?? name
      const after = openEvent(withoutParts(settings.events ?? {}, added, nameOf))
      expect(after.reserved).toEqual(before.reserved.filter((one) => one.for !== 'Sur'))
      const isKept = ({ id }: Category) =>
        ['r1', 'r2'].includes(id) || after.reserved.some((one) => one.category === id)
      expect(after.categories).toEqual(before.categories.filter(isKept))
    }),
  )
})

test('numbers that are reserved here, or for which an event has no room, are named, and the others are added', () => {
  const own = event([], [reserved('07')])
  const theirs = event([], [{ ...reserved('7'), for: 'Eva' }, reserved('8')])
  const notes = ['Se agrega a «Copa»: 1 número reservado']
  expect(notesOfParts(own, theirs)).toEqual([
    ...notes,
    'En «Copa» no se reserva el 7 para Eva: aquí ya está reservado',
  ])
  expect(addedParts(own, theirs).primero?.reserved).toHaveLength(1)
  const many = Array.from({ length: maxReserved - 1 }, (_, index) => reserved(String(100 + index)))
  const [full, more] = [event([], many), event([], [reserved('8'), reserved('9')])]
  expect(addEvents(full, more).primero?.reserved).toHaveLength(maxReserved)
  expect(notesOfParts(full, more)).toEqual([
    ...notes,
    `En «Copa» no se reserva el 9 para Luz: ya hay ${maxReserved}`,
  ])
})

test('categories for which an event has no room are named, and what is joined can be read again', () => {
  const many = Array.from({ length: maxCategories - 1 }, (_, index) => category(`C${index}`))
  const [own, theirs] = [event(many), event([category('R1'), category('R2')])]
  expect(addEvents(own, theirs).primero?.categories).toHaveLength(maxCategories)
  expect(notesOfParts(own, theirs)).toEqual([
    'Se agrega a «Copa»: RALLY · R1',
    'No cabe en «Copa»: RALLY · R2',
  ])
})
