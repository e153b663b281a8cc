/** The place where an open form keeps what is typed, and what was left there. */
import { useEffect, useState } from 'react'
import { recall, remember } from '../ui/browser-memory.ts'
import { type Draft, type DraftSlot, type FormOwner, newSlot, slotsOf } from './drafts.ts'
import { openDrafts } from './open-drafts.ts'

/**
 * The slot of a form, with what was left half-filled where there is any; undefined while other tabs are asked whether
 * it is theirs.
 */
export function useDraftSlot(owner: FormOwner, isReturn = true): DraftSlot | undefined {
  const [slot, setSlot] = useState(() => (isReturn && slotsOf(owner).length > 0 ? undefined : newSlot(owner)))
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the form appears
  useEffect(() => {
    if (slot) return
    let isHere = true
    leftSlot(owner).then((left) => isHere && setSlot(left))
    return () => {
      isHere = false
    }
  }, [])
  return slot
}

/** Keeps the draft, where it is not as the form began, until the page goes. */
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

/** The one that this tab had before it was loaded again, else the newest that no other has open. */
async function leftSlot(owner: FormOwner): Promise<DraftSlot> {
  const open = await openDrafts.all()
  const own = recall(ownName, 'sessionStorage')
  const left = slotsOf(owner).filter(({ key }) => !open.has(key))
  return left.find(({ key }) => key === own) ?? left[0] ?? newSlot(owner)
}

const ownName = 'pilotos-draft'
