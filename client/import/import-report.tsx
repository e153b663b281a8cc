/** The report of an import or of its dry run: the counts, and the invalid cells. */

import { count, figure, shortened } from '#domain/text/text'
import type { ImportAnswer } from '#domain/web/schemas'
import button from '../ui/button.module.css'
import { saveFile } from '../ui/saved-file.ts'
import styles from './import-dialog.module.css'

interface ImportReportProps {
  answer: ImportAnswer
  isDone: boolean
  /** The name of the file. */
  name: string
}

export function ImportReport({ answer, isDone, name }: ImportReportProps) {
  const { report, rejected, bad_cells, rejects } = answer
  const more = bad_cells - rejected.length
  const counts = [
    ['nuevos', report.registered],
    [isDone ? 'cambiados' : 'cambian', report.updated],
    ['sin cambios', report.unchanged],
    ['rechazados', report.rejectedRows],
  ] as const
  return (
    <>
      {isDone && (
        <p className={styles.result} role="status">
          {report.registered + report.updated > 0
            ? `Se importaron ${count(report.registered + report.updated, 'piloto')}`
            : 'No se importó ningún piloto'}
        </p>
      )}
      <dl className={styles.counts}>
        {counts.map(([label, number]) => (
          <div key={label} data-bad={(label === 'rechazados' && number > 0) || undefined}>
            <dt>{label}</dt>
            <dd>{figure(number)}</dd>
          </div>
        ))}
      </dl>
      {rejected.length > 0 && (
        <section className={styles.bad}>
          <div>
            <h3>Por corregir</h3>
            {rejects && (
              <button type="button" className={button.button} onClick={() => saveRejects(name, rejects)}>
                Descargar rechazados
              </button>
            )}
          </div>
          <ul>
            {rejected.map(({ place, value, message }) => (
              <li key={`${place} ${message}`}>
                <strong>{place}</strong>
                {value !== undefined && <q>{shortened(value, 60)}</q>}
                <span>{message}</span>
              </li>
            ))}
          </ul>
          {more > 0 && <p>y {figure(more)} más, en el archivo de rechazados</p>}
        </section>
      )}
    </>
  )
}

/** Downloads the rejected rows for correction and re-import: `planilla.xlsx` gives `planilla-rechazados.csv`. */
function saveRejects(name: string, rejects: string): void {
  saveFile(`${name.replace(/\.[^.]*$/, '')}-rechazados.csv`, new Blob([rejects], { type: 'text/csv' }))
}
