/**
 * Loads and shows the parts of the pages that a scanned credential does not need. It does not use `React.lazy`: after
 * React shows a fallback, it holds back the content for 300 ms, and every page would have to wait for that.
 */
import { type ReactNode, useEffect, useState } from 'react'
import { whileAnswering } from '../api/silence.ts'
import { Failure, Loading, screenFailure } from '../ui/notice.tsx'
import { importOnce, loadPageAgain } from './retry.ts'

interface LoaderProps<Exports> {
  children: (part: Exports) => ReactNode
  /** Is shown until the part has loaded. */
  waiting?: ReactNode
  /** True if the part loads only after the browser has painted the rest of the screen. */
  isDeferred?: boolean
  /** True if a failed load needs no message, because the rest of the screen explains it. */
  isOptional?: boolean
}

/** Loads the screens of staff. */
export const StaffPartLoader = partLoader(() => import('./staff-part.ts'))

/** Loads the screen of a gate. */
export const GatePartLoader = partLoader(() => import('./gate-part.ts'))

/** Loads the form on the phone of a rider. */
export const ApplyPartLoader = partLoader(() => import('./apply-part.ts'))

function partLoader<Exports extends object>(importPart: () => Promise<Exports>) {
  let loaded: Exports | undefined
  let loading: Promise<Exports> | undefined
  return function PartLoader(props: LoaderProps<Exports>) {
    const { children, waiting = <Loading />, isDeferred = false, isOptional = false } = props
    const [part, setPart] = useState(loaded)
    const [hasFailed, setHasFailed] = useState(false)
    useEffect(() => {
      if (part) return
      let isGone = false
      const cancel = (isDeferred ? afterPaint : atOnce)(async () => {
        try {
          loading ??= importOnce(() => whileAnswering(importPart()))
          loaded = await loading
          if (!isGone) setPart(loaded)
        } catch {
          loading = undefined
          if (!isGone) setHasFailed(true)
        }
      })
      return () => {
        isGone = true
        cancel()
      }
    }, [part, isDeferred])
    if (part) return children(part)
    if (!hasFailed || isOptional) return waiting
    return <Failure error={screenFailure} retry={() => void loadPageAgain().catch(() => {})} />
  }
}

function atOnce(action: () => void): () => void {
  action()
  return () => {}
}

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
