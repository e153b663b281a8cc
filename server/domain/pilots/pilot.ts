/** A pilot: the draft that staff fill in, the registered record, and the rules of the photo. */
import { InvalidError, MalformedError, NotFoundError } from '../errors.ts'
import type { Consent } from '../privacy/consent.ts'
import { enumerate, fold, isBlank } from '../text/text.ts'
import type { Facts } from './facts/facts.ts'
import type { Field } from './field.ts'
import {
  type FieldName,
  fieldNames,
  fields,
  isOptional,
  kindOf,
  noneOf,
  type OptionalName,
  optionalNames,
} from './fields.ts'
import {
  type FieldTable,
  fixedFields,
  ownNone,
  type PilotField,
  readOwnValue,
  storedFields,
} from './own/field-table.ts'
import { isOwnName, type OwnName, type OwnValues, ownNamesIn } from './own/own-name.ts'
import { isPilotId, newPilotId, type PilotId } from './pilot-id.ts'
import { Problem, type Stored } from './rules.ts'

/**
 * The checked data of the form: `celular` and `dni` are integers, dates are `YYYY-MM-DD`. A draft without an optional
 * field leaves it as it is; null says that there is no value.
 */
export type PilotDraft = {
  [Name in Exclude<FieldName, OptionalName>]:
    | Stored<FieldEntry<Name>['rule']>
    | (FieldEntry<Name> extends { none: string } ? null : never)
} & { [Name in OptionalName]?: Stored<FieldEntry<Name>['rule']> | null } & OwnValues

type FieldEntry<Name extends FieldName> = (typeof fields)[Name]

/** The file name of a stored photo. */
export type PhotoName = string

/**
 * The fields of a stored pilot. Those of an incomplete one are without some required values, which the desk completes
 * later: such a value is absent, unlike null, which says that the pilot has none. See `missingNames`.
 */
export type StoredDraft = Partial<PilotDraft> & Pick<PilotDraft, NeverMissing>

type NeverMissing = 'name' | 'lastname'

export type Pilot = StoredDraft & Facts & { id: PilotId; photo: PhotoName | null }

/** A pilot who lacks nothing, as those of the form. */
export type CompletePilot = Pilot & PilotDraft

/** One message per field. */
type Problems = Partial<Record<FieldName, string>> & { [Name in OwnName]: string }

/**
 * Checks raw values against the rules of their fields. Drops unknown keys and trims strings.
 * @throws InvalidError with a message for each field that breaks its rule
 */
export function parseDraft(raw: object, table?: FieldTable): PilotDraft {
  const { draft, problems } = checkDraft(raw, table)
  if (!draft) throw new InvalidError(problems)
  return draft
}

/** Either a draft, or the problems of its values. */
export interface CheckedDraft {
  draft?: PilotDraft
  problems: Problems
}

/**
 * Checks raw values like `parseDraft`, but returns the problems instead of throwing an exception. Without a table, fields
 * of one's own are not checked, and the draft leaves them as they are.
 */
export function checkDraft(raw: object, table = fixedFields): CheckedDraft {
  // Without a deferred value, no required one is missing.
  return checkStoredDraft(raw, () => false, table) as CheckedDraft
}

/**
 * Checks raw values like `checkDraft`, but leaves out those that break their rule and are deferred: an incomplete pilot is
 * stored without them. The names are never deferred. Without a table, the values are stored ones.
 */
export function checkStoredDraft(
  raw: object,
  isDeferred: (name: FieldName, value: unknown) => boolean,
  table = storedFields,
): { draft?: StoredDraft; problems: Problems } {
  const values = raw as Readonly<Record<string, unknown>>
  const draft: Record<string, unknown> = {}
  const problems: Problems = {}
  let isGood = true
  for (const name of fieldNames) {
    const isNeeded = isOtherDocument(name) && draft.dni === null
    if (values[name] === undefined && isOptional(name) && !isNeeded) continue
    const value = isNeeded
      ? fields[name].rule(values[name])
      : readValueBeside(draft, name, values[name], table)
    if (value instanceof Problem) {
      if (canBeMissing(name) && isDeferred(name, values[name])) continue
      problems[name] = value.message
      isGood = false
    } else draft[name] = value
  }
  if (!addOwnValues(draft, problems, values, table)) isGood = false
  return isGood ? { draft: draft as StoredDraft, problems } : { problems }
}

