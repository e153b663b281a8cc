/** The values of a rider that are merged one by one. */
import { checkNames, describeEntry, type Entry, entriesKey, placeOf, sortedEntries } from '../event/entry.ts'
import { consentKey, describeConsent } from '../pilot/consent.ts'
import { documentField, documentOf } from '../pilot/document.ts'
import { type FieldName, fieldNames, fields, fieldText } from '../pilot/fields.ts'
import type { HistoryChange } from '../pilot/history.ts'
import { isOtherDocument, type Pilot } from '../pilot/pilot.ts'
import { formatDate } from '../text/date.ts'
import { enteredText } from '../text/names.ts'
import {
  describeSuspension,
  maxReasonLength,
  type Suspension,
  type Terms,
  termsLabels,
} from '../validity/terms.ts'

/** A value of a rider. The document is one value, although it has several fields. */
export type ValueName =
  | Exclude<FieldName, 'tipodoc' | 'documento'>
  | 'photo'
  | keyof Terms
  | 'consent'
  | 'entries'
  | 'card'
  | 'id'

const termNames = ['issued', 'until', 'medical', 'suspension'] as const satisfies (keyof Terms)[]

/** The values but the code, which is not chosen. */
export const valueNames: readonly Exclude<ValueName, 'id'>[] = [
  ...fieldNames.filter(
    (name): name is Exclude<typeof name, 'tipodoc' | 'documento'> => !isOtherDocument(name),
  ),
  'photo',
  ...termNames,
  'consent',
  'entries',
  'card',
]

/** Returns a text that two riders with an equal value share; empty if the rider has no value. */
export function valueKey(pilot: Pilot, name: ValueName): string {
  if (name === 'dni') return documentOf(pilot)
  if (name === 'card') return pilot.card?.at ?? ''
  if (name === 'consent') return consentKey(pilot.consent)
  if (name === 'entries') return entriesKey(pilot.entries)
  if (name === 'suspension') return pilot.terms?.suspension ? describeSuspension(pilot.terms.suspension) : ''
  const value = isTerm(name) ? pilot.terms?.[name] : pilot[name]
  return value === undefined || value === null ? '' : enteredText(String(value))
}

/** Returns the value as people read it; empty if the rider has none. */
export function valueText(pilot: Pilot, name: Exclude<ValueName, 'id'>): string {
  if (name === 'consent') return describeConsent(pilot.consent)
  if (name === 'entries') return (pilot.entries ?? []).map(describeEntry).join('; ')
  const key = valueKey(pilot, name)
  if (key === '' || name === 'dni' || name === 'suspension' || name === 'photo' || name === 'card') return key
  return isTerm(name) ? formatDate(key) : fieldText(name, pilot[name])
}

/** Returns the field that names the value in histories and reports. */
export function reportedField(
  name: Exclude<ValueName, 'card' | 'id'>,
  pilots: readonly Pilot[],
): HistoryChange['field'] {
  return name === 'dni' && pilots.every(({ dni }) => dni === null) ? documentField({ dni: null }) : name
}

export function valueLabel(name: Exclude<ValueName, 'card' | 'photo' | 'id'>): string {
  if (name === 'dni') return 'Documento'
  if (name === 'consent') return 'Consentimiento'
  if (name === 'entries') return 'Inscripciones'
  return isTerm(name) ? termsLabels[name] : fields[name].label
}

/** Returns the rider with a value of another. */
export function withValue(pilot: Pilot, name: ValueName, of: Pilot): Pilot {
  if (name === 'dni') return assigned(pilot, of, ['dni', 'tipodoc', 'documento'])
  return isTerm(name)
    ? withTerms(pilot, { ...pilot.terms, [name]: of.terms?.[name] })
    : assigned(pilot, of, [name])
}

/** Returns the rider with a suspension that lasts as long as both together, for both reasons. */
export function withBothSuspensions(pilot: Pilot, one: Suspension, other: Suspension): Pilot {
  const [first, second] = [one, other].sort((a, b) =>
    a.from + describeSuspension(a) < b.from + describeSuspension(b) ? -1 : 1,
  ) as [Suspension, Suspension]
  const to = one.to && other.to && (one.to > other.to ? one.to : other.to)
  const parts = [first, second].flatMap(({ reason }) => reason.split('; ')).filter(Boolean)
  const reasons = [...new Set(parts)].join('; ')
  const suspension = { from: first.from, ...(to && { to }), reason: reasons.slice(0, maxReasonLength) }
  return withTerms(pilot, { ...pilot.terms, suspension })
}

/** Returns the rider with the entries of both, and in each of them the checks that are done at one desk or the other. */
export function withBothEntries(pilot: Pilot, one: readonly Entry[], other: readonly Entry[]): Pilot {
  const joined = new Map<string, Entry>()
  for (const entry of [...one, ...other]) {
    const place = placeOf(entry)
    const same = joined.get(place)
    joined.set(place, same ? joinedEntry(same, entry) : entry)
  }
  const entries = sortedEntries([...joined.values()])
  return entries.length > 0 ? { ...pilot, entries } : pilot
}

/** Both desks join two states of an entry alike: the first that was made, the last of two numbers in
 * the order of their texts, and the first of each mark. */
function joinedEntry(one: Entry, other: Entry): Entry {
  const [first, second] = [one, other].sort((a, b) => (entriesKey([a]) < entriesKey([b]) ? -1 : 1)) as [
    Entry,
    Entry,
  ]
  const early = first.at <= second.at ? first : second
  const number = second.number ?? first.number
  const transponder = second.transponder ?? first.transponder
  const checks = Object.fromEntries(
    checkNames.flatMap((name) => {
      const marks = [first.checks?.[name], second.checks?.[name]].filter((mark) => mark !== undefined)
      const [mark] = marks.sort((a, b) => (`${a.at} ${a.by}` < `${b.at} ${b.by}` ? -1 : 1))
      return mark ? [[name, mark] as const] : []
    }),
  )
  return {
    event: early.event,
    modalidad: early.modalidad,
    ...(number !== undefined && { number }),
    ...(transponder !== undefined && { transponder }),
    at: early.at,
    ...(early.by !== undefined && { by: early.by }),
    ...(Object.keys(checks).length > 0 && { checks }),
  }
}

function withTerms({ terms: _terms, ...pilot }: Pilot, terms: Terms): Pilot {
  const kept = Object.fromEntries(Object.entries(terms).filter(([, value]) => value !== undefined))
  return (Object.keys(kept).length > 0 ? { ...pilot, terms: kept } : pilot) as Pilot
}

function assigned(pilot: Pilot, of: Pilot, names: readonly (keyof Pilot)[]): Pilot {
  const changed: Record<string, unknown> = { ...pilot }
  for (const name of names) {
    if (of[name] === undefined) delete changed[name]
    else changed[name] = of[name]
  }
  return changed as Pilot
}

function isTerm(name: ValueName): name is keyof Terms {
  return (termNames as readonly string[]).includes(name)
}
