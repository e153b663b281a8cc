/** The rows that are set aside because they are no pilots, and the names and suspensions that a person should check. */
import { useState } from 'react'
import { columnLabel } from '#domain/import/columns'
import { otherSuspensionsText } from '#domain/import/import'
import type { ImportMapping } from '#domain/import/mapping'
import { count, figure } from '#domain/text/text'
import type { ImportAnswer } from '#domain/web/schemas'
import { FieldControl } from './field-control.tsx'
import type { ImportRun } from './import-run.ts'
import { typeCell } from './mapping-changes.ts'
import styles from './problems.module.css'
import type { UnsureName } from './shown-problems.ts'

/** The largest number of suspensions that are shown from the start. */
const fewSuspensions = 3

/** The number of rows that the title names. */
const namedRows = 2

export function AsideRows({ remarks: { asideRows, aside }, unit }: Pick<ImportAnswer, 'remarks' | 'unit'>) {
  if (asideRows === 0) return null
  const named = aside.map(({ line, text }) => `${unit} ${line} «${text}»`)
  const title =
    asideRows === 1
      ? `1 ${unit} no es un piloto y se deja aparte`
      : `${count(asideRows, unit)} no son pilotos y se dejan aparte`
  const examples = named.filter((_, index) => /\p{L}/u.test(aside[index]?.text ?? '')).slice(0, namedRows)
  const end = asideRows > examples.length ? '…' : ''
  const short = examples.length > 0 ? `${title}: ${examples.join(', ')}${end}` : title
  if (asideRows === examples.length) return <p className={styles.remark}>{short}</p>
  return (
    <details className={styles.remark}>
      <summary>{short}</summary>
      <ul>
        {named.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      {asideRows > named.length && <p>y {figure(asideRows - named.length)} más</p>}
    </details>
  )
}

interface OtherSuspensionsProps extends Pick<ImportAnswer, 'suspensions' | 'unit'> {
  isReplaced: boolean
  /** Changes whether the file replaces the suspensions. Absent after the import. */
  onReplace?: (isReplaced: boolean) => void
}

/** The suspensions of the file that differ from those that are not over. */
export function OtherSuspensions({ suspensions, unit, isReplaced, onReplace }: OtherSuspensionsProps) {
  const { rows, listed } = suspensions
  if (rows === 0) return null
  return (
    <details className={styles.remark} open={rows <= fewSuspensions}>
      <summary className={styles.title}>{otherSuspensionsText(rows, isReplaced)}</summary>
      {onReplace && (
        <label className={styles.choice}>
          <input type="checkbox" checked={isReplaced} onChange={({ target }) => onReplace(target.checked)} />
          Usar las suspensiones del archivo
        </label>
      )}
      <ul className={styles.rows}>
        {listed.map(({ line, rider, stored, given }) => (
          <li key={line}>
            <strong>{`${unit} ${line}`}</strong> {rider}: {stored}. En el archivo: {given}
          </li>
        ))}
      </ul>
      {rows > listed.length && <p>y {figure(rows - listed.length)} más</p>}
    </details>
  )
}

interface UnsureNamesProps {
  answer: ImportAnswer
  /** The names of the answer, and those that were corrected. */
  names: readonly UnsureName[]
  mapping: ImportMapping
  onEdit: ImportRun['edit']
}

export function UnsureNames({ answer: { remarks, unit }, names, mapping, onEdit }: UnsureNamesProps) {
  const { unsureRows, unsure } = remarks
  const [isOpen, setOpen] = useState(false)
  if (names.length === 0) return null
  return (
    <details
      className={styles.remark}
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className={styles.title} data-done={unsureRows === 0 || undefined}>
        {titleOf(unsureRows)}
      </summary>
      {isOpen && (
        <>
          <p>No es seguro dónde terminan los nombres. Si están mal, corríjalos aquí.</p>
          <ul className={styles.rows}>
            {names.map((row) => (
              <li key={row.line}>
                <NameRow
                  row={row}
                  place={`${unit} ${row.line}`}
                  typed={mapping.cells?.[row.line] ?? {}}
                  onType={(field, text) => onEdit(typeCell(row.line, field, text))}
                />
              </li>
            ))}
          </ul>
          {unsureRows > unsure.length && <p>y {figure(unsureRows - unsure.length)} más</p>}
        </>
      )}
    </details>
  )
}

/** Says how many names are divided uncertainly. */
export function titleOf(unsureRows: number): string {
  return unsureRows === 0 ? 'Nombres revisados' : `${count(unsureRows, 'nombre')} por revisar`
}

interface NameRowProps {
  row: UnsureName
  place: string
  /** The names that a person typed, if any. */
  typed: { name?: string; lastname?: string }
  onType: (field: 'name' | 'lastname', text: string | undefined) => void
}

function NameRow({ row, place, typed, onType }: NameRowProps) {
  const isCorrected = typed.name !== undefined || typed.lastname !== undefined
  return (
    <div className={styles.names} data-done={isCorrected || undefined}>
      <p>
        <strong>{place}</strong> {isCorrected && <span>✓ corregido</span>}
      </p>
      {(['lastname', 'name'] as const).map((field) => (
        <div key={field}>
          <span>{columnLabel(field)}</span>
          <FieldControl
            field={field}
            value={typed[field] ?? row[field]}
            aria-label={`${columnLabel(field)}, ${place}`}
            onApply={(text) => onType(field, text === row[field] ? undefined : text)}
          />
        </div>
      ))}
    </div>
  )
}