/** Adds the checked values of one's own to a draft, or their problems. Returns false if there are any. */
function addOwnValues(
  draft: Record<string, unknown>,
  problems: Problems,
  values: Readonly<Record<string, unknown>>,
  table: FieldTable,
): boolean {
  let isGood = true
  for (const name of table.own) {
    if (values[name] === undefined && !table.required.has(name)) continue
    const value = readOwnValue(table, name, values[name])
    if (value instanceof Problem) {
      problems[name] = value.message
      isGood = false
    } else draft[name] = value
  }
  return isGood
}

/**
 * Returns true for the fields whose value can be missing in an incomplete pilot. In data of before a field existed, its
 * default stands for a missing value.
 */
export function canBeMissing(name: PilotField): boolean {
  if (isOwnName(name)) return false
  const { defaultInOlderData }: Field = fields[name]
  if (name === 'name' || name === 'lastname' || defaultInOlderData !== undefined) return false
  return !isOptional(name) || isOtherDocument(name)
}

/** Returns true for the fields of the document of a rider without a DNI, who needs both. */
export function isOtherDocument(name: PilotField): name is 'tipodoc' | 'documento' {
  return name === 'tipodoc' || name === 'documento'
}

/** Reads a value. A rider with a DNI has no document of another kind, whatever a sheet calls the DNI. */
function readValueBeside(
  { dni }: Readonly<Record<string, unknown>>,
  name: FieldName,
  value: unknown,
  table: FieldTable,
): ReturnType<typeof readValue> {
  return isOtherDocument(name) && typeof dni === 'number' ? null : readValue(name, value, table)
}

/**
 * Reads a value by the rule of its field. Null, and the words of the field for it, mean that the pilot has no value, if
 * the field can have none: see `none`.
 */
export function readValue(
  name: PilotField,
  value: unknown,
  table = fixedFields,
): string | number | null | Problem {
  const none = noneIn(name, table)
  if (!isOwnName(name) && none !== undefined) {
    if (isOptional(name) && isBlank(value)) return null
    if (value === null || textMatches(value, none)) return null
    const { readsNone }: Field = fields[name]
    if (readsNone && saysNone(value)) return null
  }
  const result = isOwnName(name) ? readOwnValue(table, name, value) : table.of(name).rule(value)
  if (none === undefined) return result
  return result instanceof Problem && saysNone(value) ? new Problem(result.message, none) : result
}

/** Compares without case and accents, which takes long, only what has the length of the words. */
function textMatches(value: unknown, words: string): boolean {
  if (typeof value !== 'string') return false
  const text = value.trim()
  return text.length === words.length && fold(text) === fold(words)
}

/** Returns the words for no value in a file. An optional field has some too, since an empty cell leaves it as it is. */
export function noneIn(name: PilotField, { definitions } = fixedFields): string | undefined {
  if (isOwnName(name)) return definitions[name]?.isRequired ? undefined : ownNone
  return isOptional(name) ? 'No tiene' : noneOf(name)
}

/**
 * Returns a pilot with the values of a draft. An optional field that the draft leaves out stays, and one without a value
 * is absent.
 */
export function withDraft<Stored extends object, Draft extends StoredDraft>(
  pilot: Stored,
  draft: Draft,
): Stored & Draft {
  // Another document without a country is not of that of the one before.
  if (draft.paisdoc === undefined && 'paisdoc' in pilot && isOtherThan(pilot, draft)) {
    const { paisdoc: _, ...other } = pilot
    return withDraft(other as Stored, draft)
  }
  // Two spreads take eight times as long as `assign` (Node 20), which is felt at 10,000 rows of an import.
  const changed: Stored & Draft = Object.assign({}, pilot, draft)
  for (const name of optionalNames)
    if (draft[name] === null || (isOtherDocument(name) && name in changed && typeof draft.dni === 'number'))
      delete (changed as Partial<PilotDraft>)[name]
  for (const name of ownNamesIn(draft)) if (draft[name] === null) delete changed[name]
  return changed
}

function isOtherThan(pilot: StoredDraft | object, draft: StoredDraft): boolean {
  const stored: Partial<StoredDraft> = pilot
  return (['dni', 'documento'] as const).some(
    (name) => draft[name] !== undefined && (draft[name] ?? null) !== (stored[name] ?? null),
  )
}

