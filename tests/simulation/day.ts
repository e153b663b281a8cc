/**
 * One day at a desk, in a world that a seed decides: people who register, pay, scan, erase, merge and restore at the same
 * time, readers of every list, power cuts and restarts, and at the end what must hold.
 */
import { checkBackup, faultsOf, listsOf } from './checks.ts'
import { type Desk, openDay, type Trouble } from './desk.ts'
import { orders } from './orders.ts'
import { Random, World } from './world/world.ts'

export interface Day {
  seed: number
  /** True if two kiosks share a database. */
  isShared: boolean
  /** The checks that failed. */
  faults: string[]
  /** The orders that people gave, in the order in which they began them. */
  orders: string[]
  /** A hash of all that happened. */
  digest: string
  /** The number of events of the world. */
  steps: number
}

export interface DayOptions extends Partial<Pick<Day, 'isShared'>> {
  /** The indexes of the orders of the plan that are left out. */
  without?: ReadonlySet<number>
  onTrace?: (line: string) => void
}

/** An order of the plan. What it chooses depends on its own seed, and not on the orders before it. */
interface Planned {
  index: number
  person: number
  /** The milliseconds that the person waits before. */
  pause: number
  name: string
  seed: number
}

/** The number of orders of a day, of its writers and of its readers. */
const [dayLength, writers, readers] = [110, 5, 2]

/** Plays the day of a seed. */
export async function playDay(
  seed: number,
  { without = new Set(), isShared = false, onTrace }: DayOptions = {},
): Promise<Day> {
  const world = new World(seed)
  world.onTrace = onTrace
  const desk = openDay(world, { isShared })
  const plan = planOf(seed, isShared).filter(({ index }) => !without.has(index))
  const failure = await play(desk, plan).catch((error) => error as Error)
  return {
    seed,
    isShared,
    faults: [...desk.faults, ...(failure ? [String(failure.stack)] : [])],
    orders: desk.told,
    digest: world.digest(),
    steps: world.steps,
  }
}

async function play(desk: Desk, plan: readonly Planned[]): Promise<undefined> {
  for (const index of desk.machines.keys()) await desk.until(desk.open(index))
  await desk.until(desk.prepare())
  const people = Array.from({ length: writers + readers + 1 }, (_, person) =>
    work(
      desk,
      plan.filter((planned) => planned.person === person),
    ),
  )
  await desk.until(Promise.all(people))
  await desk.until(desk.pause(2000))
  await desk.until(faultsOf(desk, 'at the end'))
  const before = await desk.until(listsOf(desk))
  const compare = async (at: number, when: string) => {
    const after = await desk.until(listsOf(desk, at))
    for (const [path, list] of before)
      if (after.get(path) !== list && (at === 0 || !ofMachine.includes(path)))
        desk.faults.push(`${path} differs ${when}: ${differing(list, after.get(path))}`)
  }
  for (const index of desk.machines.keys()) if (index > 0) await compare(index, 'at the other kiosk')
  await desk.until(desk.restart(new Random(desk.machine.world.seed).pick(['power', 'kill', 'stop']), 0))
  await compare(0, 'after a restart')
  await desk.until(faultsOf(desk, 'after a restart'))
  await desk.until(checkBackup(desk))
  const doctor = await desk.until(desk.run(['doctor']))
  if (doctor.code !== 0) desk.faults.push(`doctor: ${doctor.out} ${doctor.err}`)
}

/** The lists of which a part belongs to a machine. */
const ofMachine = ['/api/settings', '/api/till']

function differing(one: string, other = ''): string {
  const start = [...one].findIndex((letter, index) => letter !== other[index]) - 60
  return `${one.slice(start, start + 160)} | ${other.slice(start, start + 160)}`
}

async function work(desk: Desk, planned: readonly Planned[]): Promise<void> {
  for (const { pause, name, seed } of planned) {
    await desk.pause(pause)
    const order = orders[name]
    if (order?.rewrites) desk.isRewriting = true
    if (order) await desk.give(name, () => order.work(desk, new Random(seed)))
    else await disaster(desk, name, new Random(seed))
  }
}

