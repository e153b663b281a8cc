/** Gives an open form its draft slot, and stores what is typed in it. */
import { useEffect, useState } from 'react'
import { recall, remember } from '../ui/browser-memory.ts'
import { type Draft, type DraftSlot, type FormOwner, newSlot, slotsOf } from './drafts.ts'
import { openDrafts } from './open-drafts.ts'

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
