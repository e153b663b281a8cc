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

/** An element that contains the button, and the place of the child that does. */
interface Place {
  element: Element
  index: number
}

/** Returns the places of a button from itself up to the section. */
function pathOf(button: Element | null): Place[] {
  const places: Place[] = []
  let child = button
  for (let element = button; element && element !== document.body; element = element.parentElement) {
    places.push({ element, index: child ? [...element.children].indexOf(child) : 0 })
    child = element
  }
  return places
}

function focusNear(path: readonly Place[]): void {
  const column = path[1]?.index ?? 0
  for (const { element, index } of path) {
    if (!element.isConnected) continue
    const beside = element.children[Math.min(index, element.children.length - 1)]
    const buttons = [...(beside?.querySelectorAll('button') ?? [])]
    const next = [element, buttons[column], ...buttons, ...element.querySelectorAll('button')].find(
      (one) => one instanceof HTMLButtonElement && !one.disabled && one.checkVisibility(),
    )
    if (!(next instanceof HTMLElement)) continue
    next.focus()
    return
  }
}
