/** The props of the pilot form, its state, the reducer that changes it, and the problems that it displays. */
import type { ShownPilot } from '#domain/api/wire'
import { documentTexts, readTyped, settled } from '#domain/pilots/documents/typed-document'
import { type FieldName, fieldNames } from '#domain/pilots/fields'
import type { FieldTable, PilotField } from '#domain/pilots/own/field-table'
import { type CheckedDraft, checkDraft, type Pilot, readValue, sameData } from '#domain/pilots/pilot'
import type { GivenConsent } from '#domain/privacy/consent'
import type { ApiError } from '../../api/call.ts'
import type { PhotoChoice } from '../../photos/photo-control.tsx'
import type { ReadCard } from '../../scan/identity/read-card.ts'
import type { DraftSlot } from './drafts.ts'
import type { Draft } from './kept-drafts.ts'
import {
  cardDifferences,
  differencesOf,
  filledBy,
  isBlank,
  normalised,
  sameValues,
  type Values,
  valuesOf,
} from './pilot-values.ts'

/** The names of the controls that edit no field of a pilot. */
export const photoName = '_img'
export const submitName = 'send'

export interface FormState {
  /** The fields of the form. */
  table: FieldTable
  values: Values
  /** The stored version that the values are based on; absent for a new pilot. */
  base?: ShownPilot
  /** The draft of an earlier visit that the form began with, until it is discarded. */
  recovered?: Draft
  /** The messages of the last check of each field. */
  problems: Problems
  /** The values with which the person left the fields: warnings are about them, and not about half a word. */
  left: Partial<Values>
  /** True if the last attempt to save found mistakes. */
  hasMistakes: boolean
  refusal?: Refusal
  isSending: boolean
  /** The version that another person has stored, while the person chooses between both versions. */
  theirs?: ShownPilot
  /** The identity card that was scanned last. */
  card?: ReadCard
  /** True if the card came with values of the pilot before. */
  isRepeated?: boolean
  /** True while the person chooses between the card and the form. */
  isComparing?: boolean
}

type Problems = CheckedDraft['problems']

/** One attempt to save: the values and the photo of the form at that time, and their `base`. */
export interface Attempt {
  values: Values
  photo: PhotoChoice['photo']
  base?: ShownPilot
}

/** A refusal by the server. Its messages apply as long as the refused values are unchanged. */
interface Refusal {
  error: ApiError
  attempt: Attempt
}

/** Returns the state after a person has changed a value, which is checked again if it had a problem. */
export function changedState(
  state: FormState,
  name: PilotField,
  value: string,
  country: string | null = null,
): FormState {
  const changed = { ...state, values: { ...state.values, [name]: value } }
  if (name === 'dni') changed.values.paisdoc = countryFor(state, value, country)
  return state.problems[name] ? checked(changed, name) : changed
}

/** Returns the country in whose way a typed document is read: that of the rider, or of the open event. */
function countryFor({ base }: FormState, value: string, country: string | null): string {
  const stored = valuesOf(base)
  if (base && value === stored.dni) return stored.paisdoc
  return value.trim() === '' || readValue('dni', value) === null ? '' : (country ?? '')
}

/** Returns the state after the person has left a field. A document is then written as its country writes it. */
export function leftState(state: FormState, name: PilotField): FormState {
  // A dialog may take the focus from a form in which nothing is typed yet: nothing is missing there.
  if (!state.base && isBlank(state.values)) return state
  const read = name === 'dni' ? readTyped(state.values) : undefined
  const values: Values = read ? { ...state.values, ...documentTexts(read) } : state.values
  const left = { ...state.left, ...(read && documentTexts(read)), [name]: values[name] }
  return checked({ ...state, values, left }, name)
}

/** Returns the state after a card was scanned, with the values of `last` in a form that is still blank. */
export function scannedState(state: FormState, card: ReadCard, last: Partial<Values>): FormState {
  if (cardDifferences(card, state.values).length > 0) return { ...state, card, isComparing: true }
  // Typed values belong to this rider, so that those of the pilot before are not mixed with them.
  if (state.base || !isBlank(state.values)) return filled({ ...state, isRepeated: false }, card)
  const isRepeated = Object.keys(last).length > 0
  return filled({ ...state, isRepeated, values: { ...state.values, ...last } }, card)
}

/** Returns the state after the person has chosen the fields that take the value of the card. */
export function comparedState(state: FormState, chosen: ReadonlySet<FieldName>): FormState {
  return state.card ? filled({ ...state, isComparing: false }, state.card, chosen) : state
}

/** Returns the state after everything that is typed was discarded. */
export function discardedState(
  { table, isSending, theirs }: FormState,
  { edited, application }: Pick<PilotFormProps, 'edited' | 'application'>,
): FormState {
  return { theirs, ...initialState(table, edited, { application }), isSending }
}

/**
 * Returns the initial state of the form, without a draft. What was typed in the form of a new pilot fills what the stored
 * pilot lacks. What a rider has typed in an application replaces the rest, and the form of a stored pilot begins with the
 * choice between both.
 */
