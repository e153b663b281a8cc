/** Opens the credential of the row that is pressed, as its link would; while a phone chooses rows, ticks it instead. */
import { type RefObject, useEffect } from 'react'

export function useRowPress(list: RefObject<HTMLElement | null>, isChoosing: boolean): void {
  useEffect(() => {
    const element = list.current
    const listening = new AbortController()
    const listen = (name: 'click' | 'auxclick' | 'mousedown', heard: (event: MouseEvent) => void) =>
      element?.addEventListener(name, heard, { signal: listening.signal })

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
