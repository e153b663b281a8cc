/** The rules that give the last day of a credential, one for each type of licence. */
import { useState } from 'react'
import { licences } from '#domain/validity/rules'
import type { SettingsInfo } from '#domain/web/schemas'
import { settingsApi } from '../api/settings-api.ts'
import { useLoad } from '../api/use-load.ts'
import { Failure, Loading } from '../ui/load.tsx'
import { RuleForm } from './rule-form.tsx'

export function ValiditySection() {
  const { value, error, reload } = useLoad((signal) => settingsApi.settings(signal), 'validity')
  const [saved, setSaved] = useState<Partial<SettingsInfo['validity']>>({})
  if (error) return <Failure error={error} retry={reload} />
  if (!value) return <Loading />
  return (
    <>
      <p>
        La regla de cada licencia da el último día de una credencial. El botón <b>Vigencia</b> de una
        credencial permite otra fecha y la de un certificado médico: cuenta la que llega primero.
      </p>
      {licences.map((licence) => (
        <RuleForm
          key={licence}
          licence={licence}
          stored={saved[licence] ?? value.validity[licence]}
          onSaved={(rule) => setSaved((last) => ({ ...last, [licence]: rule }))}
        />
      ))}
    </>
  )
}
