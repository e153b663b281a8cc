/** The choice of what a person without an account sees of a scanned credential. */
import { useState } from 'react'
import type { PublicData } from '#domain/staff/roles'
import { RadioGroup } from '../ui/field.tsx'
import { Done, savedText, useAction, useSettings } from '../ui/form.tsx'
import layout from '../ui/layout.module.css'
import { Awaited, Failure } from '../ui/notice.tsx'

const views: [PublicData, string][] = [
  ['completa', 'Completa: la credencial entera, con contactos y grupo sanguíneo'],
  ['minima', 'Mínima: nombre, foto, licencia, número, modalidad y club'],
]

export function PublicViewSection() {
  const { load, change } = useSettings()
  const [saving, setSaving] = useState<PublicData>()
  const { run, isBusy, error } = useAction(async (view: PublicData) => {
    setSaving(view)
    await change({ public_data: view })
  })
  return (
    <Awaited load={load}>
      {({ public_data: stored, public_data_fixed: isFixed }) => (
        <>
          {error && <Failure error={error} />}
          <RadioGroup
            legend="Lo que ve quien escanea un QR sin iniciar sesión"
            options={views}
            value={isBusy ? saving : stored}
            onChange={run}
            isDisabled={isFixed || isBusy}
          />
          {isFixed && (
            <p className={layout.hint}>
              Lo fija la opción <code>--public {stored}</code> con la que se abrió el kiosco. Para elegir
              aquí, ábralo sin ella.
            </p>
          )}
          <Done>{saving && !error && !isBusy && savedText}</Done>
        </>
      )}
    </Awaited>
  )
}
