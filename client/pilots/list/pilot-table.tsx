/** The pilots of one page as a table. Its columns hide from the least important on as the screen gets narrower. */
import { useRef } from 'react'
import { credentialPath, credentialUrl, formPath, photoPath, qrPath } from '#domain/api/addresses'
import type { ShownPilot } from '#domain/api/wire'
import { describeStatus, type Status } from '#domain/credential/status'
import type { EventInfo } from '#domain/events/calls'
import { numberOf } from '#domain/events/categories/race-number'
import { shownEntries } from '#domain/events/categories/shown'
import { type Entry, lackingChecks, missingText } from '#domain/events/entry'
import { checksAtDesk } from '#domain/events/entry-filter'
import { documentText } from '#domain/pilots/document'
import { type FieldName, labelsIn, shownText } from '#domain/pilots/fields'
import { incompleteText } from '#domain/pilots/incomplete'
import { fullName } from '#domain/pilots/pilot'
import { formatDay, today } from '#domain/text/date'
import { numberKey } from '#domain/text/names'
import { requirementsShown } from '../../events/entry-checks.tsx'
import button from '../../ui/button.module.css'
import { Button } from '../../ui/form.tsx'
import { Photo } from '../../ui/images.tsx'
import layout from '../../ui/layout.module.css'
import { Link } from '../../ui/link.tsx'
import parts from '../../ui/parts.module.css'
import type { CountedList, RowSelection } from './pilot-list.ts'
import { nextOrder, type Order, rangeOf } from './rows.ts'
import styles from './table.module.css'

/** The fields of the columns with their titles. The e-mail is the last: it is the one that is looked for least. */
const columns = [...labelsIn('list')].sort(
  ([one], [other]) => Number(one === 'email') - Number(other === 'email'),
)

interface PilotTableProps {
  list: CountedList
  selection: RowSelection
  /** The open event, as soon as it is known. */
  event?: EventInfo
  onOrder: (order: Order) => void
}

export function PilotTable({ list: { pilots, view }, selection, event, onOrder }: PilotTableProps) {
  const { chosen, isChoosing, choose } = selection
  const ids = pilots.map(({ id }) => id)
  const chosenCount = ids.filter((id) => chosen.has(id)).length
  const sorting = { order: view, onOrder }
  const lastTicked = useRef<string>(undefined)

  function chooseRow(id: string, isOn: boolean, isRange: boolean) {
    choose(isRange ? rangeOf(ids, lastTicked.current, id) : [id], isOn)
    lastTicked.current = id
  }

  return (
    <table
      className={styles.table}
      data-choosing={isChoosing || undefined}
      data-has-selection={chosen.size > 0 || undefined}
    >
      <thead>
        <tr>
          <th scope="col" className={styles.check}>
            <input
              type="checkbox"
              aria-label="Elegir a todos los de esta página"
              ref={(box) => {
                if (box) box.indeterminate = chosenCount > 0 && chosenCount < ids.length
              }}
              checked={chosenCount === ids.length}
              onChange={({ target }) => choose(ids, target.checked)}
            />
          </th>
          <SortHeader className={styles.number} titles={{ npiloto: 'N°' }} {...sorting} />
          <SortHeader titles={{ lastname: 'Nombre Piloto', dni: 'DNI' }} {...sorting} />
          {columns.map(([name, title]) => (
            <SortHeader key={name} className={columnStyle(name)} titles={{ [name]: title }} {...sorting} />
          ))}
          <th scope="col" className={styles.qr}>
            QR
          </th>
          <th scope="col" className={styles.opens}>
            Credencial
          </th>
          <th scope="col" className={styles.edit}>
            Editar
          </th>
        </tr>
      </thead>
      <tbody>
        {pilots.map((pilot) => (
          <Row
            key={pilot.id}
            pilot={pilot}
            event={event}
            isChosen={chosen.has(pilot.id)}
            onChoose={(isOn, isRange) => chooseRow(pilot.id, isOn, isRange)}
          />
        ))}
      </tbody>
    </table>
  )
}

