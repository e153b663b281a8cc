/** The division of the full names of the first rows, and the order on which it depends. */
import { useId } from 'react'
import type { ImportPreview } from '#domain/import/preview'
import { shortened } from '#domain/text/text'
import styles from './column-table.module.css'
import type { ImportRun } from './import-run.ts'
import type { MappingChange } from './mapping-changes.ts'

interface NameOrderProps {
  preview: ImportPreview
  chosen: boolean | undefined
  onEdit: ImportRun['edit']
}

export function NameOrder({ preview: { first, surnamesFirst, unit }, chosen, onEdit }: NameOrderProps) {
  const id = useId()
  const isFirst = chosen ?? surnamesFirst
  const choose =
    (next: boolean): MappingChange =>
    (mapping) => ({ ...mapping, surnamesFirst: next })
  return (
    <div className={styles.names}>
      <fieldset aria-describedby={isFirst === undefined ? id : undefined}>
        <legend>Los nombres completos se dividen</legend>
        {[true, false].map((value) => (
          <label key={String(value)}>
            <input
              type="radio"
              name={id}
              checked={isFirst === value}
              onChange={() => onEdit(choose(value))}
            />
            {value ? 'Primero los apellidos' : 'Primero los nombres'}
          </label>
        ))}
      </fieldset>
      {isFirst === undefined && (
        <p id={id} className={styles.doubt}>
          No se reconoce el orden: elija uno
        </p>
      )}
      <table>
        <thead>
          <tr>
            <td />
            <th scope="col">Apellidos</th>
            <th scope="col">Nombres</th>
          </tr>
        </thead>
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
