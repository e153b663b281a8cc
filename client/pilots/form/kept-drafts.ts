/** Decides which of the drafts in the storage of the browser a form recovers. */

import type { ShownPilot } from '#domain/api/wire'
import { identityOf, type RiderIdentity, readIdentity } from '#domain/pilots/document'
import { settled } from '#domain/pilots/documents/typed-document'
import { ownNamesIn } from '#domain/pilots/own/own-name'
import { draftPrefix } from '../../api/browser-memory.ts'
import { type Values, valuesBy } from './pilot-values.ts'

export interface Draft {
  values: Values
  /** The time at which the draft was stored: ISO 8601, UTC. */
  at: string
  /** The pilot as stored when the edit began; absent for a new pilot. */
  base?: ShownPilot
  /** True if a photo was chosen. The photo itself is not part of the draft. */
  hadPhoto?: boolean
  /** The application that the form approves, as the desk has opened it. */
  application?: { id: string; version: string }
}

/**
 * The account and the pilot or application that a form belongs to, so that nobody sees another person's draft. `user` is
 * null without an account, and `id` is absent for a blank form.
 */
export interface FormOwner {
  user: string | null
  id?: string
}

/** A draft, and the key of its entry. */
export interface KeptDraft {
  key: string
  draft: Draft
}

/** The age from which a draft is deleted, in milliseconds. */
const expiresAfter = 7 * 24 * 60 * 60 * 1000

export function keyPrefix({ user, id = '' }: FormOwner): string {
  return `${draftPrefix}/${encodeURIComponent(user ?? '')}/${id}/`
}

/**
 * Returns the drafts of a form, the newest first, and the keys of those that are expired or unreadable. `entries` are
 * the keys and texts of the storage.
 */
export function draftsOf(
  owner: FormOwner,
  entries: readonly (readonly [key: string, text: string | null])[],
  now: number,
): { kept: KeptDraft[]; useless: string[] } {
  const own = entries.filter(([key]) => key.startsWith(keyPrefix(owner)))
  const kept = own
    .flatMap(([key, text]) => {
      const draft = readDraft(text)
      return draft && Date.parse(draft.at) > now - expiresAfter ? [{ key, draft }] : []
    })
    .sort((one, other) => (one.draft.at < other.draft.at ? 1 : -1))
  const useless = own.map(([key]) => key).filter((one) => !kept.some(({ key }) => key === one))
  return { kept, useless }
}

/**
 * Returns the draft that a tab recovers: that of its own form before a reload, else the newest one. A draft in `open`
 * belongs to a form that is open in some tab. `own` is the key of the last form of this tab.
 */
export function recoverable(
  kept: readonly KeptDraft[],
  open: ReadonlySet<string>,
  own: string | null,
): KeptDraft | undefined {
  const left = kept.filter(({ key }) => !open.has(key))
  return left.find(({ key }) => key === own) ?? left[0]
}

/** A draft that may be of a person who was erased for ever, or of an application that is gone. */
interface SuspectDraft {
  key: string
  /** The documents and birth dates of the pilot and those that were typed. */
  riders: RiderIdentity[]
  /** The identifier of the application. */
  application?: string
  /** The time since which the draft knows the person: an erasure before it was of an earlier registration. ISO 8601, UTC. */
  since: string
}

/**
 * Returns the drafts of all forms and accounts that name a document with a birth date or are of an application, and the
 * keys of those that are useless.
 */
export function suspectDrafts(
  entries: readonly (readonly [key: string, text: string | null])[],
  now: number,
): { suspects: SuspectDraft[]; useless: string[] } {
  const all = entries.filter(([key]) => key.startsWith(`${draftPrefix}/`))
  const drafts = all.map(([key, text]) => ({ key, draft: readDraft(text) }))
  const isKept = (draft: Draft | undefined) => draft && Date.parse(draft.at) > now - expiresAfter
  return {
    useless: drafts.filter(({ draft }) => !isKept(draft)).map(({ key }) => key),
    suspects: drafts.flatMap(({ key, draft }) => {
      if (!draft || !isKept(draft)) return []
      const found = [draft.base, draft.values].flatMap((one) => (one && readIdentity(settled(one))) ?? [])
      const riders = [...new Map(found.map((one) => [identityOf(one), one])).values()]
      const application = draft.application?.id
      if (riders.length === 0 && !application) return []
      const since = draft.base ? (draft.base.since ?? '') : draft.at
      return [{ key, riders, since, ...(application && { application }) }]
    }),
  }
}

/** Returns undefined if the text is missing or is not a draft. */
function readDraft(text: string | null): Draft | undefined {
  try {
    const draft = JSON.parse(text ?? '') as Draft
    const values = valuesBy((name) => String(draft.values[name] ?? ''), ownNamesIn(draft.values))
    return { ...draft, values }
  } catch {
    return undefined
  }
}
