/**
 * The server that runs on a data folder: commands find it in `kiosk.json`, which only the owner can read, and call its
 * stores.
 */
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { terminalPath } from '#domain/api/addresses'
import type { RemoteAnswer, RemoteCall, storeNames } from '#domain/desk/calls'
import { MachineError, PilotosError } from '#domain/errors'
import type { ImportRow } from '#domain/import/import'
import { isObject, parseJson } from '#domain/text/text'
import { readIfThere, removeFile, writeAtomically } from '../files/atomic-file.ts'
import { type ServerEntry, sendCall } from '../network/server-calls.ts'
import type { AccountStore } from './documents/accounts.ts'
import type { SettingsStore } from './documents/settings.ts'
import type { ErasureStore } from './shared/erasures.ts'
import type { MergeStore } from './shared/merges.ts'
import type { PassageStore } from './shared/passages.ts'
import type { PilotStore } from './shared/pilots.ts'
import type { OpenStores, PhotoStore, Stores } from './shared/stores.ts'

export interface FoundServer extends ServerEntry {
  /** The address that the server gives to phones and puts into QR codes. */
  publicUrl: string
}

/** A server with the time for which it may be silent, in milliseconds. */
type ConnectedServer = ServerEntry & { patience: number }

/** Returns the server that runs on a folder, or undefined if no server answers, even if an old file names one. */
export async function findServer(folder: string): Promise<FoundServer | undefined> {
  const entry = parse(await readIfThere(entryPath(folder)))
  return entry && ask(entry)
}

export async function announceServer(folder: string, server: ServerEntry): Promise<void> {
  await writeAtomically(entryPath(folder), `${JSON.stringify(server)}\n`)
}

export async function withdrawServer(folder: string): Promise<void> {
  await removeFile(entryPath(folder))
}

/**
 * The stores that a running server holds open: every method is one call to that server, which is given up once the server
 * has answered nothing for `patience` milliseconds.
 */
export function connectStores(found: FoundServer, patience = patienceMilliseconds): OpenStores {
  const server = { ...found, patience }
  const pilots = remote<PilotStore>(server, 'pilots')
  return {
    pilots: {
      ...pilots,
      lastChange: 0,
      subscribe: () => () => {},
      import: (rows, options) => pilots.import(Array.from(rows, sentRow), options),
    },
    photos: remote<PhotoStore>(server, 'photos'),
    accounts: remote<AccountStore>(server, 'accounts'),
    settings: remote<SettingsStore>(server, 'settings'),
    passages: { ...remote<PassageStore>(server, 'passages'), lastPassage: 0, subscribe: () => () => {} },
    merges: remote<MergeStore>(server, 'merges'),
    erasures: { ...remote<ErasureStore>(server, 'erasures'), subscribe: () => () => {} },
    notes: [],
    close: async () => {},
  }
}

function entryPath(folder: string): string {
  return join(folder, 'kiosk.json')
}

function parse(bytes: Buffer | undefined): ServerEntry | undefined {
  // Without a file, or if a crash cut the file short, there is no server.
  const value = parseJson(bytes?.toString('utf8') ?? '')
  return isObject(value) ? { url: String(value.url), secret: String(value.secret) } : undefined
}

/**
 * Returns the server, or undefined if it does not answer. Another program may use its port now, but
 * only the server knows the secret.
 */
async function ask(entry: ServerEntry): Promise<FoundServer | undefined> {
  try {
    const info = await callServer(entry, AbortSignal.timeout(timeoutMilliseconds))
    return { ...entry, ...(info as Pick<FoundServer, 'publicUrl'>) }
  } catch {
    return undefined
  }
}

/** The timeout of the call that looks for a server, in milliseconds. */
const timeoutMilliseconds = 5000
/** The time after which a server that answers nothing counts as gone, in milliseconds. */
const patienceMilliseconds = 60_000

/**
 * Posts `body` as JSON, or sends a GET request without one, and returns the parsed JSON of the answer.
 * @throws Error if nothing answers before `signal`, or if the answer is not JSON with the status 200
 */
async function callServer(server: ServerEntry, signal: AbortSignal, body?: unknown): Promise<unknown> {
  const answer = await sendCall(server, {
    method: body === undefined ? 'GET' : 'POST',
    path: terminalPath,
    ...(body !== undefined && {
      headers: { 'content-type': 'application/json' },
      content: Buffer.from(JSON.stringify(body)),
    }),
    signal,
  })
  if (answer.status === 200) return json(answer.content)
  answer.content.resume()
  throw new Error(`${server.url} answered ${answer.status}`)
}

