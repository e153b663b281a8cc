/** The form of one pilot. It keeps what was typed until the server has stored it. */
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
import { normalised, sameValues, type Values, valuesOf } from './pilot-values.ts'
import { differencesOf, type Side } from './versions.ts'
import { VersionsDialog } from './versions-dialog.tsx'

export interface PilotFormProps {
  /** The pilot that is edited; absent for a blank form. */
  edited?: EditedPilot
  /** Stores the draft, and holds the draft to recover if there is one. */
  slot: DraftSlot
  submitLabel: string
  /** True if the first field takes the focus at once. */
  hasFocus?: boolean
  /** `base` is the version of the pilot that the edit began with. */
  submit: (submission: Submission, base?: Pilot) => Promise<Pilot>
  onSend: () => void
  /** `isStillHere` is false if the person has left this form. */
  onSaved: (pilot: Pilot, isStillHere: boolean) => void
}

export interface EditedPilot {
  /** The latest version that was loaded, with the changes of other people. */
  latest: Pilot
  /** The error if the pilot was removed or has a new identifier. */
  gone?: Error
  refresh: () => Promise<Pilot>
}

type Problems = Partial<Record<FieldName, string>>

/** A refusal by the server. Its messages apply as long as the refused values are unchanged. */
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
  const [initial] = useState(() => initialState(edited, slot.found))
  const [recovered, setRecovered] = useState(initial.recovered)
  const [base, setBase] = useState(initial.base)
  const [values, setValues] = useState(initial.values)
  /** The version that another person has stored, while the person chooses between both versions. */
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
    values === initial.values && base === initial.base && photo === undefined,
  )
  useFormKeys(form, submitName, () => {
    // A second Ctrl+Enter after a registration would only report errors in the next form, which is still blank.
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

  // The disabled fieldset cannot hold the focus during a request, so the focus moves after it.
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

  /**
   * Handles an edit conflict: opens the choice between both versions and returns undefined, or returns the stored
   * pilot if there is nothing to choose. Rethrows any other error.
   */
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
          isAgain={base !== initial.base}
          onClose={() => {
            setTheirs(undefined)
            nextFocus.current = submitName
          }}
        />
      )}
    </>
  )

  /** Returns true if the pilot was changed since the edit began, and differs from this form or has another photo. */
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

  /** Adds a link to the pilot who already has the DNI. The link opens a new tab, so that the form stays open. */
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

/** Returns the photo to send: null removes the stored photo, undefined leaves it. */
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

/** Returns the initial state of the form. Ignores a draft that equals the stored pilot. */
function initialState(edited?: EditedPilot, draft?: Draft) {
  const isNews = draft && !sameValues(normalised(draft.values), valuesOf(edited?.latest))
  if (isNews) return { recovered: draft, base: draft.base ?? edited?.latest, values: draft.values }
  return { base: edited?.latest, values: valuesOf(edited?.latest) }
}
