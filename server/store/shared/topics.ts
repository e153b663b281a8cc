/** The topics of changes, by which a log finds the changes of a history: the pilots, and what happened to some of them. */
import type { Change } from '#domain/pilot/change'
import type { PilotId } from '#domain/pilot/pilot-id'

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