/** Leaves out the cells of the file, which repeat the values of the row. */
function sentRow(row: ImportRow): ImportRow {
  const { line, values, defaulted, badCells, capitals, problem, deferred, isAside, isSamePerson, isOfSheet } =
    row
  return { line, values, defaulted, badCells, capitals, problem, deferred, isAside, isSamePerson, isOfSheet }
}

function remote<Part extends object>(server: ConnectedServer, part: keyof Stores): Part {
  const methods = remoteMethods[part].map((method) => [
    method,
    (...args: unknown[]) => call(server, { part, method, args: args.map(packed) }),
  ])
  return Object.fromEntries(methods) as Part
}

async function call(server: ConnectedServer, body: RemoteCall): Promise<unknown> {
  const answer = await post(server, body)
  if ('result' in answer) return unpacked(answer.result)
  const { kind, message, details } = answer.failure
  throw new PilotosError(kind, message, details)
}

async function post(server: ConnectedServer, body: RemoteCall): Promise<RemoteAnswer> {
  try {
    const make = (signal: AbortSignal) => callServer(server, signal, body)
    return (await whileThere(server, make, server.patience)) as RemoteAnswer
  } catch (error) {
    throw new MachineError(
      'El kiosco que usa esta carpeta dejó de responder, y no se sabe si la orden se hizo: ciérrelo y ábralo otra vez, ' +
        'y mire en la lista antes de repetir',
      error,
    )
  }
}

/**
 * Makes a call. Since some take minutes, such as an import, the server is asked meanwhile whether it is there, and the
 * signal ends the call once it has been silent for `patience` milliseconds. A server that refuses the question is not
 * silent: one that closes takes no new calls, and answers the last ones.
 */
export async function whileThere<Answer>(
  server: ServerEntry,
  make: (signal: AbortSignal) => Promise<Answer>,
  patience = patienceMilliseconds,
): Promise<Answer> {
  const end = new AbortController()
  const asking = setInterval(async () => {
    const silence = AbortSignal.timeout(patience)
    await callServer(server, silence).catch(() => {})
    if (silence.aborted) end.abort()
  }, patience / 6)
  try {
    return await make(end.signal)
  } finally {
    clearInterval(asking)
  }
}

/** The methods of each store that a command may call. */
export const remoteMethods = {
  pilots: [
    'lastChangeAt',
    'list',
    'count',
    'clubs',
    'findDuplicates',
    'get',
    'register',
    'update',
    'issueCards',
    'changeTerms',
    'setFact',
    'changeEntries',
    'namesPhoto',
    'revoke',
    'seeContact',
    'revocations',
    'undoRemove',
    'history',
    'remove',
    'removeMany',
    'undoRemoveMany',
    'removed',
    'import',
    'undoImport',
    'imports',
    'changeLog',
  ] satisfies (keyof PilotStore)[],
  photos: ['save', 'read', 'touch', 'remove'] satisfies (keyof PhotoStore)[],
  accounts: ['list', 'put', 'add', 'change', 'remove'] satisfies (keyof AccountStore)[],
  settings: ['read', 'change', 'changeItem', 'issueStartList', 'history'] satisfies (keyof SettingsStore)[],
  passages: [
    'record',
    'find',
    'settle',
    'list',
    'listAfter',
    'summary',
    'attendance',
    'lastOfPilots',
    'log',
  ] satisfies (keyof PassageStore)[],
  merges: ['answeredBefore', 'commit', 'restore'] satisfies (keyof MergeStore)[],
  erasures: [
    'find',
    'erase',
    'erasedAt',
    'list',
    'add',
    'replaceOthers',
    'forget',
  ] satisfies (keyof ErasureStore)[],
} satisfies Record<(typeof storeNames)[number], readonly string[]>

/** Converts bytes to `{ base64 }`, which JSON can represent. Returns any other value unchanged. */
export function packed(value: unknown): unknown {
  return Buffer.isBuffer(value) ? { base64: value.toString('base64') } : value
}

/** Converts `{ base64 }` back to bytes. Returns any other value unchanged. */
export function unpacked(value: unknown): unknown {
  const isPacked = typeof value === 'object' && value !== null && 'base64' in value
  return isPacked ? Buffer.from(String(value.base64), 'base64') : value
}
