/** Keeps the screen of the device on while a gate is open, where the browser can. */
import { useEffect } from 'react'

/** Pages over plain http cannot keep the screen on. */
export const canKeepScreenOn = 'wakeLock' in navigator

export function useScreenOn(): void {
  useEffect(() => {
    if (!canKeepScreenOn) return
    let lock: WakeLockSentinel | undefined
    let isOver = false
    async function take() {
      if (document.visibilityState !== 'visible') return
      const taken = await navigator.wakeLock.request('screen').catch(() => undefined)
      if (isOver) void taken?.release()
      else lock = taken
    }
    void take()
    // The browser releases the lock of a hidden page.
    document.addEventListener('visibilitychange', take)
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', take)
      void lock?.release()
    }
  }, [])
}
