/** A pilot as a row, and the way back: its data as columns, and what finding and ordering it needs. */
import { type FieldName, fieldNames } from '#domain/pilot/fields'
import type { Pilot, PilotDraft } from '#domain/pilot/pilot'
import { searchText } from '#domain/pilot/search'
import type { Parameter, Values } from '../connection/database.ts'
import { gramsOf } from './grams.ts'
import { sortKey } from './sort-key.ts'

/** The fields that are ordered by their letters; the others are as their column orders them. */
export const sortedTexts = fieldNames.filter((name) => !['dni', 'celular', 'fechanac'].includes(name))

/** What `fromRow` reads, in its order. */
export const pilotColumns = ['id', 'photo', 'since', 'card_at', 'card_address', ...fieldNames]

/** What a row is written with besides its place and its revision, in the order of `rowOf`. */
export const rowColumns = [...pilotColumns, ...sortedTexts.map((name) => `${name}_key`), 'search', 'grams']

/** The type of each of them. */
export const rowTypes = rowColumns.map((name) => {
  if (isInteger(name)) return 'bigint'
  if (name === 'grams') return 'int4[]'
  return name.endsWith('_key') ? 'bytea' : 'text'
})

export function isInteger(name: string): boolean {
  return name === 'dni' || name === 'celular'
}

/** What a field is ordered by. */
export function orderColumn(field: FieldName): string {
  return sortedTexts.includes(field) ? `${field}_key` : field
}

export function rowOf(pilot: Pilot): Parameter[] {
  const search = searchText(pilot)
  return [
    pilot.id,
    pilot.photo,
    pilot.since ?? null,
    pilot.card?.at ?? null,
    pilot.card?.address ?? null,
    ...fieldNames.map((name) => storable(pilot[name])),
    ...sortedTexts.map((name) => sortKey(String(pilot[name]))),
    storable(search),
    `{${[...gramsOf(search)].join(',')}}`,
  ]
}

/** What `pilotColumns` asked for. */
export function fromRow(values: Values): Pilot {
  const [id, photo, since, at, address] = values as (string | null)[]
  const draft: Record<string, unknown> = {}
  for (const [index, name] of fieldNames.entries()) {
    const value = String(values[index + 5])
    draft[name] = isInteger(name) ? Number(value) : original(value)
  }
  return {
    id: String(id),
    photo: photo ?? null,
    ...(draft as PilotDraft),
    ...(since && { since }),
    ...(at && { card: { at, address: address ?? '' } }),
  }
}

/** PostgreSQL has no character 0 in a text: it is written as two others, and so is the first of these. */
export function storable<Value extends string | number>(value: Value): Value | string {
  return typeof value === 'string' && /[\0\ue000]/.test(value)
    ? value.replaceAll('\ue000', '\ue0001').replaceAll('\0', '\ue0000')
    : value
}

function original(text: string): string {
  return text.includes('\ue000') ? text.replaceAll('\ue0000', '\0').replaceAll('\ue0001', '\ue000') : text
}
