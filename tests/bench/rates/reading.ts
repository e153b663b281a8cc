/** Measures one record, a page, a search and a QR, compared with a bare Fastify that sends the same bytes. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { credentialUrl, qrPath } from '#domain/web/addresses'
import { root } from '../../support/root.ts'
import { outputOf, type Server, startServer } from '../shared/processes.ts'
import { measureAlternately, perSecond, type Result } from '../shared/result.ts'
import type { Body } from './bare-server.ts'

const connections = 32
const seconds = 1.5
const rounds = 5

interface Question {
  what: string
  /** The paths to request, one after another. */
  paths: string[]
  atLeast: number
}

export async function readingResults(server: Server, folder: string, searches: string[]): Promise<Result[]> {
  const { data } = await (await fetch(`${server.url}/api?list=all`)).json()
  const ids: string[] = data.map(({ id_driver }: { id_driver: string }) => id_driver)
  const [id = ''] = ids
  const questions: Question[] = [
    { what: 'one record', paths: ids.slice(0, 100).map((one) => `/api?list=${one}`), atLeast: 0.7 },
    { what: 'page of 25, sorted', paths: pages(20), atLeast: 0.45 },
    { what: 'search of two words', paths: searches.map(searchPath), atLeast: 0.1 },
    { what: 'QR asked again', paths: [qrPath(credentialUrl(server.url, id))], atLeast: 0.65 },
  ]
  const results: Result[] = []
  for (const question of questions) results.push(await besideFastify(server, question, folder))
  return results
}

/** Returns the server's milliseconds per search over HTTP. */
export async function searchTime(server: Server, searches: string[]): Promise<number> {
  const paths = searches.map(searchPath)
  const rates: number[] = []
  for (let round = 0; round < rounds; round += 1) rates.push(await load(server.url, paths))
  return 1000 / Math.max(...rates)
}

function pages(count: number): string[] {
  return Array.from(
    { length: count },
    (_, page) => `/api?list=all&sort=lastname&per_page=25&page=${page + 1}`,
  )
}

function searchPath(search: string): string {
  return `/api?${new URLSearchParams({ list: 'all', per_page: '25', page: '1', search })}`
}

async function besideFastify(
  server: Server,
  { what, paths, atLeast }: Question,
  folder: string,
): Promise<Result> {
  const file = join(folder, 'bodies.json')
  await writeFile(file, JSON.stringify(await Promise.all(paths.map((path) => bodyOf(server.url + path)))))
  const script = new URL('./bare-server.ts', import.meta.url).pathname
  const bare = await startServer([process.execPath, '--import', 'tsx', script, '{port}', file], '/0')
  try {
    const places = paths.map((_, index) => `/${index}`)
    await load(bare.url, places, 2)
    await load(server.url, paths, 2)
    const [ours, alone] = await measureAlternately(
      rounds,
      Math.max,
      () => load(server.url, paths),
      () => load(bare.url, places),
    )
    return {
      what,
      figure: perSecond(ours),
      reference: `Fastify alone ${perSecond(alone)}`,
      ratio: ours / alone,
      goal: { atLeast },
    }
  } finally {
    await bare.stop()
  }
}

async function bodyOf(url: string): Promise<Body> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  const own = ['date', 'connection', 'keep-alive', 'content-length']
  return {
    headers: Object.fromEntries([...response.headers].filter(([name]) => !own.includes(name))),
    base64: Buffer.from(await response.arrayBuffer()).toString('base64'),
  }
}

/** Returns the answers per second. `duration` is in seconds. */
async function load(url: string, paths: readonly string[], duration = seconds): Promise<number> {
  const question = JSON.stringify({ url, paths, connections, seconds: duration })
  return Number(await outputOf([process.execPath, join(root, 'tests/bench/rates/load.js'), question]))
}
