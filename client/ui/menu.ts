/** The state of a menu: open or closed. A press elsewhere or on an item, Escape, and a lost focus close it. */
import { type RefObject, useEffect, useRef, useState } from 'react'

interface Menu {
  isOpen: boolean
  /** The element that contains the button and the items. */
  menu: RefObject<HTMLDivElement | null>
  toggle: () => void
}

export function useMenu(): Menu {
  const menu = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)

  useEffect(() => {
    if (!isOpen) return
    const element = menu.current
    const button = element?.querySelector('button')
    const listening = new AbortController()
    const { signal } = listening
    const close = () => setOpen(false)
    document.addEventListener(
      'click',
      ({ target }) => {
        if (target instanceof Node && !button?.contains(target)) close()
      },
      { signal, capture: true },
    )
    element?.addEventListener(
      'keydown',
      ({ key }) => {
        if (key !== 'Escape') return
        close()
        button?.focus()
      },
      { signal },
    )
    element?.addEventListener(
      'focusout',
      ({ relatedTarget }) => {
        if (relatedTarget instanceof Node && !element.contains(relatedTarget)) close()
      },
      { signal },
    )
    return () => listening.abort()
  }, [isOpen])

  return { isOpen, menu, toggle: () => setOpen(!isOpen) }
}
