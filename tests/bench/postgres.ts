/**
 * `npm run bench:postgres`: compares PilotOS on PostgreSQL with the same SQL run by pgbench and psql alone, at 10,000
 * and 1,000,000 pilots or at the sizes given as arguments. Exits with 1 if a goal is not met.
 */
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { ImportRow } from '#domain/import/import'
import { type ListQuery, maxListTotal } from '#domain/list-query'
import { listPath } from '#domain/web/addresses'
import { table } from '../../bin/terminal/table.ts'
import type { Parameter, Queryable } from '../../server/store/postgres/connection/queryable.ts'
import { openDatabase } from '../../server/store/postgres/open.ts'
import { changeStatement, insertPilot } from '../../server/store/postgres/pilots/change-statement.ts'
import { listPilots } from '../../server/store/postgres/pilots/queries.ts'
import { pilotColumns } from '../../server/store/postgres/pilots/rows.ts'
import { aDraft } from '../support/pilots.ts'
import { removePostgres, startPostgres, type TestServer } from '../support/postgres.ts'
import { root } from '../support/root.ts'
import { outputOf, pilotos, type Server, startServerProcess, timeOf } from './shared/processes.ts'
import { isMet, measureAlternately, milliseconds, perSecond, type Result } from './shared/result.ts'
import { country, frequentSearches, roster, searches } from './shared/roster.ts'

const sizes = process.argv.slice(2).map(Number)
const [few = 10_000, many = 1_000_000] = sizes
const imported = 100_000
const connections = 32
const seconds = 3
/** The maximum number of scripts for one run. pgbench accepts at most 128. */
const mostScripts = 100

const run = promisify(execFile)
const folder = await mkdtemp(join(tmpdir(), 'pilotos-bench-'))
const server = await startPostgres({ durable: true })
let isRunning = true
process.once('exit', () => isRunning && process.kill(server.pid(), 'SIGQUIT'))
process.once('SIGINT', () => process.exit(130))
const results: Result[] = []

function add(result: Result): void {
  results.push(result)
  console.error(`… ${result.what}: ${result.figure}, ${result.reference}`)
}

const people = country()
const known = roster(few, people)
/** Enough searches of each kind that no answer is still cached when its search is repeated. */
const searched = {
  'search of a DNI': known.slice(0, 2000).map(({ dni }) => String(dni)),
  'search of two words': searches(known, 2000),
  'search of frequent names': frequentSearches(),
}
const atFew = await readings(few)
const atMany = await readings(many)
for (const [index, what] of Object.keys(searched).entries())
  compare(what, atFew[index] ?? 0, atMany[index] ?? 0)
add(await importing())
await removePostgres(server)
isRunning = false
await rm(folder, { recursive: true, force: true })

console.log(
  table(
    ['WHAT', 'PILOTOS', 'BESIDE', 'RATIO', 'GOAL', ''],
    results.map((result) => {
      const { what, figure, reference, ratio, goal } = result
      const [sign, limit] = 'atLeast' in goal ? ['≥', goal.atLeast] : ['≤', goal.atMost]
      const verdict = isMet(result) ? 'met' : 'NOT MET'
      return [what, figure, reference, ratio.toFixed(2), `${sign} ${limit}`, verdict]
    }),
  ),
)
process.exit(results.every(isMet) ? 0 : 1)

/** Adds the comparison of a search at both sizes. `fewer` and `more` are answers per second. */
function compare(what: string, fewer: number, more: number): void {
  add({
    what: `${what} at ${many.toLocaleString('en')}`,
    figure: milliseconds(1000 / more),
    reference: `at ${few.toLocaleString('en')} ${milliseconds(1000 / fewer)}`,
    ratio: fewer / more,
    goal: { atMost: 3 },
  })
}

/** Returns the answers per second for each kind of search. */
async function readings(size: number): Promise<number[]> {
  const data = await newDatabase(`bench_${size}`)
  await fill(data, size)
  const server = await startServerProcess(data)
  const at = `at ${size.toLocaleString('en')}`
  const stores = await openDatabase(data)
  const ids = (await stores.pilots.list({ perPage: 40 })).pilots.map(({ id }) => id)
  await stores.close()
  const record = (id: string) => `SELECT ${pilotColumns.join(', ')} FROM pilotos.pilots WHERE id = '${id}'`
  const pages = Array.from({ length: 20 }, (_, index) => index + 1)
  const page = (number: number) => ({ sort: 'lastname', perPage: 25, page: number }) as const
  const searching = (what: string, texts: string[]) =>
    beside(
      `${what} ${at}`,
      server,
      data,
      texts.map((search) => listPath({ search, page: 1 }, 25, maxListTotal)),
      spread(texts, mostScripts).map((search) => ({ search, perPage: 25, page: 1, maxTotal: maxListTotal })),
    )
  await beside(
    `one record ${at}`,
    server,
    data,
    ids.map((id) => `/api?list=${id}`),
    ids.map(record),
  )
  await beside(
    `page of 25, sorted, ${at}`,
    server,
    data,
    pages.map((number) => `/api?list=all&sort=lastname&per_page=25&page=${number}`),
    pages.map(page),
  )
  const rates: number[] = []
  for (const [what, texts] of Object.entries(searched)) rates.push(await searching(what, texts))
  await registering(server, data, at)
  await server.stop()
  return rates
}

async function fill(data: string, size: number): Promise<void> {
  const stores = await openDatabase(data)
  const drafts = roster(size, people)
  for (let start = 0; start < size; start += imported) {
    const rows: ImportRow[] = drafts
      .slice(start, start + imported)
      .map((values, index) => ({ line: start + index + 2, values: { ...values } }))
    await stores.pilots.import(rows)
    console.error(`… ${Math.min(size, start + imported)} pilots`)
  }
  await stores.close()
  await psql(data, 'VACUUM ANALYZE')
}

