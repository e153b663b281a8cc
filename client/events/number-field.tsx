/** The field for a number in one modalidad, with the free ones next to it. */
import type { KeyboardEvent, ReactNode } from 'react'
import { maxEntryNumber } from '#domain/events/entry'
import { isTaken, nearestFree, type TakenNumbers } from '#domain/events/numbers'
import button from '../ui/button.module.css'
import field from '../ui/field.module.css'
import { TextField } from '../ui/field.tsx'
import layout from '../ui/layout.module.css'

interface NumberFieldProps {
  label: string
  value: string
  taken: TakenNumbers
  /** The message of the server about this number. */
  problem?: ReactNode
  isBusy: boolean
  onType: (value: string) => void
}

/** The number of a rider in one modalidad, with the free ones next to a number that another rider has. */
export function NumberField({ label, value, taken, problem, isBusy, onType }: NumberFieldProps) {
  const { below, above } = nearestFree(value, taken)
  const isUsed = isTaken(value, taken)

  return (
    <div>
      <div className={field.short}>
        <TextField
          name="number"
          label={label}
          hint="Vacío: sin número todavía"
          problem={problem ?? (isUsed && `El ${value.trim()} ya lo tiene otro piloto`)}
          readOnly={isBusy}
          maxLength={maxEntryNumber}
          value={value}
          onKeyDown={(event) => !isBusy && takeFree(event, { below, above }, onType)}
          onChange={onType}
        />
      </div>
      {(isUsed || value.trim() === '') && (
        <p className={layout.row}>
          <span className={layout.hint}>Libres:</span>
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
    <button
      type="button"
      className={button.button}
      aria-label={`Poner el ${name} libre, ${number}`}
      onClick={() => onTake(number)}
    >
      {number} <kbd>{arrow}</kbd>
    </button>
  )
}
