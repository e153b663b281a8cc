/** The columns of the file: the field of each, which a person can change, and the first cells. */
import { useId, useRef, useState } from 'react'
import { reasonColumn, termsColumns } from '#domain/import/columns'
import { fullName, type ImportMapping, type Target, targetLabel } from '#domain/import/mapping'
import type { ImportPreview } from '#domain/import/preview'
import { fieldNames } from '#domain/pilot/fields'
import { shortened } from '#domain/text/text'
import button from '../ui/button.module.css'
import field from '../ui/field.module.css'
import styles from './column-table.module.css'
import type { ImportRun } from './import-run.ts'
import { chooseTarget } from './mapping-changes.ts'
import { NameOrder } from './name-order.tsx'

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
        <span>
          {used === columns.length ? `se usan las ${used}` : `se usan ${used} de ${columns.length}`}
        </span>
      </summary>
      <table>
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
                  <div>{shortened(cells[index] ?? '', 40)}</div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {columns.some(({ target }) => target === fullName) && (
        <NameOrder preview={preview} chosen={mapping.surnamesFirst} onEdit={onEdit} />
      )}
      {preview.fixesCapitals !== undefined && (
        <label className={styles.capitals}>
          <input
            type="checkbox"
            checked={mapping.fixesCapitals ?? preview.fixesCapitals}
            onChange={({ target }) => onEdit((last) => ({ ...last, fixesCapitals: target.checked }))}
          />
          Escribir los nombres en minúsculas: Quispe Mamani
        </label>
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

interface TargetControlProps {
  column: ImportPreview['columns'][number]
  /** The choice of the person, which may be newer than the preview. */
  chosen: Target | null | undefined
  onEdit: ImportRun['edit']
}

function TargetControl({ column, chosen, onEdit }: TargetControlProps) {
  const { name, doubt, suggestion } = column
  const id = useId()
  const select = useRef<HTMLSelectElement>(null)
  const target = chosen === undefined ? column.target : chosen
  const choose = (next: Target | null) => onEdit(chooseTarget(name, next))
  return (
    <>
      <select
        ref={select}
        className={field.control}
        aria-label={`Campo de «${name}»`}
        aria-describedby={doubt ? id : undefined}
        data-unused={target === null || undefined}
        value={target ?? ''}
        onChange={({ target: { value } }) => choose((value || null) as Target | null)}
      >
        <option value="">No se usa</option>
        {target === reasonColumn && <option value={reasonColumn}>Motivo: no se usa</option>}
        {targetsByUse.map((each) => (
          <option key={each} value={each}>
            {targetLabel(each)}
          </option>
        ))}
      </select>
      {doubt && (
        <p id={id} className={styles.doubt}>
          {doubt}
        </p>
      )}
      {suggestion && suggestion !== target && (
        <button
          type="button"
          className={button.button}
          onClick={() => {
            choose(suggestion)
            // The button disappears with the suggestion.
            select.current?.focus()
          }}
        >
          ¿Es {targetLabel(suggestion)}?
        </button>
      )}
    </>
  )
}

const targetsByUse: readonly Target[] = [fullName, ...fieldNames, ...termsColumns, 'id_driver', 'attachment']
