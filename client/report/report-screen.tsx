/** The screen of the report of an event: what was done at the desk and at the gates, and the PDF of it. */
import { type ReactNode, useId } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { eventTitle } from '#domain/event/event'
import { type Chart, chartOf, chartTitle } from '#domain/report/chart'
import {
  authorName,
  checkRows,
  clubText,
  incidentsText,
  incidentText,
  insideTitle,
  moreText,
  nobodyInside,
  reportNumbers,
  reportTitle,
  timeText,
} from '#domain/report/report-text'
import { formatMoment } from '#domain/text/date'
import { figure } from '#domain/text/text'
import { credentialPath, incidentsScreen, reportScreen, searchPath } from '#domain/web/addresses'
import type { EventReport } from '#domain/web/report-schemas'
import { reportApi } from '../api/report-api.ts'
import { useLoad } from '../api/use-load.ts'
import button from '../ui/button.module.css'
import { DownloadStatus, useDownload } from '../ui/download.tsx'
import layout from '../ui/layout.module.css'
import { Link } from '../ui/link.tsx'
import { Failure, Loading } from '../ui/load.tsx'
import styles from './report.module.css'

export function ReportScreen() {
  const [query] = useSearchParams()
  const event = query.get('event') || undefined
  const { value, error, isLoading, reload } = useLoad((signal) => reportApi.get(event, signal), event ?? '')
  const download = useDownload()

  return (
    <>
      <title>{`${reportTitle} · PilotOS`}</title>
      <div className={layout.head}>
        <h1>{reportTitle}</h1>
        <div className={layout.line}>
          <EventChoice event={event} />
          <button type="button" className={button.button} onClick={reload}>
            Actualizar
          </button>
          <button
            type="button"
            className={button.primary}
            aria-disabled={download.isBusy || !value}
            onClick={() => {
              if (value) download.start('el PDF', (onBytes, signal) => reportApi.file(event, onBytes, signal))
            }}
          >
            Descargar PDF
          </button>
        </div>
      </div>
      <DownloadStatus download={download} />
      {error && <Failure error={error} retry={reload} />}
      {!value && !error && <Loading />}
      {value && (
        <section aria-label="Informe" aria-busy={isLoading} className={layout.results}>
          <Report report={value} />
        </section>
      )}
    </>
  )
}

/** The choice of the event, if there are several. */
function EventChoice({ event }: { event?: string }) {
  const id = useId()
  const navigate = useNavigate()
  const { value: events = [] } = useLoad(reportApi.events, '')
  if (events.length < 2) return null
  return (
    <div className={styles.choice}>
      <label htmlFor={id}>Evento</label>
      <select
        id={id}
        className={layout.select}
        value={event ?? events[0]?.id}
        onChange={({ target }) =>
          navigate(reportScreen(target.value === events[0]?.id ? undefined : target.value))
        }
      >
        {events.map((one) => (
          <option key={one.id} value={one.id}>
            {eventTitle({ name: one.name, openedAt: one.opened_at })}
          </option>
        ))}
      </select>
    </div>
  )
}

function Report({ report }: { report: EventReport }) {
  const { event, at } = report
  const { modalidades, clubs } = report.entered
  const checks = checkRows(report)
  return (
    <>
      <h2>{event.title}</h2>
      <p className={layout.note} role="status">
        {[event.place, event.days].filter(Boolean).join(', ')}
        {(event.place || event.days) && <br />}
        {`Lo que se hizo ${timeText(report)}. Hecho el ${formatMoment(at)}.`}
      </p>
      <dl className={styles.numbers}>
        {reportNumbers(report).map(({ label, value }) => (
          <div key={label} className={styles.tile}>
            <dt>{label}</dt>
            <dd>{figure(value)}</dd>
          </div>
        ))}
      </dl>
      <div className={styles.parts}>
        <GateChart report={report} />
        <div className={styles.lists}>
          <Rows
            title="Inscritos por modalidad"
            head={['Modalidad', 'Pilotos']}
            rows={modalidades.map(({ name, riders }) => [name, figure(riders)])}
            none="Nadie está inscrito en el evento."
          />
          {checks.length > 0 && (
            <Rows
              title="Requisitos que faltan a los inscritos"
              head={['Requisito', 'Pilotos']}
              rows={[
                ...checks.map(({ label, lacking }) => [label, figure(lacking)]),
                ['Con todo en regla', figure(report.complete)],
              ]}
              none=""
            />
          )}
          <Rows
            title="Inscritos por club"
            head={['Club', 'Pilotos']}
            rows={clubs.map(({ name, riders }) => [clubText(name), figure(riders)])}
            none="Nadie está inscrito en el evento."
          />
        </div>
        <Inside report={report} />
        <Incidents report={report} />
        <Rows
          title="Quién trabajó"
          head={['Quién', 'Registros', 'Cambios', 'Impresas', 'Lecturas']}
          rows={report.work.map(({ name, registered, changes, prints, scans }) => [
            authorName(name),
            ...[registered, changes, prints, scans].map(figure),
          ])}
          none="Nadie hizo nada en este tiempo."
        />
      </div>
    </>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={styles.part} aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {children}
    </section>
  )
}

