/**
 * Keys and focus of the form: Enter moves to the next field, so that a scanner sends nothing, and takes the value
 * that completes one; Ctrl+Enter sends.
 */
import { type RefObject, useEffect } from 'react'
import { completeEmail } from '#domain/pilots/checks/unlikely'
import { type FieldName, fields, fieldText, isFieldName } from '#domain/pilots/fields'
import type { FieldTable, PilotField } from '#domain/pilots/own/field-table'
import { checkField, isOtherDocument, type Pilot } from '#domain/pilots/pilot'
import { isObject, parseJson } from '#domain/text/text'
import { recall, remember } from '../../api/browser-memory.ts'
import { controlOf } from '../../ui/form.tsx'
import { useDocumentEvent } from '../../ui/page-events.ts'
import { completedDate, isBirthdayOfMinor, type Values } from './pilot-values.ts'

type FormRef = RefObject<HTMLFormElement | null>

/** The field in which a blank form begins: the document of a known rider spares the other fields. */
export const firstName: FieldName = 'dni'

/** The names of the controls of the consent, which come last, if there is a text. */
export const consentName = 'consent'
export const guardianName = 'guardian'

interface FormKeys {
  submitName: string
  /** The names of the controls of the photo. Enter focuses the first that exists, before the history. */
  photoNames: readonly string[]
  /** The fields in the order of the form. */
  names: readonly PilotField[]
  /** True if Enter leads to empty fields only, because a card has filled in the others. */
  skipsFilled: boolean
  /** Takes the completion of a field, if it has one. */
  complete: (name: FieldName) => boolean
  /** Must have the effect of a click on the submit button. */
  send: () => void
}

/** Handles Enter, Ctrl+Enter, and the key for no value on the photo. */
export function useFormKeys(form: FormRef, keys: FormKeys) {
  useDocumentEvent('keydown', (event) => {
    const { target } = event
    if (!['Enter', noneKey].includes(event.key) || event.isComposing) return
    if (!form.current || !(target instanceof HTMLElement)) return
    if (document.querySelector('dialog[open]')) return
    const isPhoto = keys.photoNames.includes(target.getAttribute('name') ?? '')
    if (event.key === noneKey) return isPhoto ? pass(event, form.current, target, keys) : undefined
    if (event.ctrlKey || event.metaKey) pressCtrlEnter(event, form.current, target, keys.send)
    // Enter on the photo opens the camera or the files.
    else if (!isPhoto) pressEnter(event, form.current, target, keys)
  })
}

/** Goes on without a photo. */
function pass(event: KeyboardEvent, form: HTMLFormElement, target: HTMLElement, keys: FormKeys) {
  event.preventDefault()
  focus(nextOf(form, target, keys))
}

/** Sends the form if the focus is in it or on no element at all. */
function pressCtrlEnter(event: KeyboardEvent, form: HTMLFormElement, target: HTMLElement, send: () => void) {
  if (!form.contains(target) && target !== document.body) return
  event.preventDefault()
  if (!event.repeat) send()
}

/**
 * Takes the completion of the field, and moves the focus to the next field. In a text area with text, Enter starts a
 * new line instead.
 */
function pressEnter(event: KeyboardEvent, form: HTMLFormElement, target: HTMLElement, keys: FormKeys) {
  if (!form.contains(target)) return
  if (target instanceof HTMLTextAreaElement && target.value.trim() !== '') return
  const next = nextOf(form, target, keys)
  // The repeated events of a held key would run through all fields and press the button at the end.
  if (event.repeat || next) event.preventDefault()
  if (event.repeat) return
  const name = target.getAttribute('name')
  if (isFieldName(name)) keys.complete(name)
  focus(next)
}

/**
 * Returns the next field, or the submit button after the last; undefined if `current` is not a field. The document comes
 * first: after it comes the first empty field above it, and a document that is filled in is passed later.
 */
function nextOf(
  { elements }: HTMLFormElement,
  current: Element,
  { submitName, photoNames, names, skipsFilled }: FormKeys,
): Element | undefined {
  const photo = photoNames.find((name) => elements.namedItem(name)) ?? ''
  const controls = (all: readonly string[]) =>
    all.map((name) => elements.namedItem(name)).filter((element) => element instanceof HTMLElement)
  const around = aroundGuardian(controls(names), current)
  if (around) return around
  const inOrder = names.flatMap((name) => (name === 'participacion' ? [photo, name] : name))
  const order = controls([...inOrder, consentName, guardianName, submitName]).filter(
    (element) => !element.closest('details:not([open])'),
  )
  const index = (order as Element[]).indexOf(current)
  if (index < 0) return undefined
  const after = order.slice(index + 1).filter((next) => !skipsFilled || isEmpty(next))
  if (!isDocument(current)) return after.find((next) => !isDocument(next) || isEmpty(next))
  return after.find(isDocument) ?? order.slice(0, index).find(isEmpty) ?? after[0]
}

