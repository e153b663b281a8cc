/** The gates of the event: their names, the meaning of a second entry, and the phones that are paired with them. */
import { useId, useState } from 'react'
import { isLoopbackName } from '#domain/api/addresses'
import type { SettingsInfo } from '#domain/desk/settings-calls'
import {
  type AgainRule,
  againRules,
  type GateRename,
  gateProblems,
  maxGateName,
  maxGates,
} from '#domain/gate/passage'
import type { AccountInfo, NewPairing, PairingInfo } from '#domain/staff/calls'
import { formatMoment } from '#domain/text/date'
import { ApiError, call, callForList, callForOne } from '../../api/call.ts'
import { useLoad } from '../../api/load.ts'
import button from '../../ui/button.module.css'
import { Confirmation, Dialog, takeFocus } from '../../ui/dialog.tsx'
import { RadioGroup, TextField } from '../../ui/field.tsx'
import {
  Button,
  Done,
  type Problems,
  type SettingsChange,
  SettingsForm,
  savedText,
  useForm,
  useSettings,
} from '../../ui/form.tsx'
import layout from '../../ui/layout.module.css'
import { Awaited, Failure, Notice, Warning } from '../../ui/notice.tsx'
import parts from '../../ui/parts.module.css'
import { dropAtEnd, useRun, wait } from '../../ui/run.tsx'
import styles from '../../ui/settings.module.css'

export function GatesSection() {
  const { load, change } = useSettings()
  return (
    <Awaited load={load}>
      {({ gate }) => (
        <>
          <GatesForm stored={gate} save={(to) => change({ gate: to })} />
          <Phones gates={gate.gates} />
        </>
      )}
    </Awaited>
  )
}

const againTexts: Record<AgainRule, string> = {
  warn: 'Pasa, y la puerta avisa que ya había entrado',
  daily: 'No pasa: una sola entrada por día',
  'after-exit': 'No pasa, salvo que antes haya salido',
}

interface GatesFormProps {
  stored: SettingsInfo['gate']
  save: (gate: SettingsChange['gate']) => Promise<void>
}

interface Row {
  key: number
  name: string
  /** The stored name. Absent for a gate that is not stored yet. */
  stored?: string
}

/** The form of the names of the gates and of the meaning of a second entry. */
function GatesForm({ stored, save }: GatesFormProps) {
  const title = useId()
  const form = useForm({
    draft: 'puertas',
    stored: {
      rows: stored.gates.map((name, key): Row => ({ key, name, stored: name })),
      again: stored.again,
    },
    check: ({ rows }) => problemsOf(rows, stored.gates),
    async send({ rows, again }) {
      const named = rows.map((row) => ({ ...row, name: row.name.trim() }))
      await save({ again, gates: named.map(({ name }) => name), renamed: renamesOf(named) })
      // The rows keep their keys, and so the focus.
      return { rows: named.map((row) => ({ ...row, stored: row.name })) }
    },
  })
  const { values, problems } = form
  const { rows } = values
  const edit = (next: Row[]) => form.change({ rows: next })

  return (
    <SettingsForm
      form={form}
      className={parts.tight}
      action="Guardar las puertas"
      saved={form.isSaved && savedText}
      isSavedBeside
    >
      <h3 id={title}>Nombres</h3>
      <ul className={styles.gates} aria-labelledby={title}>
        {rows.map(({ key, name }, index) => (
          <li key={key}>
            <TextField
              name={`gate-${key}`}
              label={`Nombre de la puerta ${index + 1}`}
              isLabelHidden
              problem={problems[`gate-${key}`]}
              maxLength={maxGateName}
              value={name}
              onChange={(typed) => edit(rows.map((row) => (row.key === key ? { ...row, name: typed } : row)))}
            />
            <Button
              aria-label={`Quitar la puerta ${name || index + 1}`}
              disabled={rows.length === 1}
              onClick={() => edit(rows.filter((row) => row.key !== key))}
            >
              Quitar
            </Button>
          </li>
        ))}
      </ul>
      <p className={layout.hint}>
        Si cambia un nombre, los teléfonos de esa puerta siguen en ella. Las lecturas ya hechas conservan el
        nombre que la puerta tenía.
      </p>
      <div className={layout.row}>
        <Button
          disabled={rows.length >= maxGates}
          onClick={() => edit([...rows, { key: Math.max(...rows.map(({ key }) => key)) + 1, name: '' }])}
        >
          Agregar puerta
        </Button>
      </div>
      <RadioGroup
        legend="Si alguien entra por segunda vez"
        options={againRules.map((rule) => [rule, againTexts[rule]])}
        value={values.again}
        onChange={form.field('again').onChange}
      />
    </SettingsForm>
  )
}

