/** Asks in which network the phones are, while the laptop is in several. The answer can be changed. */
import { useState } from 'react'
import { callForOne } from '../api/call.ts'
import { changesOfSettings, useLiveLoad } from '../api/changes.ts'
import { takeFocus } from '../ui/dialog.tsx'
import { Button, useAction } from '../ui/form.tsx'
import layout from '../ui/layout.module.css'
import { Failure, Notice } from '../ui/notice.tsx'

export function PhoneNetwork() {
  const read = (signal: AbortSignal) => callForOne('GET /api/settings', { signal })
  const load = useLiveLoad(read, 'networks', changesOfSettings)
  const [step, setStep] = useState<'asking' | 'answered'>()
  const { run, isBusy, error } = useAction(async (network: string) => {
    // An adapter that is gone is offered no more.
    load.refresh()
    load.take(await callForOne('PUT /api/settings', { body: { network } }))
    setStep('answered')
  })
  const networks = load.value?.networks ?? []
  const chosen = networks.find((network) => network.chosen)
  return (
    <>
      {error && <Failure error={error} />}
      {chosen && step !== 'asking' ? (
        <div className={layout.row}>
          <p role="status">
            Los teléfonos están en <b>{chosen.name}</b>: los QR llevan la dirección {chosen.address}.
          </p>
          <Button ref={step && takeFocus} onClick={() => setStep('asking')}>
            Cambiar de red
          </Button>
        </div>
      ) : (
        networks.length > 0 && (
          <Notice kind="warning">
            <p>
              Esta laptop está en más de una red. ¿En cuál están los teléfonos? Los QR llevan su dirección.
            </p>
            <div className={layout.row}>
              {networks.map(({ name, address }) => (
                <Button key={name} disabled={isBusy} onClick={() => run(name)}>
                  {name} · {address}
                </Button>
              ))}
            </div>
          </Notice>
        )
      )}
    </>
  )
}
