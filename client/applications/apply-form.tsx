/** The form on the phone of a rider: the fields of the desk's form, without anything of anybody else. */
import { type FormEvent, type ReactNode, useMemo, useRef, useState } from 'react'
import { applyPath } from '#domain/api/addresses'
import type { Language } from '#domain/applications/application'
import type { ApplicationForm } from '#domain/applications/calls'
import { isPrivateField } from '#domain/applications/private-fields'
import { fieldsOf } from '#domain/pilots/fields'
import { fieldTable, type PilotField } from '#domain/pilots/own/field-table'
import { checkStoredDraft } from '#domain/pilots/pilot'
import { maxGuardian } from '#domain/stored/limits'
import { type CurrentWaiver, waiverChanged } from '#domain/waivers/waiver'
import { ApiError } from '../api/call.ts'
import { isBirthdayOfMinor, isShown } from '../pilots/form/pilot-values.ts'
import {
  SignatureFields,
  type Signing,
  signatureBody,
  signingProblems,
} from '../signing/signature-fields.tsx'
import button from '../ui/button.module.css'
import { Checkbox, RadioGroup, SelectField, TextField } from '../ui/field.tsx'
import { Button, type Problems, useFormFocus } from '../ui/form.tsx'
import layout from '../ui/layout.module.css'
import {
  filledIn,
  type KeptApplication,
  type KeptSigning,
  type useApplications,
} from './applications-kept.ts'
import styles from './apply.module.css'
import { inLanguage, refusalText, texts } from './apply-texts.ts'
import { PhotoField, photoName, RiderField } from './rider-field.tsx'

interface ApplyFormProps {
  kept: ReturnType<typeof useApplications>
  application: KeptApplication
  form: ApplicationForm
  code: string
  language: Language
  /** Loads the form again. */
  refresh: () => void
}

const guardianName = 'guardian'
const signingNames = ['guardian_name', 'guardian_document', 'strokes']

export function ApplyForm(props: ApplyFormProps) {
  const { kept, application, form, code, language } = props
  const { id, values } = application
  const words = texts[language]
  const { table, state, problems, failure, isAsked, ...controller } = useApplyForm(props)
  const isBusy = state !== 'ready'
  const field = (name: PilotField) =>
    isAsked(name) &&
    isShown(name, values.dni) && (
      <RiderField
        key={name}
        name={name}
        table={table}
        language={language}
        value={values[name] ?? ''}
        problem={problems[name]}
        onChange={(value) => controller.set(name, value)}
      />
    )
  const categories = form.categories.filter(({ modalidad }) => modalidad === values.modalidad)
  const others = [...fieldsOf('emergencia'), ...table.own].filter(isAsked)

  return (
    <form ref={controller.ref} className={styles.form} onSubmit={controller.submit} noValidate>
      <h1>{words.title}</h1>
      <p>{words.lead}</p>
      <p className={layout.soft}>{words.stay}</p>
      <fieldset className={styles.whole} disabled={isBusy}>
        <Section title={words.personal}>{fieldsOf('personal').map(field)}</Section>
        <Section title={words.race}>
          {fieldsOf('inscripcion').map(field)}
          {categories.length > 0 && (
            <SelectField
              name="category"
              label={words.category}
              value={application.category ?? ''}
              options={[['', words.noCategory], ...categories.map(({ id, name }) => [id, name] as const)]}
              onChange={(category) => kept.change(id, { category })}
            />
          )}
          {fieldsOf('historial').map(field)}
        </Section>
        <Section title={words.photo}>
          <PhotoField
            words={words}
            photo={controller.photo}
            problem={problems[photoName]}
            onChoose={controller.setPhoto}
          />
        </Section>
        {others.length > 0 && (
          <Section title={form.asks_private ? words.emergency : words.others}>{others.map(field)}</Section>
        )}
        {!form.asks_private && (
          <p className={layout.soft}>
            {words.privateHint}{' '}
            {form.secure_url && <a href={`${form.secure_url}${applyPath(code)}`}>{words.privateLink}</a>}.
          </p>
        )}
        {form.consent.text && <ConsentSection {...props} problem={problems[guardianName]} />}
        {form.waiver && (
          <WaiverSection {...props} waiver={form.waiver} problems={problems} sign={controller.sign} />
        )}
      </fieldset>
      <div role="alert">{failure && <p className={layout.problem}>{failure}</p>}</div>
      <div role="status">
        {state === 'sending' && words.sending}
        {state === 'unsent' && words.unsent}
      </div>
      <button type="submit" className={button.submit} aria-disabled={isBusy || undefined}>
        {words.send}
      </button>
      {kept.all.some(({ status }) => status) && !isBusy && (
        <Button onClick={() => kept.edit(undefined)}>{words.cancel}</Button>
      )}
    </form>
  )
}

