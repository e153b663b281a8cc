/** The report of a renewal of credentials: who gets which last day, and who is still not valid. */
import { formatDate, today } from '#domain/text/date'
import { count, figure } from '#domain/text/text'
import { describeStatus } from '#domain/validity/status'
import { credentialPath } from '#domain/web/addresses'
import type { RenewalReport } from '#domain/web/schemas'
import styles from './renew-dialog.module.css'

interface ReportProps {
  report: RenewalReport
  /** The day of issue, as `YYYY-MM-DD`. */
  issued: string
  isDone: boolean
}

/** The report of a renewal, in the future before it is done. */
export function Report({ report, issued, isDone }: ReportProps) {
  const { total, renewed, unchanged, ends, invalid_total: invalidTotal } = report
  const isToday = issued === today()
  return (
    <div className={styles.report}>
      <p role="status">
        <strong className={styles.main}>{mainText(report, isDone)}</strong>
      </p>
      {ends.length > 0 && (
        <ul className={styles.ends}>
          {ends.map(({ before, after, pilots }) => (
            <li key={`${before} ${after}`}>
              <b>{figure(pilots)}</b> del {formatDate(before)} <span aria-hidden="true">→</span> al{' '}
              <b>{formatDate(after)}</b>
            </li>
          ))}
        </ul>
      )}
      {renewed > 0 && !isDone && (
        <p>
          La emisión pasa {isToday ? 'a hoy' : `al ${formatDate(issued)}`}, y una fecha propia de «Válida
          hasta» se quita. Todavía no se cambió nada.
        </p>
      )}
      {unchanged > 0 && (
        <p>
          {unchanged === total && total > 1 ? 'Todas quedan' : count(unchanged, 'queda', 'quedan')} como{' '}
          {unchanged === 1 ? 'está' : 'están'}: renovar {isToday ? 'hoy' : 'con esa emisión'} no les da más
          días.
        </p>
      )}
      {invalidTotal > 0 && <Invalid report={report} isDone={isDone} />}
    </div>
  )
}

function mainText({ renewed, total }: RenewalReport, isDone: boolean): string {
  if (renewed === 0) return isDone ? 'No se renovó ninguna.' : 'No hay ninguna que renovar.'
  const credentials = count(renewed, 'credencial', 'credenciales')
  const among = renewed < total ? ` de ${figure(total)}` : ''
  if (isDone) return `Se ${renewed === 1 ? 'renovó' : 'renovaron'} ${credentials}${among}.`
  return `Se ${renewed === 1 ? 'renueva' : 'renuevan'} ${credentials}${among}.`
}

/** Names the pilots whose credentials are still not valid, and says why. */
function Invalid({ report, isDone }: Pick<ReportProps, 'report' | 'isDone'>) {
  const { invalid, invalid_total: total } = report
  return (
    <details className={styles.invalid} open={total <= mostOpen}>
      <summary>
        {isDone ? 'Siguen' : 'Seguirán'} sin valer: {figure(total)}
      </summary>
      <ul>
        {invalid.map(({ id, name, status }) => (
          <li key={id}>
            <a href={credentialPath(id)} target="_blank" rel="noreferrer">
              {name}
            </a>
            <span>
              {describeStatus(status)}
              {status.isMedical && ', por el certificado médico'}
              {status.reason && `: ${status.reason}`}
            </span>
          </li>
        ))}
        {total > invalid.length && <li>y {figure(total - invalid.length)} más</li>}
      </ul>
    </details>
  )
}

/** The greatest number of names that are shown without being asked for. */
const mostOpen = 5
