/** Measures an answer at a gate with 10,000 stored passages, and the roster of 2,000 pilots, beside one record. */
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { openFolder } from '../../../server/store/open.ts'
import { aJudgedScan, aScan } from '../../support/passages.ts'
import { startServerProcess } from '../shared/processes.ts'
import { measureAlternately, milliseconds, type Result } from '../shared/result.ts'
import { roster } from '../shared/roster.ts'

const pilots = 2000
const passages = 10_000
const rounds = 5
/** The requests of one round, one after the other. */
const requests = 100

export async function gateResults(folder: string): Promise<Result[]> {
  const data = join(folder, 'gates')
  const ids = await fill(data)
  const server = await startServerProcess(data)
  const agent = new Agent({ keepAlive: true })
  let next = 0
  const code = () => ids[next++ % ids.length] ?? ''
  const scan = () => {
    const passages = [aScan({ scanned: `${server.url}/credencial/${code()}`, gate: 'Puerta principal' })]
    return send(agent, `${server.url}/api/passages`, JSON.stringify({ passages }))
  }
  const record = () => send(agent, `${server.url}/api?list=${code()}`)
  const wholeRoster = () => send(agent, `${server.url}/api/gate/roster`)
  try {
    const [atGate, oneRecord] = await measureAlternately(
      rounds,
      Math.min,
      () => meanTime(scan),
      () => meanTime(record),
    )
    const [whole, beside] = await measureAlternately(
      rounds,
      Math.min,
      () => meanTime(wholeRoster),
      () => meanTime(record),
    )
    const reference = (time: number) => `one record ${milliseconds(time)}`
    return [
      {
        what: 'a scan at a gate, durable, after 10,000',
        figure: milliseconds(atGate),
        reference: reference(oneRecord),
        ratio: atGate / oneRecord,
        goal: { atMost: 10 },
      },
      {
        what: 'the roster of 2,000 for a gate',
        figure: milliseconds(whole),
        reference: reference(beside),
        ratio: whole / beside,
        goal: { atMost: 30 },
      },
    ]
  } finally {
    agent.destroy()
    await server.stop()
  }
}

/** Stores pilots and passages, and returns the identifiers. */
async function fill(data: string): Promise<string[]> {
  const stores = await openFolder(data)
  await stores.pilots.import(
    roster(pilots).map((draft, index) => ({ line: index + 2, values: { ...draft } })),
  )
  const ids = (await stores.pilots.list()).pilots.map(({ id }) => id)
  const start = Date.now() - passages * 1000
  const scans = Array.from({ length: passages }, (_, index) => {
    const id = ids[index % ids.length] ?? ''
    return aJudgedScan({ pilot: id, scanned: id, at: new Date(start + index * 1000).toISOString() })
  })
  await stores.passages.record(scans, 'warn')
  await stores.close()
  return ids
}

/** Returns the mean time of an answer, in milliseconds. */
async function meanTime(ask: () => Promise<void>): Promise<number> {
  const start = performance.now()
  for (let count = 0; count < requests; count += 1) await ask()
  return (performance.now() - start) / requests
}

function send(agent: Agent, url: string, body?: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }
    const method = body === undefined ? 'GET' : 'POST'
    const call = request(url, { agent, method, ...(body !== undefined && { headers }) }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url} answered ${response.statusCode}`))
      response.resume().on('end', resolve)
    })
    call.on('error', reject).end(body)
  })
}
