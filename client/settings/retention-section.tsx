/** The retention of personal data: after how many months its parts are due, and who is due now. */
import { type FormEvent, useState } from 'react'
import type { RetentionNumbers } from '#domain/retention/calls'
import { fieldsOfGroup, isMonths, maxMonths, type RetentionGroup } from '#domain/retention/retention'
import { count } from '#domain/text/text'
import type { SettingsInfo } from '#domain/web/settings-calls'
import { callForOne } from '../api/call.ts'
import { useLoad } from '../api/use-load.ts'
import button from '../ui/button.module.css'
import { Field } from '../ui/field.tsx'
import layout from '../ui/layout.module.css'
import { Awaited, Failure } from '../ui/load.tsx'
import { useAction } from '../ui/use-action.ts'
import { groupTitles, partsText, RetentionDialog } from './retention-dialog.tsx'
import styles from './settings-screen.module.css'

const groups = Object.keys(groupTitles) as RetentionGroup[]

const groupHints: Record<RetentionGroup, string> = {
  health: `Se vacían: ${partsText([...fieldsOfGroup.health, 'medical'])}.`,
  contact: `Se vacían: ${partsText(fieldsOfGroup.contact)}.`,
  everything: 'Se borra a la persona para siempre, con su foto y su historial.',
}

export function RetentionSection() {
  const loaded = useLoad((signal) => callForOne('GET /api/settings', { signal }), 'retention')
  const [saved, setSaved] = useState<SettingsInfo['retention']>()
  return (
    <Awaited load={loaded}>
      {({ retention }) => (
        <>
          <h3>Plazos</h3>
          <p>
            Los datos de quien no vuelve se olvidan después de un tiempo sin registro, renovación, credencial
            impresa ni paso por una puerta. Nada se olvida solo: aquí se ve a quién le toca, y una persona
            decide.
          </p>
          <MonthsForm stored={saved ?? retention} onSaved={setSaved} />
          <DueNow rules={saved ?? retention} />
        </>
      )}
    </Awaited>
  )
}

interface MonthsFormProps {
  stored: SettingsInfo['retention']
  onSaved: (rules: SettingsInfo['retention']) => void
}

function MonthsForm({ stored, onSaved }: MonthsFormProps) {
  const [typed, setTyped] = useState(() => typedOf(stored))
  const [hasTried, setTried] = useState(false)
  const [isSaved, setSaved] = useState(false)
  const { run, isBusy, error, clear } = useAction(async () => {
    const { retention } = await callForOne('PUT /api/settings', { body: { retention: rulesOf(typed) } })
    onSaved(retention)
    setTyped(typedOf(retention))
    setSaved(true)
  })
  const isBad = (group: RetentionGroup) => typed[group].trim() !== '' && !isMonths(Number(typed[group]))

  function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setTried(true)
    const bad = groups.find(isBad)
    if (bad === undefined) return void run()
    event.currentTarget.querySelector<HTMLInputElement>(`[name="months-${bad}"]`)?.focus()
  }

  return (
    <form className={styles.form} aria-label="Plazos" onSubmit={save} noValidate>
      {groups.map((group) => (
        <div key={group} className={styles.months}>
          <Field
            name={`months-${group}`}
            label={`${groupTitles[group]}: meses`}
            hint={groupHints[group]}
            problem={hasTried && isBad(group) && `Un número de 1 a ${maxMonths}, o vacío si nunca`}
          >
            {(control) => (
              <input
                {...control}
                type="text"
                inputMode="numeric"
                autoComplete="off"
                placeholder="nunca"
                value={typed[group]}
                onChange={({ target }) => {
                  setTyped({ ...typed, [group]: target.value })
                  setSaved(false)
                  clear()
                }}
              />
            )}
          </Field>
        </div>
      ))}
      {error && <Failure hasUnsavedData error={error} />}
      <div className={styles.actions}>
        <button type="submit" className={button.primary} disabled={isBusy}>
          Guardar plazos
        </button>
      </div>
      <p role="status" className={styles.good}>
        {isSaved && 'Guardado: vale desde ahora.'}
      </p>
    </form>
  )
}

function typedOf(rules: SettingsInfo['retention']): Record<RetentionGroup, string> {
  const [health, contact, everything] = [rules.health, rules.contact, rules.everything].map((months) =>
    String(months ?? ''),
  )
  return { health: health ?? '', contact: contact ?? '', everything: everything ?? '' }
}

function rulesOf(typed: Record<RetentionGroup, string>): SettingsInfo['retention'] {
  const monthsOf = (text: string) => (text.trim() === '' ? null : Number(text))
  return {
    health: monthsOf(typed.health),
    contact: monthsOf(typed.contact),
    everything: monthsOf(typed.everything),
  }
}

/** The numbers of pilots who are due, each with the list of them. */
function DueNow({ rules }: { rules: SettingsInfo['retention'] }) {
  const loaded = useLoad((signal) => callForOne('GET /api/retention', { signal }), JSON.stringify(rules))
  const [open, setOpen] = useState<RetentionGroup>()
  const [done, setDone] = useState<{ text: string; isDone: boolean }>()
  const ruled = groups.filter((group) => rules[group] !== null)
  if (ruled.length === 0) return null
  return (
    <>
      <h3>A quién le toca hoy</h3>
      <p role="status" className={done?.isDone ? styles.good : undefined}>
        {done?.text}
      </p>
      <Awaited load={loaded}>
        {(numbers) => (
          <ul className={styles.rows}>
            {ruled.map((group) => (
              <DueRow key={group} group={group} numbers={numbers} onOpen={() => setOpen(group)} />
            ))}
          </ul>
        )}
      </Awaited>
      {open && (
        <RetentionDialog
          group={open}
          onForgotten={(text, isDone) => setDone({ text, isDone })}
          onClose={() => {
            setOpen(undefined)
            // The riders on the list can have changed meanwhile.
            loaded.reload()
          }}
        />
      )}
    </>
  )
}

interface DueRowProps {
  group: RetentionGroup
  numbers: RetentionNumbers
  onOpen: () => void
}

function DueRow({ group, numbers, onOpen }: DueRowProps) {
  const total = numbers[group]
  return (
    <li className={styles.row}>
      <p>
        <b>{groupTitles[group]}</b>
        <span className={layout.hint}>{total > 0 ? count(total, 'persona') : 'nadie'}</span>
      </p>
      {total > 0 && (
        <button
          type="button"
          className={button.button}
          aria-label={`Revisar: ${groupTitles[group]}`}
          onClick={onOpen}
        >
          Revisar
        </button>
      )}
    </li>
  )
}