interface SortHeaderProps {
  className?: string
  /** The fields that the column shows, with the titles of the buttons that sort by them. */
  titles: Partial<Record<FieldName, string>>
  order: Order
  onOrder: (order: Order) => void
}

/** A header whose buttons sort in ascending order, then in descending order, then in the default order. */
function SortHeader({ className, titles, order, onOrder }: SortHeaderProps) {
  const direction = order.order === 'desc' ? 'descending' : 'ascending'
  const isSorted = order.sort !== undefined && order.sort in titles

  return (
    <th scope="col" className={className} aria-sort={isSorted ? direction : undefined}>
      <span className={styles.titles}>
        {(Object.entries(titles) as [FieldName, string][]).map(([field, title]) => {
          const words = title.lastIndexOf(' ') + 1
          return (
            <Button
              key={field}
              className={`${button.bare} ${styles.title}`}
              aria-current={order.sort === field || undefined}
              onClick={() => onOrder(nextOrder(order, field))}
            >
              <span>
                {title.slice(0, words)}
                {/* The mark stays on the line of the last word. */}
                <span className={styles.last}>
                  {title.slice(words)}
                  <SortMark direction={order.sort === field ? direction : undefined} />
                </span>
              </span>
            </Button>
          )
        })}
      </span>
    </th>
  )
}

/** Two arrow heads, one of which is dark in the sorted column. Screen readers read `aria-sort` instead. */
function SortMark({ direction }: { direction?: 'ascending' | 'descending' }) {
  const faint = direction ? 0.2 : 0.35
  return (
    <svg viewBox="0 0 10 14" width="10" height="14" aria-hidden="true">
      <path d="M5 1l4 5H1z" opacity={direction === 'ascending' ? 1 : faint} />
      <path d="M5 13l4-5H1z" opacity={direction === 'descending' ? 1 : faint} />
    </svg>
  )
}

interface RowProps {
  pilot: ShownPilot
  event?: EventInfo
  isChosen: boolean
  /** `isRange` is true if Shift is held, which ticks all rows from the last ticked one on. */
  onChoose: (isOn: boolean, isRange: boolean) => void
}

