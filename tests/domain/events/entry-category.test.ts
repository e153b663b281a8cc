/** Tests of the category of an entry: the one that is proposed or chosen, its exception, and the numbers within it. */
import { expect, test } from 'vitest'
import type { Category } from '#domain/events/categories/category'
import { isEntered } from '#domain/events/entries'
import { describeEntry, type Entry, joinedEntries, pendingIn } from '#domain/events/entry'
import { enteredFilter } from '#domain/events/entry-filter'
import type { EntriesOrder } from '#domain/events/entry-orders'
import type { RaceEvent } from '#domain/events/event'
import { openEvent } from '#domain/events/events'
import { FollowingEntries } from '#domain/events/following'
import { Numbers } from '#domain/events/numbers'
import { pendingOf } from '#domain/events/proposals'
import type { PilotDraft } from '#domain/pilots/pilot'
import { RidersOfEvent } from '../../support/entry-desk.ts'
import { aDraft, aPilot } from '../../support/pilots.ts'

const now = RidersOfEvent.now
const note = { at: now, by: 'ana' }
const [ana, luis, eva] = ['A', 'B', 'C'].map((letter) => `7K3Q9XW2M4T${letter}`) as [string, string, string]

const cadets: Category = {
  ...{ id: 'mx-85', modalidad: 'MOTOCROSS', name: '85 cc', numbers: '1-3, 901' },
  age: { to: 13, on: 'year-end' },
}
const mx2: Category = {
  ...{ id: 'mx-mx2', modalidad: 'MOTOCROSS', name: 'MX2', numbers: '10-199' },
  age: { from: 14, on: 'year-end' },
  engine: { to: 250 },
}
const mx1: Category = { ...mx2, id: 'mx-mx1', name: 'MX1', numbers: '200-299', engine: { to: 450 } }
const event: RaceEvent = {
  ...openEvent(),
  ...{ id: 'E', first: '2026-12-05', modalidades: ['MOTOCROSS', 'RALLY'] },
  categories: [cadets, mx2, mx1],
}
const kid = { fechanac: '2014-05-01' }
const adult = { fechanac: '1994-05-01' }

function desk(...drafts: Partial<PilotDraft>[]): RidersOfEvent {
  const pilots = drafts.map((draft, index) =>
    aPilot([ana, luis, eva][index] ?? '', aDraft({ modalidad: 'MOTOCROSS', ...draft })),
  )
  return new RidersOfEvent(event, pilots)
}

const enter = (id: string, rest: object = {}): EntriesOrder => ({ kind: 'enter', ids: [id], ...rest })
const chosen = (id: string | null, reason?: string) => ({
  categories: { MOTOCROSS: { id, ...(reason && { reason }) } },
})

test('riders are entered in the category that fits by age, engine and number, else in the first', () => {
  const riders = desk({ ...kid, npiloto: '3' }, { ...adult, npiloto: '250' }, { ...adult, npiloto: '' })
  expect(riders.take({ kind: 'enter', ids: [ana, luis, eva] })).toMatchObject({ changed: 3, refused: [] })
  expect([ana, luis, eva].map((id) => riders.entry(id, 'MOTOCROSS')?.category)).toEqual([
    'mx-85',
    'mx-mx1',
    'mx-mx2',
  ])
})

test('a rider whose number is in no range is entered in a category of all numbers, and else in that of the range', () => {
  const open = { ...mx1, id: 'mx-open', name: 'Abierta', numbers: undefined } as Category
  const riders = desk({ ...adult, npiloto: '700' })
  riders.take(enter(ana), { ...event, categories: [cadets, mx2, open] })
  expect(riders.entry(ana, 'MOTOCROSS')).toMatchObject({ category: 'mx-open', number: '700' })
  const other = desk({ ...adult, npiloto: '15' })
  other.take(enter(ana), { ...event, categories: [open, mx2] })
  expect(other.entry(ana, 'MOTOCROSS')).toMatchObject({ category: 'mx-mx2', number: '15' })
})

test('a category is of the motorcycle that is given with it', () => {
  const riders = desk({ ...adult, npiloto: '' })
  riders.take(enter(ana, { motorcycles: { MOTOCROSS: { brand: 'KTM', cc: 450 } } }))
  expect(riders.entry(ana, 'MOTOCROSS')).toMatchObject({ category: 'mx-mx1', motorcycle: { cc: 450 } })
})

