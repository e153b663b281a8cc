/** The history of pilots, read from the journals: those that the snapshot does not need are kept for it. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { differences, type HistoryEntry } from '#domain/history'
import { type Pilot, sameData } from '#domain/pilot'
import type { PilotId } from '#domain/pilot-id'
import { type Line, readLine } from './change.ts'
import { journalName, journalNumbers } from './journal.ts'

/** What became of the pilot that has had these identifiers, the oldest first. */
export async function readHistory(folder: string, ids: ReadonlySet<PilotId>): Promise<HistoryEntry[]> {
  const entries: HistoryEntry[] = []
  let before: Pilot | undefined
  let wasThere = false
  for await (const line of linesAbout(folder, ids)) {
    const { put = [], remove = [], revoke = [], clear } = line.change
    const after = put.find(({ id }) => ids.has(id))
    const kind = revoke.some(({ id, next }) => ids.has(id) && ids.has(next) && !clear)
      ? 'revoked'
      : after
        ? kindOf(before, after, wasThere, clear)
        : remove.some((id) => ids.has(id))
          ? 'removed'
          : undefined
    if (kind) entries.push(entryOf(line, kind, before, after))
    if (kind) before = after
    wasThere ||= after !== undefined
  }
  return entries
}

/** What a pilot was last, also where it was removed since. */
export async function lastState(folder: string, id: PilotId): Promise<Pilot | undefined> {
  let last: Pilot | undefined
  for await (const { change } of linesAbout(folder, new Set([id]))) {
    last = change.put?.find((pilot) => pilot.id === id) ?? last
  }
  return last
}

function kindOf(
  before: Pilot | undefined,
  after: Pilot,
  wasThere: boolean,
  clear?: boolean,
): HistoryEntry['kind'] {
  if (clear) return 'restored'
  if (!before) return wasThere ? 'recovered' : 'registered'
  return sameData(before, after) && before.card?.at !== after.card?.at ? 'printed' : 'changed'
}

function entryOf(
  { at, change: { by } }: Line,
  kind: HistoryEntry['kind'],
  before?: Pilot,
  after?: Pilot,
): HistoryEntry {
  const changes = kind === 'changed' && before && after ? differences(before, after) : []
  return { at, ...(by && { by }), kind, ...(changes.length > 0 && { changes }) }
}

/** The lines of all journals that name one of these: looked for as bytes, since to read each would take long. */
async function* linesAbout(folder: string, ids: ReadonlySet<PilotId>): AsyncGenerator<Line> {
  for (const number of await journalNumbers(folder)) {
    const bytes = await readFile(join(folder, journalName(number)))
    for (let at = nextOf(bytes, ids, 0); at >= 0; ) {
      const end = bytes.indexOf(lineFeed, at)
      if (end < 0) break
      const line = readLine(bytes.toString('utf8', bytes.lastIndexOf(lineFeed, at) + 1, end))
      if (line) yield line
      at = nextOf(bytes, ids, end)
    }
  }
}

const lineFeed = 0x0a

/** Where the first of these begins, or -1. */
function nextOf(bytes: Buffer, ids: ReadonlySet<PilotId>, from: number): number {
  const places = Array.from(ids, (id) => bytes.indexOf(id, from, 'latin1')).filter((at) => at >= 0)
  return places.length > 0 ? Math.min(...places) : -1
}
