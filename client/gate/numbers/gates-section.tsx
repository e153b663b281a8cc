/** The gates of the event: their names, the meaning of a second entry, and the phones that are paired with them. */
import { useId, useRef, useState } from 'react'
import type { SettingsInfo } from '#domain/desk/settings-calls'
import {
  type AgainRule,
  againRules,
  type GateRename,
  gateProblems,
  maxGateName,
  maxGates,
} from '#domain/gate/passage'
import type { AccountInfo } from '#domain/staff/calls'
import { formatMoment } from '#domain/text/date'
import { call, callForList } from '../../api/call.ts'
import { useLoad } from '../../api/load.ts'
import styles from '../../desk/settings-screen.module.css'
import button from '../../ui/button.module.css'
import { Confirmation } from '../../ui/dialog.tsx'
import { RadioGroup, TextField } from '../../ui/field.tsx'
import {
  type Problems,
  type SettingsChange,
  SettingsForm,
  savedText,
  useForm,
  useSettings,
} from '../../ui/form.tsx'
import layout from '../../ui/layout.module.css'
import { Awaited } from '../../ui/notice.tsx'
import { PairingDialog } from './pairing-dialog.tsx'

/** `closedDays` is the number of days that were closed on this screen, each of which ends all pairings. */
export function GatesSection({ closedDays }: { closedDays: number }) {
  const { load, change } = useSettings()
  return (
    <Awaited load={load}>
      {({ gate }) => (
        <>
          <GatesForm stored={gate} save={(to) => change({ gate: to })} />
          <Phones gates={gate.gates} closedDays={closedDays} />
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
  const nextKey = useRef(stored.gates.length)
  const form = useForm({
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
      className={styles.gatesForm}
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
            <button
              type="button"
              className={button.button}
              aria-label={`Quitar la puerta ${name || index + 1}`}
              disabled={rows.length === 1}
              onClick={() => edit(rows.filter((row) => row.key !== key))}
            >
              Quitar
            </button>
          </li>
        ))}
      </ul>
      <p className={layout.hint}>
        Si cambia un nombre, los teléfonos de esa puerta siguen en ella. Las lecturas ya hechas conservan el
        nombre que la puerta tenía.
      </p>
      <div className={styles.actions}>
        <button
          type="button"
          className={button.button}
          disabled={rows.length >= maxGates}
          onClick={() => edit([...rows, { key: nextKey.current++, name: '' }])}
        >
          Agregar puerta
        </button>
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
function Phones({ gates, closedDays }: { gates: readonly string[]; closedDays: number }) {
  const loaded = useLoad(
    async (signal) =>
      (await callForList('GET /api/accounts', { signal })).filter(({ gate }) => gate !== undefined),
    // The phones of a renamed gate follow it.
    `phones ${closedDays} ${gates.join()}`,
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
      <p role="status" className={styles.good}>
        {done}
      </p>
      <Awaited load={loaded}>
        {(phones) =>
          phones.length === 0 ? (
            <p>
              Ningún teléfono está emparejado. Uno emparejado escanea en su puerta sin cuenta ni contraseña.
            </p>
          ) : (
            <ul className={styles.rows}>
              {phones.map((phone) => (
                <PhoneRow key={phone.user} phone={phone} onRemove={() => setLeaving(phone.user)} />
              ))}
            </ul>
          )
        }
      </Awaited>
      <div className={styles.actions}>
        <button type="button" className={button.primary} onClick={() => setPairing(true)}>
          Emparejar un teléfono
        </button>
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
    <li className={styles.row}>
      <p>
        <b>{user}</b>
        <span className={layout.hint}>{`${gate} · ${device}`}</span>
        <span className={`${layout.hint} ${layout.block}`}>
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
