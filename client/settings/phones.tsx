/** The phones that are paired with gates, with the dialogs that pair and remove one. */
import { useState } from 'react'
import { formatMoment } from '#domain/text/date'
import type { AccountInfo } from '#domain/web/schemas'
import { settingsApi } from '../api/settings-api.ts'
import { useLoad } from '../api/use-load.ts'
import button from '../ui/button.module.css'
import { Failure, Loading } from '../ui/load.tsx'
import { Confirmation } from '../ui/question.tsx'
import { PairingDialog } from './pairing-dialog.tsx'
import styles from './settings-screen.module.css'

export function Phones({ gates }: { gates: readonly string[] }) {
  const { value, error, reload } = useLoad(
    (signal) => settingsApi.accounts(signal),
    // The phones of a renamed gate follow it.
    `phones ${gates.join()}`,
  )
  const phones = value?.filter(({ gate }) => gate !== undefined)
  const [isPairing, setPairing] = useState(false)
  const [leaving, setLeaving] = useState<string>()
  const [done, setDone] = useState('')

  async function remove(user: string) {
    await settingsApi.removeAccount(user)
    setLeaving(undefined)
    setDone(`${user} ya no es una puerta.`)
    reload()
  }

  function endPairing() {
    setPairing(false)
    setDone('')
    reload()
  }

  return (
    <>
      <h3>Teléfonos</h3>
      <p role="status" className={styles.good}>
        {done}
      </p>
      {error && <Failure error={error} retry={reload} />}
      {!phones && !error && <Loading />}
      {phones?.length === 0 && (
        <p>Ningún teléfono está emparejado. Uno emparejado escanea en su puerta sin cuenta ni contraseña.</p>
      )}
      {phones && phones.length > 0 && (
        <ul className={styles.rows}>
          {phones.map((phone) => (
            <PhoneRow key={phone.user} phone={phone} onRemove={() => setLeaving(phone.user)} />
          ))}
        </ul>
      )}
      <div className={styles.actions}>
        <button type="button" className={button.primary} onClick={() => setPairing(true)}>
          Emparejar un teléfono
        </button>
      </div>
      {isPairing && <PairingDialog gates={gates} onClose={endPairing} />}
      {leaving !== undefined && (
        <Confirmation
          title={`¿Quitar ${leaving}?`}
          action="Quitar"
          confirm={() => remove(leaving)}
          onClose={() => setLeaving(undefined)}
        >
          <p>Ese teléfono deja de escanear al momento. Lo que registró no cambia.</p>
        </Confirmation>
      )}
    </>
  )
}

function PhoneRow({ phone, onRemove }: { phone: AccountInfo; onRemove: () => void }) {
  const { user, gate, device, since, last_seen: seen } = phone
  return (
    <li className={styles.row}>
      <p>
        <b>{user}</b>
        <span className={styles.hint}>{`${gate} · ${device}`}</span>
        <span className={`${styles.hint} ${styles.command}`}>
          {since && `Desde ${formatMoment(since)}. `}
          {seen ? `Último uso: ${formatMoment(seen)}.` : 'Sin sesión: quítelo y emparéjelo otra vez.'}
        </span>
      </p>
      <div className={styles.actions}>
        <button type="button" className={button.danger} aria-label={`Quitar ${user}`} onClick={onRemove}>
          Quitar
        </button>
      </div>
    </li>
  )
}
