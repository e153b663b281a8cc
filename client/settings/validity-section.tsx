/** The rules that give the last day of a credential, one for each type of licence. */
import { type FormEvent, useState } from 'react'
import { formatDate, readDay } from '#domain/text/date'
import { figure } from '#domain/text/text'
import { describeRuleChange } from '#domain/validity/rule-text'
import {
  isValidityRule,
  type Licence,
  licenceNames,
  maxDays,
  type ValidityRule,
} from '#domain/validity/rules'
import type { SettingsInfo } from '#domain/web/settings-calls'
import { callForOne } from '../api/call.ts'
import { useLoad } from '../api/use-load.ts'
import button from '../ui/button.module.css'
import { DayControl } from '../ui/date-control.tsx'
import { Field } from '../ui/field.tsx'
import { Awaited, Failure } from '../ui/load.tsx'
import { RadioGroup } from '../ui/radio-group.tsx'
import { useAction } from '../ui/use-action.ts'
import styles from './settings-screen.module.css'

export function ValiditySection() {
  const loaded = useLoad((signal) => callForOne('GET /api/settings', { signal }), 'validity')
  const [saved, setSaved] = useState<Partial<SettingsInfo['validity']>>({})
  return (
    <Awaited load={loaded}>
      {({ validity }) => (
        <>
          <p>
            La regla de cada licencia da el último día de una credencial. El botón <b>Vigencia</b> de una
            credencial permite otra fecha y la de un certificado médico. Cuenta la que llega primero, también
            «Póliza vigente hasta» del formulario.
          </p>
          {licenceNames.map((licence) => (
            <RuleForm
              key={licence}
              licence={licence}
              stored={saved[licence] ?? validity[licence]}
              onSaved={(rule) => setSaved((last) => ({ ...last, [licence]: rule }))}
            />
          ))}
        </>
      )}
    </Awaited>
  )
}

const kinds: [ValidityRule['kind'], string][] = [
  ['year', 'Hasta el 31 de diciembre del año de emisión'],
  ['days', 'Un número de días desde la emisión'],
  ['date', 'Hasta una fecha fija, igual para todos'],
]

interface RuleFormProps {
  licence: Licence
  stored: ValidityRule
  onSaved: (rule: ValidityRule) => void
}

/** The rule of one type of licence, with the last day that it gives today and the credentials whose status changes. */
function RuleForm({ licence, stored, onSaved }: RuleFormProps) {
  const [typed, setTyped] = useState(() => typedRuleOf(stored))
  const [hasTried, setTried] = useState(false)
  const [saved, setSaved] = useState('')
  const rule = readRule(typed)
  const isChanged = !rule || !isSameRule(rule, stored)
  const preview = useLoad(
    async (signal) =>
      rule && (await callForOne('POST /api/settings/validity', { body: { [licence]: rule }, signal })),
    JSON.stringify([rule ?? null, stored]),
  )
  // Nobody saves a rule without having seen its effect, unless the effect cannot be loaded.
  const isUncertain = rule !== undefined && preview.isLoading
  const effect = rule && !preview.isLoading ? preview.value : undefined

  const { run, isBusy, error, clear } = useAction(async (changed: ValidityRule) => {
    const { validity } = await callForOne('PUT /api/settings', { body: { validity: { [licence]: changed } } })
    setSaved(`Guardado: vale desde ahora. ${effect ? describeRuleChange(effect, true) : ''}`.trim())
    onSaved(validity[licence])
  })

  function type(changes: Partial<TypedRule>) {
    setTyped({ ...typed, ...changes })
    setTried(false)
    clear()
    setSaved('')
  }

  function save(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (rule && isChanged && !isUncertain) void run(rule)
  }

  return (
    <form className={styles.rule} aria-label={`Licencia ${licence}`} onSubmit={save} noValidate>
      <RadioGroup
        legend={`Licencia ${licence}`}
        options={kinds}
        value={typed.kind}
        onChange={(kind) => type({ kind })}
        isDisabled={isBusy}
      />
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
        <div className={styles.actions}>
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
      <p role="status" className={styles.good}>
        {saved}
      </p>
    </form>
  )
}

/** A rule of validity as a person types it. */
interface TypedRule {
  kind: ValidityRule['kind']
  days: string
  date: string
}

function typedRuleOf(rule: ValidityRule): TypedRule {
  return {
    kind: rule.kind,
    days: rule.kind === 'days' ? String(rule.days) : '',
    date: rule.kind === 'date' ? formatDate(rule.date) : '',
  }
}

/** Returns the rule, or undefined if its number or its date is missing or wrong. */
function readRule({ kind, days, date }: TypedRule): ValidityRule | undefined {
  const rules = {
    year: { kind },
    days: { kind, days: Number(days.trim().replace('.', '')) },
    date: { kind, date: readDay(date) },
  }
  const rule = rules[kind]
  return isValidityRule(rule) ? rule : undefined
}

function isSameRule(one: ValidityRule, other: ValidityRule): boolean {
  return JSON.stringify(typedRuleOf(one)) === JSON.stringify(typedRuleOf(other))
}
