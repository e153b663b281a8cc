/** The preview of an import: the field that each column maps to, and the first rows. */
import { columnLabel, reasonColumn } from '#domain/import/columns'
import type { ImportPreview as Preview } from '#domain/import/preview'
import { shortened } from '#domain/text/text'
import styles from './import-dialog.module.css'

export function ImportPreview({ preview: { columns, first, unit } }: { preview: Preview }) {
  const used = columns.flatMap((column, index) =>
    column.column === null && !column.name.trim() ? [] : [{ ...column, index }],
  )
  return (
    <table className={styles.preview}>
      <caption className={styles.aloud}>Las columnas del archivo y sus primeras filas</caption>
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
        {used.map(({ name, column, index }) => (
          <tr key={index}>
            <th scope="row">{shortened(name, 28)}</th>
            <td>
              {column === null ? (
                <i>No se usa</i>
              ) : column === reasonColumn ? (
                <i>Motivo: no se usa</i>
              ) : (
                columnLabel(column)
              )}
            </td>
            {first.map(({ line, cells }) => (
              <td key={line} className={styles.cell}>
                {shortened(cells[index] ?? '', 28)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
