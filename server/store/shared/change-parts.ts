/** The parts of changes of many pilots, of which a log keeps each by itself, and the topics by which it finds them. */
import type { Change } from '#domain/pilots/change'
import type { PilotId } from '#domain/pilots/pilot-id'

const pilotsPerPart = 500

const emptyRecord = { passages: [], moved: [], accounts: [], past: [], replaced: [], settled: [], open: [] }

/** Returns the parts of a change. Each has what a reader of that part alone needs; the last one has the rest. */
export function partsOf(change: Change): Change[] {
  const { put = [], ...rest } = change
  const { by, clear, importedAt, undoes, desk, file, forgotten } = rest
  const merged = rest.merged && { ...emptyRecord, desk: rest.merged.desk }
  const common = { by, clear, importedAt, undoes, desk, file, forgotten, merged }
  const parts: Change[] = []
  let start = 0
  for (; start + pilotsPerPart < put.length; start += pilotsPerPart)
    parts.push({ ...common, put: put.slice(start, start + pilotsPerPart) })
  return [...parts, { ...rest, ...(put.length > 0 && { put: put.slice(start) }) }]
}

/** Joins the parts of a change. */
export function joinChanges(changes: readonly Change[]): Change {
  const put = changes.flatMap((change) => change.put ?? [])
  return { ...changes.at(-1), ...(put.length > 0 && { put }) }
}

/** The topics of changes of certain kinds. The JSON of such a change has this text, so that other lines need not be parsed. */
export const removing = '"remove":['
export const importing = '"importedAt":'
export const merging = '"merged":'
export const undoing = '"undoes":'

/** Returns the topics of a change: the codes of the pilots in it, and its kinds. */
export function* topicsOf(change: Change): Generator<string> {
  const { put = [], remove = [], revoke = [], seen = [] } = change
  for (const { id } of put) yield id
  yield* remove
  for (const { id } of revoke) yield id
  for (const { id } of seen) yield id
  if (remove.length > 0) yield removing
  if (change.importedAt !== undefined) yield importing
  if (change.merged) yield merging
  if (change.undoes !== undefined) yield undoing
}

/**
 * Returns the part of a change that has one of the topics: without the other pilots that it puts, unless its kind is
 * asked for. Returns undefined for a change without them.
 */
export function partAbout(change: Change, topics: ReadonlySet<PilotId>): Change | undefined {
  const { put, ...rest } = change
  const isWhole = kinds.some((kind) => topics.has(kind))
  const found = isWhole ? put : put?.filter(({ id }) => topics.has(id))
  if (found?.length && !isWhole) return { ...change, put: found }
  for (const topic of topicsOf(isWhole ? change : rest))
    if (topics.has(topic)) return { ...change, put: found }
  return undefined
}

const kinds = [removing, importing, merging, undoing]
