/** The form of one pilot: what was typed stays until the server has stored it. */
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import {
  type Field as FieldDefinition,
  type FieldName,
  fieldNames,
  fields,
  fieldsOf,
  sections,
} from '#domain/pilot/fields'
import { checkDraft, checkField, type Pilot, sameData } from '#domain/pilot/pilot'
import { credentialPath, photoPath } from '#domain/web/addresses'
import { ApiError } from '../api/api.ts'
import type { Submission } from '../api/staff-api.ts'
import { type PhotoChoice, usePhotoChoice } from '../photo/photo-choice.tsx'
import { PhotoControl } from '../photo/photo-control.tsx'
import button from '../ui/button.module.css'
import { Field } from '../ui/field.tsx'
import { useKeptDraft } from './draft-slot.ts'
import type { Draft, DraftSlot } from './drafts.ts'
import { useFormKeys } from './form-keys.ts'
import { ChangedNotice, GoneNotice, RecoveredNotice } from './form-notices.tsx'
import { FormOutcome } from './form-outcome.tsx'
import { openDrafts } from './open-drafts.ts'
import { PilotControl } from './pilot-control.tsx'
import styles from './pilot-form.module.css'
import { sameValues, tidied, type Values, valuesOf } from './pilot-values.ts'
import { differencesOf, type Side } from './versions.ts'
import { VersionsDialog } from './versions-dialog.tsx'

export interface PilotFormProps {
  /** The pilot that is edited; without one the form is blank. */
  edited?: EditedPilot
  /** Where what is typed is kept, and what was left there. */
  slot: DraftSlot
  submitLabel: string
  /** Whether the first field takes the focus at once. */
  hasFocus?: boolean
  /** `base` is the version of the pilot that the edit began with. */
  submit: (submission: Submission, base?: Pilot) => Promise<Pilot>
  onSend: () => void
  /** Is told whether the person is still at this form. */
  onSaved: (pilot: Pilot, isStillHere: boolean) => void
}

export interface EditedPilot {
  /** As it is by now, by whomever. */
  latest: Pilot
  /** Why it is no more. */
  gone?: Error
  refresh: () => Promise<Pilot>
}

type Problems = Partial<Record<FieldName, string>>

/** What the server refused, which stands for as long as the values are the ones that it refused. */
interface Refusal {
  error: ApiError
  values: Values
  photo: Chosen
}

type Chosen = PhotoChoice['photo']

const photoName = '_img'
const submitName = 'send'

