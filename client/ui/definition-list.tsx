/**
 * Definitions in the order that a person gives them, such as the fields of one's own, and below them those that are retired,
 * if any can be.
 */
import { type ReactNode, useState } from 'react'
import { meanwhile } from '#domain/text/text'
import { ApiError } from '../api/call.ts'
import { useSessionRefresh } from '../api/field-table.ts'
import { useLoad } from '../api/load.ts'
import button from './button.module.css'
import { Confirmation } from './dialog.tsx'
import { Button, Done, useAction } from './form.tsx'
import layout from './layout.module.css'
import { Failure, Notice } from './notice.tsx'
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
  /** Absent for definitions without an order. */
  onMove?: (item: Item, up: boolean) => void
  onEdit: (item: Item) => void
  /** The word of the button that retires or removes one. */
  leaveWord?: 'Retirar' | 'Quitar'
  onLeave: (item: Item) => void
  onReturn?: (item: Item) => void
  /** The controls between the two lists. */
  children?: ReactNode
}

export function DefinitionList<Item>(props: DefinitionListProps<Item>) {
  const { label, items, keyOf, nameOf, describe, onMove, onEdit, onLeave, onReturn } = props
  const { retiredWord = '', leaveWord = 'Retirar', isRetired = () => false } = props
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
            {retired.map((item) => rowOf(item, [{ word: 'Volver a usar', act: () => onReturn?.(item) }]))}
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

/** The definitions of a section: their calls, each of which returns all of them, and what is said about one. */
export interface Definitions<Item> {
  load: (signal: AbortSignal) => Promise<Item[]>
  move: (item: Item, up: boolean) => Promise<Item[]>
  retire: (item: Item, retired: boolean) => Promise<Item[]>
  /** The name in a sentence. */
  nameOf: (item: Item) => string
  /** The ends of the sentences about one that was retired, and about one that is used again. */
  retired: string
  returned: string
  /** Sentences about the retirement of one: what it does, and what the pilots who have it keep. */
  effect: string
  kept: (pilots: number) => string
}

/** Holds the definitions of a section, the dialog that is open, and what was done. `Open` is the state of the dialog. */
export function useDefinitions<Item extends { pilots: number }, Open>(
  key: string,
  definitions: Definitions<Item>,
) {
  const { load, move, retire, nameOf, retired, returned, effect, kept } = definitions
  const loaded = useLoad(load, key)
  const [open, setOpen] = useState<Open>()
  const [leaving, setLeaving] = useState<Item>()
  const [done, setDone] = useState('')
  const refresh = useSessionRefresh()
  const moving = useAction(async (item: Item, up: boolean) => show(await move(item, up)))
  const returning = useAction(async (item: Item) =>
    show(await retire(item, false), `${nameOf(item)} ${returned}.`),
  )
  const error = moving.error ?? returning.error

  /** Shows the definitions that another person has changed meanwhile. The dialogs stay open. */
  function showOthers(items: Item[]) {
    loaded.take(items)
    refresh()
  }

  /** Shows the definitions after a change, and closes the dialogs. */
  function show(items: Item[], text = '') {
    showOthers(items)
    setOpen(undefined)
    setLeaving(undefined)
    setDone(text)
  }

  return {
    load: loaded,
    open,
    setOpen,
    show,
    showOthers,
    /** The props of each list. */
    list: { onMove: moving.run, onLeave: setLeaving, onReturn: returning.run },
    news: (
      <>
        <Done>{done}</Done>
        {error && <Failure error={new Error(Object.values(error.fields)[0] ?? error.message)} />}
      </>
    ),
    retirement: leaving && (
      <Confirmation
        title={`¿Retirar ${nameOf(leaving)}?`}
        action="Retirar"
        confirm={async () => show(await retire(leaving, true), `${nameOf(leaving)} ${retired}.`)}
        onClose={() => setLeaving(undefined)}
      >
        <p>
          {effect}
          {leaving.pilots > 0 && ` ${kept(leaving.pilots)}`} Se puede volver a usar.
        </p>
      </Confirmation>
    ),
  }
}

/**
 * Holds the version of an edited definition that another person has stored meanwhile. `change` sends a change of the version
 * that the person has seen; `findNow` loads the one of now after a refusal.
 */
export function useTheirs<Item>(stored: Item | undefined, findNow: () => Promise<Item | undefined>) {
  const [theirs, setTheirs] = useState<Item>()

  /** @throws ApiError */
  async function change<Result>(send: (seen?: Item) => Promise<Result>): Promise<Result> {
    try {
      // The next attempt replaces the version of the other person, since it was shown.
      return await send(theirs ?? stored)
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) setTheirs(await findNow())
      throw error
    }
  }
  return { theirs, change }
}

/** Shows the version that another person has stored meanwhile. `pronoun` is that of what is edited. */
export function TheirVersion({ pronoun, text }: { pronoun: 'la' | 'lo'; text: string }) {
  return (
    <Notice kind="warning">
      {meanwhile(`${pronoun} guardó`)}. Ahora es: {text}. Guarde otra vez para dejar lo que usted escribió, o
      cancele para dejar lo de la otra persona.
    </Notice>
  )
}
