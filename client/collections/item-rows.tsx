/** The items of a list that an admin keeps, in their order, and below them those that are retired, if any can be. */
import type { ReactNode } from 'react'
import button from '../ui/button.module.css'
import { Button } from '../ui/form.tsx'
import layout from '../ui/layout.module.css'
import parts from '../ui/parts.module.css'
import styles from '../ui/settings.module.css'

export interface ItemWords<Item> {
  /** The name of an item in its row. */
  nameOf: (item: Item) => string
  /** Returns what stands beside or below the name. */
  describe: (item: Item) => ReactNode
  keyOf: (item: Item) => string
  /** The word for those that are retired, such as `Retirados`. */
  retiredWord?: string
  /** The word of the button that retires or removes one. */
  leaveWord: 'Retirar' | 'Quitar'
}

interface ItemRowsProps<Item> {
  words: ItemWords<Item>
  /** The name of the list, such as `Campos`. */
  label: string
  items: readonly Item[]
  /** Absent for items without an order. */
  onMove?: (item: Item, up: boolean) => void
  onEdit: (item: Item) => void
  onLeave: (item: Item) => void
  onReturn: (item: Item) => void
  /** The controls between the items and those that are retired. */
  children?: ReactNode
}

export function ItemRows<Item>({
  words,
  label,
  items,
  onMove,
  onEdit,
  onLeave,
  ...props
}: ItemRowsProps<Item>) {
  const { keyOf, nameOf, describe, retiredWord = '', leaveWord } = words
  const active = items.filter((item) => !isRetired(item))
  const retired = items.filter(isRetired)
  const rowOf = (item: Item, actions: readonly Action[]) => (
    <li key={keyOf(item)} className={layout.split}>
      <p>
        <b>{nameOf(item)}</b>
        {describe(item)}
      </p>
      <div className={parts.actions}>
        {actions.map(({ word, sign, className = button.button, isDisabled, act }) => (
          <Button
            key={word}
            className={sign ? button.square : className}
            aria-label={`${word} ${nameOf(item)}`}
            disabled={isDisabled}
            onClick={act}
          >
            {sign ?? word}
          </Button>
        ))}
      </div>
    </li>
  )
  return (
    <>
      {active.length > 0 && (
        <ul className={`${parts.lines} ${styles.rows}`} aria-label={label}>
          {active.map((item, index) => {
            const isLast = index === active.length - 1
            const moves = onMove && [
              { word: 'Subir', sign: '↑', isDisabled: index === 0, act: () => onMove(item, true) },
              { word: 'Bajar', sign: '↓', isDisabled: isLast, act: () => onMove(item, false) },
            ]
            return rowOf(item, [
              ...(moves ?? []),
              { word: 'Editar', act: () => onEdit(item) },
              { word: leaveWord, className: button.danger, act: () => onLeave(item) },
            ])
          })}
        </ul>
      )}
      {props.children}
      {retired.length > 0 && (
        <details>
          <summary>
            {retiredWord} ({retired.length})
          </summary>
          <ul
            className={`${parts.lines} ${styles.rows}`}
            aria-label={`${label}: ${retiredWord.toLowerCase()}`}
          >
            {retired.map((item) => rowOf(item, [{ word: 'Volver a usar', act: () => props.onReturn(item) }]))}
          </ul>
        </details>
      )}
    </>
  )
}

/** A button of a row. */
interface Action {
  word: string
  /** Stands on the button instead of the word. */
  sign?: string
  className?: string
  isDisabled?: boolean
  act: () => void
}

function isRetired(item: unknown): boolean {
  return (item as { isRetired?: boolean }).isRetired === true
}
