/** The screen of the report of an event: what was done at the desk and at the gates, and the PDF of it. */
import { type ComponentType, type ReactNode, useId } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { credentialPath, screenOfEvent } from '#domain/api/addresses'
import type { EventReport } from '#domain/events/report/calls'
import {
  type ChartSection,
  moreText,
  reportTitle,
  type Section,
  sectionsOf,
} from '#domain/events/report/sections'
import { figure } from '#domain/text/text'
import { callForOne } from '../api/call.ts'
import { features } from '../api/feature.ts'
import { fileOf } from '../api/files.ts'
import { useLoad } from '../api/load.ts'
import button from '../ui/button.module.css'
import { EventChoice } from '../ui/event-choice.tsx'
import { Button } from '../ui/form.tsx'
import layout from '../ui/layout.module.css'
import { Link } from '../ui/link.tsx'
import { Failure, Loading } from '../ui/notice.tsx'
import parts from '../ui/parts.module.css'
import { DownloadStatus, Figures, TableHead, useDownload } from '../ui/run.tsx'
import styles from './report.module.css'

export function ReportScreen() {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const event = query.get('event') || undefined
  const { value, error, isLoading, reload } = useLoad(
    (signal) => callForOne('GET /api/report', { query: { event }, signal }),
    event ?? '',
  )
  const download = useDownload()

  return (
    <>
      <title>{`${reportTitle} · PilotOS`}</title>
      <div className={layout.split}>
        <h1>{reportTitle}</h1>
        <div className={layout.row}>
          <EventChoice event={event} onChange={(chosen) => navigate(screenOfEvent('report', chosen))} />
          <Button onClick={reload}>Actualizar</Button>
          {value?.checks.some(({ name }) => name === 'waiver') && (
            <Button
              aria-disabled={download.isBusy}
              onClick={() =>
                download.start(
                  'los deslindes',
                  fileOf('GET /api/events/:id/waivers.pdf', { params: value.event }, 'deslindes.pdf'),
                )
              }
            >
              Deslindes firmados (PDF)
            </Button>
          )}
          <Button
            className={button.primary}
            aria-disabled={download.isBusy || !value}
            onClick={() =>
              value &&
              download.start('el PDF', fileOf('GET /api/report.pdf', { query: { event } }, 'informe.pdf'))
            }
          >
            Descargar PDF
          </Button>
        </div>
      </div>
      <DownloadStatus download={download} />
      {error && <Failure error={error} retry={reload} />}
      {!value && !error && <Loading />}
      {value && (
        <section aria-label="Informe" aria-busy={isLoading} className={parts.results}>
          <Report report={value} />
        </section>
      )}
    </>
  )
}

function Report({ report }: { report: EventReport }) {
  const { title, place, time, madeAt, figures, chart, checks, exceptions, ...lists } = sectionsOf(report)
  return (
    <>
      <h2 className={styles.title}>{title}</h2>
      <p className={layout.note} role="status">
        {place}
        {place && <br />}
        {`Lo que se hizo ${time}. Hecho el ${madeAt}.`}
      </p>
      <Figures figures={figures} className={styles.numbers} />
      <div className={styles.parts}>
        <div className={layout.stack}>
          <GateChart chart={chart} />
          <List section={lists.inside} Rows={People} />
          {features
            .flatMap(({ reportSections }) => reportSections?.(report) ?? [])
            .map((section) => (
              <List key={section.head[0]} section={section} Rows={section.head[2] ? Items : Numbers} />
            ))}
        </div>
        <div className={layout.stack}>
          <List section={lists.modalidades} Rows={Numbers} />
          {exceptions && <List section={exceptions} Rows={Items} />}
          {checks && <List section={checks} Rows={Numbers} />}
          <List section={lists.clubs} Rows={Numbers} />
          <List section={lists.incidents} Rows={Items} />
          <List section={lists.work} Rows={Items} most={lists.work.total} />
        </div>
      </div>
    </>
  )
}

interface PartProps extends Pick<Section, 'title' | 'summary' | 'none' | 'link' | 'total'> {
  children: ReactNode
}

function Part({ title, summary, none, link, total, children }: PartProps) {
  const id = useId()
  const said = total === 0 ? none : summary && `${summary}.`
  return (
    <section className={styles.part} aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {said && <p className={layout.soft}>{said}</p>}
      {total > 0 && link && (
        <Link className={layout.target} to={link.to}>
          {link.text}
        </Link>
      )}
      {total > 0 && children}
    </section>
  )
}

/** The riders who entered, as a table whose numbers are drawn as bars too. */
function GateChart({ chart }: { chart: ChartSection }) {
  const { kind, bars, left } = chart
  const most = Math.max(...bars.map(({ persons }) => persons))
  return (
    <Part {...chart} total={bars.length}>
      {left > 0 && <p className={layout.hint}>{`Los últimos días; antes hubo ${figure(left)} más.`}</p>}
      <table className={styles.chart}>
        <TableHead className={layout.hidden} texts={[kind, 'Pilotos que entraron']} />
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
    </Part>
  )
}

type RowsProps = Pick<Section, 'kind' | 'head' | 'rows'>

interface ListProps {
  section: Section
  Rows: ComponentType<RowsProps>
  /** The most rows before a person asks for all. */
  most?: number
}

/** Shows the first rows of a section, and the others on request. */
function List({ section, Rows, most = 15 }: ListProps) {
  const { kind, head, rows, total } = section
  return (
    <Part {...section}>
      <Rows kind={kind} head={head} rows={rows.slice(0, most)} />
      {rows.length > most && (
        <details>
          <summary className={layout.target}>{moreText(total, most)}</summary>
          <Rows kind={kind} head={head} rows={rows.slice(most)} />
          {total > rows.length && <p>{moreText(total, rows.length)}</p>}
        </details>
      )}
    </Part>
  )
}

/** Names with numbers of riders, or with amounts. */
function Numbers({ kind = '', head, rows }: RowsProps) {
  return (
    <table className={`${parts.table} ${styles.rows}`}>
      <TableHead className={layout.hidden} texts={[kind, head[1] || 'Pilotos']} />
      <tbody>
        {rows.map(({ key, cells: [name, riders] }) => (
          <tr key={key}>
            <th scope="row">{name}</th>
            <td>{riders}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function People({ rows }: RowsProps) {
  return (
    <ul className={styles.people}>
      {rows.map(({ key, pilot, at, cells: [number, name, gate, moment] }) => (
        <li key={key}>
          <b className={styles.number}>{number}</b>
          {pilot ? (
            <Link className={layout.target} to={credentialPath(pilot)}>
              {name}
            </Link>
          ) : (
            <span className={layout.target}>{name}</span>
          )}
          <span className={layout.hint}>
            {`${gate}, `}
            <time dateTime={at}>{moment}</time>
          </span>
        </li>
      ))}
    </ul>
  )
}

function Items({ rows }: RowsProps) {
  return (
    <ul className={`${parts.lines} ${styles.items}`}>
      {rows.map(({ key, sentence, isOpen, cells: [name, what, end] }) => (
        <li key={key} data-open={isOpen}>
          <b>{name}</b>
          <p>{sentence ?? what}</p>
          {sentence === undefined && <p className={layout.hint}>{end}</p>}
        </li>
      ))}
    </ul>
  )
}
