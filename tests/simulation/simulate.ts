/**
 * `npm run simulate -- --seeds 1000`: plays days of a desk in a simulated world, each of which a seed decides. Prints the
 * first seed whose day does not hold, with its orders as short as they were found. `--seed N` plays one day, and `--trace`
 * prints all that happens in it. With `--shared` two kiosks of a database share each day. `--all` plays all days, and prints
 * the faults of each. `--fault NAME` plays days of the program with one of the faults in `faults/` put back, until one shows
 * it, and `--faults` those of each fault.
 */
import { fork } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { root } from '../support/root.ts'
import { type Day, playDay, shortened } from './day.ts'
import { faultNames, faultyProgram } from './faults.ts'
import { programVariable } from './world/program.ts'

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '200' },
    from: { type: 'string', default: '1' },
    seed: { type: 'string' },
    shared: { type: 'boolean', default: false },
    trace: { type: 'boolean', default: false },
    all: { type: 'boolean', default: false },
    fault: { type: 'string' },
    faults: { type: 'boolean', default: false },
  },
})

/** The longest time without an event, in milliseconds: a program that loops has none. */
const longestSilence = 60_000
const hangs = `hangs: no event has happened for ${longestSilence / 1000} s`
/** The number of days within which a fault must be found. */
const mostSeeds = 500
const noDay = { orders: [], digest: '', steps: 0 }

// A process of its own plays the days that it is sent.
if (process.send)
  process.on('message', async (seed: number) =>
    process.send?.(await playDay(seed, { isShared: values.shared, onTrace: beat() })),
  )
else if (values.faults || values.fault) await findFaults(values.fault ? [values.fault] : faultNames)
else if (values.seed !== undefined) await playOne(Number(values.seed))
else await playAll(Number(values.from), Number(values.seeds))

/** Returns a function that tells now and then that events happen. */
function beat(): () => void {
  let last = 0
  return () => {
    if (performance.now() - last < 1000) return
    last = performance.now()
    process.send?.(null)
  }
}

async function playOne(seed: number): Promise<void> {
  const onTrace = values.trace ? (line: string) => console.log(line) : undefined
  const day = await playDay(seed, { isShared: values.shared, onTrace })
  if (values.trace || day.faults.length === 0) tell(day)
  else tell(await shortened(day))
  process.exit(day.faults.length > 0 ? 1 : 0)
}

/** Plays the days on all cores, until one does not hold or, with `--all`, to the last. */
async function playAll(from: number, count: number): Promise<void> {
  const { failed, faulty } = await playUntil(from, count)
  process.stderr.write('\n')
  if (failed && !values.all) tell(failed.orders.length > 0 ? await shortened(failed) : failed)
  else console.log(`${count - faulty} of ${count} days held, from seed ${from}`)
  process.exit(failed ? 1 : 0)
}

interface Played {
  /** The last day that did not hold. */
  failed?: Day
  /** The numbers of days that were played, and of those that did not hold. */
  played: number
  faulty: number
}

/** Plays the days of `program`, the folder of a built program, on all cores. */
function playUntil(
  from: number,
  count: number,
  { program = root, isShared = values.shared } = {},
): Promise<Played> {
  const begun = performance.now()
  const env = { ...process.env, [programVariable]: program }
  let next = from
  let [played, faulty] = [0, 0]
  let failed: Day | undefined
  return new Promise((resolve) => {
    const players = Array.from({ length: availableParallelism() }, () =>
      fork(fileURLToPath(import.meta.url), isShared ? ['--shared'] : [], { env }),
    )
    const finish = () => {
      for (const player of players) player.kill('SIGKILL')
      resolve({ failed, played, faulty })
    }
    const onDay = (day: Day) => {
      played += 1
      if (day.faults.length > 0) {
        failed = day
        faulty += 1
      }
      const perHour = Math.round((played / (performance.now() - begun)) * 3_600_000)
      if (values.all) for (const fault of day.faults) console.log(`seed ${day.seed}: ${fault}`)
      process.stderr.write(`\r${played} of ${count} days, ${perHour} in an hour `)
      if (played === count || (failed && !values.all)) finish()
    }
    for (const player of players) {
      let seed = 0
      const hang = () => {
        failed = { ...noDay, isShared, seed, faults: [hangs] }
        finish()
      }
      const watch = setTimeout(hang, longestSilence).unref()
      const play = () => {
        if (next >= from + count) return clearTimeout(watch)
        seed = next
        next += 1
        player.send(seed)
      }
      player.on('message', (day: Day | null) => {
        watch.refresh()
        if (!day) return
        onDay(day)
        play()
      })
      play()
    }
  })
}

/** Puts back each of some faults, and plays days until one shows it, on which the program without the fault holds. */
async function findFaults(names: readonly string[]): Promise<void> {
  for (const name of names) {
    const program = await faultyProgram(name)
    const isShared = name.startsWith('two-kiosks')
    const begun = performance.now()
    let played = 0
    let failed: Day | undefined
    for (let from = 1; from <= mostSeeds; from = failed.seed + 1) {
      const result = await playUntil(from, mostSeeds + 1 - from, { program, isShared })
      played += result.played
      failed = result.failed
      if (!failed || (await playDay(failed.seed, { isShared })).faults.length === 0) break
    }
    await rm(program, { recursive: true })
    const seconds = Math.round((performance.now() - begun) / 1000)
    const outcome = failed ? `seed ${failed.seed}: ${failed.faults[0]}` : 'NOT FOUND'
    console.log(`\n${name}: ${played} days, ${seconds} s, ${outcome}`)
    if (!failed) process.exitCode = 1
  }
}

function tell({ seed, faults, orders, digest, steps }: Day): void {
  console.log(`seed ${seed}: ${orders.length} orders, ${steps} events, ${digest.slice(0, 16)}`)
  for (const order of orders) console.log(`  ${order}`)
  for (const fault of faults) console.log(`FAULT ${fault}`)
}
