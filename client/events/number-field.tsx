/** The field for a number in one category, with the free ones next to it. */
import type { KeyboardEvent, ReactNode } from 'react'
import { type Category, numberProblem, rangesOf } from '#domain/events/categories/category'
import { groupOf, isTaken, nearestFree, type TakenNumbers, takenNumbers } from '#domain/events/numbers'
import { maxEntryNumber } from '#domain/stored/limits'
import { callForList } from '../api/call.ts'
import field from '../ui/field.module.css'
import { TextField } from '../ui/field.tsx'
import { Button } from '../ui/form.tsx'
import layout from '../ui/layout.module.css'
import styles from './entries.module.css'

/** The taken numbers of the open event: see `groupOf`. */
export type TakenByGroup = ReadonlyMap<string, TakenNumbers>

/** Loads them for a rider, whose own reserved numbers are not taken, or for anybody. */
export async function loadTaken(signal: AbortSignal, rider?: string): Promise<TakenByGroup> {
  const groups = await callForList('GET /api/entries/numbers', { query: { rider }, signal })
  return new Map(groups.map((group) => [groupOf(group), takenNumbers(group.numbers)]))
}

interface NumberFieldProps {
  label: string
  value: string
  /** The category, of whose ranges the number is. */
  category?: Category
  /** The numbers that others have in it; absent until they are known. */
  taken?: TakenNumbers
  /** The message of the server about this number. */
  problem?: ReactNode
  isBusy: boolean
  onType: (value: string) => void
}

/** The number of a rider, with the free ones next to a number that the rider cannot have. */
export function NumberField(props: NumberFieldProps) {
  const { label, value, category, taken, isBusy, onType } = props
  const { below, above } = taken ? nearestFree(value, taken, rangesOf(category)) : {}
  const number = value.trim()
  const problem =
    props.problem ??
    numberProblem(category, number) ??
    (taken && isTaken(number, taken) ? `El ${number} ya es de otra persona` : undefined)

  return (
    <div>
      <div className={field.short}>
        <TextField
          name="number"
          label={label}
          placeholder="Sin número todavía"
          problem={problem}
          readOnly={isBusy}
          maxLength={maxEntryNumber}
          value={value}
          onKeyDown={(event) => !isBusy && takeFree(event, { below, above }, onType)}
          onChange={onType}
        />
      </div>
      {taken && (problem !== undefined || number === '') && (
        <p className={styles.free}>
          <span className={layout.hint}>
            {(below ?? above) === undefined ? 'No queda ningún número libre.' : 'Libres:'}
          </span>
          {below !== undefined && <Free number={below} arrow="↓" name="anterior" onTake={onType} />}
          {above !== undefined && <Free number={above} arrow="↑" name="siguiente" onTake={onType} />}
        </p>
      )}
    </div>
  )
}

/** Lets the arrows take the free numbers next to the one that is typed. */
export function takeFree(
  event: KeyboardEvent,
  { below, above }: ReturnType<typeof nearestFree>,
  onType: (value: string) => void,
): void {
  const next = event.key === 'ArrowUp' ? above : event.key === 'ArrowDown' ? below : undefined
  if (next === undefined) return
  event.preventDefault()
  onType(next)
}

interface FreeProps {
  number: string
  arrow: string
  name: string
  onTake: (number: string) => void
}

export function Free({ number, arrow, name, onTake }: FreeProps) {
  return (
    <Button aria-label={`Poner el ${name} libre, ${number}`} onClick={() => onTake(number)}>
      {number} <kbd>{arrow}</kbd>
    </Button>
  )
}