function useApplyForm({ kept, application, form, code, language, refresh }: ApplyFormProps) {
  const { id, values, guardian } = application
  const isMinor = isBirthdayOfMinor(values.fechanac)
  const signing = signingOf(application, form.waiver)
  const isSigned = signsNow(application, signing)
  const words = texts[language]
  const table = useMemo(() => fieldTable(form.fields), [form])
  const ref = useRef<HTMLFormElement>(null)
  const [photo, setPhoto] = useState<File>()
  const [problems, setProblems] = useState<Problems>({})
  const [failure, setFailure] = useState<string>()
  const [state, setState] = useState<'ready' | 'sending' | 'unsent'>('ready')
  const { focusNext } = useFormFocus(ref, state !== 'ready')
  const isAsked = (name: PilotField) => form.asks_private || !isPrivateField(name)

  function check(): Problems {
    const { problems: found } = checkStoredDraft(filledIn(values), (name) => !isAsked(name), table)
    const lacksGuardian = needsGuardian(application) && !guardian?.trim()
    return {
      ...found,
      ...(lacksGuardian && { [guardianName]: words.guardianMissing }),
      ...(form.waiver && isSigned && signingProblems(signing, isMinor)),
      ...(form.waiver && isSigned && signing.strokes === '' && { strokes: words.unsigned }),
    }
  }

  function tell(found: Problems, text: string) {
    setProblems(found)
    setFailure(text)
    focusNext([...table.names, photoName, guardianName, ...signingNames].find((name) => found[name]))
  }

  return {
    ...{ ref, table, photo, setPhoto, problems, failure, state, isAsked },
    set(name: PilotField, value: string) {
      kept.change(id, { values: { ...values, [name]: value } })
      setProblems((last) => ({ ...last, [name]: undefined }))
    },
    sign(changes: KeptSigning) {
      kept.change(id, { signing: { ...application.signing, ...changes } })
      const changed = 'isLater' in changes ? signingNames : Object.keys(changes)
      setProblems((last) => ({ ...last, ...Object.fromEntries(changed.map((name) => [name, undefined])) }))
    },
    async submit(event: FormEvent) {
      event.preventDefault()
      if (state !== 'ready') return
      const found = check()
      if (Object.values(found).some(Boolean)) return tell(found, words.mistakes)
      setProblems({})
      setFailure(undefined)
      setState('sending')
      try {
        const sending = { photo, code, language, consentVersion: form.consent.version }
        const waiver = form.waiver &&
          isSigned && { hash: form.waiver.hash, ...signatureBody(signing, isMinor) }
        await kept.send(id, { ...sending, ...(waiver && { waiver }) }, () => setState('unsent'))
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        if (error.fields.strokes) refresh()
        tell(error.fields, refusalText(error, language))
        setState('ready')
      }
    },
  }
}

function ConsentSection({
  kept,
  application,
  form,
  language,
  problem,
}: ApplyFormProps & { problem?: string }) {
  const { id, isAccepted = false, guardian = '' } = application
  const words = texts[language]
  return (
    <Section title={words.consent}>
      <p className={styles.text}>{form.consent.text}</p>
      <Checkbox checked={isAccepted} onChange={(accepted) => kept.change(id, { isAccepted: accepted })}>
        {words.consent}
      </Checkbox>
      {needsGuardian(application) && (
        <TextField
          name={guardianName}
          label={words.guardian}
          isRequired
          maxLength={maxGuardian}
          value={guardian}
          problem={problem}
          onChange={(name) => kept.change(id, { guardian: name })}
        />
      )}
    </Section>
  )
}

interface WaiverSectionProps extends ApplyFormProps {
  waiver: CurrentWaiver
  problems: Problems
  sign: (changes: KeptSigning) => void
}

function WaiverSection({ application, waiver, language, problems, sign }: WaiverSectionProps) {
  const { values, signing, status } = application
  const words = texts[language]
  const value = signingOf(application, waiver)
  const isLater = !status?.signed && signing?.isLater === true
  const isOutdated = signing?.strokes && !value.strokes && !isLater
  const problemOf = (name: string) =>
    problems[name] && problems[name] !== waiverChanged ? inLanguage(problems[name], language) : undefined
  return (
    <Section title={words.waiver}>
      {isOutdated && (
        <p className={layout.problem} role="alert">
          {inLanguage(waiverChanged, language)}
        </p>
      )}
      {status?.signed ? (
        <p>{words.signedBefore}</p>
      ) : (
        <RadioGroup
          name="strokes"
          legend={words.whenToSign}
          options={[
            [false, words.signNow],
            [true, words.signLater],
          ]}
          value={isLater}
          onChange={(later) => sign({ isLater: later })}
        />
      )}
      {!isLater && (
        <SignatureFields
          text={waiver.text}
          isMinor={isBirthdayOfMinor(values.fechanac)}
          value={value}
          problems={Object.fromEntries(signingNames.map((name) => [name, problemOf(name)]))}
          words={words}
          onChange={(changes) =>
            sign({ ...changes, ...(changes.strokes !== undefined && { hash: waiver.hash }) })
          }
        />
      )}
    </Section>
  )
}

/** Returns the signature below the text, and proposes the guardian who was typed before. */
function signingOf(
  { signing = {}, guardian, values }: KeptApplication,
  waiver: ApplicationForm['waiver'],
): Signing {
  const { strokes = '', hash, guardian_name: name, guardian_document: document } = signing
  return {
    strokes: hash === waiver?.hash ? strokes : '',
    guardian_name: name ?? (guardian || values.apoderado || ''),
    guardian_document: document ?? values.apoderado_dni ?? '',
  }
}

/** Returns false for a rider who signs at the desk, or who has signed before and draws nothing. */
function signsNow({ signing, status }: KeptApplication, { strokes }: Signing): boolean {
  return status?.signed ? strokes !== '' : !signing?.isLater
}

function needsGuardian({ isAccepted, values }: KeptApplication): boolean {
  return isAccepted === true && isBirthdayOfMinor(values.fechanac)
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={styles.section}>
      <legend>{title}</legend>
      {children}
    </fieldset>
  )
}
