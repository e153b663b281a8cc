/** The answers of a store to every query, which tests compare with those of another store. */
import { pilotStatuses } from '#domain/credential/status'
import { defaultRules } from '#domain/credential/validity-rules'
import type { Settings } from '#domain/desk/settings'
import { eventsOf, partOf } from '#domain/events/events'
import { changeKey, type LoggedChange } from '#domain/pilots/history/history'
import type { Pilot } from '#domain/pilots/pilot'
import type { ListQuery } from '#domain/pilots/search/list-query'
import { startOfDay, today } from '#domain/text/date'
import { readChangeLog } from '../../server/store/shared/stores.ts'
import { Desk, type Order, orFailure, type Place, withoutCalls } from './random-orders.ts'

const orders: ListQuery[] = [
  {},
  { order: 'asc', perPage: 4, page: 2, maxTotal: 10 },
  { sort: 'name' },
  { sort: 'lastname', order: 'desc' },
  { sort: 'npiloto', perPage: 5, page: 2 },
  { sort: 'club', order: 'desc' },
  { sort: 'fechanac' },
  { sort: 'celular', order: 'desc' },
  { sort: 'poliza_hasta' },
]
const filters: ListQuery[] = [
  { modalidad: 'RALLY' },
  { licencia: 'Regional', sort: 'dni' },
  { noPhoto: true },
  { noCard: true },
  { invented: true },
  ...['jose', 'nunez', 'quispe 7', 'quixpe', 'josé ñandu', '410000', 'ab10', 'nadie'].map((search) => ({
    search,
  })),
  { search: 'quixpe', isExact: true },
  { search: 'ana', sort: 'lastname', order: 'asc' },
]

/** Yields the name and the answer of each query; the long ones only if it is `isWhole`. */
async function* answersOf(desk: Desk, isWhole: boolean): AsyncGenerator<[name: string, answer: unknown]> {
  const { pilots, passages, accounts, settings, erasures } = desk.stores
  const stored = await settings.read()
  const events = eventsOf(stored.events)
  const [{ id: event }] = events
  const part = partOf(events, event)
  const basis = { rules: { ...defaultRules, ...stored.validity }, day: today() }
  const { pilots: all } = await pilots.list({ order: 'asc' })
  const [first, second] = all.map(({ id }) => id)
  const queries: ListQuery[] = [
    ...orders,
    ...filters,
    ...pilotStatuses.map((kind) => ({ status: { kind, ...basis } })),
    { since: new Date(Date.now() - 20 * 61_000).toISOString() },
    { enteredIn: { event } },
    { notEnteredIn: event },
    { pendingIn: event },
    { enteredIn: { event: 'primero', modalidad: 'RALLY' }, sort: 'name' },
    ...[true, false].map((isExcluded) => ({
      among: { ids: [first, second].filter((id) => id !== undefined), isExcluded },
    })),
  ]
  yield ['last change', [await pilots.lastChangeAt()]]
  for (const pilot of all) yield ['pilot', pilot]
  for (const query of queries) {
    const { pilots: found, ...rest } = await pilots.list(query)
    yield [`list ${JSON.stringify(query)}`, [idsOf(found), rest]]
  }
  for (const filter of [{}, { modalidad: 'UTV' }, { search: 'quispe' }, { noCard: true }])
    yield [
      `count ${JSON.stringify(filter)}`,
      withoutNewCounts(await pilots.count(startOfDay().toISOString(), basis, filter)),
    ]
  yield ['clubs', await pilots.clubs()]
  const last = all.at(-1)
  for (const query of [
    { dni: 41_000_003, npiloto: '7', modalidad: 'RALLY', email: 'ana@ejemplo.org' },
    { tipodoc: 'Pasaporte', documento: 'ab-101', nlicencia: 'FM-3', celular: '987654321' },
    { name: 'jose', lastname: 'QUISPE', fechanac: '1994-02-28', dni: 41_000_300 },
    { ...(last && { name: last.name, lastname: last.lastname, fechanac: last.fechanac, except: last.id }) },
  ])
    yield ['duplicates', await pilots.findDuplicates(query)]
  for (const code of desk.codes)
    yield [`get ${code}`, await orFailure(async () => (await pilots.get(code)).id)]
  yield ['revocations', await pilots.revocations()]
  yield ['removed', (await pilots.removed()).removed.map(({ pilot, ...removal }) => [pilot.id, removal])]
  yield [
    'removed with a search',
    idsOf((await pilots.removed({ search: 'quispe', perPage: 2 })).removed.map(({ pilot }) => pilot)),
  ]
  yield ['imports', await pilots.imports()]
  for (const query of [
    {},
    { gate: 'Norte' },
    { incidents: true, event: part },
    { settled: true },
    { perPage: 3, page: 2 },
  ]) {
    const { passages: found, ...rest } = await passages.list(query)
    yield [
      'passages',
      [
        found.map(({ number, isCorrected, settlement, result, pilot }) => [
          number,
          result,
          pilot,
          isCorrected,
          settlement,
        ]),
        rest,
      ],
    ]
  }
  const day = { from: startOfDay().toISOString(), event: part }
  yield ['summary', await passages.summary(day)]
  yield ['attendance', await passages.attendance(day)]
  yield ['last passages', (await passages.lastOfPilots(part)).map(({ number }) => number)]
  yield ['settings', withoutNews(stored)]
  yield ['accounts', await accounts.list()]
  yield ['tombstones', (await erasures.list()).map(({ stones }) => stones.map(({ kind, at }) => [kind, at]))]
  if (isWhole) yield* longAnswers(desk)
}

