/** The number of pilots in total, registered today and of each kind, as bars that also filter the list. */

import { useState } from 'react'
import type { ListFilter } from '#domain/list-query'
import { fields } from '#domain/pilot/fields'
import { figure } from '#domain/text/text'
import type { PilotCounts } from '#domain/web/schemas'
import styles from './list-summary.module.css'

interface ListSummaryProps {
  counts: PilotCounts
  filter: ListFilter
  onFilter: (filter: ListFilter) => void
}

export function ListSummary({ counts, filter, onFilter }: ListSummaryProps) {
  const [isOpen] = useState(() => window.matchMedia('(min-width: 60rem)').matches)
  return (
    <details className={styles.summary} open={isOpen}>
      <summary>
        Resumen{' '}
        <span>
          <b>{figure(counts.total)}</b> {counts.total === 1 ? 'registrado' : 'registrados'}
        </span>{' '}
        <span>
          <b>{figure(counts.today)}</b> hoy
        </span>
      </summary>
      <div className={styles.bars}>
        {(counts.today > 0 || filter.today) && (
          <Bar
            label="Hoy"
            count={counts.today}
            max={counts.total}
            isOn={filter.today === true}
            onToggle={(isOn) => onFilter({ today: isOn || undefined })}
          />
        )}
        {(['licencia', 'modalidad'] as const).map((name) => (
          <fieldset key={name} aria-label={name === 'licencia' ? 'Licencia' : 'Modalidad'}>
            {fields[name].options
              .filter((option) => counts[name][option] || filter[name] === option)
              .map((option) => (
                <Bar
                  key={option}
                  label={option}
                  count={counts[name][option] ?? 0}
                  max={Math.max(...Object.values(counts[name]))}
                  isOn={filter[name] === option}
                  onToggle={(isOn) => onFilter({ [name]: isOn ? option : undefined })}
                />
              ))}
          </fieldset>
        ))}
      </div>
    </details>
  )
}

interface BarProps {
  label: string
  count: number
  /** The count that fills the whole length of the bar. */
  max: number
  isOn: boolean
  onToggle: (isOn: boolean) => void
}

function Bar({ label, count, max, isOn, onToggle }: BarProps) {
  return (
    <button type="button" className={styles.bar} aria-pressed={isOn} onClick={() => onToggle(!isOn)}>
      <span>{label}</span> <b>{figure(count)}</b>
      <i style={{ width: `${(100 * count) / (max || 1)}%` }} />
    </button>
  )
}
