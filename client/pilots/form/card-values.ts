/** Compares the values of a form with an identity card that was scanned into it. */
import { type FieldName, fieldNames } from '#domain/pilots/fields'
import { fold } from '#domain/text/text'
import type { IdentityCard } from '../../scan/identity/identity-card.ts'
import type { Values } from './pilot-values.ts'

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
  return filled
}

/** Returns true for a value of the card that a person must compare with the card itself. */
export function isDoubtful(card: IdentityCard | undefined, name: FieldName, value: string): boolean {
  const { uncertain, values }: Pick<IdentityCard, 'values'> & { uncertain: ReadonlySet<FieldName> } =
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
    return card === undefined ? [] : [{ name, card }]
  })
}
