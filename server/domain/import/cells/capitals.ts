/**
 * The names that a file has in capitals. Accents are never invented: such a name takes the spelling with which the same
 * person, by the document or by the name and the birth date, stands in another row or is stored.
 */
import { personKey } from '../../pilots/checks/duplicates.ts'
import { documentOf, readDocument } from '../../pilots/document.ts'
import { fields } from '../../pilots/fields.ts'
import type { Pilot } from '../../pilots/pilot.ts'
import { betterSpelling, fixCapitals } from '../../text/person-names.ts'
import { personNameKey } from '../../text/text.ts'
import type { ImportRow } from '../import.ts'
import type { ImportPreview } from '../schemas.ts'

/** The fields with parts of the full name. */
export const nameFields = ['name', 'lastname'] as const

type Names = Partial<Record<(typeof nameFields)[number], string>>

/** Returns the names of a row in the spelling of a stored pilot, where the file has the same names in capitals. */
export function storedNames(
  { values, capitals = {} }: ImportRow,
  pilot: Pick<Pilot, 'name' | 'lastname'>,
): Names {
  return rewritten(values, capitals, (field) => pilot[field])
}

/** Returns the rows, those with names in capitals in the spelling of other rows of the same person. */
export function withKnownNames<Row extends ImportRow>(rows: readonly Row[]): readonly Row[] {
  const inCapitals = rows.filter(({ capitals }) => capitals)
  const others = rows.filter(
    ({ isAside, capitals }) => !isAside && !nameFields.every((field) => capitals?.[field]),
  )
  if (inCapitals.length === 0 || others.length === 0) return rows
  const persons = new Map(inCapitals.map((row) => [row, personsOf(row)]))
  const known = spellingsOf(others, new Set([...persons.values()].flat()))
  if (known.size === 0) return rows
  return rows.map((row) => {
    const { capitals, values } = row
    if (!capitals) return row
    const names = rewritten(values, capitals, (field) => {
      const ends = `${field} ${personNameKey(String(values[field]))}`
      return persons
        .get(row)
        ?.map((person) => known.get(`${person} ${ends}`))
        .find(Boolean)
    })
    return Object.keys(names).length === 0
      ? row
      : { ...row, values: { ...values, ...names }, checked: undefined }
  })
}

/** Returns the best spellings of the names that are not in capitals, of some persons. */
function spellingsOf(rows: readonly ImportRow[], persons: ReadonlySet<string>): ReadonlyMap<string, string> {
  const known = new Map<string, string>()
  for (const row of rows) {
    for (const person of personsOf(row)) {
      if (!persons.has(person)) continue
      for (const field of nameFields) {
        if (row.capitals?.[field]) continue
        const text = String(row.values[field] ?? '').trim()
        const key = `${person} ${field} ${personNameKey(text)}`
        known.set(key, betterSpelling(text, known.get(key) ?? text) ?? text)
      }
    }
  }
  return known
}

/** Returns texts that two rows of one person share. */
function personsOf({ values }: ImportRow): string[] {
  const document = readDocument(values)
  const born = fields.fechanac.rule(values.fechanac)
  const [name, lastname] = nameFields.map((field) => String(values[field] ?? ''))
  return [
    ...(document ? [documentOf(document)] : []),
    ...(typeof born === 'string'
      ? [personKey({ name: name ?? '', lastname: lastname ?? '', fechanac: born })]
      : []),
  ]
}

/** Returns the names that were in capitals, are no longer, and are spelled otherwise by `spellingOf`. */
function rewritten(
  values: ImportRow['values'],
  capitals: Names,
  spellingOf: (field: (typeof nameFields)[number]) => string | undefined,
): Names {
  const names: Names = {}
  for (const field of nameFields) {
    const text = values[field]
    if (capitals[field] === undefined || typeof text !== 'string' || text === capitals[field]) continue
    const spelling = spellingOf(field)
    if (spelling === undefined || spelling === text || personNameKey(spelling) !== personNameKey(text))
      continue
    if (betterSpelling(spelling, text) !== text) names[field] = spelling
  }
  return names
}

/** The number of examples that a person sees, and of those among them that are not written as all others. */
const [shownExamples, shownUnusual] = [10, 5]

/** Counts the riders with a name in capitals, and shows how some are rewritten. Returns undefined without any. */
export function capitalsIn(rows: readonly ImportRow[]): ImportPreview['capitals'] {
  const riders = rows.filter(({ capitals, isAside }) => capitals && !isAside)
  if (riders.length === 0) return undefined
  const examples = new Map(riders.map((row) => exampleOf(row)))
  const [unusual, usual] = [true, false].map((is) =>
    [...examples].filter(([, fixed]) => isUnusual(fixed) === is),
  )
  const shown = [...(unusual ?? []).slice(0, shownUnusual), ...(usual ?? [])].slice(0, shownExamples)
  return { rows: riders.length, examples: shown.map(([text, fixed]) => ({ text, fixed })) }
}

/** Returns a full name as it is in the file, and as it is rewritten. */
function exampleOf({ values, capitals = {} }: ImportRow): readonly [text: string, fixed: string] {
  const written = nameFields.map((field) => String(capitals[field] ?? values[field] ?? ''))
  const fixed = nameFields.map((field, index) => {
    const text = String(values[field] ?? '')
    return text === written[index] ? fixCapitals(text) : text
  })
  return [joined(written), joined(fixed)]
}

function joined(names: readonly string[]): string {
  return names.join(' ').trim().slice(0, 200)
}

/** Returns true for a name with a particle, an apostrophe, a hyphen, a numeral or a capital within. */
function isUnusual(name: string): boolean {
  return /(?:^| )\p{Ll}|\p{L}[^\p{L}\p{M} ]|\p{Lu}{2}|\p{Ll}\p{Lu}/u.test(name)
}