/** The riders who entered, as a table whose numbers are drawn as bars too. */
function GateChart({ report: { days, persons } }: { report: EventReport }) {
  const chart = chartOf(days)
  return (
    <Part title={chartTitle(chart)}>
      {persons === 0 ? (
        <p className={layout.soft}>Nadie pasó por las puertas.</p>
      ) : (
        <>
          {chart.left > 0 && (
            <p className={layout.hint}>{`Los últimos días; antes hubo ${figure(chart.left)} más.`}</p>
          )}
          <Bars chart={chart} />
        </>
      )}
    </Part>
  )
}

function Bars({ chart: { unit, bars } }: { chart: Chart }) {
  const most = Math.max(...bars.map(({ persons }) => persons))
  const hasDays = bars.some(({ day }) => day !== undefined)
  return (
    <table className={styles.chart}>
      <thead className={styles.spoken}>
        <tr>
          <th scope="col">{unit === 'hour' ? 'Hora' : 'Día'}</th>
          <th scope="col">Pilotos que entraron</th>
        </tr>
      </thead>
      <tbody>
        {bars.map(({ label, day, persons }, index) => (
          <tr key={`${day} ${label}`} data-first={hasDays && bars[index - 1]?.day !== day ? true : undefined}>
            <th scope="row">{day ? `${day}, ${label}` : label}</th>
            <td>
              <span className={styles.bar} style={{ width: `${(80 * persons) / most}%` }} />
              <b>{figure(persons)}</b>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The most rows of a list before a person asks for all. */
const mostRows = 30

interface RowsProps {
  title: string
  head: readonly string[]
  rows: readonly (readonly string[])[]
  /** Is said if there are no rows. */
  none: string
}

/** A list of names with numbers, the first of which are shown at once. */
function Rows({ title, head, rows, none }: RowsProps) {
  return (
    <Part title={title}>
      {rows.length === 0 ? (
        <p className={layout.soft}>{none}</p>
      ) : (
        <>
          <RowsTable head={head} rows={rows.slice(0, mostRows)} />
          {rows.length > mostRows && (
            <details>
              <summary className={layout.target}>{moreText(rows.length, mostRows)}</summary>
              <RowsTable head={head} rows={rows.slice(mostRows)} />
            </details>
          )}
        </>
      )}
    </Part>
  )
}

function RowsTable({ head, rows }: Pick<RowsProps, 'head' | 'rows'>) {
  return (
    <table className={styles.rows}>
      <thead className={head.length === 2 ? styles.spoken : undefined}>
        <tr>
          {head.map((title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, ...numbers]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {numbers.map((number, index) => (
              <td key={head[index + 1]}>{number}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Inside({ report }: { report: EventReport }) {
  const { total, riders } = report.inside
  const shown = riders.slice(0, mostRows)
  return (
    <Part title={`${insideTitle(report)}: ${figure(total)}`}>
      {total === 0 && <p className={layout.soft}>{nobodyInside(report)}</p>}
      <ul className={styles.people}>
        {shown.map(({ id, name, number, gate, at }) => (
          <li key={`${id} ${at}`}>
            <b className={styles.number}>{number}</b>
            {id ? (
              <Link className={layout.target} to={credentialPath(id)}>
                {name}
              </Link>
            ) : (
              <span className={layout.target}>{name}</span>
            )}
            <span className={layout.hint}>
              {`${gate}, `}
              <time dateTime={at}>{formatMoment(at)}</time>
            </span>
          </li>
        ))}
      </ul>
      {total > shown.length && (
        <p>
          {moreText(total, shown.length)}
          {report.event.is_open && ': '}
          {report.event.is_open && (
            <Link className={layout.target} to={searchPath({ attendance: 'inside' })}>
              Ver todos en la lista
            </Link>
          )}
        </p>
      )}
    </Part>
  )
}

function Incidents({ report }: { report: EventReport }) {
  const { passages, open, settled, taken_back: takenBack } = report.incidents
  const total = open + settled + takenBack
  const shown = passages.slice(0, mostRows)
  return (
    <Part title="Incidencias">
      <p className={layout.soft}>{total === 0 ? 'No hubo incidencias.' : `${incidentsText(report)}.`}</p>
      <ul className={styles.incidents}>
        {shown.map((passage) => {
          const { who, what, end } = incidentText(passage, report.at)
          return (
            <li key={passage.id} data-open={passage.incident || undefined}>
              <b>{who}</b>
              <p>{what}</p>
              <p className={layout.hint}>{end}</p>
            </li>
          )
        })}
      </ul>
      {total > shown.length && <p>{moreText(total, shown.length)}</p>}
      {open > 0 && (
        <Link className={layout.target} to={incidentsScreen()}>
          Resolver las incidencias
        </Link>
      )}
    </Part>
  )
}
