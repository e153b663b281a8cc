/** The form of the names of the gates and of the meaning of a second entry. */
import { type FormEvent, useId, useRef, useState } from 'react'
import {
  type AgainRule,
  againRules,
  type GateRename,
  gateProblems,
  maxGateName,
  maxGates,
} from '#domain/gate/passage'
import type { SettingsInfo } from '#domain/web/schemas'
import { settingsApi } from '../api/settings-api.ts'
import button from '../ui/button.module.css'
import choices from '../ui/choices.module.css'
import { Field } from '../ui/field.tsx'
import { Failure } from '../ui/load.tsx'
import styles from './gates-form.module.css'
import shared from './settings-screen.module.css'

const againTexts: Record<AgainRule, string> = {
  warn: 'Pasa, y la puerta avisa que ya había entrado',
  daily: 'No pasa: una sola entrada por día',
  'after-exit': 'No pasa, salvo que antes haya salido',
}

interface GatesFormProps {
  stored: SettingsInfo['gate']
  onSaved: () => void
}

interface Row {
  key: number
  name: string
  /** The stored name. Absent for a gate that is not stored yet. */
  stored?: string
}

export function GatesForm({ stored, onSaved }: GatesFormProps) {
  const title = useId()
  const nextKey = useRef(stored.gates.length)
  const [rows, setRows] = useState<Row[]>(() =>
    stored.gates.map((name, key) => ({ key, name, stored: name })),
  )
  const [again, setAgain] = useState(stored.again)
  const [problems, setProblems] = useState<Map<number, string>>(new Map())
  const [error, setError] = useState<Error>()
  const [state, setState] = useState<'idle' | 'saving' | 'saved'>('idle')

  function edit(next: Row[]) {
    setRows(next)
    setState('idle')
  }

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (state === 'saving') return
    const found = problemsOf(rows, stored.gates)
    setProblems(found)
    setError(undefined)
    if (found.size > 0) {
      const [first] = found.keys()
      return event.currentTarget.querySelector<HTMLInputElement>(`[name="gate-${first}"]`)?.focus()
    }
    setState('saving')
    try {
      const named = rows.map((row) => ({ ...row, name: row.name.trim() }))
      await settingsApi.change({
        gate: { again, gates: named.map(({ name }) => name), renamed: renamesOf(named) },
      })
      setRows(named.map((row) => ({ ...row, stored: row.name })))
      setState('saved')
      onSaved()
    } catch (failure) {
      setError(failure as Error)
      setState('idle')
    }
  }

  return (
    <form className={styles.form} onSubmit={save} noValidate>
      <h3 id={title}>Nombres</h3>
      <ul className={styles.gates} aria-labelledby={title}>
        {rows.map(({ key, name }, index) => (
          <li key={key} className={styles.gate}>
            <Field
              name={`gate-${key}`}
              label={`Nombre de la puerta ${index + 1}`}
              isLabelHidden
              problem={problems.get(key)}
            >
              {(control) => (
                <input
                  {...control}
                  value={name}
                  maxLength={maxGateName}
                  autoComplete="off"
                  onChange={({ target }) =>
                    edit(rows.map((row) => (row.key === key ? { ...row, name: target.value } : row)))
                  }
                />
              )}
            </Field>
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
      <p className={shared.hint}>
        Si cambia un nombre, los teléfonos de esa puerta siguen en ella. Las lecturas ya hechas conservan el
        nombre que la puerta tenía.
      </p>
      <div className={shared.actions}>
        <button
          type="button"
          className={button.button}
          disabled={rows.length >= maxGates}
          onClick={() => edit([...rows, { key: nextKey.current++, name: '' }])}
        >
          Agregar puerta
        </button>
      </div>
      <fieldset className={choices.choices}>
        <legend>Si alguien entra por segunda vez</legend>
        {againRules.map((rule) => (
          <label key={rule}>
            <input
              type="radio"
              name="again"
              checked={again === rule}
              onChange={() => {
                setAgain(rule)
                setState('idle')
              }}
            />
            {againTexts[rule]}
          </label>
        ))}
      </fieldset>
      {error && <Failure hasUnsavedData error={error} />}
      <div className={shared.actions}>
        <button type="submit" className={button.primary} disabled={state === 'saving'}>
          Guardar las puertas
        </button>
        <span role="status" className={shared.good}>
          {state === 'saved' && 'Guardado: vale desde ahora.'}
        </span>
      </div>
    </form>
  )
}

/** Returns the stored gates that have another name. */
function renamesOf(rows: readonly Row[]): GateRename[] {
  return rows.flatMap(({ stored, name }) =>
    stored === undefined || stored === name ? [] : [{ from: stored, to: name }],
  )
}

/** Returns the problems with the names, by the keys of their rows. */
function problemsOf(rows: readonly Row[], stored: readonly string[]): Map<number, string> {
  const names = rows.map(({ name }) => name.trim())
  const problems = gateProblems(names, stored)
  return new Map(
    rows.flatMap(({ key }, index) => {
      const problem = names[index] ? problems.get(index) : 'Escriba el nombre, o quite esta puerta'
      return problem ? [[key, problem]] : []
    }),
  )
}