test('a rider whom no category fits is refused with the reason of each, and stays pending', () => {
  const riders = desk({ ...kid, npiloto: '' })
  const only = { ...event, categories: [mx2, mx1] }
  expect(riders.take(enter(ana), only).refused).toMatchObject([
    {
      reason:
        'Ninguna categoría de MOTOCROSS le corresponde: MX2 (12 años: mínimo 14) y MX1 (12 años: mínimo 14)',
    },
  ])
  expect(pendingIn(riders.pilot(ana), 'E')).toHaveLength(1)
})

test('a rider of an unknown age is told that the birth date is missing', () => {
  const riders = desk({ fechanac: undefined, npiloto: '' })
  expect(riders.take(enter(ana)).refused[0]?.reason).toContain(
    '85 cc (falta la fecha de nacimiento: hasta 13 años',
  )
})

test('a category that does not fit asks for the reason, and keeps it with who and when', () => {
  const riders = desk({ ...kid, npiloto: '' })
  expect(riders.take(enter(ana, chosen('mx-mx2'))).refused).toMatchObject([
    { reason: 'MX2 (12 años: mínimo 14). Escriba por qué entra igual' },
  ])
  expect(riders.take(enter(ana, chosen('mx-mx2', ' Sube de categoría '))).changed).toBe(1)
  const exception = { reason: 'Sube de categoría', ...note }
  expect(riders.entry(ana, 'MOTOCROSS')).toMatchObject({ category: 'mx-mx2', exception })
  expect(describeEntry(riders.entry(ana, 'MOTOCROSS') as never)).toContain(
    'categoría mx2, fuera de categoría: Sube de categoría',
  )
  const change = (to: object): EntriesOrder => ({ kind: 'change', id: ana, modalidad: 'MOTOCROSS', to })
  const early = { reason: exception.reason, at: '2026-11-20T10:00:00.000Z', by: 'jefa' }
  const entries = riders.entries(ana).map((one) => ({ ...one, exception: early }))
  riders.all.set(ana, { ...riders.pilot(ana), entries })
  riders.take(change({ category: { id: 'mx-mx2' }, motorcycle: { cc: 250 } }))
  expect(riders.entry(ana, 'MOTOCROSS')?.exception).toEqual(early)
  const problem = 'MX1 (12 años: mínimo 14). Escriba por qué entra igual'
  expect(() => riders.take(change({ category: { id: 'mx-mx1' } }))).toThrow(
    expect.objectContaining({ details: { fields: { category: problem } } }),
  )
  riders.take(change({ category: { id: 'mx-mx2', reason: 'Otro motivo' } }))
  expect(riders.entry(ana, 'MOTOCROSS')?.exception).toEqual({ reason: 'Otro motivo', ...note })
  riders.take(change({ category: { id: 'mx-85' } }))
  expect(riders.entry(ana, 'MOTOCROSS')).toMatchObject({ category: 'mx-85' })
  expect(riders.entry(ana, 'MOTOCROSS')).not.toHaveProperty('exception')
})

test('a category can be left open, and a request with another one that is gone is refused', () => {
  const riders = desk({ ...adult, npiloto: '' })
  expect(riders.take(enter(ana, chosen('mx-65'))).refused[0]?.reason).toBe(
    'Esa categoría ya no está en MOTOCROSS: elija otra',
  )
  const none = { ...event, categories: [] }
  expect(riders.take(enter(ana, chosen('mx-85')), none).refused[0]?.reason).toContain('ya no está')
  expect(riders.take(enter(ana, chosen(null))).changed).toBe(1)
  expect(riders.entry(ana, 'MOTOCROSS')).not.toHaveProperty('category')
})

