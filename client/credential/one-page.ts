/** Fits a printed element on one page: measures it in its print layout and reduces it until it fits. */
import { type RefObject, useEffect, useRef } from 'react'

/** The height of a page without its margins, in millimetres: the shorter of A4 and US Letter. */
const pageHeight = 254
const pixelsPerMillimetre = 96 / 25.4

/** Returns the ref of the element to fit. `printing` is the class that gives the element its print layout. */
export function useOnePage(printing: string): RefObject<HTMLElement | null> {
  const page = useRef<HTMLElement>(null)
  useEffect(() => {
    const before = () => page.current && setOnPage(page.current, printing)
    const after = () => page.current && release(page.current, printing)
    window.addEventListener('beforeprint', before)
    window.addEventListener('afterprint', after)
    return () => {
      window.removeEventListener('beforeprint', before)
      window.removeEventListener('afterprint', after)
    }
  }, [printing])
  return page
}

/**
 * Sets the text in columns and reduces its zoom until the element fits. Smaller type also makes more columns, so that
 * even a text with one word per line fits in the end.
 */
function setOnPage(element: HTMLElement, printing: string): void {
  element.classList.add(printing)
  const { width } = getComputedStyle(element)
  const fits = () => element.getBoundingClientRect().height <= pageHeight * pixelsPerMillimetre
  if (fits()) return
  element.dataset.columns = 'true'
  for (let zoom = 1; zoom > 0.1 && !fits(); zoom -= 0.05) {
    element.style.zoom = String(zoom)
    element.style.width = `calc(${width} / ${zoom})`
  }
}

function release(element: HTMLElement, printing: string): void {
  element.classList.remove(printing)
  delete element.dataset.columns
  element.style.zoom = ''
  element.style.width = ''
}
