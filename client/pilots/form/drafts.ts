/** Drafts of unfinished forms, stored in the browser to survive a reload, a closed tab and a power cut. */
import { useEffect, useState } from 'react'
import { drop, recall, remember, rememberedKeys } from '../../api/browser-memory.ts'
import { ApiError, callForOne } from '../../api/call.ts'
import { useChanges, useStream } from '../../api/changes.ts'
import { loadDuplicates } from '../../api/pilots.ts'
import {
  type Draft,
  draftsOf,
  type FormOwner,
  type KeptDraft,
  keyPrefix,
  recoverable,
  suspectDrafts,
} from './kept-drafts.ts'
import { openDrafts } from './open-drafts.ts'

/** The longest delay between a keystroke and the write to storage, in milliseconds. */
const longestDelay = 250

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
    else drop(this.key)
  }

  /** Deletes the draft and ignores later calls of `keep`: the form was sent, or its pilot was removed. */
  drop(): void {
    this.#stop()
    this.#isSent = true
    drop(this.key)
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

/** Returns the stored drafts of a form, the newest first. Deletes those that are expired or unreadable. */
function keptDrafts(owner: FormOwner): KeptDraft[] {
  const entries = rememberedKeys().map((key) => [key, recall(key)] as const)
  const { kept, useless } = draftsOf(owner, entries, Date.now())
  for (const key of useless) drop(key)
  return kept
}

/**
 * Returns the draft slot of a form, with the unfinished draft of an earlier visit if there is one and `recovers` is
 * true. Returns undefined while other tabs are asked which drafts they have open.
 */
export function useDraftSlot(owner: FormOwner, recovers = true): DraftSlot | undefined {
  const [slot, setSlot] = useState(() =>
    recovers && keptDrafts(owner).length > 0 ? undefined : newSlot(owner),
  )
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
    let letGo = openDrafts.hold(slot.key)
    const comeBack = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return
      letGo = openDrafts.hold(slot.key)
      remember(leftName, '', 'sessionStorage')
    }
    const leave = () => {
      slot.flush()
      letGo()
    }
    // The next document of this tab can be faster than the release of the lock.
    const leaveTab = () => {
      leave()
      remember(leftName, slot.key, 'sessionStorage')
    }
    remember(ownName, slot.key, 'sessionStorage')
    remember(leftName, '', 'sessionStorage')
    window.addEventListener('pagehide', leaveTab)
    window.addEventListener('pageshow', comeBack)
    return () => {
      window.removeEventListener('pagehide', leaveTab)
      window.removeEventListener('pageshow', comeBack)
      leave()
    }
  }, [slot])
}

/**
 * Deletes the drafts of persons who were erased for ever and of applications that do not wait any more, at this desk or at
 * another one, and all drafts that are expired or unreadable. Those that are open in some tab stay until a later call.
 */
async function dropErased(signal: AbortSignal): Promise<void> {
  const entries = rememberedKeys().map((key) => [key, recall(key)] as const)
  const { suspects, useless } = suspectDrafts(entries, Date.now())
  for (const key of useless) drop(key)
  if (suspects.length === 0) return
  const open = await openDrafts.all()
  for (const { key, riders, since, application } of suspects.filter((one) => !open.has(one.key))) {
    if (application && !(await isWaiting(application, signal))) drop(key)
    for (const { dni, tipodoc, documento, fechanac } of riders) {
      const { erased } = await loadDuplicates({ dni, tipodoc, documento, fechanac }, signal)
      if (erased && erased > since) drop(key)
    }
  }
}

async function isWaiting(id: string, signal: AbortSignal): Promise<boolean> {
  try {
    const { state } = await callForOne('GET /api/applications/:id/status', { params: { id }, signal })
    return state === 'waiting'
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return false
    throw error
  }
}

/** Deletes such drafts when the program starts, after changes that may be an erasure, and after those of the queue. */
export function ErasedDrafts(): null {
  const [checks, setChecks] = useState(0)
  const { queue } = useStream()
  useChanges(({ ids }) => {
    if (!ids || ids.length === 0) setChecks((before) => before + 1)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: again after each such change
  useEffect(() => {
    const leaving = new AbortController()
    // A failure is of no harm: the next start checks again.
    dropErased(leaving.signal).catch(() => {})
    return () => leaving.abort()
  }, [checks, queue])
  return null
}

/** Returns the slot of the draft that this tab recovers, or a new one. */
async function recoverableSlot(owner: FormOwner): Promise<DraftSlot> {
  const open = new Set(await openDrafts.all())
  open.delete(recall(leftName, 'sessionStorage') ?? '')
  const found = recoverable(keptDrafts(owner), open, recall(ownName, 'sessionStorage'))
  return found ? new DraftSlot(found.key, found.draft) : newSlot(owner)
}

const ownName = 'pilotos-draft'
/** The draft that the document of this tab had open when it was left. */
const leftName = 'pilotos-draft-left'
