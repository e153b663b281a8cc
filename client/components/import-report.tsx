/** How an import went or would go: its counts, and the cells that are wrong. */
import { count, figure, shortened } from '#domain/text'
import type { ImportAnswer } from '#domain/wire'
import styles from './import-dialog.module.css'

export function ImportReport({ answer, isDone }: { answer: ImportAnswer; isDone: boolean }) {
  const { report, rejected, bad_cells } = answer
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
          <h3>Por corregir</h3>
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
