/** Tests of start lists: their orders, the heats, pasted numbers, and when an issued one is out of date. */
import { expect, test } from 'vitest'
import { EntryOrder } from '#domain/events/startlist/entry-order'
import type { IssuedList } from '#domain/events/startlist/group'
import { groupKey, groupOfKey, groupTitle, separateGroups, startGroups } from '#domain/events/startlist/group'
import { changesSince, nextIssue } from '#domain/events/startlist/issue'
import {
  lotOf,
  orderText,
  type StartOptions,
  type StartRider,
  startList,
  startTime,
} from '#domain/events/startlist/start-list'
import type { Pilot } from '#domain/pilots/pilot'
import { aDraft } from '../../../support/pilots.ts'

const rider = (number: string, name = `Piloto ${number}`, more: Partial<StartRider> = {}): StartRider => ({
  ...{ key: `k${number}${name}`, number, name, club: '', lacking: [] },
  ...more,
})

const numbersOf = (riders: readonly StartRider[], options: StartOptions) =>
  startList(riders, options).heats.map((heat) => heat.map(({ number }) => number))

const thirty = Array.from({ length: 30 }, (_, index) => rider(String(index + 1)))

test('a draw repeats with its seed, however the riders come, and another seed gives another order', () => {
  const draw = (seed: string, riders = thirty) => numbersOf(riders, { order: 'draw', seed })[0]
  const known = ['27', '15', '8', '7', '101'].map((number) => rider(number))
  expect(draw('4821', known)).toEqual(['15', '8', '7', '101', '27'])
  expect(draw('4821', thirty.toReversed())).toEqual(draw('4821'))
  expect(draw(' 4821 ')).toEqual(draw('4821'))
  expect(draw('4822')).not.toEqual(draw('4821'))
  expect(draw('4821')?.toSorted()).toEqual(thirty.map(({ number }) => number).toSorted())
})

test('a withdrawal before the start changes the drawn order of nobody else', () => {
  const [drawn] = numbersOf(thirty, { order: 'draw', seed: 'final' })
  const without = thirty.filter(({ number }) => number !== '12')
  expect(numbersOf(without, { order: 'draw', seed: 'final' })[0]).toEqual(
    drawn?.filter((one) => one !== '12'),
  )
})

test('each rider has every place of a draw about equally often', () => {
  const firsts = new Map<string, number>()
  for (let seed = 0; seed < 3000; seed += 1) {
    const lots = ['1', '2', '3'].map((key) => [lotOf(String(seed), key), key] as const)
    const [[, first] = [0, '']] = lots.sort(([one], [other]) => one - other)
    firsts.set(first, (firsts.get(first) ?? 0) + 1)
  }
  for (const times of firsts.values()) expect(Math.abs(times - 1000)).toBeLessThan(120)
})

test('riders start by number, with letters and zeros as people count them, and those without a number last', () => {
  const riders = ['', '10', 'B2', '07', '9', 'A1'].map((number) => rider(number))
  expect(numbersOf(riders, { order: 'number' })).toEqual([['07', '9', '10', 'A1', 'B2', '']])
  expect(numbersOf(riders, { order: 'entry' })).toEqual([['', '10', 'B2', '07', '9', 'A1']])
})

test('a number of riders starts each so many minutes, also after midnight', () => {
  const timesOf = (options: Omit<StartOptions, 'order'>) =>
    [0, 1, 2, 3, 4].map((place) => startTime(options, place))
  expect(timesOf({})).toEqual(Array.from({ length: 5 }, () => undefined))
  expect(timesOf({ from: '08:59' })).toEqual(['08:59', '09:00', '09:01', '09:02', '09:03'])
  expect(timesOf({ from: '23:58', together: 2, minutes: 2 })).toEqual([
    ...['23:58', '23:58', '00:00', '00:00', '00:02'],
  ])
  expect(orderText({ order: 'number', from: '08:00', together: 2 })).toBe(
    'Por número · Salida de a 2 por minuto desde las 08:00',
  )
})

