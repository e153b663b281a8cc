/** The rules that give the last day of a credential, one for each type of licence. */
import { useState } from 'react'
import { describeRuleChange } from '#domain/credential/validity-changes'
import { isValidityRule, maxDays, ruleOf, type ValidityRule } from '#domain/credential/validity-rules'
import { classNames } from '#domain/pilots/classes/classes'
import { formatDate, readDay } from '#domain/text/date'
import { figure } from '#domain/text/text'
import { callForOne } from '../api/call.ts'
import { useFieldTable } from '../api/field-table.ts'
import { useLoad } from '../api/load.ts'
import { DayField, RadioGroup, TextField } from '../ui/field.tsx'
import { type Problems, SettingsForm, savedText, useForm, useSettings } from '../ui/form.tsx'
import { Awaited } from '../ui/notice.tsx'
import parts from '../ui/parts.module.css'
import styles from '../ui/settings.module.css'

export function ValiditySection() {
  const { load, change } = useSettings()
  const licences = classNames('licencia', useFieldTable().definitions)
  return (
    <Awaited load={load}>
      {({ validity }) => (
        <>
          <p>
            La regla de cada licencia da el último día de una credencial. En una credencial,{' '}
            <b>Más › Vigencia</b> permite otra fecha y la de un certificado médico. Cuenta la que llega
            primero, también «Póliza vigente hasta» del formulario.
          </p>
          {licences.map((licence) => (
            <RuleForm
              key={licence}
              licence={licence}
              stored={ruleOf(validity, licence)}
              save={(rule) => change({ validity: { [licence]: rule } })}
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
  licence: string
  stored: ValidityRule
  save: (rule: ValidityRule) => Promise<void>
}

/** The rule of one type of licence, with the last day that it gives today and the credentials whose status changes. */
function RuleForm({ licence, stored, save }: RuleFormProps) {
  const [saved, setSaved] = useState('')
  const form = useForm({
    draft: `vigencia-${licence}`,
    stored: typedRuleOf(stored),
    check: problemsOf,
    async send(typed) {
      const changed = readRule(typed)
      if (!changed) return
      await save(changed)
      setSaved(`${savedText} ${effect ? describeRuleChange(effect, true) : ''}`.trim())
    },
  })
  const rule = readRule(form.values)
  const isChanged = !rule || !rulesMatch(rule, stored)
  const preview = useLoad(
    async (signal) =>
      rule && (await callForOne('POST /api/settings/validity', { body: { [licence]: rule }, signal })),
    JSON.stringify([rule ?? null, stored]),
  )
  // Nobody saves a rule without having seen its effect, unless the effect cannot be loaded.
  const isUncertain = rule !== undefined && preview.isLoading
  const effect = rule && !preview.isLoading ? preview.value : undefined
  const days = form.field('days')
  return (
    <SettingsForm
      form={form}
      className={`${parts.part} ${styles.rule}`}
      label={`Licencia ${licence}`}
      action="Guardar"
      isChanged={isChanged}
      isUncertain={isUncertain}
      discard={form.discard}
      saved={form.isSaved && saved}
    >
      <RadioGroup
        legend={`Licencia ${licence}`}
        options={kinds}
        value={form.values.kind}
        onChange={(kind) => form.change({ kind })}
        isDisabled={form.isBusy}
      />
      {form.values.kind === 'days' && (
        <TextField
          {...days}
          label="Días"
          problem={days.value === '' ? days.problem : problemsOf(form.values).days}
          inputMode="numeric"
        />
      )}
      {form.values.kind === 'date' && <DayField {...form.field('date')} label="Fecha" />}
      <p aria-live="polite" className={styles.effect}>
        {effect && (
          <>
            Una licencia {licence} emitida hoy vence el <b>{formatDate(effect.ends[licence] ?? '')}</b>.
            {isChanged && ` ${describeRuleChange(effect)}`}
          </>
        )}
      </p>
    </SettingsForm>
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

function problemsOf(typed: TypedRule): Problems {
  if (readRule(typed)) return {}
  if (typed.kind === 'days') return { days: `Un número de 1 a ${figure(maxDays)}` }
  return { date: 'Escriba un día del calendario' }
}

function rulesMatch(one: ValidityRule, other: ValidityRule): boolean {
  return JSON.stringify(typedRuleOf(one)) === JSON.stringify(typedRuleOf(other))
}
