/** The choice of what a person without an account sees of a scanned credential. */
import { useState } from 'react'
import type { PublicData } from '#domain/web/public-data'
import type { SettingsInfo } from '#domain/web/schemas'
import { settingsApi } from '../api/settings-api.ts'
import { useLoad } from '../api/use-load.ts'
import choices from '../ui/choices.module.css'
import { Failure, Loading } from '../ui/load.tsx'
import styles from './settings-screen.module.css'

const views: { name: PublicData; label: string }[] = [
  { name: 'completa', label: 'Completa: la credencial entera, con contactos y grupo sanguíneo' },
  { name: 'minima', label: 'Mínima: nombre, foto, licencia, número, modalidad y club' },
]

export function PublicViewSection() {
  const loaded = useLoad((signal) => settingsApi.settings(signal), 'settings')
  const [changed, setChanged] = useState<SettingsInfo>()
  const [saving, setSaving] = useState<PublicData>()
  const [error, setError] = useState<Error>()
  const settings = changed ?? loaded.value

  async function choose(name: PublicData) {
    setSaving(name)
    setError(undefined)
    try {
      setChanged(await settingsApi.change({ public_data: name }))
    } catch (failure) {
      setError(failure as Error)
    }
    setSaving(undefined)
  }

  const problem = error ?? loaded.error
  return (
    <>
      {problem && <Failure error={problem} retry={error ? undefined : loaded.reload} />}
      {!settings && !problem && <Loading />}
      {settings && (
        <fieldset className={choices.choices} disabled={settings.public_data_fixed || saving !== undefined}>
          <legend>Lo que ve quien escanea un QR sin iniciar sesión</legend>
          {views.map(({ name, label }) => (
            <label key={name}>
              <input
                type="radio"
                name="public_data"
                checked={(saving ?? settings.public_data) === name}
                onChange={() => choose(name)}
              />
              {label}
            </label>
          ))}
        </fieldset>
      )}
      {settings?.public_data_fixed && (
        <p className={styles.hint}>
          Lo fija la opción <code>--public {settings.public_data}</code> con la que se abrió el kiosco. Para
          elegir aquí, ábralo sin ella.
        </p>
      )}
      <p role="status" className={styles.good}>
        {changed && !error && saving === undefined && 'Guardado: vale desde ahora.'}
      </p>
    </>
  )
}