test('riders for whom a heat has no place start in the next one, which is said', () => {
  const { heats, notes } = startList(thirty, { order: 'number', heat: 12 })
  expect(heats.map(({ length }) => length)).toEqual([12, 12, 6])
  expect(notes).toEqual(['Son 30 y en una manga caben 12: van en 3 mangas'])
  expect(startList(thirty, { order: 'number', heat: 30 }).notes).toEqual([])
})

test('a pasted list gives its order, 07 is 7, and it names unknown and repeated numbers, and riders who are not in it', () => {
  const riders = [rider('7'), rider('08', 'Luz Sur'), rider('27', 'Ana Quispe'), rider('', 'Eva Paz')]
  const { heats, left, notes } = startList(riders, { order: 'list', numbers: '27, 99\n07;\t7 S/N' })
  expect(heats.map((heat) => heat.map(({ number }) => number))).toEqual([['27', '7']])
  expect(left.map(({ name }) => name)).toEqual(['Luz Sur', 'Eva Paz'])
  expect(notes).toEqual([
    'Nadie tiene estos números: 99 y S/N',
    'Están dos veces entre los números: 7',
    'No están entre los números, y no van en la lista: 08 Luz Sur y Eva Paz',
  ])
})

test('riders of two categories who have one number both start with it, which is said', () => {
  const riders = [rider('7', 'Ana Paz'), rider('8'), rider('07', 'Beto Ríos')]
  const { heats, notes } = startList(riders, { order: 'list', numbers: '8 7' })
  expect(heats[0]?.map(({ name }) => name)).toEqual(['Piloto 8', 'Ana Paz', 'Beto Ríos'])
  expect(notes).toEqual(['Tienen el mismo número, y van uno tras otro: 7 Ana Paz y 07 Beto Ríos'])
})

test('riders who lack a check stay in their places and are named', () => {
  const riders = [rider('8'), rider('27', 'Ana Quispe', { lacking: ['payment', 'insurance'] })]
  const { heats, notes } = startList(riders, { order: 'number' })
  expect(heats).toEqual([riders])
  expect(notes).toEqual(['Van tachados: 27 Ana Quispe (falta pago y seguro)'])
  const all = thirty.map((one) => ({ ...one, lacking: ['payment' as const] }))
  expect(startList(all, { order: 'entry' }).notes[0]).toMatch(/: 1 Piloto 1 \(falta pago\), .* y 25 más$/)
})

const issued = (riders: readonly StartRider[], more: Partial<IssuedList> = {}): IssuedList => ({
  ...{ kind: 'provisional', version: 1, at: '2026-11-28T14:00:00.000Z', digest: 'd', left: [] },
  riders: riders.map(({ key, number }) => [key, number]),
  ...more,
})

test('a list is out of date when a rider is withdrawn or new, or has another number', () => {
  const [ana, beto, luz] = [rider('27', 'Ana Quispe'), rider('8', 'Beto Rojas'), rider('', 'Luz Sur')]
  const names = new Map([[ana.key, { name: 'Ana Quispe' }]])
  const since = (list: IssuedList, now: StartRider[]) => changesSince(list, now, (key) => names.get(key))
  expect(since(issued([ana, beto]), [beto, ana])).toEqual([])
  expect(since(issued([ana, beto]), [{ ...beto, number: '31' }, luz])).toEqual([
    'se retiró 27 Ana Quispe',
    '8 Beto Rojas tiene ahora el 31',
    'se inscribió Luz Sur',
  ])
  const moved = () => ({ name: 'Ana Quispe', now: 'MOTOCROSS · MX2' })
  expect(changesSince(issued([ana]), [], moved)).toEqual(['27 Ana Quispe pasó a MOTOCROSS · MX2'])
  // An erased rider has no name any more, and a rider who was left out is not new.
  expect(since(issued([beto], { left: [luz.key] }), [luz])).toEqual(['se retiró 8'])
})

