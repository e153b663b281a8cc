/**
 * The data of version 1.0.0, in `tests/fixtures/1.0.0`, and all that a kiosk answers about it. That version has written
 * all of it: a folder, one that was copied before a change was whole, one that was copied before an erasure was in place,
 * backups, and a database of two kiosks. In `bounds` are values at and over its bounds that it has read. `expected.json`
 * has its answers, and in `bounds` the values that it did not read. What a database ends is of 2126 or ends in a day, since
 * its clock goes on.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { cp, readFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { InjectOptions } from 'fastify'
import { expect, onTestFinished } from 'vitest'
import { parseJson } from '#domain/text/text'
import { isDatabase } from '../../server/store/data-address.ts'
import { openDatabase } from '../../server/store/postgres/database-stores.ts'
import type { ServedStores } from '../../server/store/shared/stores.ts'
import { setZone, stopClock } from './clock.ts'
import { pilotos } from './command.ts'
import { FakePrinters } from './fake-printers.ts'
import { aFolder } from './folder.ts'
import { sharedPostgres } from './postgres.ts'
import { root } from './root.ts'
import { openApp, type TestServer } from './server.ts'
import type { Stores } from './stores.ts'

const recorded = join(root, 'tests', 'fixtures', '1.0.0')

/** Each returns the folder, or the address of the database, of a copy, a moment after the last change of it. */
export const copies: Stores<() => Promise<string>> = {
  folder: {
    'a folder': () => aCopy('folder'),
    'a folder whose last change was cut off': () => aCopy('cut/torn'),
    'a folder in which an erasure was cut off': () => aCopy('cut/erasing'),
    'a backup': () => restored('copia.tar.gz'),
    'a folder with values at and over the bounds': async () => {
      const folder = await atItsTime()
      execFileSync('tar', ['-xzf', join(recorded, 'bounds', 'folder.tar.gz'), '-C', folder])
      return folder
    },
    'a backup with values at and over the bounds': () => restored('bounds/copia.tar.gz'),
  },
  database: {
    'a database': () => loaded('database.sql.gz'),
    'a database with values at and over the bounds': () => loaded('bounds/database.sql.gz'),
  },
}

const stoppedAt = '2026-11-28T11:50:40.000Z'

/** Stops the clock, and returns an empty folder. */
async function atItsTime(): Promise<string> {
  stopClock(new Date(stoppedAt))
  setZone('UTC')
  return aFolder()
}

async function aCopy(name: string): Promise<string> {
  const folder = await atItsTime()
  await cp(join(recorded, name), folder, { recursive: true })
  return folder
}

async function restored(name: string): Promise<string> {
  const folder = await atItsTime()
  const { code, stderr } = await pilotos(['restore', join(recorded, name), '--data', folder])
  expect([code, stderr]).toEqual([0, expect.any(String)])
  return folder
}

async function loaded(name: string): Promise<string> {
  await atItsTime()
  const dump = gunzipSync(await readFile(join(recorded, name)))
  const address = await sharedPostgres().database()
  const later = `'"expires":' || floor(EXTRACT(EPOCH FROM now()) * 1000 + 86400000)`
  const statements = [
    // This machine stands for one of the two that worked on it, and its sessions end a day from now.
    `UPDATE pilotos.documents SET name = 'settings/${hostname()}' WHERE name = 'settings/MESA-SUR'`,
    `UPDATE pilotos.documents SET content = regexp_replace(content, '"expires":[0-9]+', ${later}, 'g') WHERE name = 'sessions'`,
  ]
  await sharedPostgres().admin([dump, ...statements].join(';'), address.split('/').at(-1))
  return address
}

/** Opens a server on a folder or a database. */
export async function open(data: string): Promise<{ app: TestServer['app']; stores: ServedStores }> {
  const printSystem = new FakePrinters('EVOLIS', 'TM-T20', 'HP-A4')
  if (!isDatabase(data)) return openApp({ printSystem }, data)
  const stores = await openDatabase(data, { backups: await aFolder() })
  onTestFinished(() => stores.close())
  const { app } = await openApp({ printSystem, stores })
  return { app, stores }
}

export type Opened = Awaited<ReturnType<typeof open>>

/** The answers to the requests of `contentsOf`, by their addresses. */
export type Contents = Record<string, unknown>

const { kinds, sessions } = JSON.parse(readFileSync(join(recorded, 'expected.json'), 'utf8')) as {
  kinds: Record<string, { like?: string; doctor: number; lastChange: number; contents: Contents }>
  /** The cookies of an account and of a paired phone, and the identifier of a code that no phone has used. */
  sessions: { luis: string; phone: string; pairing: string }
}

/** Returns what version 1.0.0 told of one kind of data. */
export function expectedOf(name: string) {
  const { like, contents, ...others } = kinds[name] ?? { contents: {}, doctor: 0, lastChange: 0 }
  const all = { ...(like && kinds[like]?.contents), ...contents }
  return { ...others, contents: Object.fromEntries(Object.entries(all).filter(([, one]) => one !== null)) }
}

