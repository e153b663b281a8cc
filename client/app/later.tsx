/**
 * Loads and shows the part of the pages that a scanned credential does not need. It does not use `React.lazy`: after
 * React shows a fallback, it holds back the content for 300 ms, and every page would have to wait for that.
 */
import { type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { Failure, Loading, screenFailure } from '../ui/load.tsx'
import { loadSheet, retriedLoad } from './retried-load.ts'

export type StaffPart = typeof import('./staff-part.ts')
type State = 'coming' | 'failed' | StaffPart

let state: State | undefined
const listeners = new Set<() => void>()

interface LaterProps {
  children: (part: StaffPart) => ReactNode
  /** Is shown until the part has loaded. */
  waiting?: ReactNode
  /** True if the part loads only after the browser has painted the rest of the screen. */
  isDeferred?: boolean
  /** True if a failed load needs no message, because the rest of the screen explains it. */
  isOptional?: boolean
}

export function StaffPartLoader({
  children,
  waiting = <Loading />,
  isDeferred = false,
  isOptional = false,
}: LaterProps) {
  const part = useSyncExternalStore(subscribe, () => state)
  useEffect(() => (isDeferred ? afterPaint(loadOnce) : loadOnce()), [isDeferred])
  if (typeof part === 'object') return children(part)
  return part === 'failed' && !isOptional ? <Failure error={screenFailure} retry={load} /> : waiting
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function loadOnce(): void {
  if (!state || state === 'failed') void load()
}

/** Calls `action` after the browser has painted the current screen. Returns a function that cancels the call. */
function afterPaint(action: () => void): () => void {
  const frame = requestAnimationFrame(() => setTimeout(action))
  return () => cancelAnimationFrame(frame)
}

async function load(): Promise<void> {
  setState('coming')
  try {
    const [part] = await Promise.all([
      retriedLoad(() => import('./staff-part.ts')),
      loadSheet(sheetAddress()),
    ])
    setState(part)
  } catch {
    setState('failed')
  }
}

function setState(next: State): void {
  state = next
  for (const listener of listeners) listener()
}

/** Returns the address of the stylesheet of the whole part, which the page names in a meta element. */
function sheetAddress(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="sheet"]')?.content ?? ''
}
