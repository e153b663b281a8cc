/**
 * A button that opens a menu of further actions, after the menu button pattern of the WAI-ARIA Authoring Practices
 * (https://www.w3.org/WAI/ARIA/apg/patterns/menu-button/).
 */
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { fold } from '#domain/text/text'
import button from './button.module.css'
import { Button } from './form.tsx'
import { LineIcon } from './images.tsx'
import { Link } from './link.tsx'
import styles from './menu.module.css'
import { useDocumentEvent } from './page-events.ts'
import parts from './parts.module.css'

export type MenuItem = {
  name: string
  /** The keys that do the same without the menu, such as `Ctrl+P`. */
  keys?: string
  /** True for an action that is not easily undone. */
  isDangerous?: boolean
  /** True for an item that larger screens show elsewhere. */
  isPhoneOnly?: boolean
} & ({ to: string } | { onChoose: () => void })

interface MenuProps {
  /** The items in groups, with a line between two groups. A menu without items is not shown. */
  groups: readonly (readonly MenuItem[])[]
  /** The accessible name of the button, whose text is *Más*. */
  label?: string
}

export function Menu({ groups, label = 'Más' }: MenuProps) {
  const id = useId()
  const menu = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  /** The item that has the focus when the menu opens. Undefined while the menu is closed. */
  const [first, setFirst] = useState<'first' | 'last'>()
  const isOpen = first !== undefined
  const close = () => setFirst(undefined)

  useLayoutEffect(() => {
    const [list, anchor] = [menu.current, opener.current]
    if (!first || !list || !anchor) return
    const place = () => placeBeside(list, anchor)
    place()
    itemsIn(list)
      .at(first === 'first' ? 0 : -1)
      ?.focus()
    const closing = new AbortController()
    const { signal } = closing
    window.addEventListener('resize', place, { signal })
    window.addEventListener('scroll', place, { signal, capture: true })
    return () => closing.abort()
  }, [first])
  /** Closes the menu if something else is pressed, or gets the focus. */
  function leave({ target }: Event) {
    if (isOpen && target instanceof Node && !opener.current?.parentElement?.contains(target)) close()
  }
  useDocumentEvent('pointerdown', leave, true)
  useDocumentEvent('focusin', leave, true)

  function back() {
    close()
    opener.current?.focus()
  }

  function pressKey(event: KeyboardEvent) {
    if (event.ctrlKey || event.altKey || event.metaKey || !menu.current) return
    const items = itemsIn(menu.current)
    const at = items.indexOf(document.activeElement as HTMLElement)
    const next = nextItem(event.key, items, at)
    // The browser moves on from the button.
    if (event.key === 'Tab') return back()
    if (event.key === 'Escape') back()
    else if (event.key === ' ' && items[at] instanceof HTMLAnchorElement) items[at].click()
    else if (next) next.focus()
    else return
    event.preventDefault()
  }

  const shown = groups.filter((items) => items.length > 0)
  if (shown.length === 0) return null
  return (
    <div className={styles.menu}>
      <Button
        ref={opener}
        className={`${button.button} ${button.pressable}`}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setFirst(isOpen ? undefined : 'first')}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
          event.preventDefault()
          setFirst(event.key === 'ArrowDown' ? 'first' : 'last')
        }}
      >
        Más
        <LineIcon size={16} stroke={2.5} d="M5 9l7 7 7-7" />
      </Button>
      {isOpen && (
        <div
          ref={menu}
          id={id}
          role="menu"
          tabIndex={-1}
          aria-label={label}
          className={styles.items}
          onKeyDown={pressKey}
        >
          {shown.map((items) => (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a menu
            <div
              key={items[0]?.name}
              role="group"
              className={items.every(({ isPhoneOnly }) => isPhoneOnly) ? parts.phoneOnly : undefined}
            >
              {items.map((item) => (
                <Item key={item.name} item={item} onChosen={back} />
              ))}
            </div>
          ))}
        </div>
      )}
    </div>
  )
}

function Item({ item, onChosen }: { item: MenuItem; onChosen: () => void }) {
  const { name, keys, isDangerous, isPhoneOnly } = item
  const props = {
    role: 'menuitem',
    tabIndex: -1,
    className: `${styles.item} ${isPhoneOnly ? parts.phoneOnly : ''}`,
    'data-dangerous': isDangerous || undefined,
    'aria-keyshortcuts': keys?.replace('Ctrl', 'Control'),
  }
  const content = (
    <>
      {name} {keys && <kbd>{keys}</kbd>}
    </>
  )
  if ('to' in item)
    return (
      <Link {...props} to={item.to} onClick={onChosen}>
        {content}
      </Link>
    )
  return (
    <Button
      {...props}
      onClick={() => {
        onChosen()
        item.onChoose()
      }}
    >
      {content}
    </Button>
  )
}

/** Returns the items that the screen is wide enough for. */
function itemsIn(menu: HTMLElement): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>('[role="menuitem"]')].filter(
    (item) => item.getClientRects().length > 0,
  )
}

/** Returns the item that a key moves to: a character moves to the next item that begins with it. */
function nextItem(key: string, items: readonly HTMLElement[], at: number): HTMLElement | undefined {
  if (key === 'ArrowDown') return items[(at + 1) % items.length]
  if (key === 'ArrowUp') return items.at(at < 0 ? -1 : at - 1)
  if (key === 'Home' || key === 'PageUp') return items[0]
  if (key === 'End' || key === 'PageDown') return items.at(-1)
  if (key.length > 1 || key === ' ') return undefined
  const following = [...items.slice(at + 1), ...items.slice(0, at + 1)]
  return following.find(({ textContent }) => fold(textContent).startsWith(fold(key)))
}

/** The distance of the menu from its button, and from the edge of the window, in pixels. */
const distance = 4

/** Places a menu below its button, or above it if there is more room, and within the window. */
function placeBeside(menu: HTMLElement, opener: HTMLElement): void {
  const { top, bottom, left, right } = opener.getBoundingClientRect()
  const { clientWidth, clientHeight } = document.documentElement
  const below = clientHeight - bottom - 2 * distance
  const above = top - 2 * distance
  const isAbove = below < menu.scrollHeight && above > below
  menu.style.maxHeight = `${Math.max(0, isAbove ? above : below)}px`
  const { offsetWidth, offsetHeight } = menu
  // In the right half of the window, the right edges are aligned.
  const start = left + right > clientWidth ? right - offsetWidth : left
  menu.style.left = `${Math.max(distance, Math.min(start, clientWidth - offsetWidth - distance))}px`
  menu.style.top = `${isAbove ? top - offsetHeight - distance : bottom + distance}px`
}
