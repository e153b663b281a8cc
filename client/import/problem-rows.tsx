/** The rows of a problem, with a control in which a person types over the bad cell. */
import { useId } from 'react'
import { columnLabel } from '#domain/import/columns'
import { type FieldName, hasOptions, isFieldName } from '#domain/pilot/fields'
import { count, figure, shortened } from '#domain/text/text'
import type { ImportCell } from '#domain/web/schemas'
import fieldStyles from '../ui/field.module.css'
import type { CorrectionProps } from './correction.ts'
import { FieldControl } from './field-control.tsx'
import { typeCell } from './mapping-changes.ts'
import styles from './problems.module.css'
import type { ShownCell } from './shown-problems.ts'

export function ProblemRows({ group, answer: { unit }, mapping, onEdit }: CorrectionProps) {
  const { field, problem, isMissing, cells, more } = group
  const canCorrect = isFieldName(field)
  const isSaid = ({ line, message }: ShownCell) =>
    problem.endsWith(message) || (canCorrect && isMissing && !mapping.cells?.[line]?.[field])
  if (cells.length === 0) return null
  const rows = (
    <>
      {cells.length > 1 && canCorrect && !hasOptions(field) && (
        <p className={fieldStyles.hint}>
          <kbd>Enter</kbd> pasa a la siguiente celda por corregir.
        </p>
      )}
      <ul className={styles.rows}>
        {cells.map((cell) => (
          <li key={cell.line}>
            {canCorrect ? (
              <CellRow
                field={field}
                cell={cell}
                isMessageHidden={hasOptions(field) || isSaid(cell)}
                place={`${unit} ${cell.line}`}
                typed={mapping.cells?.[cell.line]?.[field]}
                onType={(text) => onEdit(typeCell(cell.line, field, text))}
              />
            ) : (
              <PlainRow cell={cell} isMessageHidden={isSaid(cell)} />
            )}
          </li>
        ))}
      </ul>
      {more > 0 && <p>y {figure(more)} más, en el archivo de rechazados</p>}
    </>
  )
  if (!canCorrect || !hasOptions(field)) return rows
  return (
    <details>
      <summary>{cells.length === 1 ? 'Ver la fila' : `Ver las ${count(cells.length, 'fila')}`}</summary>
      {rows}
    </details>
  )
}

interface PlainRowProps {
  cell: ImportCell
  /** True if the title of the problem says the same as the message. */
  isMessageHidden?: boolean
}

/** A cell with its problem, as text. */
export function PlainRow({ cell, isMessageHidden = false }: PlainRowProps) {
  const { value, message } = cell
  return (
    <div className={styles.plain}>
      <Place {...cell} />
      {value !== undefined && <span>«{shortened(value, 60)}»</span>}
      {!isMessageHidden && <span>{message}</span>}
    </div>
  )
}

/** The location of a cell with the name of the rider, such as `línea 7, Correo · Rosa Huamán`. */
function Place({ place, rider }: Pick<ImportCell, 'place' | 'rider'>) {
  return (
    <strong>
      {place}
      {rider && <small> · {rider}</small>}
    </strong>
  )
}

interface CellRowProps {
  field: FieldName
  cell: ShownCell
  /** True if the title of the problem says the same as the message. */
  isMessageHidden: boolean
  /** The line of the cell, such as `fila 7`. */
  place: string
  /** The text that a person typed, if any. */
  typed: string | undefined
  onType: (text: string | undefined) => void
}

function CellRow({ field, cell, isMessageHidden, place, typed, onType }: CellRowProps) {
  const id = useId()
  const { value = '', message, isCorrected } = cell
  const isSelect = hasOptions(field)
  const original = isSelect ? '' : value
  return (
    <div className={styles.row} data-done={isCorrected || undefined}>
      <p id={id}>
        <Place {...cell} /> <span>{isCorrected ? '✓ corregido' : !isMessageHidden && message}</span>
      </p>
      <FieldControl
        field={field}
        value={typed ?? original}
        emptyChoice={value === '' ? undefined : `«${shortened(value, 40)}»`}
        aria-label={`${columnLabel(field)}, ${place}`}
        aria-describedby={id}
        aria-invalid={isCorrected ? undefined : true}
        onApply={(text) => onType(text === original ? undefined : text)}
        onEnter={focusNextBadCell}
      />
    </div>
  )
}

/** Focuses the next bad cell of this problem or of the next open one, with its text selected as Tab does. */
function focusNextBadCell(control: HTMLInputElement): void {
  const cells = control.closest('section')?.querySelectorAll<HTMLInputElement>('input[aria-invalid]') ?? []
  const next = [...cells].find(
    (cell) => control.compareDocumentPosition(cell) & Node.DOCUMENT_POSITION_FOLLOWING,
  )
  next?.focus()
  next?.select()
}
