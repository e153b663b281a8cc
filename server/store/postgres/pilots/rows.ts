/** Converts pilots to rows and back; a row has the data of a pilot and columns for searching and sorting. */
import { type FieldName, fieldNames } from '#domain/pilot/fields'
import type { Pilot, PilotDraft } from '#domain/pilot/pilot'
import { searchText } from '#domain/pilot/search-text'
import { completePilot } from '#domain/pilot/stored'
import type { Terms } from '#domain/validity/terms'
import type { Parameter, Values } from '../connection/queryable.ts'
import { gramsOf, similarGramsOf } from './grams.ts'
import { sortKey } from './sort-key.ts'

/** The fields that are sorted by a sort key; the other fields are sorted by their own column. */
export const sortedTexts = fieldNames.filter((name) => !['dni', 'celular', 'fechanac'].includes(name))

/** The fields that people sort by; the index of each lets a page be read without sorting. */
export const indexedSorts: readonly FieldName[] = [
  'name',
  'lastname',
  'email',
  'nlicencia',
  'npiloto',
  'club',
]

/** The columns of the terms, in the order of `termsValues`. */
export const termsColumns = [
  'issued',
  'valid_until',
  'medical_until',
  'suspended_from',
  'suspended_to',
  'suspended_reason',
]

/** The columns that the tables of every version have. */
export const firstColumns = ['id', 'photo', 'since', 'card_at', 'card_address', ...fieldNames]

/** The columns that `fromRow` reads, in its order. */
export const pilotColumns = [...firstColumns, ...termsColumns, 'card_until']

/** The columns by which pilots are searched, in the order of `searchValues`. */
export const searchColumns = ['search', 'grams']

/** The columns that are written, except `place` and `revision`, in the order of `rowOf`. */
export const rowColumns = [...pilotColumns, ...sortedTexts.map((name) => `${name}_key`), ...searchColumns]

/** The SQL type of each of `rowColumns`. */
export const rowTypes = rowColumns.map((name) => {
  if (isInteger(name)) return 'bigint'
  if (name === 'grams') return 'int4[]'
  return name.endsWith('_key') ? 'bytea' : 'text'
})

export function isInteger(name: string): boolean {
  return name === 'dni' || name === 'celular'
}

/** Returns the column that a field is sorted by. */
export function orderColumn(field: FieldName): string {
  return sortedTexts.includes(field) ? `${field}_key` : field
}

export function rowOf(pilot: Pilot): Parameter[] {
  return [
    pilot.id,
    pilot.photo,
    pilot.since ?? null,
    pilot.card?.at ?? null,
    pilot.card?.address ?? null,
    ...fieldNames.map((name) => storable(pilot[name])),
    ...termsValues(pilot),
    pilot.card?.until ?? null,
    ...sortedTexts.map((name) => sortKey(String(pilot[name]))),
    ...searchValues(pilot),
  ]
}

/** Returns the values of `searchColumns`. */
export function searchValues(pilot: Pilot): Parameter[] {
  const text = searchText(pilot)
  return [storable(text), `{${[...gramsOf(text), ...similarGramsOf(text)].join(',')}}`]
}

/** Returns the values of `termsColumns`. */
export function termsValues({ terms: { issued, until, medical, suspension } = {} }: Pilot): Parameter[] {
  const { from, to, reason } = suspension ?? {}
  return [issued, until, medical, from, to, reason && storable(reason)].map((value) => value ?? null)
}

/** Returns the pilot from the values of `pilotColumns`, or of `firstColumns`. */
export function fromRow(values: Values): Pilot {
  const [id, photo, since, at, address] = values as (string | null)[]
  const until = values[firstColumns.length + termsColumns.length] as string | null | undefined
  const draft: Record<string, unknown> = {}
  for (const [index, name] of fieldNames.entries()) {
    const value = values[index + 5]
    if (value !== null) draft[name] = isInteger(name) ? Number(value) : original(String(value))
  }
  return completePilot({
    id: String(id),
    photo: photo ?? null,
    ...(draft as PilotDraft),
    ...(since && { since }),
    ...(at && { card: { at, address: address ?? '', ...(until && { until }) } }),
    ...termsOf(values.slice(firstColumns.length)),
  })
}

function termsOf(values: Values): { terms?: Terms } {
  const [issued, until, medical, from, to, reason] = values as (string | null)[]
  if (!issued && !until && !medical && !from) return {}
  return {
    terms: {
      ...(issued && { issued }),
      ...(until && { until }),
      ...(medical && { medical }),
      ...(from && { suspension: { from, ...(to && { to }), reason: original(reason ?? '') } }),
    },
  }
}

/** Escapes U+0000, which PostgreSQL cannot store in a text, as U+E000 and `0`; escapes U+E000 as U+E000 and `1`. */
export function storable<Value extends string | number>(value: Value): Value | string {
  return typeof value === 'string' && /[\0\ue000]/.test(value)
    ? value.replaceAll('\ue000', '\ue0001').replaceAll('\0', '\ue0000')
    : value
}

/** Reverses `storable`. */
export function original(text: string): string {
  return text.includes('\ue000') ? text.replaceAll('\ue0000', '\0').replaceAll('\ue0001', '\ue000') : text
}