export function initialState(
  table: FieldTable,
  edited?: EditedPilot,
  { typed = {}, application }: InitialValues = {},
): FormState {
  const stored = blankState(table, edited?.latest)
  const lacking = table.names.filter((name) => !stored.values[name] && typeof typed[name] === 'string')
  const applied = table.names.filter((name) => application?.values[name])
  const filled = Object.fromEntries([
    ...lacking.map((name) => [name, typed[name]]),
    ...applied.map((name) => [name, application?.values[name]]),
  ])
  const state: FormState = {
    ...stored,
    values: { ...stored.values, ...filled },
    left: { ...stored.left, ...filled },
  }
  if (!application || !edited) return state
  const differs = differencesOf(stored.values, state.values, stored.values, table).length > 0
  return differs || application.photo ? { ...state, theirs: edited.latest } : state
}

/**
 * Returns the initial state of the form with a draft. Ignores one that equals it, and one about another version of the
 * application. A rider who was registered since the draft is compared with it.
 */
export function recoveredState(
  state: FormState,
  draft?: Draft,
  application?: Pick<OpenedApplication, 'version'>,
): FormState {
  if (!draft || draft.application?.version !== application?.version) return state
  if (sameValues(normalised(draft.values, state.table), state.values)) return state
  const { values, base = state.base } = draft
  return { ...state, recovered: draft, base, values, left: values, theirs: draft.base ? undefined : base }
}

/** The values with which a form begins, besides a stored pilot. */
interface InitialValues {
  typed?: Partial<Values>
  application?: OpenedApplication
}

/** Returns the state of a form without changes, for a stored pilot or for a new one. */
function blankState(table: FieldTable, base?: ShownPilot): FormState {
  const values = valuesOf(base)
  return { table, values, base, left: base ? values : {}, problems: {}, hasMistakes: false, isSending: false }
}

/** Puts what a card says into the form, as if the person had typed it and left the fields. */
function filled(state: FormState, card: ReadCard, chosen?: ReadonlySet<FieldName>): FormState {
  const values = filledBy(card, state.values, chosen)
  const changed = fieldNames.filter((name) => values[name] !== state.values[name])
  const left = { ...state.left, ...Object.fromEntries(changed.map((name) => [name, values[name]])) }
  return changed.reduce(checked, { ...state, card, values, left })
}

function checked(state: FormState, name: PilotField): FormState {
  const { problems } = checkDraft(settled(state.values), state.table)
  return { ...state, problems: { ...state.problems, [name]: problems[name] } }
}

/** Returns true if the pilot was changed since the edit began, and differs from this form or has another photo. */
export function isBehind(
  { table, values, base, isSending, theirs }: FormState,
  edited?: EditedPilot,
): boolean {
  if (!edited || !base || isSending || theirs || sameData(edited.latest, base)) return false
  const { latest } = edited
  return (
    latest.photo !== base.photo || differencesOf(valuesOf(base), values, valuesOf(latest), table).length > 0
  )
}

/** The props of the pilot form. */
export interface PilotFormProps {
  /** The pilot that is edited; absent for a blank form. */
  edited?: EditedPilot
  /** The application that the form approves. */
  application?: OpenedApplication
  /** Stores the draft, and holds the draft to recover if there is one. */
  slot: DraftSlot
  submitLabel: string
  /** The clubs that exist, those with the most pilots first. */
  clubs: readonly string[]
  /** True if the first field takes the focus at once. */
  hasFocus?: boolean
  onSend: () => void
  /** `isStillHere` is false if the person has left this form. */
  onSaved: (pilot: Pilot, isStillHere: boolean) => void
  /** Is told whether the form has values or a photo that are not sent. */
  onUnsaved?: (isUnsaved: boolean) => void
  /** Called when the document turns out to be that of a known pilot, whose notice is shown now. */
  onKnown?: () => void
}

/** An application with its photo, as the form of the desk begins with it. */
export interface OpenedApplication {
  id: string
  version: string
  /** Empty where nothing is typed. */
  values: Values
  photo?: File
  consent?: Pick<GivenConsent, 'version' | 'guardian'>
  /** A remark for the desk. */
  note?: string
  /** Called with the rider who turns out to have the document, and with what is typed. */
  onKnown: (id: string, values: Values) => void
  /** Called with the refusal of the server if somebody else has decided on it. */
  onDecided: (refusal: ApiError) => void
}

export interface EditedPilot {
  /** The code in the address. After a merge it may be an earlier one, and an undo of the merge gives its pilot back. */
  id: string
  /** The latest version that was loaded, with the changes of other people. */
  latest: ShownPilot
  /** The error if the pilot was removed or has a new identifier. */
  gone?: Error
  refresh: () => Promise<Pilot>
}

/** Returns the message for a field, if it has a problem. */
export function problemOf({ values, problems, refusal }: FormState, name: PilotField): string | undefined {
  if (!refusal || refusal.attempt.values[name] !== values[name]) return problems[name]
  const { fields } = refusal.error
  // The first field has a document that its country writes, whatever its kind is.
  const refused = name === 'dni' && values.paisdoc ? (fields.dni ?? fields.documento) : fields[name]
  return problems[name] ?? refused
}

/** Returns the message for the photo, if it has a problem. */
export function problemOfPhoto({ refusal }: FormState, { photo, problem }: PhotoChoice): string | undefined {
  const isRefused = refusal !== undefined && refusal.attempt.photo === photo
  return problem ?? (isRefused ? refusal.error.fields[photoName] : undefined)
}

export function hasProblems(state: FormState, choice: PhotoChoice): boolean {
  return (
    problemOfPhoto(state, choice) !== undefined || state.table.names.some((name) => problemOf(state, name))
  )
}
