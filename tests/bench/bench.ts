/**
 * `npm run bench`: compares the speed of PilotOS with that of its bare building blocks, and prints one table. Exits
 * with 1 if a goal is not met.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { table } from '../../bin/terminal/table.ts'
import { exportResult, importResult } from './files.ts'
import { gateResults } from './gates.ts'
import { memoryResult } from './memory.ts'
import { pageResults } from './page.ts'
import { outputOf, pilotos, startServerProcess } from './processes.ts'
import { qrResults } from './qr.ts'
import { readingResults, searchTime } from './reading.ts'
import { isMet, milliseconds, type Result, type Skipped } from './result.ts'
import { roster, searches } from './roster.ts'
import { startResults } from './start.ts'
import { writingResult } from './writing.ts'

const folder = await mkdtemp(join(tmpdir(), 'pilotos-bench-'))
process.once('SIGINT', () => process.exit(130))
const results: (Result | Skipped)[] = []

function add(...more: (Result | Skipped)[]): void {
  results.push(...more)
  for (const { what } of more) console.error(`… ${what}`)
}

await importResult(folder, 1000, 1)
add(await importResult(folder, 10_000, 0.7))
add(await importResult(folder, 100_000, 0.35))
const [few, many] = [join(folder, '10000'), join(folder, '100000')]
const ids = await idsOf(join(folder, '1000'))
add(await exportResult(many, folder))
add(...(await startResults(few)))
add(...(await qrResults(folder, ids)))
add(await writingResult(folder))
add(...(await gateResults(folder)))

const typed = searches(roster(10_000), 60)
let server = await startServerProcess(few)
add(...(await readingResults(server, folder, typed)))
const fewTime = await searchTime(server, typed)
const [id = ''] = await idsOf(few)
add(...(await pageResults(server, id, folder)))
await server.stop()

server = await startServerProcess(many)
const manyTime = await searchTime(server, typed)
add({
  what: 'search of two words at 100,000',
  figure: milliseconds(manyTime),
  reference: `at 10,000 ${milliseconds(fewTime)}`,
  ratio: manyTime / fewTime,
  goal: { atMost: 5 },
})
const memory = await memoryResult(server, many, folder, typed)
await server.stop()
add(memory)
await rm(folder, { recursive: true, force: true })

console.log(table(['WHAT', 'PILOTOS', 'BESIDE', 'RATIO', 'GOAL', ''], results.map(row)))
if (results.some((result) => 'ratio' in result && !isMet(result))) process.exitCode = 1

async function idsOf(data: string): Promise<string[]> {
  const pilots = JSON.parse(await outputOf([...pilotos, 'list', '--json', '--limit', '1000', '--data', data]))
  return pilots.map(({ id_driver }: { id_driver: string }) => id_driver)
}

function row(result: Result | Skipped): string[] {
  if ('skipped' in result) return [result.what, '', `SKIPPED: ${result.skipped}`, '', '', '']
  const { what, figure, reference, ratio, goal } = result
  const [sign, limit] = 'atLeast' in goal ? ['≥', goal.atLeast] : ['≤', goal.atMost]
  return [what, figure, reference, ratio.toFixed(2), `${sign} ${limit}`, isMet(result) ? 'met' : 'NOT MET']
}
