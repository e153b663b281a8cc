/**
 * `npm run simulate -- --seeds 1000`: plays days of a desk in a simulated world, each of which a seed decides. Prints the
 * first seed whose day does not hold, with its orders as short as they were found. `--seed N` plays one day, and `--trace`
 * prints all that happens in it. `--all` plays all days, and prints the faults of each.
 */
import { fork } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type Day, playDay, shortened } from './day.ts'

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '200' },
    from: { type: 'string', default: '1' },
    seed: { type: 'string' },
    trace: { type: 'boolean', default: false },
    all: { type: 'boolean', default: false },
  },
})

// A process of its own plays the days that it is sent.
if (process.send) process.on('message', async (seed: number) => process.send?.(await playDay(seed)))
else if (values.seed !== undefined) await playOne(Number(values.seed))
else await playAll(Number(values.from), Number(values.seeds))

async function playOne(seed: number): Promise<void> {
  const onTrace = values.trace ? (line: string) => console.log(line) : undefined
  const day = await playDay(seed, { onTrace })
  if (values.trace || day.faults.length === 0) tell(day)
  else tell(await shortened(day))
  process.exit(day.faults.length > 0 ? 1 : 0)
}

/** Plays the days on all cores, until one does not hold. */
async function playAll(from: number, count: number): Promise<void> {
  const begun = performance.now()
  let next = from
  let played = 0
  const failed = await new Promise<Day | undefined>((resolve) => {
    const players = Array.from({ length: availableParallelism() }, () => fork(fileURLToPath(import.meta.url)))
    const finish = (day?: Day) => {
      for (const player of players) player.kill()
      resolve(day)
    }
    for (const player of players) {
      const play = () => next < from + count && player.send(next++)
      player.on('message', (day: Day) => {
        played += 1
        const perHour = Math.round((played / (performance.now() - begun)) * 3_600_000)
        if (values.all) for (const fault of day.faults) console.log(`seed ${day.seed}: ${fault}`)
        process.stderr.write(`\r${played} of ${count} days, ${perHour} in an hour `)
        if (day.faults.length > 0 && !values.all) finish(day)
        else if (played === count) finish()
        else play()
      })
      play()
    }
  })
  process.stderr.write('\n')
  if (failed) tell(await shortened(failed))
  else console.log(`${count} days held, from seed ${from}`)
  process.exit(failed ? 1 : 0)
}

function tell({ seed, faults, orders, digest, steps }: Day): void {
  console.log(`seed ${seed}: ${orders.length} orders, ${steps} events, ${digest.slice(0, 16)}`)
  for (const order of orders) console.log(`  ${order}`)
  for (const fault of faults) console.log(`FAULT ${fault}`)
}
