/** One pilot of the list: number plate, photo, name and data, and the links to the QR, the credential and the form. */
import { formatDni } from '#domain/pilot/dni'
import { fullName } from '#domain/pilot/full-name'
import type { Pilot } from '#domain/pilot/pilot'
import { formatDay } from '#domain/text/date'
import { describeStatus } from '#domain/validity/status'
import { credentialPath, credentialUrl, formPath, photoPath, qrPath } from '#domain/web/addresses'
import type { ShownPilot } from '#domain/web/wire'
import { Photo } from '../photo/photo.tsx'
import { Link } from '../ui/link.tsx'
import styles from './pilot-row.module.css'
import table from './pilot-table.module.css'

interface PilotRowProps {
  pilot: ShownPilot
  isChosen: boolean
  onChoose: (isOn: boolean) => void
}

export function PilotRow({ pilot, isChosen, onChoose }: PilotRowProps) {
  const name = fullName(pilot)
  return (
    <tr className={styles.row} data-chosen={isChosen || undefined}>
      <td className={table.check}>
        <input
          type="checkbox"
          aria-label={`Elegir a ${name}`}
          checked={isChosen}
          onChange={({ target }) => onChoose(target.checked)}
        />
      </td>
      <td className={table.number}>
        <span className={styles.lead}>
          <span className={styles.plate} data-length={lengthOf(pilot.npiloto)}>
            {pilot.npiloto}
          </span>
          <Photo
            className={styles.photo}
            src={pilot.photo ? photoPath(pilot.photo) : undefined}
            alt=""
            isLazy
          />
        </span>
      </td>
      <th scope="row" className={styles.rider}>
        <span className={styles.name} id={`name-${pilot.id}`}>
          {name}
        </span>
        <span className={styles.facts}>
          <span>{formatDni(pilot.dni)}</span>
          <span className={styles.kind}>{pilot.modalidad}</span>
          {pilot.status && pilot.status.kind !== 'valid' && (
            <span className={styles.invalid}>✕ {describeStatus(pilot.status).toLowerCase()}</span>
          )}
          {pilot.card && (
            <span className={styles.printed}>
              ✓ <span>Impresa {formatDay(pilot.card.at)}</span>
            </span>
          )}
        </span>
      </th>
      <td className={table.email}>
        <Email address={pilot.email} />
      </td>
      <td className={table.licence}>{pilot.nlicencia}</td>
      <td className={table.modalidad}>{pilot.modalidad}</td>
      <td className={table.club}>
        <span title={pilot.club}>{pilot.club}</span>
      </td>
      <RowLinks id={pilot.id} name={name} />
    </tr>
  )
}

/** Shows an e-mail address on two lines, the second of which starts with its @. */
function Email({ address }: { address: string }) {
  const [name, host] = address.split(/(?=@)/)
  return (
    <>
      <span title={address}>{name}</span>
      <span>{host}</span>
    </>
  )
}

function RowLinks({ id, name }: { id: Pilot['id']; name: string }) {
  const qr = qrPath(credentialUrl(window.location.origin, id))
  return (
    <>
      <td className={table.qr}>
        <a className={styles.link} href={qr} target="_blank" rel="noreferrer" aria-label={`QR de ${name}`}>
          QR
        </a>
      </td>
      <td className={table.opens}>
        <Link
          className={styles.link}
          to={credentialPath(id)}
          aria-label={`Buscar credencial de ${name}`}
          data-opens
        >
          <span>Buscar</span>
        </Link>
      </td>
      <td className={table.edit}>
        <Link className={styles.link} to={formPath(id)} aria-label={`Editar a ${name}`}>
          Editar
        </Link>
      </td>
    </>
  )
}

/** Returns the class of length of a number, so that a long one is set in smaller letters. */
function lengthOf(number: string): 'long' | 'longest' | undefined {
  if (number.length > 8) return 'longest'
  return number.length > 3 ? 'long' : undefined
}