/** Returns the stored gates that have another name. */
function renamesOf(rows: readonly Row[]): GateRename[] {
  return rows.flatMap(({ stored, name }) =>
    stored === undefined || stored === name ? [] : [{ from: stored, to: name }],
  )
}

/** Returns the problems with the names, by the names of their controls. */
function problemsOf(rows: readonly Row[], stored: readonly string[]): Problems {
  const names = rows.map(({ name }) => name.trim())
  const problems = gateProblems(names, stored)
  return Object.fromEntries(
    rows.map(({ key }, index) => [
      `gate-${key}`,
      names[index] ? problems.get(index) : 'Escriba el nombre, o quite esta puerta',
    ]),
  )
}

/** The phones that are paired with gates, with the dialogs that pair and remove one. */
function Phones({ gates }: { gates: readonly string[] }) {
  const loaded = useLoad(
    async (signal) =>
      (await callForList('GET /api/accounts', { signal })).filter(({ gate }) => gate !== undefined),
    // The phones of a renamed gate follow it.
    `phones ${gates.join()}`,
  )
  const [isPairing, setPairing] = useState(false)
  const [leaving, setLeaving] = useState<string>()
  const [done, setDone] = useState('')

  function finish(text: string) {
    setLeaving(undefined)
    setPairing(false)
    setDone(text)
    loaded.reload()
  }

  return (
    <>
      <h3>Teléfonos</h3>
      <Done>{done}</Done>
      <Awaited load={loaded}>
        {(phones) =>
          phones.length === 0 ? (
            <p>
              Ningún teléfono está emparejado. Uno emparejado escanea en su puerta sin cuenta ni contraseña.
            </p>
          ) : (
            <ul className={`${parts.lines} ${styles.rows}`}>
              {phones.map((phone) => (
                <PhoneRow key={phone.user} phone={phone} onRemove={() => setLeaving(phone.user)} />
              ))}
            </ul>
          )
        }
      </Awaited>
      <div className={layout.row}>
        <Button className={button.primary} onClick={() => setPairing(true)}>
          Emparejar un teléfono
        </Button>
      </div>
      {isPairing && <PairingDialog gates={gates} onClose={() => finish('')} />}
      {leaving !== undefined && (
        <Confirmation
          title={`¿Quitar ${leaving}?`}
          action="Quitar"
          confirm={async () => {
            await call('DELETE /api/accounts', { query: { user: leaving } })
            finish(`${leaving} ya no es una puerta.`)
          }}
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
    <li className={layout.split}>
      <p>
        <b>{user}</b>
        <span className={layout.hint}>{`${gate} · ${device}`}</span>
        <span className={`${layout.hint} ${layout.block}`}>
          {since && `Desde ${formatMoment(since)}. `}
          {seen ? `Último uso: ${formatMoment(seen)}.` : 'Sin sesión: quítelo y emparéjelo otra vez.'}
        </span>
      </p>
      <div className={parts.actions}>
        <Button className={button.danger} aria-label={`Quitar ${user}`} onClick={onRemove}>
          Quitar
        </Button>
      </div>
    </li>
  )
}

interface PairingDialogProps {
  gates: readonly string[]
  onClose: () => void
}

/** The dialog that makes a phone a gate: it shows a code for the camera of the phone, and then the phone. */
function PairingDialog({ gates, onClose }: PairingDialogProps) {
  const { state, show, restart } = usePairingRun()
  const [gate, setGate] = useState(gates[0] ?? '')
  const isBusy = state.stage === 'choosing' && state.isBusy
  return (
    <Dialog
      title="Emparejar un teléfono"
      onClose={onClose}
      cancel={state.stage === 'paired' ? 'Listo' : 'Cancelar'}
      foot={
        state.stage === 'choosing' ? (
          <Button className={button.primary} disabled={isBusy} onClick={() => show(gate)}>
            Mostrar el código
          </Button>
        ) : (
          state.stage !== 'shown' && (
            <Button
              ref={takeFocus}
              key={state.stage}
              className={button.primary}
              onClick={() => (state.stage === 'expired' ? show(gate) : restart())}
            >
              {state.stage === 'expired' ? 'Otro código' : 'Emparejar otro'}
            </Button>
          )
        )
      }
    >
      {state.stage === 'choosing' && state.error && <Failure hasUnsavedData error={state.error} />}
      {state.stage === 'choosing' && (
        <RadioGroup
          legend="Puerta"
          options={gates.map((name) => [name, name])}
          value={gate}
          onChange={setGate}
        />
      )}
      {state.stage === 'shown' && <Code pairing={state.pairing} left={state.left} />}
      <div role="status">
        {state.stage === 'expired' && <p>El código venció sin que lo usara un teléfono.</p>}
        {state.stage === 'paired' && (
          <Notice kind="good">
            <p>
              <b>{state.phone.user}</b>
              {state.phone.device && ` (${state.phone.device})`} ya puede escanear en{' '}
              <b>{state.phone.gate}</b>.
            </p>
          </Notice>
        )}
      </div>
    </Dialog>
  )
}

function Code({ pairing: { gate, url, qr }, left }: { pairing: NewPairing; left: number }) {
  const id = useId()
  return (
    <div className={`${parts.tight} ${styles.code}`}>
      <p id={id}>
        Con la cámara del teléfono que estará en <b>{gate}</b>, apunte al código y abra la página. El teléfono
        debe estar en la red Wi-Fi de esta laptop.
      </p>
      <p className={layout.start}>Vale para un solo teléfono y vence en {remaining(left)} min.</p>
      {isLoopbackName(new URL(url).hostname) && (
        <Warning>Esta laptop no está en ninguna red: un teléfono no puede abrir esa dirección.</Warning>
      )}
      <img
        className={styles.qr}
        src={`data:image/svg+xml,${encodeURIComponent(qr)}`}
        alt={`Código para emparejar un teléfono con ${gate}`}
        aria-describedby={id}
        width="512"
        height="512"
      />
    </div>
  )
}

/** Formats a time as minutes and seconds: `9:05`. */
function remaining(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

type PairingState =
  | { stage: 'choosing'; isBusy?: boolean; error?: Error }
  /** `left` is the time for which the code can be used, in seconds. */
  | { stage: 'shown'; pairing: NewPairing; left: number }
  | { stage: 'expired' }
  | { stage: 'paired'; phone: PairingInfo }

/** The pause between two looks at a code, in milliseconds. */
const pause = 1000

/** Makes the code of a pairing, and follows it until a phone has used it. */
function usePairingRun() {
  const run = useRun<PairingState>({ stage: 'choosing' }, (error) => ({ stage: 'choosing', error }))

  function show(gate: string) {
    run.end({ stage: 'choosing', isBusy: true })
    void run.go(async ({ signal, show }) => {
      const pairing = await callForOne('POST /api/gate/pairings', { body: { gate } })
      const params = { id: pairing.id }
      // The code becomes unusable. The request reaches the server even from a page that is being closed.
      const keep = dropAtEnd(signal, () => call('DELETE /api/gate/pairings/:id', { params, keepalive: true }))
      for (let isOpen = true; isOpen; ) {
        const left = secondsLeft(pairing)
        show({ stage: 'shown', pairing, left })
        const found = await callForOne('GET /api/gate/pairings/:id', { params, signal }).catch(stateOfFailure)
        if (typeof found === 'object' && found.user !== undefined) {
          keep()
          return show({ stage: 'paired', phone: found })
        }
        isOpen = found !== 'gone' && left > 0 && !signal.aborted
        if (isOpen) await wait(pause)
      }
      show({ stage: 'expired' })
    })
  }

  return { state: run.state, show, restart: () => run.end() }
}

function secondsLeft({ expires }: NewPairing): number {
  return Math.ceil((Date.parse(expires) - Date.now()) / 1000)
}

/** A code that another person has cancelled is gone; any other failure may pass. */
function stateOfFailure(error: unknown): 'gone' | 'unknown' {
  return error instanceof ApiError && error.status === 404 ? 'gone' : 'unknown'
}
