/**
 * Loads and shows the parts of the pages that a scanned credential does not need. It does not use `React.lazy`: after
 * React shows a fallback, it holds back the content for 300 ms, and every page would have to wait for that.
 */
import { type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { Failure, Loading, screenFailure } from '../ui/load.tsx'
import { loadModule, loadSheet } from './retried-load.ts'

export type StaffPart = typeof import('./staff-part.ts')

/** A part of the application. The meta element `name` of the page lists its files: the stylesheet, then the scripts. */
class LaterPart<Exports extends object> {
  state: 'coming' | 'failed' | Exports | undefined
  #listeners = new Set<() => void>()

  constructor(
    private readonly importPart: () => Promise<Exports>,
    private readonly name: string,
  ) {}

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  loadOnce = (): void => {
    if (!this.state || this.state === 'failed') void this.load()
  }

  load = async (): Promise<void> => {
    this.#set('coming')
    try {
      const list = document.querySelector<HTMLMetaElement>(`meta[name="${this.name}"]`)?.content ?? ''
      const [sheet = '', ...scripts] = list.split(' ')
      const [exports] = await Promise.all([loadModule(scripts, this.importPart), loadSheet(sheet)])
      this.#set(exports)
    } catch {
      this.#set('failed')
    }
  }

  #set(state: typeof this.state): void {
    this.state = state
    for (const listener of this.#listeners) listener()
  }
}

interface LoaderProps<Exports> {
  children: (part: Exports) => ReactNode
  /** Is shown until the part has loaded. */
  waiting?: ReactNode
  /** True if the part loads only after the browser has painted the rest of the screen. */
  isDeferred?: boolean
  /** True if a failed load needs no message, because the rest of the screen explains it. */
  isOptional?: boolean
}

const staffPart = new LaterPart(() => import('./staff-part.ts'), 'staff-part')
const gatePart = new LaterPart(() => import('./gate-part.ts'), 'gate-part')

/** Loads the screens of staff. */
export function StaffPartLoader(props: LoaderProps<StaffPart>) {
  return <PartLoader part={staffPart} {...props} />
}

/** Loads the screen of a gate. */
export function GatePartLoader(props: LoaderProps<typeof import('./gate-part.ts')>) {
  return <PartLoader part={gatePart} {...props} />
}

function PartLoader<Exports extends object>(props: LoaderProps<Exports> & { part: LaterPart<Exports> }) {
  const { part, children, waiting = <Loading />, isDeferred = false, isOptional = false } = props
  const state = useSyncExternalStore(part.subscribe, () => part.state, nothingYet)
  useEffect(() => (isDeferred ? afterPaint(part.loadOnce) : part.loadOnce()), [part, isDeferred])
  if (typeof state === 'object') return children(state)
  return state === 'failed' && !isOptional ? <Failure error={screenFailure} retry={part.load} /> : waiting
}

/** The state of a part on the server, and therefore in the first render on top of its HTML. */
function nothingYet(): undefined {}

/**
 * Calls `action` after the browser has painted the current screen. Returns a function that cancels the call. The frame of
 * the page and the screen in it, whose answers the page embeds, are painted one after the other: it waits for both.
 */
function afterPaint(action: () => void): () => void {
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(() => setTimeout(action))
  })
  return () => cancelAnimationFrame(frame)
}