/**
 * Measures the paths on the server beside the same questions in pgbench, and returns the server's answers per second.
 * A question in `asked` is SQL, or a list query whose SQL the store makes.
 */
async function beside(
  what: string,
  server: Server,
  data: string,
  paths: string[],
  asked: (string | ListQuery)[],
): Promise<number> {
  const question = JSON.stringify({ url: server.url, paths, connections, seconds })
  const statements = await Promise.all(
    asked.map((one) => (typeof one === 'string' ? one : sqlOf((questions) => listPilots(questions, one)))),
  )
  const ask = async () =>
    Number(await outputOf([process.execPath, join(root, 'tests/bench/rates/load.js'), question]))
  await ask()
  const [ours, alone] = await measureAlternately(2, Math.max, ask, () => pgbench(data, statements))
  add({
    what,
    figure: perSecond(ours),
    reference: `pgbench ${perSecond(alone)}`,
    ratio: ours / alone,
    goal: { atLeast: 0.5 },
  })
  return ours
}

async function registering(server: Server, data: string, at: string): Promise<void> {
  const pilot = {
    id: '0123456789AB',
    photo: null,
    ...aDraft({ dni: 7_000_007 }),
    since: new Date().toISOString(),
  }
  const { text, parameters } = changeStatement(
    insertPilot(pilot, 'the key'),
    { key: 'the key', at: pilot.since, change: { put: [pilot], by: 'ana' }, growth: 1 },
    true,
  )
  // Each run writes a different pilot of equal size.
  const statement = inlined(text, parameters)
    .replaceAll("'0123456789AB'", "lpad((:n)::text, 12, '0')")
    .replaceAll("'the key'", "('k' || :n)")
    .replace(/\b7000007\b/, ':n')
    // pgbench treats a name after a colon as a variable.
    .replaceAll(':null', ': null')
  let firstDni = 950_000_000_000
  const register = async () => {
    const question = JSON.stringify({ url: server.url, connections, seconds, firstDni })
    firstDni += 1_000_000
    return Number(await outputOf([process.execPath, join(root, 'tests/bench/rates/register.js'), question]))
  }
  const [ours, alone] = await measureAlternately(2, Math.max, register, () =>
    pgbench(data, [`\\set n random(1000000000, 900000000000)\n${statement}`]),
  )
  add({
    what: `registrations ${at}`,
    figure: perSecond(ours),
    reference: `pgbench ${perSecond(alone)}`,
    ratio: ours / alone,
    goal: { atLeast: 0.5 },
  })
}

/** Compares the import command with psql's COPY of the same rows into a table with the same indexes. */
async function importing(): Promise<Result> {
  const file = join(folder, 'pilots.json')
  await writeFile(file, JSON.stringify(roster(imported, people)))
  const data = await newDatabase('bench_import')
  await (await openDatabase(data)).close()
  const ours = await timeOf([...pilotos, 'import', file, '--data', data])
  const copy = join(server.folder, 'pilots.copy')
  await psql(data, `COPY pilotos.pilots TO '${copy}'`)
  const bare = await newDatabase('bench_copy')
  await (await openDatabase(bare)).close()
  const alone = await timeOf([
    join(server.programs, 'psql'),
    bare,
    '-qc',
    `COPY pilotos.pilots FROM '${copy}'`,
  ])
  return {
    what: `import of ${imported.toLocaleString('en')}, with history`,
    figure: milliseconds(ours),
    reference: `COPY ${milliseconds(alone)}`,
    ratio: ours / alone,
    goal: { atMost: 3 },
  }
}

async function newDatabase(name: string): Promise<string> {
  await server.admin(`CREATE DATABASE ${name}`)
  return addressOf(server, name)
}

function addressOf({ port }: TestServer, name: string): string {
  return `postgres://postgres@127.0.0.1:${port}/${name}`
}

async function psql(data: string, text: string): Promise<void> {
  await run(join(server.programs, 'psql'), [data, '-qc', text])
}

/** Returns at least `count` items, evenly distributed over a list, or all items if there are fewer. */
function spread<Item>(items: readonly Item[], count: number): Item[] {
  const step = Math.max(1, Math.floor(items.length / count))
  return items.filter((_, index) => index % step === 0)
}

/** Runs statements in random order and returns the transactions per second. */
async function pgbench(data: string, statements: readonly string[]): Promise<number> {
  const files = await Promise.all(
    statements.map(async (statement, index) => {
      const file = join(folder, `statement-${index}.sql`)
      await writeFile(file, `${statement.replace(/\s*\n\s+/g, ' ')};\n`)
      return file
    }),
  )
  const args = ['-n', '-M', 'prepared', '-c', String(connections), '-T', String(seconds), data]
  const { stdout } = await run(join(server.programs, 'pgbench'), [
    ...files.flatMap((file) => ['-f', file]),
    ...args,
  ])
  return Number(/tps = ([\d.]+)/.exec(stdout)?.[1])
}

/** Returns the first SQL statement that `ask` runs, with its parameters inlined. */
async function sqlOf(ask: (questions: Queryable) => Promise<unknown>): Promise<string> {
  let statement = ''
  await ask({
    async query(text, parameters = []) {
      statement ||= inlined(text, parameters)
      return []
    },
  })
  return statement
}

function inlined(text: string, parameters: readonly Parameter[]): string {
  return text.replace(/\$(\d+)/g, (_, number) => literal(parameters[Number(number) - 1] ?? null))
}

function literal(value: Parameter): string {
  if (value === null) return 'NULL'
  if (Buffer.isBuffer(value)) return `'\\x${value.toString('hex')}'`
  return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value)
}
