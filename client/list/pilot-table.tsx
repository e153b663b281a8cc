/** The pilots of one page: a table on a laptop, a stack of cards on a phone. */
import { Link } from 'react-router-dom'
import { fullName } from '#domain/pilot/full-name'
import type { Pilot } from '#domain/pilot/pilot'
import { formatDay } from '#domain/text/date'
import { credentialPath, credentialUrl, formPath, qrPath } from '#domain/web/addresses'
import button from '../ui/button.module.css'
import { type Order, SortHeader } from './list-order.tsx'
import styles from './pilot-table.module.css'

const columns = {
  lastname: 'Nombre Piloto',
  email: 'Correo Electronico',
  nlicencia: 'Numero de Licencia',
  modalidad: 'Modelo de Moto',
  club: 'Club',
} as const

interface PilotTableProps {
  pilots: readonly Pilot[]
  /** The identifiers of the chosen pilots, including those on other pages. */
  chosen: ReadonlySet<string>
  onChoose: (ids: readonly string[], isOn: boolean) => void
  order: Order
  onOrder: (order: Order) => void
}

export function PilotTable({ pilots, chosen, onChoose, order, onOrder }: PilotTableProps) {
  const ids = pilots.map(({ id }) => id)
  const chosenCount = ids.filter((id) => chosen.has(id)).length
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col" className={styles.check}>
            <label>
              <input
                type="checkbox"
                aria-label="Elegir a todos los de esta página"
                ref={(box) => {
                  if (box) box.indeterminate = chosenCount > 0 && chosenCount < ids.length
                }}
                checked={chosenCount === ids.length}
                onChange={({ target }) => onChoose(ids, target.checked)}
              />
              <span>Elegir esta página</span>
            </label>
          </th>
          <th scope="col">QR</th>
          <th scope="col">Credencial</th>
          {(Object.keys(columns) as (keyof typeof columns)[]).map((field) => (
            <SortHeader key={field} title={columns[field]} field={field} order={order} onOrder={onOrder} />
          ))}
          <th scope="col">Editar</th>
        </tr>
      </thead>
      <tbody>
        {pilots.map((pilot) => (
          <PilotRow
            key={pilot.id}
            pilot={pilot}
            isChosen={chosen.has(pilot.id)}
            onChoose={(isOn) => onChoose([pilot.id], isOn)}
          />
        ))}
      </tbody>
    </table>
  )
}

interface PilotRowProps {
  pilot: Pilot
  isChosen: boolean
  onChoose: (isOn: boolean) => void
}

function PilotRow({ pilot, isChosen, onChoose }: PilotRowProps) {
  const nameId = `name-${pilot.id}`
  const qr = qrPath(credentialUrl(window.location.origin, pilot.id))
  return (
    <tr>
      <td className={styles.check}>
        <input
          type="checkbox"
          aria-label={`Elegir a ${fullName(pilot)}`}
          checked={isChosen}
          onChange={({ target }) => onChoose(target.checked)}
        />
      </td>
      <td className={styles.action}>
        <a className={button.button} href={qr} target="_blank" rel="noreferrer" aria-describedby={nameId}>
          QR
        </a>
      </td>
      <td className={styles.action}>
        <Link className={button.button} to={credentialPath(pilot.id)} aria-describedby={nameId} data-opens>
          Buscar
        </Link>
        {pilot.card && <span className={styles.printed}>✓ Impresa {formatDay(pilot.card.at)}</span>}
      </td>
      <td id={nameId} className={styles.name} data-label={columns.lastname}>
        {fullName(pilot)}
      </td>
      <td className={styles.email} data-label={columns.email}>
        <Email address={pilot.email} />
      </td>
      <td data-label={columns.nlicencia}>{pilot.nlicencia}</td>
      <td className={styles.modalidad} data-label={columns.modalidad}>
        {pilot.modalidad}
      </td>
      <td className={styles.club} data-label={columns.club}>
        {pilot.club}
      </td>
      <td className={styles.action}>
        <Link className={button.button} to={formPath(pilot.id)} aria-describedby={nameId}>
          Editar
        </Link>
      </td>
    </tr>
  )
}

/** Shows an email address that wraps before its @ rather than anywhere else. */
function Email({ address }: { address: string }) {
  const [name, host = ''] = address.split(/(?=@)/)
  return (
    <>
      {name}
      <wbr />
      {host}
    </>
  )
}
