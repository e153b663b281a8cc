/** Keeps the focus in a list while its items change, so that a person can go on by keyboard. */
import { useEffect, useLayoutEffect, useRef } from 'react'

/**
 * Remembers the focused button when a dialog opens or an order begins (`isAway`). Afterwards the focus returns to it or, if
 * it is gone or disabled, to a button beside it: in its row, in the row that took its place, or in the group.
 */
export function useKeptFocus(isAway: boolean): void {
  const path = useRef<Place[]>([])
  // A dialog takes the focus in a later effect.
  useLayoutEffect(() => {
    if (isAway) path.current = pathOf(document.activeElement)
  }, [isAway])
  useEffect(() => {
    const { activeElement, body } = document
    if (!isAway && (activeElement === body || activeElement?.matches(':disabled'))) focusNear(path.current)
  }, [isAway])
}

/** An element, and its place in the one around it. */
interface Place {
  element: Element
  index: number
}

/** Returns the places of a button and of all that is around it. */
function pathOf(element?: Element | null): Place[] {
  if (!element) return []
  const { parentElement: parent } = element
  return [{ element, index: parent ? [...parent.children].indexOf(element) : 0 }, ...pathOf(parent)]
}

function focusNear(path: readonly Place[]): void {
  for (const [level, { element }] of path.entries()) {
    if (!element.isConnected) continue
    const beside = element.children[Math.min(path[level - 1]?.index ?? 0, element.children.length - 1)]
    const buttons = [...(beside?.querySelectorAll('button') ?? [])]
    const same = buttons[path[0]?.index ?? 0]
    const next = [element, same, ...buttons, ...element.querySelectorAll('button')].find(
      (one) => one instanceof HTMLButtonElement && !one.disabled && one.checkVisibility(),
    )
    if (!(next instanceof HTMLElement)) continue
    next.focus()
    return
  }
}