export function PilotForm({ edited, slot, submitLabel, hasFocus = false, ...handlers }: PilotFormProps) {
  const { submit, onSend, onSaved } = handlers
  const form = useRef<HTMLFormElement>(null)
  const isHere = useRef(true)
  const nextFocus = useRef<string>(undefined)
  const [begun] = useState(() => beginningOf(edited, slot.found))
  const [recovered, setRecovered] = useState(begun.recovered)
  const [base, setBase] = useState(begun.base)
  const [values, setValues] = useState(begun.values)
  /** What somebody else has made of the pilot, while one chooses between the two. */
  const [theirs, setTheirs] = useState<Pilot>()
  const [problems, setProblems] = useState<Problems>({})
  const choice = usePhotoChoice()
  const { photo } = choice
  const [refusal, setRefusal] = useState<Refusal>()
  const [hasMistakes, setMistakes] = useState(false)
  const [isSending, setSending] = useState(false)

  useKeptDraft(
    slot,
    sameValues(values, valuesOf(base)) ? undefined : { values, base, hadPhoto: Boolean(photo) },
    values === begun.values && base === begun.base && photo === undefined,
  )
  useFormKeys(form, submitName, () => {
    // Once more after it was registered, it would only find fault with the next, which is blank yet.
    if (edited || !hasFocus || !sameValues(values, valuesOf())) form.current?.requestSubmit()
  })

  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the form appears
  useEffect(() => {
    if (hasFocus || (!edited && !recovered && matchMedia('(pointer: fine)').matches))
      control(fieldNames[0])?.focus({ preventScroll: true })
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
    choice.problem ?? (refusal && refusal.photo === photo ? refusal.error.fields[photoName] : undefined)

  function send(event: FormEvent) {
    event.preventDefault()
    if (isSending) return
    onSend()
    store(values, photo, base)
  }

  async function store(values: Values, photo: Chosen, base: Pilot | undefined) {
    setRefusal(undefined)
    const { draft, problems: found } = checkDraft(values)
    setProblems(found)
    setMistakes(!draft || choice.problem !== undefined)
    if (!draft || choice.problem) {
      setTheirs(undefined)
      nextFocus.current = fieldNames.find((name) => found[name]) ?? photoName
      return
    }
    setSending(true)
    const letGo = openDrafts.hold(slot.key)
    try {
      const saved = await submit({ values: draft, photo: fileOf(photo) }, base).catch((error) =>
        versionsOf(error, values, photo, base),
      )
      if (!saved) return setSending(false)
      slot.forget()
      onSaved(saved, isHere.current)
    } catch (error) {
      setSending(false)
      if (!(error instanceof ApiError)) throw error
      setTheirs(undefined)
      setRefusal({ error, values, photo })
      nextFocus.current = [...fieldNames, photoName].find((name) => error.fields[name]) ?? submitName
    } finally {
      letGo()
    }
  }

  /** Where somebody else was quicker, lets the person choose; nothing to choose means that it is stored already. */
  async function versionsOf(error: unknown, values: Values, photo: Chosen, base: Pilot | undefined) {
    const isCollision = error instanceof ApiError && error.status === 409 && !error.details.id
    if (!isCollision || !edited || !base) throw error
    const now = await edited.refresh()
    if (photo === undefined && differencesOf(valuesOf(base), values, valuesOf(now)).length === 0) return now
    setRefusal({ error, values, photo })
    setTheirs(now)
    return undefined
  }

  function choose(version: Pilot, chosen: Values, photoOf: Side) {
    const left = photoOf === 'mine' ? photo : undefined
    setValues(chosen)
    if (photoOf === 'theirs') choice.undo()
    setBase(version)
    store(chosen, left, version)
  }

  function discard() {
    setRecovered(undefined)
    setBase(edited?.latest)
    setValues(valuesOf(edited?.latest))
    setProblems({})
    setMistakes(false)
    setRefusal(undefined)
    control(fieldNames[0])?.focus()
  }

  return (
    <>
      <div role="status">{recovered && <RecoveredNotice draft={recovered} onDiscard={discard} />}</div>
      <div role="alert" className={styles.changed}>
        {edited?.gone ? (
          <GoneNotice error={edited.gone} />
        ) : (
          isBehind() && <ChangedNotice onCompare={() => setTheirs(edited?.latest)} />
        )}
      </div>
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
                  stored={base?.photo ? photoPath(base.photo) : undefined}
                  choice={choice}
                />
              )}
            </Field>
          </Section>
          <Section title={sections.historial}>{fieldsOf('historial').map(field)}</Section>
          <div className={styles.end}>
            <div role="alert" className={styles.failure}>
              <FormOutcome error={refusal?.error} hasMistakes={hasMistakes && isWrong()} />
            </div>
            <p className={styles.keys}>
              <kbd>Enter</kbd> pasa al campo siguiente, <kbd>Ctrl</kbd>+<kbd>Enter</kbd> guarda
            </p>
            <button className={button.submit} type="submit" name={submitName}>
              {isSending ? 'Guardando…' : submitLabel}
            </button>
          </div>
        </fieldset>
      </form>
      {choice.dialog}
      {theirs && base && (
        <VersionsDialog
          key={JSON.stringify(theirs)}
          base={base}
          mine={values}
          photo={fileOf(photo)}
          theirs={theirs}
          isBusy={isSending}
          onChoose={(chosen, photoOf) => choose(theirs, chosen, photoOf)}
          isAgain={base !== begun.base}
          onClose={() => {
            setTheirs(undefined)
            nextFocus.current = submitName
          }}
        />
      )}
    </>
  )

  /** Whether the pilot is another by now than the edit began with, in what is not the same here. */
  function isBehind(): boolean {
    if (!edited || !base || isSending || theirs || sameData(edited.latest, base)) return false
    const { latest } = edited
    return latest.photo !== base.photo || differencesOf(valuesOf(base), values, valuesOf(latest)).length > 0
  }

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

/** What is sent of a choice: null removes the photo that is stored. */
function fileOf(photo: Chosen): File | null | undefined {
  return photo === null ? null : photo?.file
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={styles.section}>
      <legend className={styles.title}>{title}</legend>
      <div className={styles.fields}>{children}</div>
    </fieldset>
  )
}

/** A draft that says what is stored anyway is none. */
function beginningOf(edited?: EditedPilot, draft?: Draft) {
  const isNews = draft && !sameValues(tidied(draft.values), valuesOf(edited?.latest))
  if (isNews) return { recovered: draft, base: draft.base ?? edited?.latest, values: draft.values }
  return { base: edited?.latest, values: valuesOf(edited?.latest) }
}
