/** Makes what is printed end on its page: measured as it comes out, and set smaller until it fits. */
import { type RefObject, useEffect, useRef } from 'react'

/** The height of a page without its margins, in millimetres: the shorter of A4 and US Letter. */
const pageHeight = 254
const pixelsPerMillimetre = 96 / 25.4

/** `printing` is the class that sets an element as it stands on paper. */
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

/** In columns smaller type also makes more of them, so that even a text of one word a line fits in the end. */
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
