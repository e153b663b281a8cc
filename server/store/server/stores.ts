/** The stores that a running server holds open: every method is one call to that server. */
import { MachineError, PilotosError } from '#domain/errors'
import type { ImportRow } from '#domain/import/import'
import type { AccountStore } from '../contract/account-store.ts'
import type { PassageStore } from '../contract/passage-store.ts'
import type { PhotoStore } from '../contract/photo-store.ts'
import type { PilotStore } from '../contract/pilot-store.ts'
import {
  packed,
  type RemoteAnswer,
  type RemoteCall,
  remoteMethods,
  unpacked,
} from '../contract/remote-calls.ts'
import type { SettingsStore } from '../contract/settings-store.ts'
import type { OpenStores, Stores } from '../contract/stores.ts'
import { callServer } from './call.ts'
import type { FoundServer } from './entry-file.ts'

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
