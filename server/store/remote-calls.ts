/** The calls of a command to the server that holds its data folder. */
import type { storeNames } from '#domain/desk/server-calls'
import type { AccountStore } from './documents/accounts.ts'
import type { SettingsStore } from './documents/settings.ts'
import type { ErasureStore } from './shared/erasures.ts'
import type { MergeStore } from './shared/merges.ts'
import type { PassageStore } from './shared/passages.ts'
import type { PilotStore } from './shared/pilots.ts'
import type { PhotoStore } from './shared/stores.ts'

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
    'addToChangeLog',
  ] satisfies (keyof PilotStore)[],
  photos: ['save', 'read', 'touch', 'remove'] satisfies (keyof PhotoStore)[],
  accounts: ['list', 'put', 'add', 'change', 'remove'] satisfies (keyof AccountStore)[],
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
  ] satisfies (keyof PassageStore)[],
  merges: ['commit', 'restore'] satisfies (keyof MergeStore)[],
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
