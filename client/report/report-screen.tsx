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
  workText,
} from '#domain/report/report-text'
import { formatMoment } from '#domain/text/date'
import { figure } from '#domain/text/text'
import { credentialPath, incidentsScreen, reportScreen, searchPath } from '#domain/web/addresses'
import type { EventReport } from '#domain/web/report-schemas'
import { callForList } from '../api/call.ts'
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
  const { value: events = [] } = useLoad((signal) => callForList('GET /api/events', { signal }), '')
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
      <h2 className={styles.title}>{event.title}</h2>
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
        <div className={styles.column}>
          <GateChart report={report} />
          <Inside report={report} />
        </div>
        <div className={styles.column}>
          <Rows
            title="Inscritos por modalidad"
            what="Modalidad"
            rows={modalidades.map(({ name, riders }) => [name, riders])}
            none="Nadie está inscrito en el evento."
          />
          {checks.length > 0 && (
            <Rows
              title="Requisitos que faltan a los inscritos"
              what="Requisito"
              rows={[
                ...checks.map(({ label, lacking }) => [label, lacking] as const),
                ['Con todo en regla', report.complete],
              ]}
              none=""
            />
          )}
          <Rows
            title="Inscritos por club"
            what="Club"
            rows={clubs.map(({ name, riders }) => [clubText(name), riders])}
            none="Nadie está inscrito en el evento."
          />
          <Incidents report={report} />
          <Work report={report} />
        </div>
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
          <tr key={`${day} ${label}`} data-first={(index > 0 && bars[index - 1]?.day !== day) || undefined}>
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
const mostRows = 15

interface FoldedProps<Item> {
  items: readonly Item[]
  /** The number of all items, also of those that the report leaves out. */
  total?: number
  children: (items: readonly Item[]) => ReactNode
}

/** Shows the first items of a list, and the others on request. */
function Folded<Item>({ items, total = items.length, children }: FoldedProps<Item>) {
  return (
    <>
      {children(items.slice(0, mostRows))}
      {items.length > mostRows && (
        <details>
          <summary className={layout.target}>{moreText(total, mostRows)}</summary>
          {children(items.slice(mostRows))}
          {total > items.length && <p>{moreText(total, items.length)}</p>}
        </details>
      )}
    </>
  )
}

interface RowsProps {
  title: string
  /** The heading of the column of names, for screen readers. */
  what: string
  rows: readonly (readonly [name: string, riders: number])[]
  /** Is said if there are no rows. */
  none: string
}

/** A list of names with numbers of riders, the first of which are shown at once. */
function Rows({ title, rows, none, ...props }: RowsProps) {
  return (
    <Part title={title}>
      {rows.length === 0 ? (
        <p className={layout.soft}>{none}</p>
      ) : (
        <Folded items={rows}>{(some) => <RowsTable {...props} rows={some} />}</Folded>
      )}
    </Part>
  )
}

function RowsTable({ what, rows }: Pick<RowsProps, 'what' | 'rows'>) {
  return (
    <table className={styles.rows}>
      <thead className={styles.spoken}>
        <tr>
          <th scope="col">{what}</th>
          <th scope="col">Pilotos</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, riders]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{figure(riders)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Inside({ report }: { report: EventReport }) {
  const { total, riders } = report.inside
  return (
    <Part title={`${insideTitle(report)}: ${figure(total)}`}>
      {total === 0 && <p className={layout.soft}>{nobodyInside(report)}</p>}
      {total > 0 && report.event.is_open && (
        <Link className={layout.target} to={searchPath({ attendance: 'inside' })}>
          Verlos en la lista
        </Link>
      )}
      <Folded items={riders} total={total}>
        {(some) => (
          <ul className={styles.people}>
            {some.map((rider) => (
              <RiderInside key={`${rider.name} ${rider.at}`} rider={rider} />
            ))}
          </ul>
        )}
      </Folded>
    </Part>
  )
}

function RiderInside({
  rider: { id, name, number, gate, at },
}: {
  rider: EventReport['inside']['riders'][0]
}) {
  return (
    <li>
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
  )
}

function Work({ report: { work } }: { report: EventReport }) {
  return (
    <Part title="Quién trabajó">
      {work.length === 0 ? (
        <p className={layout.soft}>Nadie hizo nada en este tiempo.</p>
      ) : (
        <ul className={styles.items}>
          {work.map((one) => (
            <li key={one.name}>
              <b>{authorName(one.name)}</b>
              <p>{workText(one)}</p>
            </li>
          ))}
        </ul>
      )}
    </Part>
  )
}

function Incidents({ report }: { report: EventReport }) {
  const { passages, open, settled, taken_back: takenBack } = report.incidents
  const total = open + settled + takenBack
  return (
    <Part title="Incidencias">
      <p className={layout.soft}>{total === 0 ? 'No hubo incidencias.' : `${incidentsText(report)}.`}</p>
      {open > 0 && (
        <Link className={layout.target} to={incidentsScreen()}>
          Resolver las incidencias
        </Link>
      )}
      <Folded items={passages} total={total}>
        {(some) => (
          <ul className={styles.items}>
            {some.map((passage) => {
              const { who, what, end } = incidentText(passage, report.at)
              return (
                <li key={passage.id} data-open={passage.incident}>
                  <b>{who}</b>
                  <p>{what}</p>
                  <p className={layout.hint}>{end}</p>
                </li>
              )
            })}
          </ul>
        )}
      </Folded>
    </Part>
  )
}