test('another motorcycle or modalidad asks for the category again', () => {
  const riders = desk({ ...adult, npiloto: '10' })
  riders.take(enter(ana))
  const change = (to: object) => () => riders.take({ kind: 'change', id: ana, modalidad: 'MOTOCROSS', to })
  expect(change({ motorcycle: { cc: 450 } })).toThrow(
    expect.objectContaining({
      details: { fields: { category: 'MX2 (450 cc: máximo 250). Escriba por qué entra igual' } },
    }),
  )
  change({ motorcycle: { cc: 450 }, category: { id: 'mx-mx1' }, number: '210' })()
  expect(riders.entry(ana, 'MOTOCROSS')).toMatchObject({ category: 'mx-mx1', number: '210' })
  change({ modalidad: 'RALLY' })()
  expect(riders.entry(ana, 'RALLY')).not.toHaveProperty('category')
})

test('a number is one of the category, and the same number in two categories is of two riders', () => {
  const open = { ...event, categories: [cadets, mx2, mx1].map(({ numbers: _numbers, ...one }) => one) }
  const riders = desk({ ...kid, npiloto: '7' }, { ...adult, npiloto: '07' }, { ...adult, npiloto: '7' })
  const report = riders.take({ kind: 'enter', ids: [ana, luis, eva] }, open)
  expect(report).toMatchObject({ changed: 2, refused: [{ id: eva, other: luis }] })
  expect(report.refused[0]?.reason).toMatch(/^El número 7 de MX2 lo tiene /)
  expect([riders.entry(ana, 'MOTOCROSS')?.number, riders.entry(luis, 'MOTOCROSS')?.number]).toEqual([
    '7',
    '07',
  ])
  const ranged = desk({ ...kid, npiloto: '7' })
  expect(ranged.take(enter(ana)).refused[0]?.reason).toBe('El número 7 no es de 85 cc, que tiene 1-3, 901')
  expect(ranged.take({ kind: 'pending' }).changed).toBe(1)
  expect(ranged.entry(ana, 'MOTOCROSS')?.number).toBe('901')
})

test('a category without a free number refuses the next rider', () => {
  const one = { ...event, categories: [{ ...cadets, numbers: '1' }] }
  const riders = desk({ ...kid, npiloto: '1' }, { ...kid, npiloto: '1' })
  riders.take({ kind: 'enter', ids: [ana, luis] }, one)
  expect(riders.take({ kind: 'pending' }, one)).toMatchObject({ changed: 0, refused: [{ id: luis }] })
})

test('the next event enters a rider in the category of the last one, unless it does not fit any more', () => {
  const skills = ['Expertos', 'Novatos'].map((name) => ({ id: `mx-${name}`, modalidad: 'MOTOCROSS', name }))
  const riders = desk({ ...kid, npiloto: '' }, { ...adult, npiloto: '' })
  riders.take(enter(ana))
  riders.take(enter(luis, chosen('mx-Novatos')), { ...event, categories: skills })
  const later: RaceEvent = {
    ...event,
    id: 'F',
    first: '2029-05-01',
    categories: [...event.categories, ...skills],
  }
  riders.take({ kind: 'carry', from: 'E' }, later)
  expect(riders.entry(luis, 'MOTOCROSS', later)?.category).toBe('mx-Novatos')
  expect(riders.entry(ana, 'MOTOCROSS', later)?.category).toBe('mx-mx2')
})

test('an order for many enters a rider in the category of the pending entry, and refuses one that does not fit', () => {
  const riders = desk({ ...adult, npiloto: '' }, { ...kid, npiloto: '' })
  for (const id of [ana, luis]) {
    const wish = { event: 'E', modalidad: 'MOTOCROSS', category: 'mx-mx1', at: now }
    riders.all.set(id, { ...riders.pilot(id), pending: [wish] })
  }
  expect(riders.take({ kind: 'enter', ids: [ana, luis] })).toMatchObject({
    changed: 1,
    refused: [{ id: luis }],
  })
  expect(riders.entry(ana, 'MOTOCROSS')?.category).toBe('mx-mx1')
  expect(pendingIn(riders.pilot(luis), 'E')).toMatchObject([{ category: 'mx-mx1' }])
  const numbers = new Numbers([riders.pilot(ana)], event)
  expect(pendingOf([riders.pilot(luis)], [event], numbers, now)).toMatchObject([
    {
      category: 'mx-mx1',
      fechanac: '2014-05-01',
      reason: expect.stringContaining('MX1 (12 años: mínimo 14)'),
    },
  ])
})