/** The requests of a desk. `:event` stands for each of the first events, and `:id` for each rider. */
const paths = [
  ...['/api?list=all', '/api/removed', '/api/settings', '/api/session', '/api/brand/logo', '/api/print'],
  ...['/api/printers', '/api/classes', '/api/fields', '/api/consent', '/api/waiver', '/api/reception'],
  ...['/api/accounts', '/api/applications', '/api/imports', '/api/clubs', '/api/duplicates', '/api/chips'],
  ...['/api/events', '/api/entries/pending', '/api/entries/numbers', '/api/start-lists', '/api/report'],
  ...['/api/till?event=:event', '/api/till/report?event=:event', '/api/till/owing', '/api/day'],
  ...['/api/passages?limit=500', '/api/passages/summary', '/api/passages/export?format=json'],
  ...['/api/export?format=json', '/api/retention', '/api/retention/health', '/api/gate/roster'],
  ...['/api/pilots/:id/history', `/api/gate/pairings/${sessions.pairing}`],
]

/** These values differ from one request to the next, and from machine to machine in the drawer of the one that asks. */
const ofMoment = ['last_seen', 'clock']
const ofMachine = [...ofMoment, 'drawer', 'letter', 'float']
/** The persons who were erased, in a sheet whose header is remembered. */
const sheet = [
  'nombres,apellidos,correo,celular,dni,nacimiento,nlicencia,npiloto,licencia,modalidad,club,sangre,historial',
  ...['41000015', '42000009', '44000002', '45000803'].map(
    (dni) =>
      `Eva,Paz,eva@ejemplo.org,987000009,${dni},1994-02-28,L9,${dni.slice(4)},Anual,RALLY,Cóndor,O+,Debutante`,
  ),
].join('\n')
const erased = { 'content-type': 'text/csv', 'sec-fetch-site': 'same-origin' }
const lan = { remoteAddress: '192.168.1.77', headers: { host: '192.168.1.20:4780' } }

export async function contentsOf({ app }: Opened): Promise<Contents> {
  const get = async (url: string, from: InjectOptions = {}) => {
    const { statusCode, headers, rawPayload } = await app.inject({ url, ...from })
    const isJson = String(headers['content-type']).includes('json') && !url.includes('export')
    // The applications in a database are a hundred years younger: see above.
    const text = String(rawPayload).replaceAll('2126-', '2026-')
    const left = url.startsWith('/api/till?') ? ofMachine : ofMoment
    if (statusCode !== 200) return statusCode
    const content = isJson ? brief(withoutNumbers(parseJson(text)), left) : hashOf(withoutRaced(rawPayload))
    // A slow machine waits for the database, and each wait moves the clock on, which these two tell.
    if (url === '/api/report' || url === '/api/gate/roster')
      Object.assign((content as { data: object[] }).data[0] ?? {}, { at: stoppedAt })
    return content
  }
  const namesOf = async (url: string, name: string): Promise<string[]> =>
    (await app.inject(url)).json().data.map((one: Record<string, string>) => one[name])
  const ids = await namesOf('/api?list=all', 'id_driver')
  const events = (await namesOf('/api/events', 'id')).slice(0, 5)
  const photos = (await namesOf('/api?list=all', 'attachment')).flatMap((one) => (one ? `/files/${one}` : []))
  const urls = paths.flatMap((path) => {
    if (path.includes(':event')) return events.map((event) => path.replace(':event', event))
    return path.includes(':id') ? ids.map((id) => path.replace(':id', id)) : [path]
  })
  const contents: Contents = {}
  for (const url of [...urls, ...photos.sort()]) contents[url] = await get(url)
  for (const who of ['luis', 'phone'] as const)
    contents[who] = await get('/api/session', { ...lan, cookies: { pilotos_session: sessions[who] } })
  contents.erased = asBefore(
    await get('/api/import?dry_run=1', { method: 'POST', headers: erased, payload: sheet }),
  )
  return contents
}

/** Returns an answer without the numbers in the event, which riders and passages have since. */
function withoutNumbers(answer: unknown): unknown {
  const { data } = answer as {
    data?: { id_driver?: string; number?: unknown; pilot?: { number?: unknown } }[]
  }
  for (const one of Array.isArray(data) ? data : []) {
    if (one.id_driver !== undefined) delete one.number
    delete one.pilot?.number
  }
  return answer
}

/** Returns a preview without what it says since: the words for riders without a number, and what the form tells too. */
function asBefore(answer: unknown): unknown {
  const [preview] = (answer as { data?: { usual: { npiloto?: string }; warnings?: unknown }[] }).data ?? []
  delete preview?.usual.npiloto
  delete preview?.warnings
  return answer
}

/** The same of an exported file of riders or passages. */
function withoutRaced(file: Buffer): Buffer {
  const raced = /("npiloto": "[^"]*"),\s*"number": "[^"]*"|,\s*"numero_evento": "[^"]*"/g
  return Buffer.from(file.toString('latin1').replaceAll(raced, '$1'), 'latin1')
}

/** Returns a value without some properties and opaque versions. Of a long list or text, the length and a hash stay. */
function brief(value: unknown, left: readonly string[]): unknown {
  if (typeof value === 'string' && value.length > 400)
    return [value.slice(0, 40), value.length, hashOf(value)]
  if (Array.isArray(value))
    return value.length > 60
      ? [value.length, hashOf(JSON.stringify(value, (name, part) => (isKept(name, part) ? part : undefined)))]
      : value.map((one) => brief(one, left))
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(([name, part]) => !left.includes(name) && isKept(name, part))
  return Object.fromEntries(kept.map(([name, part]) => [name, brief(part, left)]))
}

/** The properties that answers have since: also a number `owing`, which is not the list of a report. */
const since = ['uses', 'racer', 'unsigned']
const isKept = (name: string, part: unknown) =>
  (name !== 'version' || typeof part === 'number') &&
  !since.includes(name) &&
  !(name === 'owing' && typeof part === 'number')

function hashOf(bytes: string | Buffer): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 16)
}
