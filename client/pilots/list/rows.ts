/**
 * The rows of the list: their order, the keys between them, whose focus is on the link of a row, and ranges of them.
 */

import { type FocusEvent, type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { useNavigationType } from 'react-router-dom'
import type { FieldName } from '#domain/pilots/fields'
import type { ListView } from '#domain/pilots/search/list-query'

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

/** Returns the identifiers from the row that was ticked last to another one, or only the latter if the first is gone. */
export function rangeOf(ids: readonly string[], last: string | undefined, id: string): readonly string[] {
  const [one, other] = [last === undefined ? -1 : ids.indexOf(last), ids.indexOf(id)]
  return one < 0 ? [id] : ids.slice(Math.min(one, other), Math.max(one, other) + 1)
}

interface ListPosition {
  scroll: number
  /** The address of the credential whose row had the focus. */
  focused?: string
}

/** The positions of the lists that this tab has left, by the keys of their history entries. */
const positions = new Map<string, ListPosition>()

/**
 * Restores the scroll position and the focused row of a list to which the person returns. `key` is the key of its
 * history entry.
 */
export function useListPosition(list: RefObject<HTMLElement | null>, key: string): void {
  const isReturn = useNavigationType() === 'POP'
  useLayoutEffect(() => {
    const element = list.current
    const position: ListPosition = (isReturn && positions.get(key)) || { scroll: window.scrollY }
    positions.set(key, position)
    window.scrollTo(0, position.scroll)
    const focused = linksOf(element).find((link) => link.getAttribute('href') === position.focused)
    focused?.focus({ preventScroll: true })
    // The position is not read when the list is left, because parts of the page may already be gone then.
    const keepScroll = () => {
      position.scroll = window.scrollY
    }
    const keepFocus = () => {
      const links = linksOf(element)
      position.focused = links[rowIndexOf(links, document.activeElement)]?.getAttribute('href') ?? undefined
    }
    window.addEventListener('scroll', keepScroll, { passive: true })
    element?.addEventListener('focusin', keepFocus)
    return () => {
      window.removeEventListener('scroll', keepScroll)
      element?.removeEventListener('focusin', keepFocus)
    }
  }, [list, key, isReturn])
}

function linksOf(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>('[data-opens]') ?? [])]
}

/** Returns the index of the row that contains an element, or -1 if no row does. */
function rowIndexOf(links: readonly HTMLElement[], element: Element | null): number {
  return links.findIndex((link) => link.closest('tr, li')?.contains(element))
}

/** Opens the credential of the row that is pressed, as its link would; while a phone chooses rows, ticks it instead. */
export function useRowPress(list: RefObject<HTMLElement | null>, isChoosing: boolean): void {
  useEffect(() => {
    const element = list.current
    const listening = new AbortController()
    const listen = (name: 'click' | 'auxclick' | 'mousedown', handler: (event: MouseEvent) => void) =>
      element?.addEventListener(name, handler, { signal: listening.signal })

    listen('click', (event) => {
      const row = pressedRow(event)
      if (!row || hasSelectedText(row)) return
      if (isChoosing) row.querySelector<HTMLElement>('[type="checkbox"]')?.click()
      else open(row, event.ctrlKey || event.metaKey || event.shiftKey)
    })
    listen('auxclick', (event) => {
      const row = event.button === 1 ? pressedRow(event) : undefined
      if (row) open(row, true)
    })
    // The middle button would start to scroll the page.
    listen('mousedown', (event) => {
      if (event.button === 1 && pressedRow(event)) event.preventDefault()
    })
    return () => listening.abort()
  }, [list, isChoosing])
}

/** Returns the row that an event pressed, unless it pressed one of its links or beside its checkbox. */
function pressedRow({ target }: MouseEvent): Element | undefined {
  if (!(target instanceof Element) || target.closest('a, button, td:has([type="checkbox"])')) return undefined
  return target.closest('tbody tr') ?? undefined
}

/** Returns true if the press ended a selection of text in the row. */
function hasSelectedText(row: Element): boolean {
  const selection = window.getSelection()
  return selection !== null && !selection.isCollapsed && selection.containsNode(row, true)
}

function open(row: Element, isNewTab: boolean): void {
  const link = row.querySelector<HTMLAnchorElement>('a[data-opens]')
  if (isNewTab) window.open(link?.href, '_blank', 'noopener')
  else link?.click()
}

export type Order = Pick<ListView, 'search' | 'sort' | 'order'>

/** Returns the order after a press on the title of a field: ascending, then descending, then the default order. */
export function nextOrder({ sort, order }: Order, field: FieldName): Order {
  if (sort !== field) return { sort: field, order: undefined }
  return order === 'desc' ? { sort: undefined, order: undefined } : { sort: field, order: 'desc' }
}
