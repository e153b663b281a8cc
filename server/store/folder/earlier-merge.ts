/**
 * `merging.jsonl`: the parts of a merge of an earlier version that were in other files than the journal. The change of the
 * merge in a journal decides: with it, the parts are stored at the next opening, and without it they are dropped.
 */
import { join } from 'node:path'
import { changedLog, readEntry } from '#domain/gate/log-entry'
import { parseLoggedChange } from '#domain/pilots/history/history'
import { isPilotId } from '#domain/pilots/pilot-id'
import { isObject, parseJson } from '#domain/text/text'
import {
  diskError,
  isReadOnly,
  readIfThere,
  removeFile,
  renameFile,
  stamp,
  syncFolder,
} from '../../files/atomic-file.ts'
import { isAccount } from '../documents/accounts.ts'
import { mergedAccounts, type StoredMerge } from '../shared/merges.ts'
import type { Store } from '../shared/store.ts'
import { findStaged } from './log/change-files.ts'

type MergeParts = Pick<StoredMerge, 'past' | 'passages' | 'accounts'>

export const mergeFileName = 'merging.jsonl'

/** Finishes or drops a merge that was interrupted. Describes this in Spanish. */
export async function finishEarlierMerge(folder: string, store: Store): Promise<string[]> {
  const staged = await readStaged(folder)
  if (!staged) return []
  const path = join(folder, mergeFileName)
  try {
    if (staged === 'damaged') {
      const aside = `${path}.corrupt-${stamp()}`
      await renameFile(path, aside)
      return [`${path} estaba dañado, y se apartó como ${aside}: ${repeat}`]
    }
    const found = await findStaged(folder, staged.id)
    if (found === 'stored') {
      const { past, passages, accounts } = staged
      await store.rewrite('merging', async ({ entries }) => ({
        past,
        entries: changedLog(entries, passages),
        accounts: (stored) => mergedAccounts(stored, accounts),
        result: undefined,
      }))
    }
    await removeFile(path)
    await syncFolder(folder)
    return [notes[found]]
  } catch (error) {
    // The data of a read-only disk is used as it is.
    if (isReadOnly(error)) return []
    throw diskError(error, folder)
  }
}

/** Returns the parts of a merge whose change is stored, while the rest of it is not. */
export async function waitingParts(folder: string): Promise<MergeParts | undefined> {
  const staged = await readStaged(folder)
  if (!staged || staged === 'damaged') return undefined
  return (await findStaged(folder, staged.id)) === 'stored' ? staged : undefined
}

const repeat = 'una a las dos mesas otra vez, que lo que ya está no se repite'

const notes = {
  stored: 'La unión con los datos de otra mesa se había cortado: se terminó de guardar, sin perder nada',
  none: 'La unión con los datos de otra mesa se cortó antes de guardarse, y no cambió nada: repítala',
  replaced: 'Quedaba una unión sin terminar de antes de restaurar una copia: se descartó',
}

/** Reads the file. Returns undefined if there is none, and 'damaged' if it is not as it was written. @throws MachineError */
async function readStaged(folder: string): Promise<(MergeParts & { id: string }) | undefined | 'damaged'> {
  const bytes = await readIfThere(join(folder, mergeFileName))
  if (!bytes) return undefined
  const [first = '', ...lines] = bytes.toString('utf8').split('\n')
  const head = parseJson(first)
  if (!isHead(head) || lines.pop() !== '') return 'damaged'
  const past = lines.slice(0, head.past).flatMap((line) => parseLoggedChange(line) ?? [])
  const add = lines.slice(head.past).flatMap((line) => readEntry(parseJson(line)) ?? [])
  if (past.length !== head.past || add.length !== head.passages || lines.length !== head.past + head.passages)
    return 'damaged'
  const { id, drop, codes, move, accounts } = head
  return { id, past, passages: { add, drop, codes, move }, accounts }
}

/** The first line. Then follow the changes and the entries of the log of passages to add, each on a line. */
interface Head extends Omit<MergeParts['passages'], 'add'>, Pick<MergeParts, 'accounts'> {
  id: string
  /** The numbers of lines. */
  past: number
  passages: number
}

function isHead(value: unknown): value is Head {
  return (
    isObject(value) &&
    typeof value.id === 'string' &&
    [value.past, value.passages].every(Number.isInteger) &&
    Array.isArray(value.drop) &&
    Array.isArray(value.codes) &&
    value.codes.every((one) => isObject(one) && isPilotId(one.from) && isPilotId(one.to)) &&
    Array.isArray(value.move) &&
    value.move.every((one) => isObject(one) && isPilotId(one.pilot)) &&
    isObject(value.accounts) &&
    Array.isArray(value.accounts.add) &&
    value.accounts.add.every(isAccount) &&
    Array.isArray(value.accounts.drop)
  )
}
