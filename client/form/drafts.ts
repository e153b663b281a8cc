/** Drafts of unfinished forms, stored in the browser to survive a reload, a closed tab and a power cut. */
import type { Pilot } from '#domain/pilot/pilot'
import { forget, recall, remember, rememberedKeys } from '../ui/browser-memory.ts'
import { type Values, valuesBy } from './pilot-values.ts'

export interface Draft {
  values: Values
  /** The time at which the draft was stored: ISO 8601, UTC. */
  at: string
  /** The pilot as stored when the edit began; absent for a new pilot. */
  base?: Pilot
  /** True if a photo was chosen. The photo itself is not part of the draft. */
  hadPhoto?: boolean
}

/**
 * The account and the pilot that a form belongs to, so that nobody sees another person's draft. `user` is null
 * without an account, and `id` is absent for a blank form.
 */
export interface FormOwner {
  user: string | null
  id?: string
}

/** The longest delay between a keystroke and the write to storage, in milliseconds. */
const longestDelay = 250

/** The age from which a draft is deleted, in milliseconds. */
const forgottenAfter = 7 * 24 * 60 * 60 * 1000

/** The storage entry of one open form. Each form has its own, so that two tabs do not overwrite each other. */
export class DraftSlot {
  #next: Omit<Draft, 'at'> | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #isSent = false

  constructor(
    readonly key: string,
    /** The draft that the entry already contained. */
    readonly found?: Draft,
  ) {}

  /** Stores the draft within 250 ms. Deletes the stored draft if `draft` is undefined. */
  keep(draft: Omit<Draft, 'at'> | undefined): void {
    if (this.#isSent) return
    this.#next = draft
    this.#timer ??= setTimeout(() => this.flush(), longestDelay)
  }

  flush(): void {
    if (this.#timer === undefined) return
    this.#stop()
    if (this.#next) remember(this.key, JSON.stringify({ ...this.#next, at: new Date().toISOString() }))
    else forget(this.key)
  }

  /** Deletes the draft and ignores later calls of `keep`: the form was sent, or its pilot was removed. */
  forget(): void {
    this.#stop()
    this.#isSent = true
    forget(this.key)
  }

  #stop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }
}

export function newSlot(owner: FormOwner): DraftSlot {
  // `crypto.randomUUID` is not available on pages served over plain HTTP.
  return new DraftSlot(`${keyPrefix(owner)}${Math.random().toString(36).slice(2)}`)
}

/** Returns the slots with drafts of a form, the newest first. Deletes drafts that are expired or unreadable. */
export function slotsOf(owner: FormOwner): DraftSlot[] {
  return rememberedKeys()
    .filter((key) => key.startsWith(keyPrefix(owner)))
    .flatMap((key) => {
      const found = read(key)
      if (found && Date.parse(found.at) > Date.now() - forgottenAfter) return new DraftSlot(key, found)
      forget(key)
      return []
    })
    .sort((one, other) => ((one.found?.at ?? '') < (other.found?.at ?? '') ? 1 : -1))
}

function keyPrefix({ user, id = '' }: FormOwner): string {
  return `pilotos-draft/${encodeURIComponent(user ?? '')}/${id}/`
}

/** Returns undefined if the entry is missing or is not a draft. */
function read(key: string): Draft | undefined {
  try {
    const draft = JSON.parse(recall(key) ?? '') as Draft
    return { ...draft, values: valuesBy((name) => String(draft.values[name] ?? '')) }
  } catch {
    return undefined
  }
}
