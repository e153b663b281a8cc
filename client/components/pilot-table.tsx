/** The pilots of one page: a table on the laptop, a stack of cards on a phone. */
import { Link } from 'react-router-dom'
import { credentialPath, credentialUrl, formPath, qrPath } from '#domain/addresses'
import { fullName } from '#domain/full-name'
import type { Pilot } from '#domain/pilot'
import button from './button.module.css'
import styles from './pilot-table.module.css'

const columns = {
  qr: 'QR',
  credential: 'Credencial',
  name: 'Nombre Piloto',
  email: 'Correo Electronico',
  nlicencia: 'Numero de Licencia',
  modalidad: 'Modelo de Moto',
  club: 'Club',
  edit: 'Editar',
} as const

export function PilotTable({ pilots }: { pilots: readonly Pilot[] }) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          {Object.values(columns).map((title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {pilots.map((pilot) => (
          <PilotRow key={pilot.id} pilot={pilot} />
        ))}
      </tbody>
    </table>
  )
}

function PilotRow({ pilot }: { pilot: Pilot }) {
  const nameId = `name-${pilot.id}`
  const qr = qrPath(credentialUrl(window.location.origin, pilot.id))
  return (
    <tr>
      <td className={styles.action}>
        <a className={button.button} href={qr} target="_blank" rel="noreferrer" aria-describedby={nameId}>
          QR
        </a>
      </td>
      <td className={styles.action}>
        <Link className={button.button} to={credentialPath(pilot.id)} aria-describedby={nameId}>
          Buscar
        </Link>
      </td>
      <td id={nameId} className={styles.name} data-label={columns.name}>
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

/** An address that breaks after its @ before it breaks anywhere else. */
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
