/** Holds the state of the pilot form, and returns it together with the handlers of the form. */
import { type FormEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import type { ShownPilot } from '#domain/api/wire'
import { settled } from '#domain/pilots/documents/typed-document'
import { type FieldName, fieldNames, hasOptions, noneOf, requiredNames } from '#domain/pilots/fields'
import { missingNames } from '#domain/pilots/incomplete'
import { type FieldTable, keptBy, type PilotField } from '#domain/pilots/own/field-table'
import { isOwnName } from '#domain/pilots/own/own-name'
import { checkDraft, type Pilot, type PilotDraft, sameData } from '#domain/pilots/pilot'
import { ApiError, callForPilot } from '../../api/call.ts'
import { useFieldTable, useSessionRefresh } from '../../api/field-table.ts'
import { useSession } from '../../api/session.ts'
import { cameraName, type PhotoChoice, usePhotoChoice } from '../../photos/photo-control.tsx'
import { useCards } from '../../scan/identity/card-scan.ts'
import type { Side } from '../../ui/field.tsx'
import { useFormFocus } from '../../ui/form.tsx'
import { useAfterPress } from '../../ui/page-events.ts'
import { useKeptDraft } from './drafts.ts'
import {
  completionOf,
  consentName,
  firstName,
  guardianName,
  lastRegistered,
  licencePrefix,
  noHistory,
  type RepeatedValues,
  repeatedIn,
  useFormKeys,
  useInitialFocus,
} from './form-keys.ts'
import type { Draft } from './kept-drafts.ts'
import { useDuplicates } from './known-pilot.tsx'
import { openDrafts } from './open-drafts.ts'
import {
  type Attempt,
  changedState,
  comparedState,
  discardedState,
  type EditedPilot,
  type FormState,
  initialState,
  leftState,
  type OpenedApplication,
  type PilotFormProps,
  photoName,
  recoveredState,
  scannedState,
  submitName,
} from './pilot-form-state.ts'
import {
  completedDates,
  differencesOf,
  firstEmpty,
  isBlank,
  isShown,
  sameValues,
  type Values,
  valuesOf,
} from './pilot-values.ts'
import { type ConsentChoice, useConsent, useEntryQuestion, useGuardianQuestion } from './questions.tsx'

export type PilotFormController = ReturnType<typeof usePilotForm>

export function usePilotForm(props: PilotFormProps) {
  const { edited, application, slot, hasFocus = false, clubs, onSend, onUnsaved } = props
  const ref = useRef<HTMLFormElement>(null)
  const { table, begun, initial, state, update, set } = useFormState(props)
  const { values, left, base, recovered, isSending } = state
  const { country, change } = useChange(update)
  const choice = usePhotoChoice(application?.photo)
  const { photo } = choice
  const consent = useConsent(base?.consent, values, application?.consent)
  /** The control after the last field. */
  const endName = consent.text && !consent.isAccepted ? consentName : submitName
  const [last] = useState(() => (edited ? {} : lastRegistered(table)))
  const duplicates = useDuplicates(values, left, edited?.latest.id)

  const unsaved = useUnsaved(state, { begun, initial, photo, slot, application, onUnsaved })
  useFormKeys(ref, {
    submitName,
    photoNames: [cameraName, photoName],
    names: table.names,
    skipsFilled: state.card !== undefined && !edited,
    complete,
    send() {
      // A second Ctrl+Enter after a registration would only report errors in the next form, which is still blank.
      if (edited || !hasFocus || !isBlank(values)) ref.current?.requestSubmit()
    },
  })
  useFirstFocus(ref, edited, {
    first: application && (firstEmpty(values, requiredNames) ?? submitName),
    isAtOnce: hasFocus,
    isNew: !edited && !recovered,
  })
  const { focus, focusNext } = useFormFocus(ref, isSending)
  const takeCard = useScannedCard(state, { id: edited?.latest.id, last, update, focus, endName })
  const changes = { update, set, focusNext }
  const { save, ...asked } = useSave(props, { photoProblem: choice.problem, consent, table, ...changes })

  const afterPress = useAfterPress()
  const leave = (name: PilotField) => afterPress(() => update((last) => leftState(last, name)))

  /** Replaces a value that the person has left, and returns to its field. */
  function replace(name: FieldName, value: string) {
    change(name, value)
    leave(name)
    // A rider without a DNI has another document, whose controls appear now.
    if (name === 'dni') focusNext('tipodoc')
    else focus(name)
  }

  /** Takes the completion of a field. Returns false if it has none. */
  function complete(name: FieldName): boolean {
    const completion = completionOf(name, values, last)
    if (completion !== undefined) change(name, completion)
    return completion !== undefined
  }

  function send(event: FormEvent) {
    event.preventDefault()
    if (isSending) return
    onSend()
    // A date is not completed yet if its field still has the focus.
    const days = completedDates(values, table)
    for (const [name, day] of days) change(name, day)
    save({ values: { ...values, ...Object.fromEntries(days) }, photo, base })
  }

  /** Saves the values that the person chose from this form and from `version`, which becomes their base. */
  function choose(version: ShownPilot, chosen: Values, photoOf: Side) {
    set({ values: chosen, base: version })
    if (photoOf === 'theirs') choice.undo()
    save({ values: chosen, photo: photoOf === 'mine' ? photo : undefined, base: version })
  }

  return {
    ref,
    state,
    choice,
    consent,
    unsaved,
    ...{ clubs, country, onKnown: props.onKnown },
    duplicates,
    /** The beginning of the licence number of the pilot who was registered before. */
    prefix: licencePrefix(last.nlicencia),
    completionOf: (name: FieldName) => completionOf(name, values, last),
    /** True if the values are no longer based on the version that the edit began with. */
    isRebased: base !== initial.base,
    change,
    leave,
    replace,
    send,
    /** Moves on to the next field after the photo: the history, or the button if it is written. */
    leavePhoto: () => focus(values.participacion.trim() === '' ? 'participacion' : endName),
    /** Fills in the history of a rider without results. */
    fillHistory() {
      change('participacion', noHistory)
      focus(endName)
    },
    choose,
    compare: () => set({ theirs: edited?.latest }),
    closeComparison() {
      set({ theirs: undefined })
      focusNext(submitName)
    },
    takeCard,
    ...asked,
    discard() {
      update((state) => discardedState(state, props))
      focus(firstName)
    },
  }
}

/** Returns the country of the open event, whose documents the first field takes, and the function that changes a value. */
function useChange(update: Update) {
  const { country } = useSession()
  const change = (name: PilotField, value: string) =>
    update((last) => changedState(last, name, value, country))
  return { country, change }
}

/** Focuses the first field of a new form or, of an incomplete pilot, the first one that is missing. `first` is another. */
function useFirstFocus(
  ref: RefObject<HTMLFormElement | null>,
  edited: EditedPilot | undefined,
  { first, isAtOnce, isNew }: { first?: string; isAtOnce: boolean; isNew: boolean },
) {
  const [missing] = useState(() => first ?? (edited && missingNames(edited.latest)[0]))
  useInitialFocus(ref, missing ?? firstName, first !== undefined, () => {
    return missing !== undefined || isAtOnce || (isNew && matchMedia('(pointer: fine)').matches)
  })
}

/** Holds the state, whose fields are those of now: an admin may add one while the form is open. */
function useFormState({ edited, application, slot }: PilotFormProps) {
  const { state: from } = useLocation()
  const typed: Partial<Values> | undefined = edited && from?.typed
  const known = useFieldTable()
  const stored = edited?.latest
  const table = useMemo(() => (stored ? keptBy(known, stored) : known), [known, stored])
  const [begun] = useState(() => initialState(table, edited, { typed, application }))
  const [initial] = useState(() => recoveredState(begun, slot.found, application))
  const [kept, keep] = useState(initial)
  const update: Update = (next) => keep((last) => next({ ...last, table }))
  const set = (changes: Partial<FormState>) => update((last) => ({ ...last, ...changes }))
  return { table, begun, initial, state: { ...kept, table }, update, set }
}

interface UnsavedContext
  extends Pick<PilotFormProps, 'slot' | 'application' | 'onUnsaved'>,
    Pick<PhotoChoice, 'photo'> {
  /** The state with which the form has begun, and the same with the draft. */
  begun: FormState
  initial: FormState
}

/**
 * Keeps the draft, and returns the kind of the unsent content: a chosen photo, which is lost when the form is left, or
 * only values, which are kept. What a rider has sent waits on the server, and is neither.
 */
function useUnsaved(
  { values, base }: FormState,
  { begun, initial, photo, slot, application, onUnsaved }: UnsavedContext,
) {
  const isOtherPhoto = photo === null || photo?.file !== application?.photo
  const isSame = sameValues(values, application ? begun.values : valuesOf(base))
  const hadPhoto = Boolean(photo) && isOtherPhoto
  useKeptDraft(
    slot,
    isSame ? undefined : { values, base, hadPhoto, application: application && draftOf(application) },
    values === initial.values && base === initial.base && !isOtherPhoto,
  )
  const unsaved = hadPhoto ? ('photo' as const) : isSame ? undefined : ('values' as const)
  const isUnsaved = unsaved !== undefined
  useEffect(() => onUnsaved?.(isUnsaved), [onUnsaved, isUnsaved])
  return unsaved
}

function draftOf({ id, version }: OpenedApplication): Draft['application'] {
  return { id, version }
}

interface CardContext {
  /** The identifier of the edited pilot. */
  id: string | undefined
  /** The values of the pilot before, for the fields in which the riders of a queue are often equal. */
  last: RepeatedValues
  update: Update
  focus: (name: string) => void
  /** The control after the last field. */
  endName: string
}

/**
 * Takes scanned identity cards, and moves the focus to the first field that is still empty, also after a key has said
 * that there is no value. Returns the function that puts the chosen fields of a card into the form.
 */
function useScannedCard(state: FormState, { id, last, update, focus, endName }: CardContext) {
  const { card, isComparing, values } = state
  const isFilled = card !== undefined && !isComparing
  const nones = fieldNames.filter((name) => !hasOptions(name) && noneOf(name) === values[name]).length
  useCards(id, (scanned) => update((state) => scannedState(state, scanned, repeatedIn(last))))
  // biome-ignore lint/correctness/useExhaustiveDependencies: only after a card or a key for no value
  useEffect(() => {
    if (isFilled) focus(firstEmpty(values, requiredNames) ?? endName)
  }, [card, isFilled, nones])
  return (chosen: ReadonlySet<FieldName> = new Set()) => update((state) => comparedState(state, chosen))
}

type Update = (next: (last: FormState) => FormState) => void

interface SaveContext {
  /** The reason why the chosen photo cannot be sent. */
  photoProblem?: string
  consent: ConsentChoice
  update: Update
  /** The fields of the form. */
  table: FieldTable
  set: (changes: Partial<FormState>) => void
  /** Focuses a control once the fieldset of the form is enabled. */
  focusNext: (name: string) => void
}

/**
 * Returns the function that saves the form: it checks it, asks about a minor without a guardian, sends it, and handles
 * refusals and edit conflicts. `guardian` is that question.
 */
function useSave(
  { edited, application, slot, onSaved }: PilotFormProps,
  { photoProblem, consent, update, table, set, focusNext }: SaveContext,
) {
  const isMounted = useIsMounted()
  const refresh = useSessionRefresh()
  const question = useGuardianQuestion(consent)
  const entryQuestion = useEntryQuestion()

  /** `keepsEntries` is the decision about the entries, once the person has made it. */
  async function save(attempt: Attempt, isSure = false, keepsEntries?: boolean): Promise<void> {
    const { draft, problems } = checkDraft(settled(attempt.values), table)
    if (!draft || photoProblem || consent.problem) {
      set({ problems, hasMistakes: true, refusal: undefined, theirs: undefined })
      return focusNext(
        table.names.find((name) => problems[name]) ?? (photoProblem ? photoName : guardianName),
      )
    }
    if (!isSure && question.isNeeded(attempt, draft)) {
      // The section of the guardian opens for the birthday of a minor that the person has left.
      update((state) => leftState(state, 'fechanac'))
      return question.ask(attempt)
    }
    if (keepsEntries === undefined && entryQuestion.ask(attempt, edited?.latest, draft)) return
    set({ problems: {}, hasMistakes: false, refusal: undefined, isSending: true })
    const release = openDrafts.hold(slot.key)
    try {
      const consented = consent.submission()
      const sent = { id: edited?.id, application, consented, keepsEntries }
      const send = (one: Attempt) => callForPilot('POST /api', { body: bodyOf(draft, one, sent) })
      const saved = await send(attempt).catch((error) => handleConflict(error, attempt, send))
      if (!saved) return
      slot.drop()
      onSaved(saved, isMounted.current)
    } catch (error) {
      handleError(error, attempt)
    } finally {
      release()
    }
  }

  /** Stores the minor without a guardian, or goes back to the form. */
  function answer(isSure: boolean) {
    const attempt = question.answer(isSure)
    if (isSure && attempt) void save(attempt, true)
    else focusNext('apoderado')
  }

  /**
   * Handles an edit conflict: opens the choice between both versions and returns undefined, or returns the stored
   * pilot if there is nothing to choose. Rethrows any other error.
   */
  async function handleConflict(
    error: unknown,
    attempt: Attempt,
    send: (attempt: Attempt) => Promise<Pilot>,
  ): Promise<Pilot | undefined> {
    const { values, photo, base } = attempt
    const isConflict =
      error instanceof ApiError && error.status === 409 && !error.details.id && !error.details.turn
    if (!isConflict || !edited || !base) throw error
    const theirs = await edited.refresh()
    // Nothing was changed that the form shows.
    if (sameData(base, theirs)) return send({ ...attempt, base: theirs })
    const differences = differencesOf(valuesOf(base), values, valuesOf(theirs), table)
    if (photo === undefined && differences.length === 0) return theirs
    set({ refusal: { error, attempt }, theirs, isSending: false })
    return undefined
  }

  /** Displays the refusal of the server. Rethrows any other error. */
  function handleError(error: unknown, attempt: Attempt) {
    if (!(error instanceof ApiError)) {
      set({ isSending: false })
      throw error
    }
    set({ refusal: { error, attempt }, theirs: undefined, isSending: false })
    if (application && error.details.turn) return application.onDecided(error)
    if (application && !edited && error.details.id)
      return application.onKnown(error.details.id, attempt.values)
    // An admin has added a field since the page was opened.
    if (Object.keys(error.fields).some((name) => isOwnName(name) && !table.own.includes(name))) refresh()
    if (error.fields.documento && !isShown('documento', attempt.values.dni)) return focusNext('dni')
    focusNext([...table.names, photoName, guardianName].find((name) => error.fields[name]) ?? submitName)
  }

  /** Saves the rider with or without the entries, or goes back to the form. */
  function answerEntries(follows?: boolean) {
    const { attempt } = entryQuestion.asked ?? {}
    entryQuestion.close()
    if (attempt && follows !== undefined) void save(attempt, true, !follows)
    else focusNext(submitName)
  }

  return {
    save,
    guardian: { isAsked: question.isAsked, answer },
    entries: { asked: entryQuestion.asked, answer: answerEntries },
  }
}

interface Sent {
  /** The code of the pilot. A form without one registers a new pilot. */
  id?: string
  application?: PilotFormProps['application']
  /** Null withdraws the consent, and undefined leaves it as it is. */
  consented?: ReturnType<ConsentChoice['submission']>
  /** True if the entries in the open event do not follow a changed number, modalidad or transponder. */
  keepsEntries?: boolean
}

/** Returns the data that a form sends. The server refuses an edit if the pilot has changed since its base. */
function bodyOf(
  draft: PilotDraft,
  { photo, base }: Attempt,
  { id, application, consented, keepsEntries }: Sent,
): FormData {
  const body = new FormData()
  body.set('data_driver', JSON.stringify(draft))
  if (id) body.set('id_driver', id)
  if (base) body.set('version', base.version ?? '')
  if (application) {
    body.set('application', application.id)
    body.set('application_version', application.version)
  }
  if (photo && photo.file === application?.photo) body.set('take_img', '1')
  else if (photo) body.set('_img', photo.file)
  if (photo === null) body.set('remove_img', '1')
  if (consented !== undefined) body.set('consent', JSON.stringify(consented))
  if (keepsEntries) body.set('keep_entries', '1')
  return body
}

/** Returns the photo to send: null removes the stored photo, undefined leaves it. */
export function fileOf(photo: PhotoChoice['photo']): File | null | undefined {
  return photo === null ? null : photo?.file
}

/** Returns a reference that is false after the component has unmounted. */
function useIsMounted(): RefObject<boolean> {
  const isMounted = useRef(true)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  return isMounted
}
