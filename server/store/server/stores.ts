/** The stores that a running server holds open: every method is one call to that server. */
import { type ErrorDetails, type ErrorKind, MachineError, PilotosError } from '#domain/errors'
import type { ImportRow } from '#domain/import/import'
import type { AccountStore } from '../contract/account-store.ts'
import type { PassageStore } from '../contract/passage-store.ts'
import type { PhotoStore } from '../contract/photo-store.ts'
import type { PilotStore } from '../contract/pilot-store.ts'
import type { SettingsStore } from '../contract/settings-store.ts'
import type { OpenStores, Stores } from '../contract/stores.ts'
import { callServer } from './call.ts'
import type { FoundServer } from './entry-file.ts'

/** The methods of each store that a command may call. */
export const remoteMethods = {
  pilots: [
    'list',
    'count',
    'clubs',
    'findDuplicates',
    'get',
    'register',
    'update',
    'issueCards',
    'changeTerms',
    'namesPhoto',
    'revoke',
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
    'restore',
    'changeLog',
    'addToChangeLog',
  ] satisfies (keyof PilotStore)[],
  photos: ['save', 'read', 'touch', 'remove'] satisfies (keyof PhotoStore)[],
  accounts: ['list', 'put', 'add', 'change', 'remove', 'replace'] satisfies (keyof AccountStore)[],
  settings: ['read', 'change'] satisfies (keyof SettingsStore)[],
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
    'replace',
  ] satisfies (keyof PassageStore)[],
}

/** The body of a command's call. Bytes are sent as `{ base64 }`. */
interface RemoteCall {
  part: keyof Stores
  method: string
  args: unknown[]
}

/** The answer to a command's call. Bytes are sent as `{ base64 }`. */
export type RemoteAnswer =
  | { result: unknown }
  | { failure: { kind: ErrorKind; message: string; details: ErrorDetails } }

export function connectStores(server: FoundServer): OpenStores {
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
    notes: [],
    close: async () => {},
  }
}

/** Leaves out the cells of the file, which repeat the values of the row. */
function sentRow({ line, values, defaulted, badCells, problem, isAside }: ImportRow): ImportRow {
  return { line, values, defaulted, badCells, problem, isAside }
}

/** Converts bytes to `{ base64 }`, which JSON can represent. Returns any other value unchanged. */
export function packed(value: unknown): unknown {
  return Buffer.isBuffer(value) ? { base64: value.toString('base64') } : value
}

/** Converts `{ base64 }` back to bytes. Returns any other value unchanged. */
export function unpacked(value: unknown): unknown {
  const isPacked = typeof value === 'object' && value !== null && 'base64' in value
  return isPacked ? Buffer.from(String(value.base64), 'base64') : value
}

function remote<Part extends object>(server: FoundServer, part: keyof Stores): Part {
  const methods = remoteMethods[part].map((method) => [
    method,
    (...args: unknown[]) => call(server, { part, method, args: args.map(packed) }),
  ])
  return Object.fromEntries(methods) as Part
}

async function call(server: FoundServer, body: RemoteCall): Promise<unknown> {
  const answer = await post(server, body)
  if ('result' in answer) return unpacked(answer.result)
  const { kind, message, details } = answer.failure
  throw new PilotosError(kind, message, details)
}

async function post(server: FoundServer, body: RemoteCall): Promise<RemoteAnswer> {
  try {
    return (await callServer(server, body)) as RemoteAnswer
  } catch (error) {
    throw new MachineError('El kiosco que usa esta carpeta dejó de responder: repita la orden', error)
  }
}
