/**
 * Shows what comes after the first script: the part that a scanned credential does not need. `React.lazy` is not used for it:
 * once React has shown a fallback it holds back what replaces it for 300 ms, which every page would wait.
 */
import { type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { Failure, Loading, screenFailure } from '../ui/load.tsx'
import { loadSheet, retriedLoad } from './retried-load.ts'

type StaffPart = typeof import('./staff-part.ts')
type State = 'coming' | 'failed' | StaffPart

let state: State | undefined
const listeners = new Set<() => void>()

interface LaterProps {
  children: (part: StaffPart) => ReactNode
  /** Stands in its place until the part has arrived. */
  waiting?: ReactNode
  /** Whether it can be missing without a word: what it is shown with says why. */
  isOptional?: boolean
}

export function Later({ children, waiting = <Loading />, isOptional = false }: LaterProps) {
  const part = useSyncExternalStore(subscribe, () => state)
  useEffect(() => {
    if (!state || state === 'failed') void load()
  }, [])
  if (typeof part === 'object') return children(part)
  return part === 'failed' && !isOptional ? <Failure error={screenFailure} retry={load} /> : waiting
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

async function load(): Promise<void> {
  become('coming')
  try {
    const [part] = await Promise.all([
      retriedLoad(() => import('./staff-part.ts')),
      loadSheet(sheetAddress()),
    ])
    become(part)
  } catch {
    become('failed')
  }
}

function become(next: State): void {
  state = next
  for (const listener of listeners) listener()
}

/** One sheet for all of it, which the page names. */
function sheetAddress(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="sheet"]')?.content ?? ''
}
