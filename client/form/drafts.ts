/** Half-filled forms, kept in this browser: what was typed outlives a reload, a closed tab and a power cut. */
import type { Pilot } from '#domain/pilot/pilot'
import { forget, recall, remember, rememberedKeys } from '../ui/browser-memory.ts'
import { type Values, valuesBy } from './pilot-values.ts'

export interface Draft {
  values: Values
  /** When it was typed: ISO 8601, UTC. */
  at: string
  /** What the pilot was when the edit began. */
  base?: Pilot
  /** Whether a photo was chosen, which is not kept. */
  hadPhoto?: boolean
}

/** Of which account a form is, if of any, and of which pilot, if not blank: nobody is shown another's. */
export interface FormOwner {
  user: string | null
  id?: string
}

/** Between a key and the disk, in milliseconds. */
const longestDelay = 250

/** What is older is nobody's any more. */
const forgottenAfter = 7 * 24 * 60 * 60 * 1000

/** The place of one open form: each has its own, so that two tabs never write over each other. */
export class DraftSlot {
  #next: Omit<Draft, 'at'> | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #isSent = false

  constructor(
    readonly key: string,
    /** What was left there half-filled. */
    readonly found?: Draft,
  ) {}

  /** Undefined where there is nothing worth keeping. */
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

  /** For good: it was sent. */
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
  // The generator of true identifiers is missing where a page comes over plain HTTP.
  return new DraftSlot(`${keyPrefix(owner)}${Math.random().toString(36).slice(2)}`)
}

/** What was left half-filled of a form, the newest first, in whatever tab. */
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

/** Undefined where it is none of this version's. */
function read(key: string): Draft | undefined {
  try {
    const draft = JSON.parse(recall(key) ?? '') as Draft
    return { ...draft, values: valuesBy((name) => String(draft.values[name] ?? '')) }
  } catch {
    return undefined
  }
}
