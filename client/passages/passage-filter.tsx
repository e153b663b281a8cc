/** The filter of the passages by gate and by day. */
import { useEffect, useId, useState } from 'react'
import { formatDate } from '#domain/text/date'
import { parseDate } from '#domain/text/date-parser'
import type { IncidentsView } from '#domain/web/addresses'
import { DateControl } from '../ui/date-control.tsx'
import styles from './passages-screen.module.css'

interface PassageFilterProps {
  view: IncidentsView
  /** The names of the gates. */
  gates: readonly string[]
  onChange: (changes: Pick<IncidentsView, 'gate' | 'day'>) => void
}

export function PassageFilter({ view: { gate, day }, gates, onChange }: PassageFilterProps) {
  const id = useId()
  const names = gate === undefined || gates.includes(gate) ? gates : [gate, ...gates]
  return (
    <div className={styles.filter}>
      <div className={styles.field}>
        <label htmlFor={`${id}-gate`}>Puerta</label>
        <select
          id={`${id}-gate`}
          value={gate ?? ''}
          onChange={({ target }) => onChange({ gate: target.value || undefined })}
        >
          <option value="">Todas</option>
          {names.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </div>
      <DayFilter id={`${id}-day`} day={day} onChange={(chosen) => onChange({ day: chosen })} />
    </div>
  )
}

interface DayFilterProps {
  id: string
  day?: string
  onChange: (day?: string) => void
}

/** The day, which filters as soon as it is complete or empty. */
function DayFilter({ id, day = '', onChange }: DayFilterProps) {
  const [typed, setTyped] = useState(formatDate(day))
  useEffect(() => setTyped(formatDate(day)), [day])
  const complete = (text: string) => formatDate(parseDate(text.trim()) ?? text)

  function type(text: string) {
    setTyped(text)
    const chosen = text.trim() === '' ? '' : parseDate(text.trim())
    // A year is complete with its fourth digit.
    if (chosen !== undefined && chosen !== day) onChange(chosen || undefined)
  }

  return (
    <div className={styles.field}>
      <label htmlFor={id}>Día</label>
      <DateControl
        id={id}
        name="day"
        autoComplete="off"
        value={typed}
        complete={complete}
        onChange={type}
        onBlur={() => setTyped(formatDate(day))}
      />
    </div>
  )
}