/** One pilot: number plate, photo, name and data, and the links to the QR, the credential and the form. */
function Row({ pilot, event, isChosen, onChoose }: RowProps) {
  const { id, npiloto, photo, modalidad, status, card, racer } = pilot
  const number = numberOf(pilot)
  const name = fullName(pilot)
  const document = documentText(pilot)
  const qr = qrPath(credentialUrl(window.location.origin, id))
  return (
    <tr className={styles.row} data-chosen={isChosen || undefined}>
      <td className={styles.check}>
        <input
          type="checkbox"
          aria-label={`Elegir a ${name}`}
          checked={isChosen}
          // Shift would select the text from the last press to this one.
          onMouseDown={(event) => event.shiftKey && event.preventDefault()}
          onChange={({ target, nativeEvent }) =>
            onChoose(target.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
          }
        />
      </td>
      <td className={styles.number}>
        <span className={styles.lead}>
          <span className={styles.plate} data-length={lengthOf(number)}>
            {number || '—'}
          </span>
          <Photo className={styles.photo} src={photo ? photoPath(photo) : undefined} alt="" isLazy />
        </span>
      </td>
      <th scope="row" className={styles.rider}>
        <span className={styles.name} id={`name-${id}`}>
          {name}
        </span>
        <span className={styles.facts}>
          {document && <span>{document}</span>}
          {npiloto && numberKey(npiloto) !== numberKey(number) && <span>Prefiere el {npiloto}</span>}
          <span className={parts.phoneOnly}>{modalidad}</span>
          {racer && <span>{`${number} · ${racer}`}</span>}
          {status && status.kind !== 'valid' && (
            <strong className={styles.missing}>✕ {statusMark(status)}</strong>
          )}
          {event && <EntryMark pilot={pilot} event={event} />}
          {card && (
            <span className={styles.printed} data-outdated={card.outdated}>
              {card.outdated ? '! ' : '✓ '}
              <span className={layout.hiddenOnPhone}>
                Impresa {formatDay(card.at)}
                {card.outdated && ', desactualizada'}
              </span>
            </span>
          )}
        </span>
      </th>
      {columns.map(([column]) => (
        <td key={column} className={columnStyle(column)}>
          <Cell name={column} value={shownText(column, pilot[column])} />
        </td>
      ))}
      <td className={styles.qr}>
        {status?.kind !== 'incomplete' && (
          <a className={styles.link} href={qr} target="_blank" rel="noreferrer" aria-label={`QR de ${name}`}>
            QR
          </a>
        )}
      </td>
      <td className={styles.opens}>
        <Link
          className={styles.link}
          to={credentialPath(id)}
          aria-label={`Buscar credencial de ${name}`}
          data-opens
        >
          <span className={layout.hiddenOnPhone}>Buscar</span>
        </Link>
      </td>
      <td className={styles.edit}>
        <Link className={styles.link} to={formPath(id)} aria-label={`Editar a ${name}`}>
          Editar
        </Link>
      </td>
    </tr>
  )
}

/** Returns the mark of a status, such as `vencida el 31/12/2025` or `Incompleto: falta DNI`. */
function statusMark(status: Status): string {
  return status.missing ? incompleteText(status.missing) : describeStatus(status).toLowerCase()
}

/** The columns that have a width of their own, and appear on narrower screens than others do. */
const columnStyles: Partial<Record<FieldName, string>> = {
  email: styles.email,
  nlicencia: styles.licence,
  modalidad: styles.modalidad,
  club: styles.club,
}

function columnStyle(name: FieldName): string | undefined {
  return columnStyles[name] ?? styles.other
}

function Cell({ name, value }: { name: FieldName; value?: string }) {
  if (name === 'email') {
    // An e-mail address that is longer than the column goes on in a second line, which starts with its @.
    const [user, host] = value?.split(/(?=@)/) ?? []
    return (
      <>
        <span className={styles.part} title={value}>
          {user}
        </span>
        <span className={styles.part}>{host}</span>
      </>
    )
  }
  if (name !== 'club') return value
  return (
    <span className={parts.clamp} title={value}>
      {value}
    </span>
  )
}

/** Returns the class of length of a number, so that a long one is set in smaller letters. */
function lengthOf(number: string): 'long' | 'longest' | undefined {
  if (number.length > 8) return 'longest'
  return number.length > 3 ? 'long' : undefined
}

/** Says that a rider is entered and what the desk has to do, and in what unless it is in the own modalidad with the shown number. */
function EntryMark({ pilot, event }: { pilot: ShownPilot; event: EventInfo }) {
  const { entries = [] } = pilot
  if (entries.length === 0) return null
  const requirements = requirementsShown(pilot)
  const wanted = checksAtDesk(event, today())
  const lacking = entries.flatMap((entry) => lackingChecks(entry, wanted, requirements))
  const missing = wanted.filter((name) => lacking.includes(name))
  const isOwn = entries.every((entry) => isOwnEntry(entry, pilot))
  // Red is for what stops a rider at a gate.
  const stops = event.demand === 'checks'
  const Missing = stops ? 'strong' : 'b'
  const places = isOwn ? 'Inscrito' : shownEntries(pilot, event)
  return (
    <>
      {!(isOwn && missing.length > 0) && <b>{places}</b>}
      {missing.length > 0 && (
        <Missing className={stops ? styles.missing : layout.cut}>Falta: {missingText(missing)}</Missing>
      )}
    </>
  )
}

function isOwnEntry({ modalidad, number }: Entry, pilot: ShownPilot): boolean {
  return modalidad === pilot.modalidad && number === numberOf(pilot)
}
