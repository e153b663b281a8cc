/** The numbers of the gates in the summary of the list, whose figures filter the list. */
import type { ListFilter } from '#domain/list-query'
import { usePassageNumbers } from '../api/passage-numbers.ts'
import { GateNumbers, hasNumbers } from '../gate-numbers/gate-numbers.tsx'
import { IncidentsFigure } from '../gate-numbers/incidents-link.tsx'
import styles from './list-numbers.module.css'

interface ListNumbersProps {
  filter: ListFilter
  onFilter: (filter: ListFilter) => void
}

export function ListNumbers({ filter: { attendance }, onFilter }: ListNumbersProps) {
  const numbers = usePassageNumbers()
  if (!numbers || !(hasNumbers(numbers) || attendance)) return null
  return (
    <div className={styles.numbers}>
      <GateNumbers
        numbers={numbers}
        filter={{ current: attendance, onChoose: (kind) => onFilter({ attendance: kind }) }}
      >
        <IncidentsFigure incidents={numbers.incidents} />
      </GateNumbers>
    </div>
  )
}
