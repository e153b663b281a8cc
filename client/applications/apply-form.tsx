/** The form on the phone of a rider: the fields of the desk's form, without anything of anybody else. */
import { type ReactNode, useMemo, useState } from 'react'
import { applyPath } from '#domain/api/addresses'
import type { ApplicationForm } from '#domain/applications/calls'
import { isPrivateField } from '#domain/applications/private-fields'
import { settled } from '#domain/pilots/documents/typed-document'
import { fieldsOf } from '#domain/pilots/fields'
import { fieldTable, type PilotField } from '#domain/pilots/own/field-table'
import { checkStoredDraft } from '#domain/pilots/pilot'
import { waiverChanged } from '#domain/signing/problems'
import { maxGuardian } from '#domain/stored/limits'
import { ApiError } from '../api/call.ts'
import { completedDates, isBirthdayOfMinor, isShown } from '../pilots/form/pilot-values.ts'
import {
  SignatureFields,
  type Signing,
  signatureBody,
  signingProblems,
} from '../signing/signature-fields.tsx'
import button from '../ui/button.module.css'
import { Checkbox, RadioGroup, SelectField, TextField } from '../ui/field.tsx'
import { Button, type Problems, useForm } from '../ui/form.tsx'
import layout from '../ui/layout.module.css'
import {
  filledIn,
  type KeptApplication,
  type KeptSigning,
  type useApplications,
} from './applications-kept.ts'
import styles from './apply.module.css'
import { refusalText, useWords } from './apply-texts.ts'
import { PhotoField, photoName, RiderField } from './rider-field.tsx'

interface ApplyFormProps {
  kept: ReturnType<typeof useApplications>
  application: KeptApplication
  asked: ApplicationForm
  code: string
  /** Loads the form again. */
  refresh: () => void
}

export const stayText = 'Quédese en esta red, aunque el teléfono diga que no tiene internet.'

const guardianName = 'guardian'
const signingNames = ['guardian_name', 'guardian_document', 'strokes']

export function ApplyForm(props: ApplyFormProps) {
  const { kept, application, asked, code } = props
  const { values } = application
  const { language, say } = useWords()
  const { form, table, isAsked, isUnsent, photo, setPhoto, change } = useApplyForm(props)
  const { problems, isBusy, refusal } = form
  const field = (name: PilotField) =>
    isAsked(name) &&
    isShown(name, values.dni) && (
      <RiderField
        key={name}
        name={name}
        table={table}
        value={values[name] ?? ''}
        problem={problems[name]}
        country={values.paisdoc || asked.country}
        onChange={(value) => change({ values: { ...values, [name]: value, ...countryOf(name, value) } })}
      />
    )
  /** A typed document is of the country of the event. */
  const countryOf = (name: PilotField, value: string) =>
    name === 'dni' && { paisdoc: isShown('documento', value) ? '' : (asked.country ?? '') }
  const categories = asked.categories.filter(({ modalidad }) => modalidad === values.modalidad)
  const others = [...fieldsOf('emergencia'), ...table.own].filter(isAsked)
  const hasMistakes = Object.values(problems).some(Boolean)
  const failure = refusal
    ? refusalText(refusal, language)
    : hasMistakes && say('Revise lo marcado y envíe otra vez.')

  return (
    <form {...form.props} className={styles.form}>
      <h1>{say('Anotarse')}</h1>
      <p>{say('Llene sus datos aquí. La mesa los revisa con su documento y lo llama por su turno.')}</p>
      <p className={layout.soft}>{say(stayText)}</p>
      <fieldset className={styles.whole} disabled={isBusy}>
        <Section title={say('Datos personales')}>{fieldsOf('personal').map(field)}</Section>
        <Section title={say('Datos de inscripción')}>
          {fieldsOf('inscripcion').map(field)}
          {categories.length > 0 && (
            <SelectField
              name="category"
              label={say('Categoría')}
              value={application.category ?? ''}
              options={[
                ['', say('Que la elija la mesa')],
                ...categories.map(({ id, name }) => [id, name] as const),
              ]}
              onChange={(category) => change({ category })}
            />
          )}
          {fieldsOf('historial').map(field)}
        </Section>
        <Section title={say('Foto')}>
          <PhotoField photo={photo} problem={problems[photoName]} onChoose={setPhoto} />
        </Section>
        {others.length > 0 && (
          <Section title={say(asked.asks_private ? 'Emergencia y seguro' : 'Otros datos')}>
            {others.map(field)}
          </Section>
        )}
        {!asked.asks_private && (
          <p className={layout.soft}>
            {say('El grupo sanguíneo y el contacto de emergencia se dan en la mesa, o en')}{' '}
            {asked.secure_url && (
              <a href={`${asked.secure_url}${applyPath(code)}`}>{say('la página segura')}</a>
            )}
            .
          </p>
        )}
        {asked.consent.text && (
          <ConsentSection {...{ application, asked, change }} problem={problems[guardianName]} />
        )}
        {asked.waiver && <WaiverSection {...{ application, problems, change }} waiver={asked.waiver} />}
      </fieldset>
      <div role="alert">{failure && <p className={layout.problem}>{failure}</p>}</div>
      <div role="status">
        {isBusy && !isUnsent && say('Enviando…')}
        {isUnsent && say('Sin conexión con el kiosco. No cierre esta página: se envía sola cuando vuelva.')}
      </div>
      <button type="submit" className={button.submit} aria-disabled={isBusy || undefined}>
        {say('Enviar')}
      </button>
      {kept.all.some(({ status }) => status) && !isBusy && (
        <Button onClick={() => kept.edit(undefined)}>{say('Volver')}</Button>
      )}
    </form>
  )
}

