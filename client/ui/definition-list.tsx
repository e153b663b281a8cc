/** Definitions in the order that a person gives them, such as the fields of one's own, and below those that are retired, if any can be. */
import { type ReactNode, useState } from 'react'
import { useSessionRefresh } from '../api/field-table.ts'
import button from './button.module.css'
import layout from './layout.module.css'
import parts from './parts.module.css'
import styles from './settings.module.css'

interface DefinitionListProps<Item> {
  /** The name of the list, such as `Campos`. */
  label: string
  /** The word for those that are retired, such as `Retirados`. */
  retiredWord?: string
  items: readonly Item[]
  keyOf: (item: Item) => string
  nameOf: (item: Item) => string
  isRetired?: (item: Item) => boolean
  /** Returns what stands beside or below the name. */
  describe: (item: Item) => ReactNode
  onMove: (item: Item, up: boolean) => void
  onEdit: (item: Item) => void
  /** The word of the button that retires or removes one. */
  leaveWord?: 'Retirar' | 'Quitar'
  onLeave: (item: Item) => void
  onReturn?: (item: Item) => void
  /** The controls between the two lists. */
  children?: ReactNode
}

export function DefinitionList<Item>(props: DefinitionListProps<Item>) {
  const { label, items, keyOf, nameOf, describe, children } = props
  const { retiredWord = '', leaveWord = 'Retirar', isRetired = () => false } = props
  const active = items.filter((item) => !isRetired(item))
  const retired = items.filter(isRetired)
  return (
    <>
      {active.length > 0 && (
        <ul className={`${parts.lines} ${styles.rows}`} aria-label={label}>
          {active.map((item, index) => {
            const name = nameOf(item)
            return (
              <li key={keyOf(item)} className={layout.split}>
                <p>
                  <b>{name}</b>
                  {describe(item)}
                </p>
                <div className={parts.actions}>
                  <button
                    type="button"
                    className={button.square}
                    aria-label={`Subir ${name}`}
                    disabled={index === 0}
                    onClick={() => props.onMove(item, true)}
                  >
                    ↑
                  </button>
                  <button
                    type="button"
                    className={button.square}
                    aria-label={`Bajar ${name}`}
                    disabled={index === active.length - 1}
                    onClick={() => props.onMove(item, false)}
                  >
                    ↓
                  </button>
                  <button
                    type="button"
                    className={button.button}
                    aria-label={`Editar ${name}`}
                    onClick={() => props.onEdit(item)}
                  >
                    Editar
                  </button>
                  <button
                    type="button"
                    className={button.danger}
                    aria-label={`${leaveWord} ${name}`}
                    onClick={() => props.onLeave(item)}
                  >
                    {leaveWord}
                  </button>
                </div>
              </li>
            )
          })}
        </ul>
      )}
      {children}
      {retired.length > 0 && (
        <details>
          <summary>
            {retiredWord} ({retired.length})
          </summary>
          <ul
            className={`${parts.lines} ${styles.rows}`}
            aria-label={`${label}: ${retiredWord.toLowerCase()}`}
          >
            {retired.map((item) => (
              <li key={keyOf(item)} className={layout.split}>
                <p>
                  <b>{nameOf(item)}</b>
                  {describe(item)}
                </p>
                <div className={parts.actions}>
                  <button
                    type="button"
                    className={button.button}
                    aria-label={`Volver a usar ${nameOf(item)}`}
                    onClick={() => props.onReturn?.(item)}
                  >
                    Volver a usar
                  </button>
                </div>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

/** Holds the definitions that a section shows after a change, its open dialogs, and the text about what was done. */
export function useDefinitions<Item, Open>() {
  const [changed, setChanged] = useState<Item[]>()
  const [open, setOpen] = useState<Open>()
  const [leaving, setLeaving] = useState<Item>()
  const [done, setDone] = useState('')
  const refresh = useSessionRefresh()

  /** Shows the definitions that another person has changed meanwhile. The dialogs stay open. */
  function showOthers(items: Item[]) {
    setChanged(items)
    refresh()
  }

  /** Shows the definitions after a change, and closes the dialogs. */
  function show(items: Item[], text = '') {
    showOthers(items)
    setOpen(undefined)
    setLeaving(undefined)
    setDone(text)
  }
  return { changed, open, setOpen, leaving, setLeaving, done, show, showOthers }
}
