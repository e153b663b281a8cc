/** Splits a change of many pilots in parts, of which a log keeps each by itself. */
import type { Change } from '#domain/pilot/change'

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
