/** Loads the clubs that exist. */
import { useEffect, useState } from 'react'
import { staffApi } from '../api/staff-api.ts'

/** Returns the clubs, those with the most pilots first. Loads them again when `reason` changes, and fails silently. */
export function useClubs(reason: unknown): readonly string[] {
  const [clubs, setClubs] = useState<readonly string[]>([])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the reason itself is not used
  useEffect(() => {
    const leaving = new AbortController()
    staffApi.clubs(leaving.signal).then(
      (loaded) => !leaving.signal.aborted && setClubs(loaded),
      () => {},
    )
    return () => leaving.abort()
  }, [reason])
  return clubs
}
