/** The form of one pilot: what was typed stays until the server has stored it. */
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { credentialPath, photoPath } from '#domain/addresses'
import { formatDate } from '#domain/date'
import {
  type Field as FieldDefinition,
  type FieldName,
  fieldNames,
  fields,
  fieldsOf,
  sections,
} from '#domain/fields'
import { checkPhoto } from '#domain/photo'
import { checkDraft, checkField, type Pilot } from '#domain/pilot'
import { ApiError, type Submission } from '../api.ts'
import button from './button.module.css'
import { Field } from './field.tsx'
import { PhotoControl } from './photo-control.tsx'
import { PilotControl } from './pilot-control.tsx'
import styles from './pilot-form.module.css'

interface PilotFormProps {
  /** The pilot that is edited; without one the form is blank. */
  pilot?: Pilot
  submitLabel: string
  /** Whether the first field takes the focus at once. */
  hasFocus?: boolean
  submit: (submission: Submission) => Promise<Pilot>
  onSaved: (pilot: Pilot) => void
}

type Values = Record<FieldName, string>

/** One message a field; `_img` is the photo. */
type Problems = Partial<Record<FieldName | '_img', string>>

const photoName = '_img'

export function PilotForm({ pilot, submitLabel, hasFocus = false, submit, onSaved }: PilotFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState(() => valuesOf(pilot))
  const [photo, setPhoto] = useState<File>()
  const [problems, setProblems] = useState<Problems>({})
  const [failure, setFailure] = useState<ApiError>()
  const [isSending, setSending] = useState(false)

  const focusOn = (name: string) => {
    const control = form.current?.elements.namedItem(name)
    if (control instanceof HTMLElement) control.focus({ preventScroll: name === fieldNames[0] && hasFocus })
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the form appears
  useEffect(() => {
    if (hasFocus) focusOn(fieldNames[0] ?? '')
  }, [])

  function change(name: FieldName, value: string) {
    setValues((before) => ({ ...before, [name]: value }))
    if (problems[name]) check(name, value)
  }

  function check(name: FieldName, value: string) {
    setProblems((before) => ({ ...before, [name]: checkField(name, value) }))
  }

  function choosePhoto(chosen: File | undefined) {
    const problem = chosen && checkPhoto(chosen)
    setProblems((before) => ({ ...before, _img: problem }))
    if (!problem) setPhoto(chosen)
  }

  function show(found: Problems) {
    setProblems(found)
    const first = [...fieldNames, photoName].find((name) => found[name as FieldName])
    if (first) focusOn(first)
  }

  async function send(event: FormEvent) {
    event.preventDefault()
    if (isSending) return
    setFailure(undefined)
    const { draft, problems: found } = checkDraft(values)
    if (!draft) return show(found)
    setSending(true)
    try {
      onSaved(await submit({ values: draft, photo }))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFailure(error)
      show(error.fields)
    } finally {
      setSending(false)
    }
  }

  const wrong = Object.values(problems).filter(Boolean).length

  return (
    <form ref={form} className={styles.form} onSubmit={send} noValidate>
      <Section title={sections.personal}>{fieldsOf('personal').map(control)}</Section>
      <Section title={sections.inscripcion}>{fieldsOf('inscripcion').map(control)}</Section>
      <Section title="Foto">
        <Field
          name={photoName}
          label="Foto"
          isLabelHidden
          problem={problems._img}
          hint="JPEG, PNG o WebP, hasta 10 MB. Es opcional."
        >
          {(props) => (
            <PhotoControl
              control={props}
              stored={pilot?.photo ? photoPath(pilot.photo) : undefined}
              chosen={photo}
              onChange={choosePhoto}
            />
          )}
        </Field>
      </Section>
      <Section title={sections.historial}>{fieldsOf('historial').map(control)}</Section>
      <div className={styles.end}>
        <div role="alert" className={styles.failure}>
          {failure ? (
            <p>{failureText(failure)}</p>
          ) : (
            wrong > 0 && <p>Revise lo marcado en rojo: falta corregirlo.</p>
          )}
        </div>
        <button className={button.submit} type="submit" disabled={isSending}>
          {isSending ? 'Guardando…' : submitLabel}
        </button>
      </div>
    </form>
  )

  function control(name: FieldName): ReactNode {
    const definition: FieldDefinition = fields[name]
    return (
      <Field
        key={name}
        name={name}
        label={definition.label}
        isLabelHidden={definition.label === sections[definition.section]}
        problem={problemOf(name)}
      >
        {(props) => (
          <PilotControl
            name={name}
            value={values[name]}
            onChange={(value) => change(name, value)}
            onBlur={() => check(name, values[name])}
            control={props}
          />
        )}
      </Field>
    )
  }

  /** A DNI that is taken leads to the pilot who has it, in a tab of its own: what was typed stays. */
  function problemOf(name: FieldName): ReactNode {
    const problem = problems[name]
    if (!problem || name !== 'dni' || !failure?.id) return problem
    return (
      <>
        {problem}:{' '}
        <a href={credentialPath(failure.id)} target="_blank" rel="noreferrer">
          ver el piloto
        </a>
      </>
    )
  }
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={styles.section}>
      <legend className={styles.title}>{title}</legend>
      <div className={styles.fields}>{children}</div>
    </fieldset>
  )
}

function valuesOf(pilot?: Pilot): Values {
  return Object.fromEntries(
    fieldNames.map((name) => [name, pilot ? formatDate(String(pilot[name])) : '']),
  ) as Values
}

function failureText({ status, message, fields: wrong }: ApiError): string {
  if (Object.keys(wrong).length > 0) return 'No se guardó: revise lo marcado en rojo.'
  const rest = status === 0 || status >= 500 ? ' Lo escrito sigue aquí: inténtelo otra vez.' : ''
  return `No se guardó. ${message}${rest}`
}
