/** The numbers of pilots of each kind, as chips that also filter the list. The browser remembers if they are shown. */
import { type ReactNode, useState } from 'react'
import type { ListFilter } from '#domain/list-query'
import { fields } from '#domain/pilot/fields'
import { figure } from '#domain/text/text'
import { type PilotStatus, pilotStatuses } from '#domain/validity/status'
import type { PilotCounts } from '#domain/web/schemas'
import { forget, recall, remember } from '../ui/browser-memory.ts'
import styles from './list-summary.module.css'

const summaryKey = 'resumen'

/** Returns whether the summary is open, and the function that opens or closes it. */
export function useSummary(): [isOpen: boolean, toggle: () => void] {
  const [isOpen, setOpen] = useState(() => recall(summaryKey) === 'abierto')
  return [
    isOpen,
    () => {
      if (isOpen) forget(summaryKey)
      else remember(summaryKey, 'abierto')
      setOpen(!isOpen)
    },
  ]
}

const statusChips: Record<PilotStatus, string> = {
  valid: 'Vigentes',
  expired: 'Vencidas',
  suspended: 'Suspendidas',
}

interface ListSummaryProps {
  id: string
  counts: PilotCounts
  filter: ListFilter
  onFilter: (filter: ListFilter) => void
  /** Is shown before the chips. */
  children?: ReactNode
}

export function ListSummary({ id, counts, filter, onFilter, children }: ListSummaryProps) {
  const flags = [
    ['today', 'Hoy', counts.today],
    ['noPhoto', 'Sin foto', counts.no_photo],
    ['noCard', 'Sin credencial', counts.no_card],
  ] as const
  return (
    <div id={id} className={styles.summary}>
      {children}
      <Group title="Registro">
        {flags
          .filter(([name, , number]) => number > 0 || filter[name])
          .map(([name, label, number]) => (
            <Chip
              key={name}
              label={label}
              count={number}
              isOn={filter[name] === true}
              onToggle={(isOn) => onFilter({ [name]: isOn || undefined })}
            />
          ))}
      </Group>
      <Group title="Vigencia">
        {pilotStatuses
          .filter((status) => counts.status[status] > 0 || filter.status === status)
          .map((status) => (
            <Chip
              key={status}
              label={statusChips[status]}
              count={counts.status[status]}
              isOn={filter.status === status}
              onToggle={(isOn) => onFilter({ status: isOn ? status : undefined })}
            />
          ))}
      </Group>
      {(['licencia', 'modalidad'] as const).map((name) => (
        <Group key={name} title={name === 'licencia' ? 'Licencia' : 'Modalidad'}>
          {fields[name].options
            .filter((option) => counts[name][option] || filter[name] === option)
            .map((option) => (
              <Chip
                key={option}
                label={option}
                count={counts[name][option] ?? 0}
                isOn={filter[name] === option}
                onToggle={(isOn) => onFilter({ [name]: isOn ? option : undefined })}
              />
            ))}
        </Group>
      ))}
    </div>
  )
}

function Group({ title, children }: { title: string; children: ReactNode[] }) {
  if (children.length === 0) return null
  return (
    <fieldset className={styles.group}>
      <legend>{title}</legend>
      {children}
    </fieldset>
  )
}

interface ChipProps {
  label: string
  count: number
  isOn: boolean
  onToggle: (isOn: boolean) => void
}

function Chip({ label, count, isOn, onToggle }: ChipProps) {
  return (
    <button type="button" className={styles.chip} aria-pressed={isOn} onClick={() => onToggle(!isOn)}>
      {label} <b>{figure(count)}</b>
    </button>
  )
}