test('another list is the next version, and the same one again keeps its version and its time', () => {
  const { version: _version, ...first } = issued(thirty)
  const one = nextIssue(undefined, first)
  expect(one.version).toBe(1)
  expect(nextIssue(one, { ...first, at: '2026-11-28T15:00:00.000Z' })).toBe(one)
  expect(nextIssue(one, { ...first, kind: 'final' })).toMatchObject({ version: 2, kind: 'final' })
  expect(nextIssue(one, { ...first, digest: 'e' }).version).toBe(2)
})

test('riders are in the order of their entries in the log, also with a new card or in another modalidad, and last after a withdrawal or a removal', () => {
  const pilot = (id: string, modalidad = 'RALLY'): Pilot => ({
    ...{ ...aDraft(), id, photo: null },
    ...(modalidad && { entries: [{ event: 'primero', modalidad, at: '2026-11-28T14:00:00.000Z' }] }),
  })
  const order = new EntryOrder('primero')
  order.add({ put: [pilot('a', ''), pilot('b', ''), pilot('c'), pilot('d')] })
  order.add({ put: [pilot('b')] })
  order.add({ put: [pilot('a')] })
  order.add({ put: [pilot('c', '')] })
  order.add({ put: [pilot('c')] })
  order.add({ put: [pilot('d', 'RAID')] })
  order.add({
    put: [pilot('b2')],
    remove: ['b'],
    revoke: [{ id: 'b', next: 'b2', at: '2026-11-28T14:00:00.000Z' }],
  })
  const inOrder = () => {
    const place = (id: string) => order.placeOf({ id }, { at: '2026-11-28T14:00:00.000Z' })
    return ['a', 'b2', 'c', 'd']
      .filter((id) => place(id) >= 0)
      .sort((one, other) => place(one) - place(other))
  }
  expect(inOrder()).toEqual(['d', 'b2', 'a', 'c'])
  order.add({ remove: ['d'] })
  order.add({ put: [pilot('d')] })
  expect(inOrder()).toEqual(['b2', 'a', 'c', 'd'])
  // A restore brings the riders in the order of the backup.
  order.add({ clear: true, put: [pilot('c'), pilot('a')] })
  expect(inOrder()).toEqual(['c', 'a'])
})

const season = {
  modalidades: ['MOTOCROSS', 'RALLY'],
  categories: ['MX1', 'MX2', '85 cc'].map((name) => ({
    ...{ id: `motocross-${name.toLowerCase()}`, modalidad: 'MOTOCROSS', name },
  })),
}

test('the groups are the categories in their order, the riders without one, and the whole modalidad, whose key stays', () => {
  const of = (modalidad: string, category?: string) => ({ modalidad, ...(category && { category }) })
  const entries = [of('RALLY'), of('MOTOCROSS'), of('MOTOCROSS', 'motocross-mx2'), of('UTV')]
  const groups = startGroups(season, [...entries, of('MOTOCROSS', 'motocross-mx1')])
  const titles = (some: typeof groups) => some.map((group) => groupTitle(season, group))
  const parts = ['MOTOCROSS · MX1', 'MOTOCROSS · MX2', 'MOTOCROSS · sin categoría']
  expect(titles(groups)).toEqual([...parts, 'MOTOCROSS', 'RALLY', 'UTV'])
  expect(titles(separateGroups(groups))).toEqual([...parts, 'RALLY', 'UTV'])
  expect(groups.map((group) => groupOfKey(groupKey(group)))).toEqual(groups)
  expect(groupKey({ modalidad: 'RALLY' })).toBe('RALLY')
  // A category of another season, and a modalidad in which nobody has a category.
  expect(titles(startGroups(season, [of('MOTOCROSS', 'motocross-novatos')]))[0]).toBe('MOTOCROSS · novatos')
  expect(startGroups(season, [of('MOTOCROSS')])).toEqual([{ modalidad: 'MOTOCROSS' }])
})
