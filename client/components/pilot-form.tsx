/** The form of one pilot: what was typed stays until the server has stored it. */
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { credentialPath, photoPath, screens } from '#domain/addresses'
import { formatDate } from '#domain/date'
import {
  type Field as FieldDefinition,
  type FieldName,
  fieldNames,
  fields,
  fieldsOf,
  sections,
} from '#domain/fields'
import { checkDraft, checkField, type Pilot } from '#domain/pilot'
import { ApiError } from '../api.ts'
import type { Submission } from '../staff-api.ts'
import button from './button.module.css'
import { Field } from './field.tsx'
import { type PhotoChoice, usePhotoChoice } from './photo-choice.tsx'
import { PhotoControl } from './photo-control.tsx'
import { PilotControl } from './pilot-control.tsx'
import styles from './pilot-form.module.css'

export interface PilotFormProps {
  /** The pilot that is edited; without one the form is blank. */
  pilot?: Pilot
  submitLabel: string
  /** Whether the first field takes the focus at once. */
  hasFocus?: boolean
  submit: (submission: Submission) => Promise<Pilot>
  onSend: () => void
  /** Is told whether the person is still at this form. */
  onSaved: (pilot: Pilot, isStillHere: boolean) => void
}

type Values = Record<FieldName, string>
type Problems = Partial<Record<FieldName, string>>

/** What the server refused, which stands for as long as the values are the ones that it refused. */
interface Refusal {
  error: ApiError
  values: Values
  photo: PhotoChoice['photo']
}

const photoName = '_img'
const submitName = 'send'

export function PilotForm({ pilot, submitLabel, hasFocus = false, submit, onSend, onSaved }: PilotFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const isHere = useRef(true)
  const nextFocus = useRef<string>(undefined)
  const [values, setValues] = useState(() => valuesOf(pilot))
  const [problems, setProblems] = useState<Problems>({})
  const choice = usePhotoChoice()
  const [refusal, setRefusal] = useState<Refusal>()
  const [hasMistakes, setMistakes] = useState(false)
  const [isSending, setSending] = useState(false)

  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the form appears
  useEffect(() => {
    if (hasFocus) control(fieldNames[0])?.focus({ preventScroll: true })
  }, [])

  // While it is sent nothing can have the focus: it goes where it belongs once that is over.
  useEffect(() => {
    if (isSending || !nextFocus.current) return
    control(nextFocus.current)?.focus()
    nextFocus.current = undefined
  })

  function control(name = ''): HTMLElement | undefined {
    const found = form.current?.elements.namedItem(name)
    return found instanceof HTMLElement ? found : undefined
  }

  function change(name: FieldName, value: string) {
    setValues((before) => ({ ...before, [name]: value }))
    if (problems[name]) check(name, value)
  }

  function check(name: FieldName, value: string) {
    setProblems((before) => ({ ...before, [name]: checkField(name, value) }))
  }

  function problemOf(name: FieldName): string | undefined {
    const isRefused = refusal?.values[name] === values[name]
    return problems[name] ?? (isRefused ? refusal?.error.fields[name] : undefined)
  }

  const problemOfPhoto =
    choice.problem ??
    (refusal && refusal.photo === choice.photo ? refusal.error.fields[photoName] : undefined)

  async function send(event: FormEvent) {
    event.preventDefault()
    if (isSending) return
    onSend()
    setRefusal(undefined)
    const { draft, problems: found } = checkDraft(values)
    setProblems(found)
    setMistakes(!draft || choice.problem !== undefined)
    if (!draft || choice.problem) {
      nextFocus.current = fieldNames.find((name) => found[name]) ?? photoName
      return
    }
    const { photo } = choice
    setSending(true)
    try {
      const saved = await submit({ values: draft, photo: photo === null ? null : photo?.file })
      onSaved(saved, isHere.current)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setRefusal({ error, values, photo })
      nextFocus.current = [...fieldNames, photoName].find((name) => error.fields[name]) ?? submitName
    } finally {
      setSending(false)
    }
  }

  return (
    <>
      <form ref={form} className={styles.form} onSubmit={send} noValidate>
        <fieldset className={styles.all} disabled={isSending}>
          <Section title={sections.personal}>{fieldsOf('personal').map(field)}</Section>
          <Section title={sections.inscripcion}>{fieldsOf('inscripcion').map(field)}</Section>
          <Section title="Foto">
            <Field
              name={photoName}
              label="Foto"
              isLabelHidden
              problem={problemOfPhoto}
              hint="JPEG, PNG o WebP. Es opcional. En la laptop también puede soltarla o pegarla aquí."
            >
              {(props) => (
                <PhotoControl
                  control={props}
                  stored={pilot?.photo ? photoPath(pilot.photo) : undefined}
                  choice={choice}
                />
              )}
            </Field>
          </Section>
          <Section title={sections.historial}>{fieldsOf('historial').map(field)}</Section>
          <div className={styles.end}>
            <div role="alert" className={styles.failure}>
              <Outcome refusal={refusal} hasMistakes={hasMistakes && isWrong()} />
            </div>
            <button className={button.submit} type="submit" name={submitName}>
              {isSending ? 'Guardando…' : submitLabel}
            </button>
          </div>
        </fieldset>
      </form>
      {choice.dialog}
    </>
  )

  function isWrong(): boolean {
    return problemOfPhoto !== undefined || fieldNames.some((name) => problemOf(name))
  }

  function field(name: FieldName): ReactNode {
    const { label, section }: FieldDefinition = fields[name]
    return (
      <Field
        key={name}
        name={name}
        label={label}
        isLabelHidden={label === sections[section]}
        problem={name === 'dni' ? withOwner(problemOf(name)) : problemOf(name)}
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
  function withOwner(problem: string | undefined): ReactNode {
    const owner = refusal?.error.details.id
    if (!problem || !owner || problem !== refusal?.error.fields.dni) return problem
    return (
      <>
        {problem}:{' '}
        <a href={credentialPath(owner)} target="_blank" rel="noreferrer">
          ver el piloto
        </a>
      </>
    )
  }
}

/** What became of the last try. */
function Outcome({ refusal, hasMistakes }: { refusal?: Refusal; hasMistakes: boolean }) {
  if (hasMistakes) return <p>Revise lo marcado en rojo: falta corregirlo.</p>
  if (!refusal) return null
  const { status, message, fields: wrong } = refusal.error
  if (Object.keys(wrong).length > 0) return <p>No se guardó: revise lo marcado en rojo.</p>
  if (status === 0) {
    return (
      <p>
        No se sabe si se guardó. {message} Lo escrito sigue aquí: inténtelo otra vez, o búsquelo antes en la
        Lista.
      </p>
    )
  }
  return (
    <p>
      No se guardó. {message} Lo escrito sigue aquí.{' '}
      {status === 401 && (
        <a href={screens.login} target="_blank" rel="noreferrer">
          Inicie sesión en otra pestaña y vuelva a esta
        </a>
      )}
    </p>
  )
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
