/** The browser keeps the values that are typed in a form of *Ajustes* and not saved, as it keeps those of a pilot's form. */
import { draftPrefix, drop, recall, remember } from './browser-memory.ts'

export interface FormDraft<Values> {
  values: Partial<Values>
  /** The stored values as they were when the person began. */
  before: Values
  /** The time at which it was kept: ISO 8601, UTC. A draft of a week is deleted: see `ErasedDrafts`. */
  at: string
}

/** Returns the key of a form, so that nobody sees the draft of another account. */
export function draftKey(user: string | null | undefined, form: string): string {
  return `${draftPrefix}/${encodeURIComponent(user ?? '')}/ajustes/${form}`
}

/** Returns what is left to save of a draft. What was ticked in a list counts beside what others have ticked since. */
export function recallDraft<Values extends object>(
  key: string,
  stored: Values,
): FormDraft<Values> | undefined {
  try {
    const draft: FormDraft<Values> = JSON.parse(recall(key) ?? '')
    const { before } = draft
    const joined = Object.entries(draft.values).map(([name, value]) => {
      const [first, now] = [before[name as keyof Values], stored[name as keyof Values]]
      const areTicks = isTextList(first) && isTextList(value) && isTextList(now)
      return [name, areTicks ? joinedTicks(first, value, now) : value]
    })
    const values = unsaved<Values>(Object.fromEntries(joined), stored)
    return values && { ...draft, values }
  } catch {
    return undefined
  }
}

/** Keeps what differs from the stored values, or nothing if it does not. A file is no part of a draft. */
export function keepDraft<Values extends object>(
  key: string,
  values: Partial<Values> | undefined,
  before: Values,
): void {
  if (values) remember(key, JSON.stringify({ values, before, at: new Date().toISOString() }))
  else drop(key)
}

/** Returns the values that differ from the stored ones and can be kept, or undefined if there are none. */
export function unsaved<Values extends object>(
  values: Partial<Values>,
  stored: Values,
): Partial<Values> | undefined {
  const found = Object.entries(values).filter(
    ([name, value]) => !(value instanceof Blob) && !isSame(value, stored[name as keyof Values]),
  )
  return found.length > 0 ? (Object.fromEntries(found) as Partial<Values>) : undefined
}

export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** Returns a list with what both sides have ticked, and without what either has unticked. */
export function joinedTicks<Tick extends string>(
  before: readonly Tick[],
  mine: readonly Tick[],
  theirs: readonly Tick[],
): Tick[] {
  const kept = theirs.filter((one) => mine.includes(one) || !before.includes(one))
  return [...kept, ...mine.filter((one) => !before.includes(one) && !kept.includes(one))]
}

function isTextList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
}
