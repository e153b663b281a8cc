/** The way from row to row by the keyboard: the focus is on the link to the row's credential. */
import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react'

/** Gives false where there is no row that way. */
export function goToRow(list: HTMLElement | null, step: 1 | -1): boolean {
  const links = linksOf(list)
  const index = rowIndexOf(links, document.activeElement)
  const next = index < 0 && step < 0 ? undefined : links[Math.min(index + step, links.length - 1)]
  next?.focus()
  return next !== undefined
}

/** Where a row goes away that has the focus, the one in its place gets it. To be given the events of the list. */
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

/** The place of the row that an element is in; -1 where it is in none. */
function rowIndexOf(links: readonly HTMLElement[], element: Element | null): number {
  return links.findIndex((link) => link.closest('tr')?.contains(element))
}
