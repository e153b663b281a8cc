/**
 * The values of a pilot in the form, as people write them, and the differences between two versions of them, or a
 * card.
 */
import { documentNumber } from '#domain/pilots/document'
import { type FieldName, fieldNames, fields, fieldText, kindOf } from '#domain/pilots/fields'
import { type FieldTable, fixedFields, type PilotField } from '#domain/pilots/own/field-table'
import { type OwnName, ownNamesIn } from '#domain/pilots/own/own-name'
import { isMinor, isOtherDocument, readValue, type StoredDraft } from '#domain/pilots/pilot'
import { Problem } from '#domain/pilots/rules'
import { formatDate, today } from '#domain/text/date'
import { fold } from '#domain/text/text'
import type { IdentityCard } from '../../scan/identity/identity-card.ts'
import { type Side, soleChanger } from '../../ui/field.tsx'

/** A value of one's own that nobody has written is absent. */
export type Values = Record<FieldName, string> & { [Name in OwnName]?: string }

/** Returns the texts of a pilot, or empty texts if there is no pilot. What an incomplete pilot lacks is empty too. */
export function valuesOf(pilot?: StoredDraft): Values {
  const textOf = (name: PilotField) => (pilot?.[name] === undefined ? '' : fieldText(name, pilot[name]))
  const values = valuesBy(textOf, pilot && ownNamesIn(pilot))
  // A document that a country writes is whole in the first field.
  const document = pilot?.paisdoc ? documentNumber(pilot) : undefined
  return document === undefined ? values : { ...values, dni: document, tipodoc: '', documento: '' }
}

/** Returns the texts of the values as the server would store them. Invalid values stay as they were typed. */
export function normalised(values: Values, table = fixedFields): Values {
  return valuesBy((name) => {
    const value = values[name] ?? ''
    if (name === 'dni' && values.paisdoc) return value
    const stored = readValue(name, value, table)
    return stored instanceof Problem ? value : fieldText(name, stored)
  }, ownNamesIn(values))
}

export function sameValues(one: Values, other: Values): boolean {
  const isSame = (name: PilotField) => (one[name] ?? '') === (other[name] ?? '')
  return fieldNames.every(isSame) && ownNamesIn(one, other).every(isSame)
}

export function isBlank(values: Values): boolean {
  return sameValues(values, valuesOf())
}

export function valuesBy(textOf: (name: PilotField) => string, own: readonly OwnName[] = []): Values {
  return Object.fromEntries([...fieldNames, ...own].map((name) => [name, textOf(name)])) as Values
}

/** Hides the fields of another document, unless the person has said that the rider has no DNI. */
export function isShown(name: PilotField, dni = ''): boolean {
  return name !== 'paisdoc' && (!isOtherDocument(name) || readValue('dni', dni) === null)
}

/** Returns true for the text of a birthday of a rider who is under 18 today. */
export function isBirthdayOfMinor(text = ''): boolean {
  const fechanac = fields.fechanac.rule(text)
  return typeof fechanac === 'string' && isMinor({ fechanac }, today())
}

/** Returns the dates of a form that are not written in full, as they are. */
export function completedDates(values: Partial<Values>, table: FieldTable): [PilotField, string][] {
  return table.names.flatMap((name) => {
    const text = values[name] ?? ''
    const day = kindOf(name) === 'day' ? completedDate(name, text, table) : text
    return day === text ? [] : [[name, day]]
  })
}

/**
 * Writes a date as DD/MM/YYYY. Six digits are read as a date with a short year, and written in full so that its century
 * is visible. Returns any other text unchanged.
 * @example completedDate('fechanac', '280294') // '28/02/1994'
 */
export function completedDate(name: PilotField, text: string, { of } = fixedFields): string {
  const separated = text.trim().replace(/^(\d\d)(\d\d)(\d\d)$/, '$1/$2/$3')
  const day = of(name).rule(separated)
  if (day instanceof Problem) return separated === text.trim() ? text : separated
  return formatDate(String(day))
}

interface Difference {
  name: PilotField
  mine: string
  theirs: string
  /** The side that changed the field; undefined if both did. */
  only?: Side
}

/** Returns the fields in which both versions differ. `base` is the version that both edits began with. */
export function differencesOf(
  base: Values,
  mine: Values,
  theirs: Values,
  table: FieldTable = fixedFields,
): Difference[] {
  const typed = normalised(mine, table)
  return table.names.flatMap((name) => {
    const [before = '', here = '', there = ''] = [base[name], typed[name], theirs[name]]
    if (here === there) return []
    return [{ name, mine: here, theirs: there, only: soleChanger(here !== before, there !== before) }]
  })
}

/** Returns the chosen side of each difference, and the common value of every other field. */
export function merged(theirs: Values, differences: Difference[], sideOf: (name: string) => Side): Values {
  const mine = differences.filter(({ name }) => sideOf(name) === 'mine')
  return { ...theirs, ...Object.fromEntries(mine.map((one) => [one.name, one.mine])) }
}

/** A field in which the form and the card say something else. */
export interface CardDifference {
  name: FieldName
  card: string
  form: string
}

/**
 * Returns the fields in which the card contradicts the form. Capitals and accents make no difference: the zones of
 * cards have neither.
 */
export function cardDifferences({ values }: IdentityCard, form: Values): CardDifference[] {
  return saidBy(values)
    .filter(({ name, card }) => form[name].trim() !== '' && fold(form[name].trim()) !== fold(card))
    .map(({ name, card }) => ({ name, card, form: form[name] }))
}

/** Returns the values of the form with what the card says in the empty fields, and in those of `chosen`. */
export function filledBy(
  { values }: IdentityCard,
  form: Values,
  chosen: ReadonlySet<FieldName> = new Set(),
): Values {
  const filled = { ...form }
  for (const { name, card } of saidBy(values))
    if (form[name].trim() === '' || chosen.has(name)) filled[name] = card
  return filled.dni === values.dni ? { ...filled, paisdoc: values.paisdoc ?? '' } : filled
}

/** Returns true for a value of the card that a person must compare with the card itself. */
export function isDoubtful(card: IdentityCard | undefined, name: PilotField, value: string): boolean {
  const { uncertain, values }: Pick<IdentityCard, 'values'> & { uncertain: ReadonlySet<PilotField> } =
    card ?? none
  return uncertain.has(name) && (values as Partial<Values>)[name] === value
}

const none = { values: {}, uncertain: new Set<FieldName>() }

/** Returns the first field that is empty, or undefined if none of `names` is. */
export function firstEmpty(values: Values, names: readonly FieldName[]): FieldName | undefined {
  return names.find((name) => values[name].trim() === '')
}

function saidBy(values: IdentityCard['values']) {
  return fieldNames.flatMap((name) => {
    const card = (values as Partial<Values>)[name]
    return card === undefined || name === 'paisdoc' ? [] : [{ name, card }]
  })
}
