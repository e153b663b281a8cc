/** Tests of reserved numbers: who gets one, until when, and what a change, a new event and a merge do with them. */
import { expect, test } from 'vitest'
import { decideList } from '#domain/desk/lists'
import { parseSettings } from '#domain/desk/settings'
import { decideEntries, enteredIn } from '#domain/events/entries'
import { entryIn } from '#domain/events/entry'
import type { EntriesOrder } from '#domain/events/entry-orders'
import { changedEvent, type EventData, type RaceEvent, type StoredEvent } from '#domain/events/event'
import { addEvents, newEvent, openEvent } from '#domain/events/events'
import { Numbers } from '#domain/events/numbers'
import { proposedEntries } from '#domain/events/proposals'
import type { ReservedNumber } from '#domain/events/reserved/reserved'
import type { PilotDraft } from '#domain/pilots/pilot'
import { anEvent } from '../../support/events.ts'
import { aDraft, aPilot } from '../../support/pilots.ts'

const eventsIn = (events: unknown) => parseSettings({ events }).events ?? {}

const now = '2026-11-28T15:00:00.000Z'
const modalidad = 'MOTOCROSS'
const categories = [
  { id: 'mx1', modalidad, name: 'MX1', numbers: '1-99' },
  { id: 'mx2', modalidad, name: 'MX2' },
]
const champion: ReservedNumber = {
  ...{ number: '07', modalidad, category: 'mx2', for: 'JUAN Perez', until: '2026-11-30' },
}
const event: RaceEvent = { ...openEvent(), id: 'E', categories, reserved: [champion] }

const rider = (id: string, draft: Partial<PilotDraft> = {}) =>
  aPilot(`7K3Q9XW2M4T${id}`, aDraft({ modalidad, npiloto: '45', ...draft }))
const juan = rider('A', { name: 'Juan', lastname: 'Pérez' })
const eva = rider('B', { name: 'Eva', lastname: 'Rojas' })
const enter = (number?: string, id?: string): Partial<EntriesOrder> => ({
  ...(number !== undefined && { numbers: { [modalidad]: number } }),
  ...(id && { categories: { [modalidad]: { id } } }),
})

/** Enters a rider, and returns the entry or the reason of the refusal. */
function entered(
  pilot: typeof juan,
  order: object = {},
  at: Partial<RaceEvent> = {},
  others = [] as (typeof juan)[],
) {
  const { change, report } = decideEntries(
    { kind: 'enter', ids: [pilot.id], ...order },
    { event: { ...event, ...at }, riders: [pilot], entered: enteredIn(others, 'E'), now },
  )
  const [next] = change.put
  return report.refused[0]?.reason ?? (next && entryIn(next, 'E', modalidad))
}

test('a reserved number is refused to others until its day, with or without zeros before it', () => {
  const refused = 'El número 7 de MX2 está reservado para JUAN Perez hasta el 30/11/2026'
  expect(entered(eva, enter('7', 'mx2'))).toBe(refused)
  expect(entered(eva, enter('007', 'mx2'))).toContain('El número 007 de MX2 está reservado')
  expect(entered(eva, enter('7', 'mx1'))).toMatchObject({ category: 'mx1', number: '7' })
  const [past] = [{ reserved: [{ ...champion, until: '2026-11-27' }] }]
  expect(entered(eva, enter('7', 'mx2'), past)).toMatchObject({ number: '7' })
  expect(entered(eva, enter('7', 'mx2'), { reserved: [{ ...champion, until: '2026-11-28' }] })).toContain(
    'está reservado',
  )
  const { until: _until, ...whole } = champion
  expect(entered(eva, enter('7', 'mx2'), { reserved: [whole] })).toBe(
    'El número 7 de MX2 está reservado para JUAN Perez',
  )
})

test('the person of a reserved number is entered in its category with it as it was typed, unless another one is given', () => {
  expect(entered(juan)).toMatchObject({ category: 'mx2', number: '07' })
  expect(entered(juan, enter('7', 'mx2'))).toMatchObject({ number: '7' })
  expect(entered(juan, enter('8'))).toMatchObject({ category: 'mx2', number: '8' })
  expect(entered(juan, enter(undefined, 'mx1'))).toMatchObject({ category: 'mx1', number: '45' })
  expect(entered(rider('C', { name: 'PÉREZ', lastname: 'Juan' }))).toMatchObject({ number: '07' })
  const { category: _category, ...whole } = champion
  expect(entered(juan, {}, { reserved: [whole] })).toMatchObject({ category: 'mx1', number: '07' })
  expect(entered(juan, {}, { reserved: [{ ...whole, modalidad: 'RALLY' }] })).toMatchObject({ number: '45' })
  const byDocument = { reserved: [{ ...champion, for: String(eva.dni) }] }
  expect(entered(eva, {}, byDocument)).toMatchObject({ number: '07' })
  expect(entered(juan, enter('7', 'mx2'), byDocument)).toContain(`reservado para ${eva.dni}`)
  const proposed = proposedEntries(juan, [event], new Numbers([], event, '2026-11-28'), now)
  expect(proposed).toMatchObject([{ category: 'mx2', number: '07' }])
})

