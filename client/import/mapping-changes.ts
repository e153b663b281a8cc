/** The changes that a person makes to a mapping. Each function returns a change. */
import type { DayColumn } from '#domain/import/columns'
import type { ImportMapping, Target } from '#domain/import/mapping'
import type { FieldName } from '#domain/pilot/fields'
import type { DateOrder } from '#domain/text/date'

export type MappingChange = (mapping: ImportMapping) => ImportMapping

/** Chooses the sheet. The choices about columns, lines and texts are dropped, since those of another sheet differ. */
export function chooseSheet(sheet: string): MappingChange {
  return ({ defaults }) => ({ defaults, sheet })
}

/** Chooses the line of the header, or 0 for none. The choices about columns are dropped. */
export function chooseHeader(header: number): MappingChange {
  return ({ columns: _columns, ...others }) => ({ ...others, header })
}

/** Chooses the target of a column; null leaves the column out. */
export function chooseTarget(column: string, target: Target | null): MappingChange {
  return (mapping) => ({ ...mapping, columns: { ...mapping.columns, [column]: target } })
}

/** Chooses the order of the day and the month in a column of dates. */
export function chooseDates(column: DayColumn, order: DateOrder): MappingChange {
  return (mapping) => ({ ...mapping, dates: { ...mapping.dates, [column]: order } })
}

/** Sets the value of all rows that have none. */
export function setDefault(field: FieldName, value: string): MappingChange {
  return (mapping) => ({ ...mapping, defaults: { ...mapping.defaults, [field]: value } })
}

/** Leaves all rows that have no value without one. */
export function removeDefault(field: FieldName): MappingChange {
  return (mapping) => ({ ...mapping, defaults: without(mapping.defaults, field) })
}

/** Types over a cell. Undefined restores the cell of the file. */
export function typeCell(line: number, field: FieldName, text: string | undefined): MappingChange {
  return (mapping) => {
    const row = changed(mapping.cells?.[line], field, text)
    const isEmpty = Object.keys(row).length === 0
    return { ...mapping, cells: changed(mapping.cells, String(line), isEmpty ? undefined : row) }
  }
}

/** Replaces a text in all rows. Undefined restores the text of the file. */
export function replaceText(field: FieldName, text: string, replacement: string | undefined): MappingChange {
  return (mapping) => ({
    ...mapping,
    replacements: {
      ...mapping.replacements,
      [field]: changed(mapping.replacements?.[field], text, replacement),
    },
  })
}

/** Returns true if a person has typed over cells or replaced texts. */
export function hasCorrections({ cells = {}, replacements = {} }: ImportMapping): boolean {
  return [cells, ...Object.values(replacements)].some((changes) => Object.keys(changes).length > 0)
}

type Entries<Key extends string, Value> = Partial<Record<Key, Value>>

function changed<Key extends string, Value>(
  entries: Entries<Key, Value> | undefined,
  key: Key,
  value: Value | undefined,
): Record<Key, Value> {
  const others = without(entries, key)
  return (value === undefined ? others : { ...others, [key]: value }) as Record<Key, Value>
}

function without<Key extends string, Value>(
  entries: Entries<Key, Value> | undefined,
  key: Key,
): Entries<Key, Value> {
  return Object.fromEntries(Object.entries(entries ?? {}).filter(([name]) => name !== key)) as Entries<
    Key,
    Value
  >
}
