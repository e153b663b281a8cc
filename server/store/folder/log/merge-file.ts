/**
 * `merging.jsonl`: the parts of a merge that are in other files than the journal. It is written before the change of the
 * merge, and removed when all parts are stored. The change in a journal decides: with it, the parts are stored, if need be
 * at the next opening, and without it they are dropped.
 */
import { join } from 'node:path'
import { type LogEntry, readEntry } from '#domain/gate/settlement'
import { type LoggedChange, parseLoggedChange } from '#domain/pilot/change-log'
import { isPilotId } from '#domain/pilot/pilot-id'
import { isObject, parseJson } from '#domain/text/text'
import {
  readIfThere,
  removeFile,
  type Sync,
  syncFolder,
  writeAtomically,
} from '../../../files/atomic-file.ts'
import { isAccount } from '../../contract/account-store.ts'
import type { StoredMerge } from '../../contract/merge-store.ts'
import { inBlocks } from './lines.ts'

type MergeParts = Pick<StoredMerge, 'past' | 'passages' | 'accounts'>

export interface StagedMerge extends MergeParts {
  /** The `staged` of the change. */
  id: string
}

const mergeFileName = 'merging.jsonl'

export function mergeFilePath(folder: string): string {
  return join(folder, mergeFileName)
}

/** @throws DiskFullError, MachineError */
export async function writeStaged(folder: string, staged: StagedMerge, sync: Sync): Promise<void> {
  await writeAtomically(mergeFilePath(folder), inBlocks(linesOf(staged)), { sync })
}

export async function removeStaged(folder: string): Promise<void> {
  await removeFile(mergeFilePath(folder))
  await syncFolder(folder)
}

/** Reads the file. Returns undefined if there is none, and 'damaged' if it is not as it was written. @throws MachineError */
export async function readStaged(folder: string): Promise<StagedMerge | undefined | 'damaged'> {
  const bytes = await readIfThere(mergeFilePath(folder))
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

function* linesOf({
  id,
  past,
  passages: { add, drop, codes, move },
  accounts,
}: StagedMerge): Generator<Buffer> {
  const head: Head = { id, drop, codes, move, accounts, past: past.length, passages: add.length }
  for (const one of [head, ...past, ...add] satisfies (Head | LoggedChange | LogEntry)[])
    yield Buffer.from(`${JSON.stringify(one)}\n`)
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
