/** The rule of one type of licence, with the last day that it gives today and the credentials whose status changes. */
import { type FormEvent, useState } from 'react'
import { formatDate } from '#domain/text/date'
import { figure } from '#domain/text/text'
import { describeRuleChange } from '#domain/validity/rule-text'
import { type Licence, maxDays, type ValidityRule } from '#domain/validity/rules'
import { settingsApi } from '../api/settings-api.ts'
import { useLoad } from '../api/use-load.ts'
import button from '../ui/button.module.css'
import choices from '../ui/choices.module.css'
import { DayControl } from '../ui/day-control.tsx'
import { Field } from '../ui/field.tsx'
import { Failure } from '../ui/load.tsx'
import styles from './rule-form.module.css'
import shared from './settings-screen.module.css'
import { isSameRule, readRule, type TypedRule, typedRuleOf } from './typed-rule.ts'

const kinds: { kind: ValidityRule['kind']; label: string }[] = [
  { kind: 'year', label: 'Hasta el 31 de diciembre del año de emisión' },
  { kind: 'days', label: 'Un número de días desde la emisión' },
  { kind: 'date', label: 'Hasta una fecha fija, igual para todos' },
]

interface RuleFormProps {
  licence: Licence
  stored: ValidityRule
  onSaved: (rule: ValidityRule) => void
}

export function RuleForm({ licence, stored, onSaved }: RuleFormProps) {
  const [typed, setTyped] = useState(() => typedRuleOf(stored))
  const [hasTried, setTried] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<Error>()
  const [saved, setSaved] = useState('')
  const rule = readRule(typed)
  const isChanged = !rule || !isSameRule(rule, stored)
  const preview = useLoad(
    async (signal) => rule && (await settingsApi.previewRules({ [licence]: rule }, signal)),
    JSON.stringify([rule ?? null, stored]),
  )
  // Nobody saves a rule without having seen its effect, unless the effect cannot be loaded.
  const isUncertain = rule !== undefined && preview.isLoading
  const effect = rule && !preview.isLoading ? preview.value : undefined

  function type(changes: Partial<TypedRule>) {
    setTyped({ ...typed, ...changes })
    setTried(false)
    setError(undefined)
    setSaved('')
  }

  async function save(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (!rule || !isChanged || isBusy || isUncertain) return
    setBusy(true)
    setError(undefined)
    try {
      const { validity } = await settingsApi.change({ validity: { [licence]: rule } })
      setSaved(`Guardado: vale desde ahora. ${effect ? describeRuleChange(effect, true) : ''}`.trim())
      onSaved(validity[licence])
    } catch (failure) {
      setError(failure as Error)
    }
    setBusy(false)
  }

  return (
    <form className={styles.rule} aria-label={`Licencia ${licence}`} onSubmit={save} noValidate>
      <fieldset className={choices.choices} disabled={isBusy}>
        <legend>Licencia {licence}</legend>
        {kinds.map(({ kind, label }) => (
          <label key={kind}>
            <input
              type="radio"
              name={`rule-${licence}`}
              checked={typed.kind === kind}
              onChange={() => type({ kind })}
            />
            {label}
          </label>
        ))}
      </fieldset>
      {typed.kind === 'days' && (
        <Field
          name="days"
          label="Días"
          problem={!rule && (hasTried || typed.days !== '') && `Un número de 1 a ${figure(maxDays)}`}
        >
          {(control) => (
            <input
              {...control}
              type="text"
              inputMode="numeric"
              autoComplete="off"
              value={typed.days}
              onChange={({ target }) => type({ days: target.value })}
            />
          )}
        </Field>
      )}
      {typed.kind === 'date' && (
        <Field name="date" label="Fecha" problem={!rule && hasTried && 'Escriba un día del calendario'}>
          {(control) => <DayControl {...control} value={typed.date} onChange={(date) => type({ date })} />}
        </Field>
      )}
      <p aria-live="polite" className={styles.effect}>
        {effect && (
          <>
            Una licencia {licence} emitida hoy vence el <b>{formatDate(effect.ends[licence])}</b>.
            {isChanged && ` ${describeRuleChange(effect)}`}
          </>
        )}
      </p>
      {error && <Failure hasUnsavedData error={error} />}
      {isChanged && (
        <div className={shared.actions}>
          <button type="submit" className={button.primary} disabled={isBusy || isUncertain}>
            Guardar
          </button>
          <button
            type="button"
            className={button.button}
            disabled={isBusy}
            onClick={() => type(typedRuleOf(stored))}
          >
            Descartar
          </button>
        </div>
      )}
      <p role="status" className={shared.good}>
        {saved}
      </p>
    </form>
  )
}
