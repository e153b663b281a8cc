/** Follows which section of a long screen a person reads. */
import { useEffect, useState } from 'react'

/** The part of the screen, from the top, in which the start of a section makes it the one that is read. */
const reach = 0.15

/**
 * Returns the identifier of the last element that begins in the upper part of the screen, or above the screen. At the
 * end of the page, where the last elements cannot reach the top, it is the one that the address names, or the last.
 */
export function useSectionInView(ids: readonly string[]): string | undefined {
  const [inView, setInView] = useState(ids[0])
  useEffect(() => {
    const follow = () => {
      const isAtEnd = window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 1
      const named = ids.find((id) => isAtEnd && `#${id}` === window.location.hash)
      const line = window.innerHeight * (isAtEnd ? 1 : reach)
      setInView(named ?? ids.findLast((id) => topOf(id) < line) ?? ids[0])
    }
    follow()
    window.addEventListener('scroll', follow, { passive: true })
    window.addEventListener('resize', follow)
    return () => {
      window.removeEventListener('scroll', follow)
      window.removeEventListener('resize', follow)
    }
  }, [ids])
  return inView
}

/** Returns the distance of an element from the top of the screen, in CSS pixels. */
function topOf(id: string): number {
  return document.getElementById(id)?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY
}
