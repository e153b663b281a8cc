/** The problems of a dry run: each opens to its values and rows, where a person corrects them. */
import { useState } from 'react'
import { count, shortened } from '#domain/text/text'
import { areDuplicates, type CorrectionProps } from './correction.ts'
import { choiceLabels } from './import-choices.tsx'
import { ProblemRows } from './problem-rows.tsx'
import { ProblemValues } from './problem-values.tsx'
import styles from './problems.module.css'
import { type ShownGroup, sizeOf } from './shown-problems.ts'

interface ProblemListProps extends Omit<CorrectionProps, 'group'> {
  groups: readonly ShownGroup[]
}

export function ProblemList({ groups, ...correction }: ProblemListProps) {
  return (
    <ul className={styles.groups}>
      {groups.map((group) => (
        <li key={group.key}>
          <ProblemGroup group={group} {...correction} />
        </li>
      ))}
    </ul>
  )
}

/** The largest number of bad cells with which a group is open from the start. */
const fewCells = 3

function ProblemGroup({ group, ...correction }: CorrectionProps) {
  const size = sizeOf(group)
  const [isOpen, setOpen] = useState(size <= fewCells)
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className={styles.title} data-done={size === 0 || undefined}>
        {size === 0 ? (
          `Corregidas: filas ${group.problem}`
        ) : (
          <>
            {count(size, 'fila')} {group.problem}
            <NamedValues title={group.problem} values={group.values} />
          </>
        )}
      </summary>
      {isOpen && (
        <div className={styles.group}>
          {areDuplicates(group.cells) && <p>Si son los mismos pilotos, marque «{choiceLabels.update}».</p>}
          <ProblemValues group={group} {...correction} />
          <ProblemRows group={group} {...correction} />
        </div>
      )}
    </details>
  )
}

/** The number of values that a title names. */
const namedValues = 3

/** The end of a title, such as `: «Enduro Ind.» (5), «Libre» (2)`. */
export function NamedValues({ title, values }: { title: string; values: ShownGroup['values'] }) {
  if (values.length === 0) return null
  const named = values
    .slice(0, namedValues)
    .map(({ value, rows }) => `«${shortened(value, 30)}»${values.length > 1 && rows > 1 ? ` (${rows})` : ''}`)
  const end = values.length > namedValues ? '…' : ''
  return <span>{`${title.includes(':') ? ' — ' : ': '}${named.join(', ')}${end}`}</span>
}
