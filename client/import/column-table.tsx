/** The columns of the file: the field of each, which a person can change, and the first cells. */
import { useId, useRef, useState } from 'react'
import { categoryColumn, motorcycleColumns, reasonColumn, termsColumns } from '#domain/import/columns'
import { otherSheets } from '#domain/import/findings'
import {
  type Encoding,
  encodingLabels,
  encodings,
  fullName,
  type ImportMapping,
  type Target,
  targetLabel,
} from '#domain/import/mapping'
import { chooseHeader, chooseTarget } from '#domain/import/mapping-changes'
import type { ImportPreview } from '#domain/import/schemas'
import { fieldNames } from '#domain/pilots/fields'
import { count, shortened } from '#domain/text/text'
import { useFieldTable } from '../api/field-table.ts'
import fieldStyles from '../ui/field.module.css'
import { SelectField } from '../ui/field.tsx'
import { Button } from '../ui/form.tsx'
import layout from '../ui/layout.module.css'
import parts from '../ui/parts.module.css'
import { TableHead } from '../ui/run.tsx'
import { QuestionControl } from './field-control.tsx'
import styles from './import.module.css'
import type { ImportRun } from './import-run.ts'

interface ColumnTableProps {
  preview: ImportPreview
  mapping: ImportMapping
  onEdit: ImportRun['edit']
}