/** Holds the form of an application, whose values the phone keeps. */
function useApplyForm({ kept, application, asked, code, refresh }: ApplyFormProps) {
  const { id, values, guardian } = application
  const { language } = useWords()
  const table = useMemo(() => fieldTable(asked.fields), [asked])
  const [photo, setPhoto] = useState<File>()
  const [isUnsent, setUnsent] = useState(false)
  const isAsked = (name: PilotField) => asked.asks_private || !isPrivateField(name)
  const isMinor = isBirthdayOfMinor(values.fechanac)
  const signing = signingOf(application, asked.waiver)
  const isSigned = asked.waiver !== null && signsNow(application, signing)

  /** A date is not completed yet if its field still has the focus. */
  const completed = { ...values, ...Object.fromEntries(completedDates(values, table)) }

  function check(): Problems {
    const { problems } = checkStoredDraft(settled(filledIn(completed)), (name) => !isAsked(name), table)
    const lacksGuardian = needsGuardian(application) && !guardian?.trim()
    return {
      ...problems,
      ...(lacksGuardian && { [guardianName]: 'Es menor de 18 años: escriba quién acepta' }),
      ...(isSigned && signingProblems(signing, isMinor)),
      ...(isSigned &&
        signing.strokes === '' && { strokes: 'Firme en el recuadro, o elija «Firmo en la mesa».' }),
    }
  }

  async function send() {
    const waiver = isSigned && { hash: asked.waiver?.hash, ...signatureBody(signing, isMinor) }
    const sending = { photo, code, language, consentVersion: asked.consent.version }
    kept.change(id, { values: completed })
    try {
      await kept.send(id, { ...sending, ...(waiver && { waiver }) }, () => setUnsent(true))
    } catch (error) {
      if (error instanceof ApiError && error.fields.strokes) refresh()
      setUnsent(false)
      throw error
    }
  }

  const form = useForm({ stored: values, check, send })

  function change(changes: Partial<KeptApplication>) {
    kept.change(id, changes)
    form.change({})
  }

  return { form, table, isAsked, isUnsent, photo, setPhoto, change }
}

interface PartProps extends Pick<ApplyFormProps, 'application'> {
  change: (changes: Partial<KeptApplication>) => void
}

interface ConsentSectionProps extends PartProps, Pick<ApplyFormProps, 'asked'> {
  problem?: string
}

function ConsentSection({ application, asked, problem, change }: ConsentSectionProps) {
  const { isAccepted = false, guardian = '' } = application
  const { say, translate } = useWords()
  return (
    <Section title={say('Acepto el uso de mis datos')}>
      <p className={styles.text}>{asked.consent.text}</p>
      <Checkbox checked={isAccepted} onChange={(accepted) => change({ isAccepted: accepted })}>
        {say('Acepto el uso de mis datos')}
      </Checkbox>
      {needsGuardian(application) && (
        <TextField
          name={guardianName}
          label={say('Adulto que acepta por el menor')}
          isRequired
          maxLength={maxGuardian}
          value={guardian}
          problem={problem && translate(problem)}
          onChange={(name) => change({ guardian: name })}
        />
      )}
    </Section>
  )
}

interface WaiverSectionProps extends PartProps {
  waiver: NonNullable<ApplicationForm['waiver']>
  problems: Problems
}

function WaiverSection({ application, waiver, problems, change }: WaiverSectionProps) {
  const { values, signing, status } = application
  const { say, translate } = useWords()
  const value = signingOf(application, waiver)
  const isLater = !status?.signed && signing?.isLater === true
  const sign = (changes: KeptSigning) => change({ signing: { ...signing, ...changes } })
  const isOutdated = signing?.strokes && !value.strokes && !isLater
  const problemOf = (name: string) =>
    problems[name] && problems[name] !== waiverChanged ? translate(problems[name]) : undefined
  return (
    <Section title={say('Deslinde')}>
      {isOutdated && (
        <p className={layout.problem} role="alert">
          {translate(waiverChanged)}
        </p>
      )}
      {status?.signed ? (
        <p>{say('Ya firmó este texto. Si firma otra vez, vale la firma nueva.')}</p>
      ) : (
        <RadioGroup
          name="strokes"
          legend={say('Lea el texto y firme, o firme después.')}
          options={[
            [false, say('Firmo ahora')],
            [true, say('Firmo en la mesa')],
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
          translate={translate}
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