/** Returns true for a text with which people fill a cell that has no value, such as `-`, `S/N` or `sincorreo@x.com`. */
export function saysNone(value: unknown): boolean {
  if (typeof value !== 'string') return false
  const text = value.trim()
  // Nearly all values begin with another letter, which is found faster than the whole text is folded.
  return mayBeNoValue.test(text) && noValue.test(fold(text))
}

const mayBeNoValue = /^[^a-z\d]|^[snx]/i

/**
 * Returns true for a text with which people leave a cell of a field empty, such as `-` or `S/D`, where the rule of the field
 * refuses it. Unlike `no` or `sin licencia`, it says nothing of the rider.
 */
export function saysNothing(name: FieldName, value: unknown): boolean {
  if (typeof value !== 'string' || !noData.test(value.trim())) return false
  return readValue(name, value) instanceof Problem
}

const noData = /^(?:[-–—._/*?¿\s]+|s[./]?[ncd]\.?|n[./]?[ad]\.?)$/i

const noValue =
  /^(?:[-–—._/*?¿x\s]+|s\/?[ncd]\.?|n\/[adest]\.?|n[ad]|no|no (?:tiene|tengo|hay|sabe|se|aplica)|ningun[oa]?|nada|sin [a-z]+|(?:sin ?(?:correo|mail|email)|no ?tiene|ningun[oa]?|x+)\d*@.*)$/

/**
 * The pattern of the first letters of such a text in lower case, as JavaScript and PostgreSQL understand it. A database
 * looks for these, since they are found fast, and other texts begin with them too.
 */
export const noValueStart = /^(?:[^a-z\d]|s(?:[^a-z]|[incd])|n(?:[^a-z]|[aido])|x)/

/**
 * Checks a pilot from the history before it is stored again.
 * @throws MalformedError if its data breaks the current rules
 */
export function requireStorable(pilot: Pilot): Pilot {
  const { draft, problems } = checkStoredDraft(pilot, isMissing)
  if (draft) return withDraft(pilot, draft)
  const labels = fieldNames.filter((name) => name in problems).map((name) => fields[name].label)
  throw new MalformedError(
    `El historial de este piloto tiene datos que no se pueden guardar (${enumerate(labels)}): regístrelo otra vez`,
  )
}

/** Returns true for a stored pilot that follows the rules of the fields. */
export function isStored(pilot: Pilot): boolean {
  return checkStoredDraft(pilot, isMissing).draft !== undefined
}

/** Returns true for a value that an incomplete pilot lacks, in stored data. */
export function isMissing(_name: FieldName, value: unknown): boolean {
  return value === undefined
}

/** Returns the message for one field, or undefined if the value follows the rule. */
export function checkField(name: PilotField, value: unknown, table?: FieldTable): string | undefined {
  const result = readValue(name, value, table)
  return result instanceof Problem ? result.message : undefined
}

/**
 * Returns the option that a value nearly is, or the words for no value if it says so. Returns undefined for a value that
 * follows the rule, and for one that is near no option or several.
 * @example nearestValue('modalidad', 'Velocros') // 'VELOCROSS'
 * @example nearestValue('email', '-') // 'No tiene'
 */
export function nearestValue(name: PilotField, value: unknown, table?: FieldTable): string | undefined {
  const result = readValue(name, value, table)
  return result instanceof Problem ? result.suggestion : undefined
}

/**
 * Returns the options that a value names instead of one.
 * @example namedOptions('modalidad', 'MOTOCROSS y RALLY') // ['MOTOCROSS', 'RALLY']
 */
export function namedOptions(name: PilotField, value: unknown, table?: FieldTable): readonly string[] {
  const result = readValue(name, value, table)
  return result instanceof Problem ? result.named : []
}

/**
 * Returns the first number of a text that has more than one where the field takes one: two telephones, or a document with
 * its check digit. Returns undefined for any other text.
 * @example firstNumber('celular', '999888777 / 988777666') // '999888777'
 */
export function firstNumber(name: FieldName, value: unknown): string | undefined {
  const nearest = kindOf(name) === 'integer' ? nearestValue(name, value) : undefined
  return nearest === noneOf(name) ? undefined : nearest
}

/** Returns the fields, without the other properties of a pilot, such as those that a newer program has stored. */
export function draftOf(pilot: Pilot): StoredDraft {
  const filled = [...fieldNames, ...ownNamesIn(pilot)].filter((name) => pilot[name] !== undefined)
  return Object.fromEntries(filled.map((name) => [name, pilot[name]])) as StoredDraft
}

/** Returns true if two states of a pilot have equal fields and the same photo. */
export function sameData(one: StoredDraft & { photo: PhotoName | null }, other: typeof one): boolean {
  const isSame = (name: PilotField) => sameValue(name, one[name], other[name])
  return one.photo === other.photo && fieldNames.every(isSame) && ownNamesIn(one, other).every(isSame)
}

/** Returns true for equal values of a field: an optional one without a value is absent or null, and a required one is null. */
export function sameValue(name: PilotField, one: unknown, other: unknown): boolean {
  return one === other || ((isOwnName(name) || isOptional(name)) && (one ?? null) === (other ?? null))
}

/** The mark of a rider under 18 on screens, at gates and on cards. */
export const minorText = 'MENOR'

/**
 * Returns true for a rider under 18 on a day, of whom a scan without an account shows the minimal view only. Of an
 * incomplete rider without a birth date, nobody knows it.
 */
export function isMinor({ fechanac }: Pick<StoredDraft, 'fechanac'>, day: string): boolean {
  return fechanac !== undefined && fechanac > latestAdultBirthday(day)
}

/** Returns the birthday of the youngest riders who are 18 on a day: those born later are minors. */
function latestAdultBirthday(day: string): string {
  return `${Number(day.slice(0, 4)) - 18}${day.slice(4)}`
}

/** Returns the modalidad with the categories in the open event, such as `MOTOCROSS · MX2`. */
export function classText({
  modalidad,
  category,
}: {
  modalidad?: string | null
  category?: string
}): string | undefined {
  return [modalidad, category].filter(Boolean).join(' · ') || undefined
}

/** The full name of a pilot, in a separate file so that the credential page need not load the rules of fields. */
export function fullName({ name, lastname }: Pick<PilotDraft, 'name' | 'lastname'>): string {
  return `${name} ${lastname}`
}

/** The largest picture that is accepted, in bytes. */
export const maxPhotoBytes = 10 * 1024 * 1024

/** The media types of the pictures that are accepted. */
export const photoTypes = ['image/jpeg', 'image/png', 'image/webp'] as const

export const photoInvalid = 'La foto no es una imagen válida'
/** The largest number of pixels that is accepted. */
export const maxPhotoPixels = 40_000_000

export const photoTooLarge = 'La foto pesa más de 10 MB: elija una más pequeña'
export const photoTooSlow = 'La foto tarda demasiado en leerse: elija otra'
export const photoTooManyPixels = 'La foto tiene más de 40 megapíxeles: elija una más pequeña'

/** Returns true if the text is a name that the server generates: twelve characters of base32 and `.jpg`. */
export function isPhotoName(text: unknown): text is PhotoName {
  return typeof text === 'string' && text.endsWith('.jpg') && isPilotId(text.slice(0, -4))
}

/** Returns true if a file begins like a JPEG, PNG or WebP. Twelve bytes are enough. */
export function isPictureHead(head: Uint8Array): boolean {
  const text = String.fromCharCode(...head.subarray(0, 12))
  return (
    text.startsWith('\xff\xd8\xff') || text.startsWith('\x89PNG\r\n\x1a\n') || /^RIFF.{4}WEBP/s.test(text)
  )
}

/** Returns a random name of a photo. */
export function newPhotoName(): PhotoName {
  return `${newPilotId()}.jpg`
}

export function noPhoto(): NotFoundError {
  return new NotFoundError('No existe esa foto')
}

/**
 * Returns a message if a chosen file cannot be accepted, else undefined. The browser calls it before it sends the
 * file; the server then checks the content.
 */
export function checkPhoto({ size, type }: { size: number; type: string }): string | undefined {
  if (type && !photoTypes.some((known) => known === type)) return photoInvalid
  return size > maxPhotoBytes ? photoTooLarge : undefined
}

/** Returns true for a rider under 18 on a day of whom no guardian is named, nor an adult who gave the consent. */
export function lacksGuardian({ fechanac, apoderado, consent }: GuardedPilot, day: string): boolean {
  return !apoderado && !consent?.guardian && isMinor({ fechanac }, day)
}

type GuardedPilot = Pick<StoredDraft, 'fechanac' | 'apoderado'> & {
  consent?: Pick<Consent, 'guardian'> | null
}

/** Is told wherever a minor has no guardian. */
export const guardianMissingText = 'Es menor de 18 años y no tiene apoderado'
