/** `npm run bench:store`: measures a registration, compared with a plain lowdb and with a bare append and fsync. */
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { JSONFilePreset } from 'lowdb/node'
import type { Pilot } from '#domain/pilot/pilot'
import { pilotIdFrom } from '#domain/pilot/pilot-id'
import { table } from '../../bin/terminal/table.ts'
import { openStore } from '../../server/store/folder/open.ts'
import { aDraft } from '../support/pilots.ts'

const sizes = [1000, 10_000, 100_000]
const atOnce = 32

interface Measured {
  /** The median time of a run, in milliseconds. */
  median: number
  perSecond: number
}

const folder = await mkdtemp(join(tmpdir(), 'pilotos-bench-'))
const head = ['PILOTS', 'WHAT', 'MEDIAN MS', 'PER SECOND', 'TO APPEND + FSYNC', 'TO LOWDB']
const rows: string[][] = []
const alone: number[] = []
let stall = 0

for (const size of sizes) {
  const bare = await measureAppend()
  const lowdb = await measureLowdb(size, size >= 100_000 ? 5 : 40)
  const ours = await measureStore(size)
  alone.push(ours.one.median)
  stall = ours.stall
  row(size, 'append + fsync', bare, bare, lowdb)
  row(size, 'lowdb as it comes', lowdb, bare, lowdb)
  row(size, 'PilotOS, one at a time', ours.one, bare, lowdb)
  row(size, `PilotOS, ${atOnce} at once`, ours.many, bare, lowdb)
}

await rm(folder, { recursive: true, force: true })
const flat = (alone.at(-1) ?? 0) / (alone[0] ?? 1)
console.log(table(head, rows))
console.log(`one registration at 100,000 pilots to one at 1,000: ${flat.toFixed(2)} (goal: at most 1.30)`)
console.log(
  `longest stall of the event loop during a snapshot of 100,000: ${stall.toFixed(0)} ms (goal: at most 50)`,
)
if (flat > 1.3 || stall > 50) process.exitCode = 1

function row(
  size: number,
  what: string,
  { median, perSecond }: Measured,
  bare: Measured,
  lowdb: Measured,
): void {
  rows.push([
    size.toLocaleString('en'),
    what,
    median.toFixed(2),
    Math.round(perSecond).toLocaleString('en'),
    `${(perSecond / bare.perSecond).toFixed(2)}×`,
    `${(perSecond / lowdb.perSecond).toFixed(1)}×`,
  ])
}

function pilots(count: number): Pilot[] {
  return Array.from({ length: count }, (_, index) => ({
    id: pilotIdFrom(crypto.getRandomValues(new Uint8Array(12))),
    photo: null,
    ...aDraft({ dni: index + 1 }),
  }))
}

/** Runs `work` `times` times, with `together` runs at once. */
async function measure(
  times: number,
  work: (run: number) => Promise<unknown>,
  together = 1,
): Promise<Measured> {
  const each: number[] = []
  const start = performance.now()
  let next = 0
  await Promise.all(
    Array.from({ length: together }, async () => {
      while (next < times) {
        const run = next
        next += 1
        const before = performance.now()
        await work(run)
        each.push(performance.now() - before)
      }
    }),
  )
  const seconds = (performance.now() - start) / 1000
  return { median: each.sort((a, b) => a - b)[each.length >> 1] ?? 0, perSecond: times / seconds }
}

async function measureAppend(): Promise<Measured> {
  const file = await open(join(folder, 'bare'), 'a')
  const line = `${JSON.stringify({ number: 1, at: new Date().toISOString(), change: { put: pilots(1) } })}\n`
  const measured = await measure(500, async () => {
    await file.appendFile(line)
    await file.datasync()
  })
  await file.close()
  return measured
}

async function measureLowdb(size: number, times: number): Promise<Measured> {
  const db = await JSONFilePreset(join(folder, `lowdb-${size}.json`), { pilots: pilots(size) })
  return measure(times, async (run) => {
    db.data.pilots.push(...pilots(1).map((pilot) => ({ ...pilot, dni: size + run })))
    await db.write()
  })
}

async function measureStore(size: number): Promise<{ one: Measured; many: Measured; stall: number }> {
  const path = await mkdtemp(join(folder, 'ours-'))
  const filled = await openStore(path)
  await filled.restore(pilots(size))
  await filled.close()

  const store = await openStore(path, { journalBytes: Number.MAX_SAFE_INTEGER })
  let dni = size + 1
  const register = () => {
    dni += 1
    return store.register(aDraft({ dni }))
  }
  await measure(100, register)
  const one = await measure(500, register)
  const many = await measure(3000, register, atOnce)

  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  await store.close()
  delay.disable()
  return { one, many, stall: delay.max / 1e6 }
}