/** Leaves out the counts of categories, prices and waivers, of which the events of random orders have none. */
function withoutNewCounts({
  categories,
  owing,
  unsigned,
  ...counts
}: Awaited<ReturnType<Desk['stores']['pilots']['count']>>) {
  return {
    ...counts,
    ...(Object.keys(categories).length > 0 && { categories }),
    ...(owing + unsigned > 0 && { owing, unsigned }),
  }
}

/** Leaves out what the program that wrote the first answers did not know, where it is empty: the categories and the reserved numbers of events. */
function withoutNews({ events, ...settings }: Settings) {
  if (!events) return settings
  const known = Object.entries(events).map(([id, { categories, reserved, ...event }]) => [
    id,
    {
      ...event,
      ...(categories.length > 0 && { categories }),
      ...(reserved.length > 0 && { reserved }),
    },
  ])
  return { ...settings, events: Object.fromEntries(known) }
}

async function* longAnswers({ stores, codes }: Desk): AsyncGenerator<[name: string, answer: unknown]> {
  const { pilots, passages, erasures } = stores
  for (const code of codes) yield [`history of ${code}`, await orFailure(() => pilots.history(code))]
  for (const change of eachOnce(await readChangeLog(pilots))) yield ['change', withoutEventKeys(change)]
  for (const entry of await passages.listAfter(0)) yield ['passage', entry]
  yield ['settlements', (await passages.log()).filter((entry) => 'settles' in entry)]
  for (const dni of [41_000_001, 41_000_007, 41_000_013])
    yield [
      `person ${dni}`,
      [
        await orFailure(() => erasures.find(String(dni))),
        await erasures.erasedAt({ dni, fechanac: '1994-02-28' } as Pilot),
      ],
    ]
}

/** Leaves out the changes of a backup that a folder lists beside its own. */
function eachOnce(log: readonly LoggedChange[]): LoggedChange[] {
  const own = new Set(log.filter(({ past }) => !past).map(changeKey))
  const past = new Map(
    log.filter((one) => one.past && !own.has(changeKey(one))).map((one) => [changeKey(one), one]),
  )
  return [...past.values(), ...log.filter((one) => !one.past)]
}

/** Leaves out the keys of the events of a merge, which the earlier program did not record. */
function withoutEventKeys({ change, ...logged }: LoggedChange): LoggedChange {
  if (!change.merged) return { ...logged, change }
  const { eventKeys: _eventKeys, ...merged } = change.merged
  return { ...logged, change: { ...change, merged } }
}

function idsOf(pilots: readonly Pilot[]): string[] {
  return pilots.map(({ id }) => id)
}

/** Gives orders to a new desk, beside another one, and returns for each the order in words and the answers after it. */
export async function transcriptOf(
  place: Place,
  otherPlace: Place,
  orders: readonly Order[],
): Promise<string[]> {
  const [desk, other] = [new Desk(place), new Desk(otherPlace)]
  await Promise.all([desk.open(), other.open()])
  desk.other = other
  const steps: string[] = []
  for (const [index, order] of orders.entries()) {
    const lines = await desk.take(order)
    for await (const [name, answer] of answersOf(desk, index % 12 === 11 || rewriting.includes(order[0])))
      lines.push(desk.text([name, answer]))
    steps.push(lines.join('\n'))
  }
  await Promise.all([desk.stores.close(), other.stores.close()])
  return steps
}

/** The orders after which a store is read again as a whole, or its history is. */
const rewriting: readonly string[] = [
  'restart',
  'forget',
  'erase',
  'restore',
  'merge',
  'undoMerge',
  'undoImport',
]

/**
 * Says in which step two transcripts differ first, and how. The calls are named and not compared. Returns undefined if all
 * answers are equal.
 */
export function firstDifference(expected: readonly string[], found: readonly string[]): string | undefined {
  for (const [index, step] of expected.entries()) {
    const [before, after] = [step, found[index] ?? ''].map((text) => withoutCalls(text.split('\n'))) as [
      string[],
      string[],
    ]
    if (before.join('\n') === after.join('\n')) continue
    const lost = before.filter((line) => !after.includes(line))
    const added = after.filter((line) => !before.includes(line))
    const calls = step.split('\n').filter((line) => line.startsWith('> '))
    const some = (lines: string[]) => lines.slice(0, 6).map((line) => `  ${line.slice(0, 1000)}`)
    return [
      `step ${index + 1}: ${before[0]}`,
      ...calls,
      'expected:',
      ...some(lost),
      'found:',
      ...some(added),
    ].join('\n')
  }
  return undefined
}
