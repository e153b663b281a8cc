/** The work that the groups of the benchmark share: what they measure on, and how. */
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { apiPath, recordPath } from '#domain/api/addresses'
import { removePostgres, startPostgres, type TestServer } from '../support/postgres.ts'
import { Prober, pilotos, run, type Server } from './programs.ts'
import { roster } from './roster.ts'

export interface Row {
  what: string
  /** The measurement of PilotOS and that of the work beside it, in milliseconds unless `what` names a unit. */
  ours: number
  beside: number
  /** The name of the work beside it. */
  reference: string
  /** The largest ratio of the two that is good enough. */
  goal: number
}

export const firstPage = `${apiPath}?list=all&page=1&per_page=50`

const base = await mkdtemp(join(tmpdir(), 'pilotos-bench-'))
/** The user's folder, which has the backups of databases. */
process.env.XDG_DATA_HOME = join(base, 'user')
let folder = base
let postgres: TestServer | undefined

/** Selects the folder for all that is measured from now on. */
export async function enterFolder(name: string): Promise<void> {
  folder = join(base, name)
  await mkdir(folder, { recursive: true })
}

export function inFolder(name: string): string {
  return join(folder, name)
}

export async function removeAll(): Promise<void> {
  if (postgres) await removePostgres(postgres)
  await rm(base, { recursive: true, force: true })
}

export async function postgresServer(): Promise<TestServer> {
  if (!postgres) {
    postgres = await startPostgres({ durable: true })
    await postgres.admin('CREATE TABLE riders (id bigserial PRIMARY KEY, body jsonb)')
  }
  return postgres
}

/** Returns the address of a new database of a number of pilots. */
export async function databaseOf(count: number): Promise<string> {
  const { admin, port } = await postgresServer()
  const name = `pilots_${count}_${randomBytes(4).toString('hex')}`
  await admin(`CREATE DATABASE ${name}`)
  const address = `postgres://postgres@127.0.0.1:${port}/${name}`
  await run([...pilotos, 'import', await csvOf(count), '--data', address])
  return address
}

/** Returns a data folder of a number of pilots, which is made once. */
export async function folderOf(count: number): Promise<string> {
  const data = inFolder(String(count))
  if (!existsSync(data)) await run([...pilotos, 'import', await csvOf(count), '--data', data])
  return data
}

export async function csvOf(count: number, firstDni?: number): Promise<string> {
  const path = inFolder(`${count}-${firstDni ?? ''}.csv`)
  const drafts = roster(count, firstDni)
  const line = (cells: readonly unknown[]) => cells.map((cell) => `"${String(cell)}"`).join(',')
  const lines = [line(Object.keys(drafts[0] ?? {})), ...drafts.map((draft) => line(Object.values(draft)))]
  await writeFile(path, `${lines.join('\n')}\n`)
  return path
}

export async function idsOf(kiosk: Server, count: number, path = `${apiPath}?list=all`): Promise<string[]> {
  const { data } = JSON.parse(String(await kiosk.call(path)))
  return data.slice(0, count).map(({ id_driver }: { id_driver: string }) => id_driver)
}

/** Returns the mean milliseconds of a call that is repeated for a number of rounds. */
export async function meanTime(rounds: number, call: (round: number) => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  for (let round = 0; round < rounds; round += 1) await call(round)
  return (performance.now() - begun) / rounds
}

/** Returns the longest time of an answer. Each address is asked for three times, and its shortest time counts. */
export async function longestTime(kiosk: Server, addresses: readonly string[]): Promise<number> {
  const times: number[] = []
  for (const address of addresses) {
    const ask = () => meanTime(1, () => kiosk.call(address))
    times.push(Math.min(await ask(), await ask(), await ask()))
  }
  return Math.max(...times)
}

/** Returns the longest wait for the record of a pilot during some work. */
export async function waitDuring(kiosk: Server, id = '', work: () => Promise<unknown>): Promise<number> {
  const prober = new Prober(kiosk.url + recordPath(id))
  const longest = await prober.waitDuring(work)
  prober.stop()
  return longest
}

export function bounded(what: string, ours: number, bound: number): Row {
  return { what, ours, beside: bound, reference: 'bound', goal: 1 }
}

/** Measures both in turns and returns the shortest time of each: a disturbance only ever makes a time longer. */
export async function alternately(
  rounds: number,
  ours: () => Promise<number>,
  beside: () => Promise<number>,
) {
  const times: [number, number][] = []
  for (let round = 0; round < rounds; round += 1) times.push([await ours(), await beside()])
  return {
    ours: Math.min(...times.map(([time]) => time)),
    beside: Math.min(...times.map(([, time]) => time)),
  }
}