test('who has a number already keeps it, and the person for whom it is reserved then has the own one', () => {
  const before = { ...eva, entries: [{ event: 'E', modalidad, category: 'mx2', number: '7', at: now }] }
  expect(entered(juan, {}, {}, [before])).toMatchObject({ category: 'mx2', number: '45' })
  const change = { kind: 'change', id: eva.id, modalidad, to: { checks: { payment: true } } } as const
  const basis = { event, riders: [before], entered: [before], now }
  expect(decideEntries(change, basis).report.changed).toBe(1)
})

test('a number that is reserved in a whole modalidad is so in each category, and the next free ones leave it out', () => {
  const { category: _category, ...all } = champion
  const at = { ...event, reserved: [{ ...all, number: '1' }] }
  const numbers = new Numbers([], at, '2026-11-28')
  for (const category of ['mx1', 'mx2', undefined]) {
    const wanted = { modalidad, ...(category && { category }) }
    expect(numbers.nextFree(eva, wanted)).toMatchObject({ number: '2' })
    expect(numbers.problem(juan, { ...wanted, number: '01' })).toBeUndefined()
  }
})

test('each problem of a reserved number is told at its place', () => {
  const problems = (reserved: ReservedNumber[], rest: Partial<EventData> = {}) => {
    try {
      changedEvent(event, { ...anEvent(rest), categories, reserved, ...rest })
    } catch (error) {
      return (error as { details: { fields: Record<string, string> } }).details.fields
    }
    return {}
  }
  const bad = { number: 'S/N', modalidad: 'GOLF', category: 'mx9', for: ' - ', until: '2026-02-30' }
  expect(problems([bad])).toEqual({
    'reserved.0.for': 'Escriba para quién es: el nombre completo o el documento',
    'reserved.0.modalidad': expect.stringContaining('«GOLF» no es una modalidad'),
    'reserved.0.category': expect.stringContaining('una categoría que no está en GOLF'),
    'reserved.0.number': expect.stringContaining('Escriba el número'),
    'reserved.0.until': 'Ese día no existe',
  })
  const { category: _category, ...whole } = champion
  const twice = problems([champion, { ...whole, number: '7', for: 'Eva Rojas' }])
  expect(twice).toMatchObject({ 'reserved.1.number': 'El número 7 ya está reservado aquí para JUAN Perez' })
  const elsewhere = { ...whole, number: '7', modalidad: 'RALLY', for: 'Eva Rojas' }
  expect(problems([champion, { ...champion, category: 'mx1' }, elsewhere])).toEqual({})
  expect(problems([{ ...champion, category: 'mx1', number: '100' }])).toEqual({
    'reserved.0.number': 'El número 100 no es de MX1, que tiene 1-99',
  })
  expect(problems([champion], { categories: [] })).toMatchObject({
    'reserved.0.category': expect.stringContaining('quite antes la reserva'),
  })
})

test('a request without reserved numbers leaves them, and the next event takes over those with a day to come', () => {
  const { reserved: _reserved, ...older } = anEvent({ categories })
  expect(changedEvent(event, older).reserved).toEqual([champion])
  const { until: _until, ...whole } = champion
  const reserved = [champion, { ...champion, number: '8', until: '2026-11-27' }, { ...whole, number: '9' }]
  const { id: _id, ...stored } = { ...event, openedAt: now, reserved } as RaceEvent
  const next = newEvent({ E: stored }, older, { now, change: 3 })
  expect(next.reserved).toEqual([champion])
})

test('reserved numbers are read again as they are stored, follow the name of a modalidad, and are joined by a merge', () => {
  const { id: _id, ...stored }: StoredEvent & { id: string } = { ...event, openedAt: now }
  const wrong = [{ for: ' - ' }, { until: '2026-02-30' }, { number: 'S/N' }]
  const all = [champion, ...wrong.map((part) => ({ ...champion, ...part })), null]
  expect(eventsIn({ E: { ...stored, reserved: all } as object }).E?.reserved).toEqual([champion])
  const order = { kind: 'change', key: modalidad, item: { name: 'Cross', spellings: [] } } as const
  const { changed } = decideList({ events: { E: stored } }, 'modalidad', order)
  expect(changed.events?.E?.reserved).toMatchObject([{ modalidad: 'Cross', number: '07' }])
  const theirs = [
    { ...champion, number: '7', for: 'Eva Rojas' },
    { ...champion, number: '8' },
  ]
  const joined = addEvents({ E: stored }, { E: { ...stored, reserved: theirs } })
  expect(joined.E?.reserved).toMatchObject([{ for: 'JUAN Perez' }, { number: '8' }])
})
