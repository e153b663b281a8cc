/** Keyboard navigation between the rows of the list. The link to a row's credential holds the focus. */
import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react'

/** Moves the focus one row down or up, at most to the last row. Returns false if there is no row to focus. */
export function goToRow(list: HTMLElement | null, step: 1 | -1): boolean {
  const links = linksOf(list)
  const index = rowIndexOf(links, document.activeElement)
  const next = index < 0 && step < 0 ? undefined : links[Math.min(index + step, links.length - 1)]
  next?.focus()
  return next !== undefined
}

/**
 * Returns the `onFocus` handler of the list. If the focused row disappears, the row that now has its index gets the
 * focus, or else the last row.
 */
export function useKeptFocus(list: RefObject<HTMLElement | null>): (event: FocusEvent) => void {
  const last = useRef<{ element: Element; index: number }>(undefined)
  useLayoutEffect(() => {
    if (!last.current || last.current.element.isConnected) return
    const links = linksOf(list.current)
    const { index } = last.current
    last.current = undefined
    if (document.activeElement === document.body) {
      links[Math.min(index, links.length - 1)]?.focus({ preventScroll: true })
    }
  })
  return ({ target }) => {
    const index = rowIndexOf(linksOf(list.current), target)
    last.current = index < 0 ? undefined : { element: target, index }
  }
}

function linksOf(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>('[data-opens]') ?? [])]
}

/** Returns the index of the row that contains an element, or -1 if no row does. */
function rowIndexOf(links: readonly HTMLElement[], element: Element | null): number {
  return links.findIndex((link) => link.closest('tr')?.contains(element))
}
