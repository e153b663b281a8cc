/** Tests of what a merge adds to the events of both desks, and of its undo. */
import { expect, test } from 'vitest'
import { addedParts, notesOfParts, withoutParts } from '#domain/events/added-parts'
import type { Category } from '#domain/events/categories/category'
import { maxCategories } from '#domain/events/categories/category'
import { addEvents, openEvent } from '#domain/events/events'
import { maxReserved, type ReservedNumber } from '#domain/events/reserved/reserved'

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
  expect(withoutParts(joined, added)).toEqual(addEvents(own, own))
  const { primero } = joined
  if (!primero) throw new Error('There is no event')
  const since = { primero: { ...primero, reserved: [...primero.reserved, reserved('9', 'r3')] } }
  expect(withoutParts(since, added).primero).toMatchObject({
    categories: [{ id: 'r1' }, { id: 'r3' }],
    reserved: [{ number: '1' }, { number: '9' }],
  })
  expect(addedParts(joined, theirs)).toEqual({})
  expect(notesOfParts(joined, theirs)).toEqual([])
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
