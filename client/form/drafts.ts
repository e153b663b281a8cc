/** Drafts of unfinished forms, stored in the browser to survive a reload, a closed tab and a power cut. */
import { useEffect, useState } from 'react'
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

function newSlot(owner: FormOwner): DraftSlot {
  // `crypto.randomUUID` is not available on pages served over plain HTTP.
  return new DraftSlot(`${keyPrefix(owner)}${Math.random().toString(36).slice(2)}`)
}

/** Returns the slots with drafts of a form, the newest first. Deletes drafts that are expired or unreadable. */
function slotsOf(owner: FormOwner): DraftSlot[] {
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

/** The time in which other tabs must answer, in milliseconds. */
const answerTimeout = 150

/** The drafts that are open in any tab of this browser: only other drafts may be recovered. */
class OpenDrafts {
  #held = new Map<string, number>()
  #channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('pilotos-drafts')

  constructor() {
    this.#channel?.addEventListener('message', ({ data }) => {
      if (data === 'who?') this.#channel?.postMessage([...this.#held.keys()])
    })
  }

  /** Marks a draft as open. Returns the function that releases it; the draft is open until all holders release it. */
  hold(key: string): () => void {
    this.#held.set(key, (this.#held.get(key) ?? 0) + 1)
    return () => {
      const left = (this.#held.get(key) ?? 1) - 1
      if (left > 0) this.#held.set(key, left)
      else this.#held.delete(key)
    }
  }

  /** Returns the keys that are held in this tab and in the tabs that answer within 150 ms. */
  async all(): Promise<ReadonlySet<string>> {
    const others = new Set<string>()
    const collect = ({ data }: MessageEvent) => {
      if (Array.isArray(data)) for (const key of data) others.add(String(key))
    }
    this.#channel?.addEventListener('message', collect)
    this.#channel?.postMessage('who?')
    await new Promise((resolve) => setTimeout(resolve, answerTimeout))
    this.#channel?.removeEventListener('message', collect)
    return new Set([...others, ...this.#held.keys()])
  }
}

export const openDrafts = new OpenDrafts()

/**
 * Returns the draft slot of a form, with the unfinished draft of an earlier visit if there is one and `recovers` is
 * true. Returns undefined while other tabs are asked which drafts they have open.
 */
export function useDraftSlot(owner: FormOwner, recovers = true): DraftSlot | undefined {
  const [slot, setSlot] = useState(() => (recovers && slotsOf(owner).length > 0 ? undefined : newSlot(owner)))
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the form appears
  useEffect(() => {
    if (slot) return
    let isHere = true
    recoverableSlot(owner).then((left) => isHere && setSlot(left))
    return () => {
      isHere = false
    }
  }, [])
  return slot
}

/**
 * Stores the draft once the form differs from its initial state. Flushes the draft when the page is closed or the
 * form unmounts.
 */
export function useKeptDraft(
  slot: DraftSlot,
  draft: Omit<Draft, 'at'> | undefined,
  isUntouched: boolean,
): void {
  useEffect(() => {
    if (!isUntouched) slot.keep(draft)
  })
  useEffect(() => {
    const letGo = openDrafts.hold(slot.key)
    remember(ownName, slot.key, 'sessionStorage')
    const flush = () => slot.flush()
    window.addEventListener('pagehide', flush)
    return () => {
      window.removeEventListener('pagehide', flush)
      flush()
      letGo()
    }
  }, [slot])
}

/** Returns the slot that this tab had before a reload, else the newest slot that no tab has open, else a new slot. */
async function recoverableSlot(owner: FormOwner): Promise<DraftSlot> {
  const open = await openDrafts.all()
  const own = recall(ownName, 'sessionStorage')
  const left = slotsOf(owner).filter(({ key }) => !open.has(key))
  return left.find(({ key }) => key === own) ?? left[0] ?? newSlot(owner)
}

const ownName = 'pilotos-draft'