export function ColumnTable({ preview, mapping, onEdit }: ColumnTableProps) {
  const { columns, first, unit } = preview
  const [isOpen] = useState(() => needsLook(preview) || window.matchMedia('(min-width: 60rem)').matches)
  const used = columns.filter(({ target }) => target !== null && target !== reasonColumn).length
  return (
    <details className={styles.columns} open={isOpen}>
      <summary>
        Columnas{' '}
        <span className={styles.used}>
          {used === columns.length ? `se usan las ${used}` : `se usan ${used} de ${columns.length}`}
        </span>
      </summary>
      <table className={parts.table}>
        <thead>
          <tr>
            <th scope="col">Columna</th>
            <th scope="col">Campo</th>
            {first.map(({ line }) => (
              <th key={line} scope="col" className={styles.cell}>{`${unit} ${line}`}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {columns.map((column, index) => (
            <tr key={column.name}>
              <th scope="row">{shortened(column.name, 40)}</th>
              <td>
                <TargetControl column={column} chosen={mapping.columns?.[column.name]} onEdit={onEdit} />
              </td>
              {first.map(({ line, cells }) => (
                <td key={line} className={styles.cell}>
                  <div className={parts.clamp}>{shortened(cells[index] ?? '', 40)}</div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {columns.some(({ target }) => target === fullName) && (
        <NameOrder preview={preview} chosen={mapping.surnamesFirst} onEdit={onEdit} />
      )}
    </details>
  )
}

/** Returns true if a person should look at the columns. */
function needsLook({ columns, missing, surnamesFirst }: ImportPreview): boolean {
  return (
    missing.length > 0 ||
    columns.some(
      ({ target, doubt, suggestion }) =>
        doubt !== undefined ||
        suggestion !== undefined ||
        (target === fullName && surnamesFirst === undefined),
    )
  )
}

/** Returns the label of the control that chooses the field of a column. */
export function fieldOfColumn(name: string): string {
  return `Campo de «${name}»`
}

interface TargetControlProps {
  column: ImportPreview['columns'][number]
  /** The choice of the person, which may be newer than the preview. */
  chosen: Target | null | undefined
  onEdit: ImportRun['edit']
}

function TargetControl({ column, chosen, onEdit }: TargetControlProps) {
  const { name, doubt, suggestion } = column
  const id = useId()
  const table = useFieldTable()
  const select = useRef<HTMLSelectElement>(null)
  const target = chosen === undefined ? column.target : chosen
  const choose = (next: Target | null) => onEdit(chooseTarget(name, next))
  return (
    <>
      <select
        ref={select}
        className={fieldStyles.control}
        aria-label={fieldOfColumn(name)}
        aria-describedby={doubt ? id : undefined}
        data-unused={target === null || undefined}
        value={target ?? ''}
        onChange={({ target: { value } }) => choose((value || null) as Target | null)}
      >
        <option value="">No se usa</option>
        {target === reasonColumn && <option value={reasonColumn}>Motivo: no se usa</option>}
        {[...targetsByUse, ...table.own].map((each) => (
          <option key={each} value={each}>
            {targetLabel(each, table)}
          </option>
        ))}
      </select>
      {doubt && (
        <p id={id} className={styles.doubt}>
          {doubt}
        </p>
      )}
      {suggestion && suggestion !== target && (
        <Button
          onClick={() => {
            choose(suggestion)
            // The button disappears with the suggestion.
            select.current?.focus()
          }}
        >
          ¿Es {targetLabel(suggestion, table)}?
        </Button>
      )}
    </>
  )
}

const targetsByUse: readonly Target[] = [
  fullName,
  ...fieldNames,
  categoryColumn,
  ...motorcycleColumns,
  ...termsColumns,
  'id_driver',
  'attachment',
]

interface NameOrderProps {
  preview: ImportPreview
  chosen: boolean | undefined
  onEdit: ImportRun['edit']
}

/** The division of the full names of the first rows, and the order on which it depends. */
function NameOrder({ preview: { first, surnamesFirst, unit }, chosen, onEdit }: NameOrderProps) {
  const isFirst = chosen ?? surnamesFirst
  return (
    <div className={styles.names}>
      <QuestionControl
        legend="Los nombres completos se dividen"
        options={[
          [true, 'Primero los apellidos'],
          [false, 'Primero los nombres'],
        ]}
        value={isFirst}
        onChange={(next) => onEdit((mapping) => ({ ...mapping, surnamesFirst: next }))}
        doubt={isFirst === undefined ? 'No se reconoce el orden: elija uno' : undefined}
      />
      <table className={parts.table}>
        <TableHead texts={['', 'Apellidos', 'Nombres']} />
        <tbody>
          {first.map(({ line, name = '', lastname = '' }) => (
            <tr key={line}>
              <th scope="row">{`${unit} ${line}`}</th>
              <td>{shortened(lastname, 40)}</td>
              <td>{shortened(name, 40)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface FileLayoutProps {
  preview: ImportPreview
  mapping: ImportMapping
  onSheet: (sheet: string) => void
  onEncoding: (encoding: Encoding) => void
  onEdit: ImportRun['edit']
}

/** The choice of the sheet, of the encoding and of the line of the header, which are recognized unless a person chooses them. */
export function FileLayout({ preview, mapping, onSheet, onEncoding, onEdit }: FileLayoutProps) {
  const { sheets, starts, unit, missing, encoding } = preview
  const [isOpen] = useState(() => missing.length > mostMissing || otherSheets(preview).length > 0)
  const { sheet = preview.sheet, header = preview.header } = mapping
  const lines = starts.some(({ line }) => line === header) ? starts : [...starts, { line: header, text: '' }]
  if (sheets.length < 2 && starts.length === 0) return null
  return (
    <details open={isOpen}>
      <summary>
        {sheets.length > 1 ? 'Hoja y encabezado' : encoding ? 'Codificación y encabezado' : 'Encabezado'}
      </summary>
      <div className={layout.columns}>
        {sheets.length > 1 && (
          <SelectField
            name="sheet"
            label="Hoja"
            options={sheets.map(({ name, riders }) => [name, `${name} (${count(riders, 'piloto')})`])}
            value={sheet}
            onChange={onSheet}
          />
        )}
        {encoding && (
          <SelectField
            name="encoding"
            label="Codificación"
            options={encodings.map((name) => [name, encodingLabels[name]])}
            value={mapping.encoding ?? encoding}
            onChange={onEncoding}
          />
        )}
        {starts.length > 0 && (
          <SelectField
            name="header"
            label="Encabezado"
            options={[
              ...lines
                .filter(({ line }) => line > 0)
                .map(({ line, text }) => [String(line), `${unit} ${line}: ${text}`] as const),
              ['0', 'El archivo no tiene encabezado'],
            ]}
            value={String(header)}
            onChange={(line) => onEdit(chooseHeader(Number(line)))}
          />
        )}
      </div>
    </details>
  )
}

/** The number of missing fields above which the header was probably not recognized. */
const mostMissing = 5