/**
 * Returns the name of the guardian right after the birthday of a minor, and, after its telephone or an empty name, the first
 * empty field that is not folded.
 */
function aroundGuardian(fields: readonly HTMLElement[], current: Element): HTMLElement | undefined {
  const named = (name: FieldName) => fields.find((one) => one.getAttribute('name') === name)
  const [birthday, guardian] = [named('fechanac'), named('apoderado')]
  const born = birthday instanceof HTMLInputElement ? completedDate('fechanac', birthday.value) : ''
  if (!guardian || !isBirthdayOfMinor(born)) return undefined
  const isUnnamed = isEmpty(guardian)
  if (current === birthday) return isUnnamed ? guardian : undefined
  if (current !== (isUnnamed ? guardian : named('apoderado_celular'))) return undefined
  return fields.find((one) => isEmpty(one) && !one.closest('details'))
}

function isDocument(control: Element): boolean {
  const name = control.getAttribute('name')
  return isFieldName(name) && (name === 'dni' || isOtherDocument(name))
}

function isEmpty(control: Element): boolean {
  if (control instanceof HTMLInputElement && control.type === 'checkbox') return !control.checked
  return 'value' in control && String(control.value).trim() === ''
}

function focus(element: Element | undefined): void {
  // The section of the guardian of a minor opens a moment later otherwise.
  element?.closest('details')?.setAttribute('open', '')
  if (element instanceof HTMLElement) element.focus()
  if (element instanceof HTMLInputElement) element.select()
}

/** Focuses a control of the form on the page, from outside of the form. */
export function focusControl(name: string): void {
  focus(document.querySelector(`form [name="${name}"]`) ?? undefined)
}

/**
 * Focuses a control when the form appears, if `isWanted` then returns true. Scrolls the page only if `scrolls` is true, and
 * not on a phone, whose form begins with the person.
 */
export function useInitialFocus(
  form: FormRef,
  name: string | undefined,
  scrolls: boolean,
  isWanted: () => boolean,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the form appears
  useEffect(() => {
    const preventScroll = !scrolls || matchMedia('(max-width: 60rem)').matches
    if (isWanted()) controlOf(form, name)?.focus({ preventScroll })
  }, [])
}

/** The usual text of a rider without results, in the required history. */
export const noHistory = fields.participacion.usual

/** The key that fills in the words for no value in an empty field. */
export const noneKey = '-'

/** The key that fills in the beginning of the last licence number, which the licences of a federation share. */
export const prefixKey = '+'

/**
 * Returns what precedes the last number of a licence number, or undefined if it begins with that number.
 * @example licencePrefix('FM-2026-0041') // 'FM-2026-'
 */
export function licencePrefix(text = ''): string | undefined {
  return /^(.*\D)\d+$/.exec(text)?.[1]
}

/** The fields in which the riders of a queue are often equal. */
const repeated = ['licencia', 'modalidad', 'club'] as const satisfies FieldName[]

/** The fields that are remembered of the last pilot. Only the licence number identifies one: its beginning is offered. */
const remembered = [...repeated, 'nlicencia'] as const

export type RepeatedValues = Partial<Record<(typeof remembered)[number], string>>

/**
 * Returns the value that Enter takes, or undefined if Enter only moves on. It never replaces a value that the field
 * accepts. `last` has the values of the pilot who was registered before.
 */
export function completionOf(name: FieldName, values: Values, last: RepeatedValues = {}): string | undefined {
  if (name === 'email') return completeEmail(values.email)
  if (values[name].trim() !== '') return undefined
  if (name === 'participacion') return noHistory
  return isRepeated(name) ? last[name] : undefined
}

/** Returns the values that riders of a queue often share, without the licence number. */
export function repeatedIn(last: RepeatedValues): RepeatedValues {
  return Object.fromEntries(repeated.flatMap((name) => (last[name] ? [[name, last[name]]] : [])))
}

/** Remembers the repeated values until the tab is closed. */
export function rememberRegistered(pilot: Pilot): void {
  const kept = Object.fromEntries(remembered.map((name) => [name, fieldText(name, pilot[name])]))
  remember(ownName, JSON.stringify(kept), 'sessionStorage')
}

/** Returns the values of the pilot whom this tab registered last. */
export function lastRegistered(table: FieldTable): RepeatedValues {
  const parsed = parseJson(recall(ownName, 'sessionStorage') ?? '')
  const kept = isObject(parsed) ? parsed : {}
  const valid = remembered.filter(
    (name) => typeof kept[name] === 'string' && !checkField(name, kept[name], table),
  )
  return Object.fromEntries(valid.map((name) => [name, kept[name]]))
}

const ownName = 'pilotos-last'

function isRepeated(name: FieldName): name is (typeof repeated)[number] {
  return (repeated as readonly FieldName[]).includes(name)
}
