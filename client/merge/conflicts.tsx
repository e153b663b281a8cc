/** The fields that both desks changed to different values, among which a person chooses. */

import { useState } from 'react'
import type { MergeConflict, MergeReport, MergeValue } from '#domain/merge/calls'
import type { MergeSideName } from '#domain/merge/merge'
import { mergeSides } from '#domain/merge/merge'
import { authorText } from '#domain/pilots/history/history'
import { atTheLaptop, inTheTerminal } from '#domain/staff/roles'
import { formatMoment } from '#domain/text/date'
import { count, figure } from '#domain/text/text'
import button from '../ui/button.module.css'
import styles from './merge.module.css'
import { conflictKey, leftOf, type MergeRun, sideOf } from './merge-run.ts'

/** The number of conflicts that are shown at first, and that are added on request. */
const pageSize = 50

export function Conflicts({ run, report: { conflicts, desk } }: { run: MergeRun; report: MergeReport }) {
  const [size, setSize] = useState(pageSize)
  if (conflicts.length === 0) return null
  const left = leftOf(run)
  const rest = conflicts.filter((one) => !one.onlySide && !run.sides.has(conflictKey(one))).length
  return (
    <section className={styles.section}>
      <div className={styles.head}>
        <h3>{count(conflicts.length, 'diferencia')}</h3>
        <div className={styles.rest}>
          {mergeSides.map((side) => (
            <button
              key={side}
              type="button"
              className={`${button.button} ${button.pressable}`}
              aria-pressed={rest > 0 && run.prefer === side}
              disabled={rest === 0}
              onClick={() => run.chooseRest(side)}
            >
              {side === 'this' ? 'Todo lo de esta mesa' : 'Todo lo de la otra'}
            </button>
          ))}
        </div>
      </div>
      <p>
        Las dos mesas cambiaron el mismo dato.{' '}
        {left === 0
          ? 'Están decididas, y todavía puede cambiar lo elegido.'
          : `Elija cuál queda, uno por uno, o una mesa para ${left === 1 ? 'el que queda' : `los ${figure(left)} que quedan`}.`}
      </p>
      <ul className={styles.cards}>
        {conflicts.slice(0, size).map((conflict) => (
          <li key={conflictKey(conflict)}>
            <Conflict run={run} conflict={conflict} desk={desk} />
          </li>
        ))}
      </ul>
      {conflicts.length > size && (
        <button
          type="button"
          className={`${button.button} ${styles.undo}`}
          onClick={() => setSize(size + pageSize)}
        >
          Mostrar más ({figure(conflicts.length - size)})
        </button>
      )}
    </section>
  )
}

interface ConflictProps {
  run: MergeRun
  conflict: MergeConflict
  /** The name of the other desk. */
  desk: string
}

function Conflict({ run, conflict, desk }: ConflictProps) {
  const chosen = sideOf(run, conflict)
  const names: Record<MergeSideName, string> = { this: 'Esta mesa', other: desk }
  const { name, label, onlySide, side } = conflict
  return (
    <fieldset className={styles.conflict} data-decided={chosen !== undefined || undefined}>
      <legend>
        <b>{label}</b> de {name}
      </legend>
      <div className={styles.sides}>
        {mergeSides.map((one) => (
          <label key={one} className={styles.side} data-chosen={chosen === one || undefined}>
            <input
              type="radio"
              name={conflictKey(conflict)}
              checked={chosen === one}
              disabled={onlySide !== undefined && one !== side}
              onChange={() => run.choose(conflict, one)}
            />
            <span className={styles.value}>
              <span className={styles.soft}>{names[one]}</span>
              <b>{valueText(conflict, one)}</b>
              <span className={styles.soft}>
                {originText(one === 'this' ? ownOrigin(conflict.this) : conflict.other)}
              </span>
            </span>
          </label>
        ))}
      </div>
      {onlySide && <p className={styles.only}>{onlySide}</p>}
    </fieldset>
  )
}

function valueText(conflict: MergeConflict, side: MergeSideName): string {
  const { value } = conflict[side]
  if (conflict.field === 'photo') return value ? 'Foto' : 'Sin foto'
  return value || 'Sin dato'
}

/** Leaves out the desk if the author is a label, such as `esta laptop`, which here means this desk. */
function ownOrigin(value: MergeValue): Omit<MergeValue, 'value'> {
  return [atTheLaptop, inTheTerminal].includes(value.by) ? { ...value, desk: '' } : value
}

/** Says who changed something, at which desk, and when: `marta, en NORTE, 21/11/2026 13:45`. */
export function originText({ by, desk, at }: Omit<MergeValue, 'value'>): string {
  const author = authorText({ by, desk })
  return at ? `${author}, ${formatMoment(at)}` : author
}
