/** The section *Autoinscripción*: opens and closes the form for the phones of riders, and prints its poster. */
import { useState } from 'react'
import { addressOf, approvalPath } from '#domain/api/addresses'
import type { ReceptionInfo } from '#domain/applications/calls'
import { closingMoment, hourText } from '#domain/applications/desk'
import { maxWifi } from '#domain/stored/limits'
import { count } from '#domain/text/text'
import { callForOne, type Input } from '../api/call.ts'
import { changesOfSettings, useLiveLoad, useStream } from '../api/changes.ts'
import button from '../ui/button.module.css'
import { Confirmation } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { Button, SettingsForm, savedText, useAction, useForm } from '../ui/form.tsx'
import layout from '../ui/layout.module.css'
import { Link } from '../ui/link.tsx'
import { Awaited, Failure } from '../ui/notice.tsx'
import parts from '../ui/parts.module.css'

type Change = NonNullable<Input<'PUT /api/reception'>['body']>

export function ReceptionSection() {
  // The address of the poster follows the network in which the phones are.
  const load = useLiveLoad(
    (signal) => callForOne('GET /api/reception', { signal }),
    'reception',
    changesOfSettings,
  )
  const change = async (body: Change) => load.take(await callForOne('PUT /api/reception', { body }))
  return (
    <>
      <p>
        Los pilotos llenan el formulario en su propio teléfono, con el QR de un cartel, y la mesa los compara
        con su documento y los aprueba en <b>Por aprobar</b>. Desde el teléfono no se ve la lista ni nada de
        otras personas.
      </p>
      <Awaited load={load}>
        {(reception) => (
          <>
            <Opening reception={reception} change={change} />
            <ReceptionForm reception={reception} change={change} />
            {reception.url && <Poster url={reception.url} change={change} />}
          </>
        )}
      </Awaited>
    </>
  )
}

interface PartProps {
  reception: ReceptionInfo
  change: (body: Change) => Promise<void>
}

function Opening({ reception: { is_open: isOpen, until, waiting: loaded }, change }: PartProps) {
  const waiting = useStream().queue?.waiting ?? loaded
  const hour = hourText(until, new Date())
  const { run, isBusy, error } = useAction(() =>
    // An hour that is over would close it again at once.
    change({ is_open: !isOpen, ...(!hour && { until: '' }) }),
  )
  return (
    <>
      <div className={layout.row}>
        <Button className={isOpen ? button.button : button.primary} disabled={isBusy} onClick={run}>
          {isOpen ? 'Cerrar la autoinscripción' : 'Abrir la autoinscripción'}
        </Button>
        <p role="status">
          <b className={isOpen ? parts.good : undefined}>{isOpen ? 'Abierta' : 'Cerrada'}</b>
          {isOpen &&
            (hour ? `, hasta las ${hour} de hoy` : ', hasta que se cierre aquí o se abra otro evento')}
          {'. '}
          {waiting > 0 && <Link to={approvalPath()}>{count(waiting, 'persona')} por aprobar</Link>}
        </p>
      </div>
      {error && <Failure error={error} />}
    </>
  )
}

function ReceptionForm({ reception: { wifi, until }, change }: PartProps) {
  const form = useForm({
    draft: 'autoinscripcion',
    stored: { wifi, hour: hourText(until, new Date()) },
    check: ({ hour }) => ({
      hour: closingMoment(hour, new Date()) === undefined ? 'Una hora de hoy que no pasó, como 18:30' : '',
    }),
    send: ({ wifi, hour }) => change({ wifi, until: closingMoment(hour, new Date()) }),
  })
  return (
    <SettingsForm
      form={form}
      label="Autoinscripción"
      action="Guardar"
      isChanged={form.isChanged}
      discard={form.discard}
      saved={form.isSaved && savedText}
    >
      <div className={layout.columns}>
        <TextField
          {...form.field('wifi')}
          label="Nombre del Wi-Fi"
          hint="Va en el cartel"
          maxLength={maxWifi}
        />
        <TextField
          {...form.field('hour')}
          label="Se cierra a las"
          hint="Hora de hoy; vacía: no se cierra sola"
          placeholder="18:30"
          inputMode="numeric"
        />
      </div>
    </SettingsForm>
  )
}

function Poster({ url, change }: { url: string; change: PartProps['change'] }) {
  const [isAsking, setAsking] = useState(false)
  return (
    <div className={parts.part}>
      <p>
        Dirección del cartel: <code>{url}</code>
      </p>
      <div className={layout.row}>
        <a className={button.button} href={addressOf('GET /api/reception/poster.pdf')} download>
          Cartel (PDF)
        </a>
        <Button onClick={() => setAsking(true)}>Renovar el código</Button>
      </div>
      {isAsking && (
        <Confirmation
          title="¿Renovar el código?"
          action="Renovar el código"
          confirm={async () => {
            await change({ renew: 'code' })
            setAsking(false)
          }}
          onClose={() => setAsking(false)}
        >
          <p>
            Los carteles impresos hasta ahora dejan de servir, y también las páginas ya abiertas en los
            teléfonos: imprima el cartel otra vez. Quienes ya esperan siguen en <b>Por aprobar</b>.
          </p>
        </Confirmation>
      )}
    </div>
  )
}
