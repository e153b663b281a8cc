/** An identity card, as its barcode or its machine-readable zone says it in the words of the form. */
import { documentNumber } from '#domain/pilots/document'
import { readNational } from '#domain/pilots/documents/national-documents'
import { type DocumentCountry, type FieldName, fields, noneOf } from '#domain/pilots/fields'
import { Problem } from '#domain/pilots/rules'
import { formatDate } from '#domain/text/date'
import { fixCapitals } from '#domain/text/person-names'

/** The fields that a card can fill. Nothing else of a card is kept. */
const cardFields = [
  'name',
  'lastname',
  'dni',
  'tipodoc',
  'documento',
  'paisdoc',
  'fechanac',
  'tiposangre',
] as const satisfies readonly FieldName[]

export type CardField = (typeof cardFields)[number]

export interface IdentityCard {
  /** The values as a person types them. A field that the card does not say is absent. */
  values: Partial<Record<CardField, string>>
  /** The fields that a person must compare with the card: a wrong check digit, a lost letter, a name that is cut. */
  uncertain: ReadonlySet<CardField>
  /** Sentences about what the card does not say, in Spanish. */
  notes: readonly string[]
}

/** The texts of a card, which `cardOf` brings into the form's notation. */
interface CardTexts {
  name?: string
  lastname?: string
  /** The national number, or a document of another kind. */
  number?: { dni: string; paisdoc: DocumentCountry } | { tipodoc: string; documento: string }
  /** The birthday, as `DD/MM/YYYY` or `DD/MM/YY`. */
  birthday?: string
  bloodType?: string
  /** The fields that the reader itself doubts. */
  doubts?: readonly CardField[]
  notes?: readonly string[]
}

/** Returns a card. Values that the rules of the form refuse stay as they are, and are uncertain. */
export function cardOf(texts: CardTexts): IdentityCard {
  const { number, birthday, bloodType, doubts = [], notes = [] } = texts
  const uncertain = new Set(doubts)
  const values: IdentityCard['values'] = {}
  for (const name of ['name', 'lastname'] as const) {
    const text = texts[name]?.replace(/\s+/g, ' ').trim()
    if (!text) continue
    values[name] = fixCapitals(text)
    if (!/^[\p{L}\p{M}.'’ -]+$/u.test(text)) uncertain.add(name)
  }
  if (number && 'dni' in number) {
    const read = readNational(number.dni, number.paisdoc)
    values.dni = (read && documentNumber(read)) ?? checked('dni', number.dni, uncertain)
    if (read) values.paisdoc = number.paisdoc
    // A zone has check digits of its own, and the form asks about that of the number.
    if (read?.tipodoc && !read.isRight) uncertain.add('dni')
  } else if (number) {
    values.dni = noneOf('dni')
    values.tipodoc = number.tipodoc
    values.documento = checked('documento', number.documento, uncertain)
  }
  if (birthday) values.fechanac = checked('fechanac', birthday, uncertain)
  if (bloodType) values.tiposangre = checked('tiposangre', bloodType, uncertain)
  return { values, uncertain, notes }
}

function checked(name: CardField, text: string, uncertain: Set<CardField>): string {
  const value = fields[name].rule(text)
  if (value instanceof Problem) {
    uncertain.add(name)
    return text
  }
  return name === 'fechanac' ? formatDate(String(value)) : String(value)
}
