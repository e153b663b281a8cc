/** Stages the files of a folder as they are once several parts are stored as a whole. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { LogEntry } from '#domain/gate/log-entry'
import type { Change } from '#domain/pilots/change'
import type { LoggedChange } from '#domain/pilots/history/history'
import type { Rewriting } from '#domain/privacy/erasure'
import { diskError, isMissing } from '../../../files/atomic-file.ts'
import { readPlain } from '../../../files/plain-file.ts'
import { type Rewritten, rewrittenEntries, type Whole } from '../../shared/log.ts'
import { pastName, pastWith } from './history.ts'
import { journalName, journalNumbers } from './journal.ts'
import { readLine, summedLine, writeLines } from './lines.ts'
import { passageFileName, passageLines } from './passage-file.ts'
import { backupName, readSnapshot, snapshotBytes, snapshotName } from './snapshot.ts'
import type { StagedFiles } from './staging.ts'

type Parts = Pick<Whole<unknown>, 'rewriting' | 'change' | 'past' | 'entries'>

/** The entries of the log of passages before, and the number and the time of the change: ISO 8601, UTC. */
type Before = { entries: readonly LogEntry[] } & Pick<LoggedChange, 'number' | 'at'>

/** Stages what differs, and returns what is rewritten. @throws DiskFullError, MachineError */
export async function stageWhole(
  folder: string,
  staged: StagedFiles,
  { rewriting, change, past = [], ...others }: Parts,
  before: Before,
): Promise<Omit<Rewritten<unknown>, 'result' | 'number'>> {
  const { entries, passages } = rewrittenEntries(before.entries, { rewriting, ...others })
  if (entries) await staged.stage(passageFileName, passageLines(entries))
  if (past.length > 0) await staged.stage(pastName, await pastWith(folder, past))
  const journals = (await journalNumbers(folder)).map(journalName)
  const toKept = rewriting ? (bytes: Buffer) => rewrittenLines(bytes, rewriting) : (bytes: Buffer) => [bytes]
  for (const name of rewriting ? [pastName, ...journals] : change ? journals.slice(-1) : []) {
    const bytes = await readPlain(join(folder, name)).catch((error) => {
      if (!isMissing(error)) throw diskError(error, name)
    })
    if (!bytes) continue
    const isLast = name === journals.at(-1)
    await staged.stage(name, withChange(toKept(bytes), isLast ? change : undefined, before))
  }
  if (!rewriting) return { photos: 0, passages, removed: [] }
  await stageSnapshots(folder, staged, rewriting)
  const photos = await photosOf(folder, rewriting)
  const removed = await asideNames(folder)
  staged.remove(...removed, ...photos, ...(await temporaryNames(folder)))
  return { photos: photos.length, passages, removed }
}

/** Returns the lines of a journal with those of a change at its end. */
function withChange(lines: readonly Buffer[], change: Change | undefined, { number, at }: Before): Buffer[] {
  if (!change) return [...lines]
  const base = lines.reduce((length, line) => length + line.length, 0)
  return [...lines, ...writeLines(change, { number, at, base })]
}

async function stageSnapshots(
  folder: string,
  staged: StagedFiles,
  { pilot, revocations }: Rewriting,
): Promise<void> {
  for (const name of [snapshotName, backupName]) {
    const snapshot = await readSnapshot(join(folder, name))
    if (snapshot === 'damaged') staged.remove(name)
    if (!snapshot || snapshot === 'damaged') continue
    const { pilots, revoked, ...head } = snapshot
    const kept = revoked && revocations(revoked)
    const bytes = snapshotBytes({
      ...head,
      ...(kept && kept.length > 0 && { revoked: kept }),
      pilots: pilots.flatMap((one) => pilot(one) ?? []),
    })
    await staged.stage(name, bytes)
  }
}

/**
 * Returns the lines of a journal as they are rewritten, with the same numbers and times. `base` follows the new lengths.
 * Leaves out lines that cannot be read, which a reader skips too.
 */
function rewrittenLines(bytes: Buffer, { change }: Rewriting): Buffer[] {
  const lines: Buffer[] = []
  const offsets = new Map([[0, 0]])
  let length = 0
  for (let start = 0, end = bytes.indexOf(lineFeed); end >= 0; end = bytes.indexOf(lineFeed, start)) {
    const line = readLine(bytes.subarray(start, end))
    start = end + 1
    if (line) {
      const base = offsets.get(line.base) ?? 0
      const kept = summedLine({ ...line, base, change: change(line.change) })
      lines.push(kept)
      length += kept.length
    }
    offsets.set(start, length)
  }
  return lines
}

const lineFeed = 0x0a

async function photosOf(folder: string, { photos }: Rewriting): Promise<string[]> {
  const names = await readdir(join(folder, 'photos')).catch(() => [])
  return names.filter((name) => photos.has(name)).map((name) => `photos/${name}`)
}

/** Returns the files and folders of damaged data that were set aside. */
async function asideNames(folder: string): Promise<string[]> {
  const names = await readdir(folder)
  return names.filter((name) => /\.(torn|corrupt)-|^corrupt-/.test(name))
}

/** Returns the temporary files that interrupted writes have left. */
async function temporaryNames(folder: string): Promise<string[]> {
  const of = async (part: string) =>
    (await readdir(join(folder, part)).catch(() => []))
      .filter((name) => /^\..+\.tmp$/.test(name))
      .map((name) => (part ? `${part}/${name}` : name))
  return [...(await of('')), ...(await of('photos'))]
}
