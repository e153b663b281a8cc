/**
 * A date typed as DD/MM/YYYY or picked from the browser's calendar. A bare `<input type="date">` would show
 * the order of the browser's own language, in which 02/03 means another day.
 */
import { type ComponentProps, useRef } from 'react'
import { completedDay, formatDate, parseDate } from '#domain/text/date'
import button from './button.module.css'
import styles from './field.module.css'
import { type ControlProps, Field } from './field.tsx'
import { LineIcon } from './line-icon.tsx'

interface DateControlProps extends ControlProps {
  value: string
  autoComplete: string
  /** The last day that the calendar offers, as `YYYY-MM-DD`. */
  max?: string
  /** Writes a typed date in full. Returns any other text unchanged. */
  complete: (text: string) => string
  onChange: (value: string) => void
  onBlur: () => void
}

interface DayFieldProps extends Omit<ComponentProps<typeof Field>, 'children'> {
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
}

/** A field for a day of the past or of the future. */
export function DayField({ value, onChange, onBlur = () => {}, ...field }: DayFieldProps) {
  const day = { value, onChange, onBlur, autoComplete: 'off', complete: completedDay }
  return <Field {...field}>{(control) => <DateControl {...control} {...day} />}</Field>
}

/** The kinds of input that bring a whole text, unlike typing. */
const insertedWhole = ['insertFromPaste', 'insertFromDrop']

export function DateControl({ value, max, complete, onChange, onBlur, ...control }: DateControlProps) {
  const picker = useRef<HTMLInputElement>(null)
  const calendar = useRef<HTMLButtonElement>(null)
  const iso = parseDate(value.trim())

  function leave() {
    const completed = complete(value)
    if (completed !== value) onChange(completed)
    onBlur()
  }

  /** Opens the calendar. Does nothing in a browser without `showPicker`, where the date must be typed. */
  function openCalendar() {
    picker.current?.showPicker?.()
  }

  return (
    <div className={styles.date}>
      <input
        {...control}
        type="text"
        inputMode="numeric"
        placeholder="dd/mm/aaaa"
        value={value}
        onChange={({ target, nativeEvent }) => {
          const { inputType } = nativeEvent as InputEvent
          onChange(insertedWhole.includes(inputType) ? complete(target.value) : target.value)
        }}
        onBlur={({ relatedTarget }) => {
          if (relatedTarget !== calendar.current) leave()
        }}
      />
      <button
        ref={calendar}
        type="button"
        className={button.square}
        // Tab goes from field to field; a date can be typed.
        tabIndex={-1}
        aria-label="Abrir el calendario"
        onClick={openCalendar}
      >
        <LineIcon size={22} stroke={2} d="M4 6h16v14H4zM4 10h16M8 3v4M16 3v4M8 14h2M14 14h2M8 17h2" />
      </button>
      <input
        ref={picker}
        className={styles.picker}
        type="date"
        tabIndex={-1}
        aria-hidden="true"
        max={max}
        value={iso ?? ''}
        onChange={(event) => onChange(formatDate(event.target.value))}
      />
    </div>
  )
}
