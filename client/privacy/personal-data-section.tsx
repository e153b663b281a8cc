/** The personal data of the riders: the text that people accept when they register, and how long the data is kept. */

import { useState } from 'react'
import type { ConsentInfo, SettingsInfo } from '#domain/desk/settings-calls'
import type { FieldTable } from '#domain/pilots/own/field-table'
import type { RetentionNumbers } from '#domain/privacy/calls'
import { maxConsentText } from '#domain/privacy/consent'
import { isMonths, namesOf, type RetentionGroup } from '#domain/privacy/retention'
import { maxMonths } from '#domain/stored/limits'
import { count, figure } from '#domain/text/text'
import { callForOne } from '../api/call.ts'
import { useFieldTable } from '../api/field-table.ts'
import { useLoad } from '../api/load.ts'
import { TextField } from '../ui/field.tsx'
import { Button, SettingsForm, savedText, useForm, useSettings } from '../ui/form.tsx'
import layout from '../ui/layout.module.css'
import { Awaited } from '../ui/notice.tsx'
import parts from '../ui/parts.module.css'
import styles from '../ui/settings.module.css'
import { groupTitles, partsText, RetentionDialog } from './retention-dialog.tsx'

export function PersonalDataSection() {
  return (
    <>
      <Consent />
      <RetentionSection />
    </>
  )
}

/** The form of the text of the consent. */
function Consent() {
  const { load, change } = useSettings()
  const form = useForm({
    draft: load.value && 'consentimiento',
    stored: { text: load.value?.consent.text ?? '' },
    send: ({ text }) => change({ consent: { text } }),
  })
  const { text } = form.values
  return (
    <Awaited load={load}>
      {({ consent }) => (
        <>
          <h3>Consentimiento</h3>
          <p>
            Con un texto, el formulario pide que el piloto lo acepte, o su apoderado si es menor de 18 años.
            Anota cuándo, qué versión y quién. Quien no acepta se registra igual, y su credencial dice a la
            mesa que falta.
          </p>
          <SettingsForm
            form={form}
            action="Guardar el texto"
            isChanged={text.trim() !== consent.text}
            discard={form.discard}
            saved={form.isSaved && textSaved(consent)}
          >
            <TextField
              {...form.field('text')}
              label="Texto del consentimiento"
              hint={`${hintOf(consent)} ${figure(text.length)} de ${figure(maxConsentText)} letras.`}
              rows={8}
              maxLength={maxConsentText}
            />
          </SettingsForm>
        </>
      )}
    </Awaited>
  )
}

function hintOf({ text, version }: ConsentInfo): string {
  if (text === '') return 'Sin un texto, no se pregunta nada.'
  return `Es la versión ${version}: un cambio hace la ${version + 1}, que hay que aceptar otra vez.`
}

function textSaved({ text, version }: ConsentInfo): string {
  return text === ''
    ? 'Guardado: ya no se pregunta nada.'
    : `Guardado: la versión ${version} vale desde ahora.`
}

const groups = Object.keys(groupTitles) as RetentionGroup[]

function hintOfGroup(group: RetentionGroup, table: FieldTable): string {
  if (group === 'everything') return 'Se borra a la persona para siempre, con su foto y su historial.'
  return `Se vacían: ${partsText(namesOf(group, table.definitions), table)}.`
}

/** The retention of personal data: after how many months its parts are due, and who is due now. */
function RetentionSection() {
  const { load, change } = useSettings()
  return (
    <Awaited load={load}>
      {({ retention }) => (
        <>
          <h3>Plazos</h3>
          <p>
            Los datos de quien no vuelve se olvidan después de un tiempo sin registro, renovación, credencial
            impresa ni paso por una puerta. Nada se olvida solo: aquí se ve a quién le toca, y una persona
            decide.
          </p>
          <MonthsForm stored={retention} save={(rules) => change({ retention: rules })} />
          <DueNow rules={retention} />
        </>
      )}
    </Awaited>
  )
}

interface MonthsFormProps {
  stored: SettingsInfo['retention']
  save: (rules: SettingsInfo['retention']) => Promise<void>
}

function MonthsForm({ stored, save }: MonthsFormProps) {
  const table = useFieldTable()
  const form = useForm({
    draft: 'plazos',
    stored: ofGroups((group) => String(stored[group] ?? '')),
    check: (typed) => ofGroups((group) => problemOf(typed[group])),
    send: (typed) => save(ofGroups((group) => (typed[group].trim() === '' ? null : Number(typed[group])))),
  })
  return (
    <SettingsForm form={form} label="Plazos" action="Guardar plazos" saved={form.isSaved && savedText}>
      {groups.map((group) => (
        <div key={group} className={`${parts.part} ${styles.rule}`}>
          <TextField
            {...form.field(group)}
            label={`${groupTitles[group]}: meses`}
            hint={hintOfGroup(group, table)}
            inputMode="numeric"
            placeholder="nunca"
          />
        </div>
      ))}
    </SettingsForm>
  )
}

function ofGroups<Value>(of: (group: RetentionGroup) => Value): Record<RetentionGroup, Value> {
  return { health: of('health'), contact: of('contact'), everything: of('everything') }
}

function problemOf(months: string): string | undefined {
  const isGood = months.trim() === '' || isMonths(Number(months))
  return isGood ? undefined : `Un número de 1 a ${maxMonths}, o vacío si nunca`
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
      <p role="status" className={done?.isDone ? parts.good : undefined}>
        {done?.text}
      </p>
      <Awaited load={loaded}>
        {(numbers) => (
          <ul className={`${parts.lines} ${styles.rows}`}>
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
    <li className={layout.split}>
      <p>
        <b>{groupTitles[group]}</b>
        <span className={layout.hint}>{total > 0 ? count(total, 'persona') : 'nadie'}</span>
      </p>
      {total > 0 && (
        <Button aria-label={`Revisar: ${groupTitles[group]}`} onClick={onOpen}>
          Revisar
        </Button>
      )}
    </li>
  )
}