const disasters = [
  ...['power', 'power', 'kill', 'stop', 'clock', 'hours'],
  ...['full', 'held', 'broken', 'network', 'network'],
]

/** In hours, two kiosks ask their database a hundred thousand times for changes. */
const sharedDisasters = [
  ...['power', 'kill', 'kill', 'stop', 'clock'],
  ...['network', 'away', 'unsteady', 'unsteady', 'unsteady'],
]

const troubles: readonly string[] = ['full', 'held', 'broken', 'network', 'away', 'unsteady']

/** Cuts the power, kills or stops the kiosk, sets the clock, lets hours pass, or disturbs the disk or the network. */
async function disaster(desk: Desk, kind: string, random: Random): Promise<void> {
  // Many happen in the middle of a rewrite.
  if (random.chance(0.7)) await Promise.race([desk.pause(5000), desk.afterCalls(random.below(40))])
  desk.told.push(`--- ${kind}`)
  if (kind === 'clock')
    desk.machine.world.clock += (random.chance(0.5) ? -1 : 1) * random.below(3 * 3_600_000)
  else if (kind === 'hours') await desk.pause(4_000_000)
  else if (troubles.includes(kind)) {
    await desk.disturb(kind as Trouble, 200 + random.below(3000))
    if (kind === 'broken') await desk.restart('stop')
  } else await desk.restart(kind as 'power' | 'kill' | 'stop')
}

function planOf(seed: number, isShared: boolean): Planned[] {
  const random = new Random(seed ^ 0x5eed)
  const names = (reads: boolean) =>
    Object.entries(orders).flatMap(([name, order]) =>
      (order.reads === true) === reads ? Array.from({ length: order.weight }, () => name) : [],
    )
  const [writing, reading] = [names(false), names(true)]
  // Some days are of few kinds of orders, which then meet each other more often, and some of rewrites and what meets them.
  const share = random.pick([1, 1, 0.4, 0])
  const isKept = (name: string) =>
    always.includes(name) || (share === 0 ? beside.includes(name) : random.chance(share))
  const some = writing.filter(isKept)
  const plan = Array.from({ length: dayLength }, (_, index) => {
    const person = random.below(writers + readers)
    return {
      index,
      person,
      pause: random.below(250),
      name: random.pick(person < writers ? some : reading),
      seed: random.below(2 ** 31),
    }
  })
  const bad = random.chance(0.4) ? 0 : 1 + random.below(3)
  const ends = Array.from({ length: bad }, (_, index) => ({
    index: dayLength + index,
    person: writers + readers,
    pause: random.below(dayLength * 25),
    name: random.pick(isShared ? sharedDisasters : disasters),
    seed: random.below(2 ** 31),
  }))
  return [...plan, ...ends]
}

const always = ['register', 'enter', 'pay', 'scan']
const beside = ['erase', 'restore', 'merge', 'undo', 'backup', 'again', 'apply']

/** Leaves orders out of a day as long as it fails in the same way. Returns the shortest day that was found. */
export async function shortened(day: Day, most = 60): Promise<Day> {
  const { isShared } = day
  const kind = kindOf(day)
  const without = new Set<number>()
  const all = planOf(day.seed, isShared).map(({ index }) => index)
  let best = day
  let plays = 0
  for (let size = Math.ceil(all.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let start = 0; start < all.length && plays < most; start += size) {
      const part = all.slice(start, start + size).filter((index) => !without.has(index))
      if (part.length === 0) continue
      plays += 1
      const next = await playDay(day.seed, { isShared, without: new Set([...without, ...part]) })
      if (kindOf(next) !== kind) continue
      for (const index of part) without.add(index)
      best = next
    }
  }
  return best
}

/** Returns the first fault without what differs from day to day. */
function kindOf({ faults: [first = ''] }: Day): string {
  return first.replace(/[\dA-Z]{12}|Zq\w+|\d+/g, '')
}
