/** Says if a decision that took several steps still holds after the changes that were decided in the meantime. */
import type { Change } from './change.ts'

/** Returns true if one of the changes is about a pilot, or takes a DNI or an identifier, of the decision. */
export function isOutdated(decided: Change, changes: readonly Change[]): boolean {
  if (changes.length === 0) return false
  const ids = new Set<string>(decided.remove)
  const dnis = new Set<number>()
  for (const { id, dni } of decided.put ?? []) {
    ids.add(id)
    dnis.add(dni)
  }
  return changes.some(
    ({ clear, put = [], remove = [], revoke = [] }) =>
      clear ||
      put.some(({ id, dni }) => ids.has(id) || dnis.has(dni)) ||
      remove.some((id) => ids.has(id)) ||
      revoke.some(({ id }) => ids.has(id)),
  )
}