test('entries from before the categories get those that fit', () => {
  const riders = desk({ ...kid, npiloto: '901' }, { ...adult, npiloto: '1' })
  riders.take({ kind: 'enter', ids: [ana, luis] }, { ...event, categories: [] })
  const report = riders.take({ kind: 'categorize', event: 'E' })
  expect(report).toMatchObject({
    changed: 1,
    refused: [{ id: luis, reason: expect.stringContaining('no es de') }],
  })
  expect(riders.entry(ana, 'MOTOCROSS')?.category).toBe('mx-85')
})

test('of two entries from before the categories with one number, the second is refused, and a chosen category stays', () => {
  const riders = desk({ ...adult, npiloto: '11' }, { ...adult, npiloto: '12' }, { ...adult, npiloto: '210' })
  riders.take({ kind: 'enter', ids: [ana, luis] }, { ...event, categories: [] })
  const [entry] = riders.entries(luis)
  // A merge has given both riders one number.
  riders.all.set(luis, { ...riders.pilot(luis), entries: [{ ...(entry as Entry), number: '011' }] })
  riders.take(enter(eva, chosen('mx-mx1')))
  expect(riders.take({ kind: 'categorize', event: 'E' })).toMatchObject({
    changed: 1,
    refused: [{ id: luis, other: ana }],
  })
  expect(riders.entry(eva, 'MOTOCROSS')?.category).toBe('mx-mx1')
})

test('a check is noted for a rider whose category does not fit any more, and whose exception stays as it was', () => {
  const riders = desk({ ...kid, npiloto: '' }, { ...adult, npiloto: '' })
  riders.take(enter(ana))
  riders.take(enter(luis, chosen('mx-85', 'Es su primera carrera')))
  const before = riders.entry(luis, 'MOTOCROSS')?.exception
  const later = { ...event, first: '2031-05-01' }
  for (const id of [ana, luis]) {
    const to = { checks: { payment: true } }
    expect(riders.take({ kind: 'change', id, modalidad: 'MOTOCROSS', to }, later).changed).toBe(1)
    expect(riders.entry(id, 'MOTOCROSS')).toMatchObject({ category: 'mx-85', checks: { payment: note } })
  }
  expect(riders.entry(luis, 'MOTOCROSS')?.exception).toEqual(before)
})

test('a rider who came back in a category that is gone since is one without a category, and gets the one that fits', () => {
  const riders = desk({ ...kid, npiloto: '901' })
  const gone = { id: 'mx-gone', modalidad: 'MOTOCROSS', name: 'Vieja' }
  riders.take(enter(ana, chosen('mx-gone')), { ...event, categories: [gone] })
  const { enteredIn } = enteredFilter(event, 'uncategorized')
  const isFound = () => enteredIn && isEntered(riders.pilot(ana), enteredIn)
  // A modalidad without categories asks for none.
  riders.take(enter(ana, { modalidades: ['RALLY'] }))
  expect(isFound()).toBe(true)
  expect(riders.take({ kind: 'categorize', event: 'E' })).toMatchObject({ changed: 1, unchanged: 0 })
  expect(riders.entry(ana, 'MOTOCROSS')?.category).toBe('mx-85')
  expect(isFound()).toBe(false)
})

test('an entry that follows a rider into another modalidad has the category that fits there', () => {
  const riders = desk({ ...adult, npiloto: '', modalidad: 'RALLY' })
  riders.take(enter(ana))
  const before = riders.pilot(ana)
  const after = new FollowingEntries(event, [before]).follow(
    before,
    { ...before, modalidad: 'MOTOCROSS' },
    note,
  )
  expect(after.entries).toMatchObject([{ modalidad: 'MOTOCROSS', category: 'mx-mx2' }])
  const back = new FollowingEntries(event, [after]).follow(after, { ...after, modalidad: 'RALLY' }, note)
  expect(back.entries).toEqual(before.entries)
})

test('two desks join the categories of an entry alike, with the exception of the one that stays', () => {
  const base = { event: 'E', modalidad: 'MOTOCROSS', at: now }
  const one = { ...base, category: 'mx-mx1', exception: { reason: 'Sube', ...note } }
  const other = { ...base, category: 'mx-mx2' }
  expect(joinedEntries([one], [other])).toEqual(joinedEntries([other], [one]))
  expect(joinedEntries([one], [base])).toEqual([one])
})
