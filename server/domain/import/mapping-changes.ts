/** The changes that a person makes to a mapping. Each function returns a change. */
import type { FieldName } from '../pilots/fields.ts'
import type { PilotField } from '../pilots/own/field-table.ts'
import type { DateOrder } from '../text/date.ts'
import type { DamageKind } from './cells/cells.ts'
import type { CorrectableColumn, DayColumn } from './columns.ts'
import type { Deferral, Encoding, ImportMapping, Target } from './mapping.ts'

export type MappingChange = (mapping: ImportMapping) => ImportMapping

/** Chooses the sheet. The choices about columns, lines and texts are dropped, since those of another sheet differ. */
export function chooseSheet(sheet: string): MappingChange {
  return ({ defaults }) => ({ defaults, sheet })
}

/** Chooses the encoding. The choices about columns, lines and texts are dropped, since they were read otherwise. */
export function chooseEncoding(encoding: Encoding): MappingChange {
  return ({ defaults }) => ({ defaults, encoding })
}

/** Chooses the line of the header, or 0 for none. The choices about columns are dropped. */
export function chooseHeader(header: number): MappingChange {
  return ({ columns: _columns, ...others }) => ({ ...others, header })
}

/** Chooses whether the rows that are hidden in the workbook are imported. */
export function chooseHiddenRows(hiddenRows: boolean): MappingChange {
  return (mapping) => ({ ...mapping, hiddenRows })
}

/** Chooses the target of a column; null leaves the column out. */
export function chooseTarget(column: string, target: Target | null): MappingChange {
  return (mapping) => ({ ...mapping, columns: { ...mapping.columns, [column]: target } })
}

/** Chooses the order of the day and the month in a column of dates. */
export function chooseDates(column: DayColumn, order: DateOrder): MappingChange {
  return (mapping) => ({ ...mapping, dates: { ...mapping.dates, [column]: order } })
}

/** Sets the value of all rows that have none. Undefined leaves them without one. */
export function setDefault(field: PilotField, value: string | undefined): MappingChange {
  return (mapping) => ({ ...mapping, defaults: changed(mapping.defaults, field, value) })
}

/** Chooses the modalidad of the whole sheet. Undefined takes the choice back. */
export function chooseModalidad(modalidad: string | undefined): MappingChange {
  return (mapping) => ({ ...mapping, modalidad })
}

/** Types over a cell. Undefined restores the cell of the file. */
export function typeCell(line: number, field: CorrectableColumn, text: string | undefined): MappingChange {
  return (mapping) => {
    const row = changed(mapping.cells?.[line], field, text)
    const isEmpty = Object.keys(row).length === 0
    return { ...mapping, cells: changed(mapping.cells, String(line), isEmpty ? undefined : row) }
  }
}

/** Replaces texts in all rows. Undefined restores the texts of the file. */
export function replaceTexts(
  field: CorrectableColumn,
  texts: readonly string[],
  replacement: string | undefined,
): MappingChange {
  return (mapping) => {
    const earlier = mapping.replacements?.[field] ?? {}
    const replaced = texts.reduce((all, text) => changed(all, text, replacement), earlier)
    return { ...mapping, replacements: { ...mapping.replacements, [field]: replaced } }
  }
}

/** Chooses whether the first number of the cells with more than one is used. */
export function chooseFirstNumbers(field: FieldName, isUsed: boolean): MappingChange {
  return ({ firstNumbers = [], ...others }) => {
    const chosen = [...firstNumbers.filter((one) => one !== field), ...(isUsed ? [field] : [])]
    return { ...others, ...(chosen.length > 0 && { firstNumbers: chosen }) }
  }
}

/** Chooses whether the damages of a kind are mended. */
export function chooseCorrection(kind: DamageKind, isUsed: boolean): MappingChange {
  return ({ corrects = [], ...others }) => {
    const chosen = [...corrects.filter((one) => one !== kind), ...(isUsed ? [kind] : [])]
    return { ...others, ...(chosen.length > 0 && { corrects: chosen }) }
  }
}

/** Chooses whether the missing values of a field, or the texts in it that nobody understands, are completed later. */
export function deferField(field: PilotField, kind: 'fields' | 'unread', isDeferred: boolean): MappingChange {
  return withDeferral((deferred) => ({ ...deferred, [kind]: chosen(deferred[kind], field, isDeferred) }))
}

/** Chooses whether everything that is missing or not understood in a line is completed later. */
export function deferLine(line: number, isDeferred: boolean): MappingChange {
  return withDeferral((deferred) => ({ ...deferred, lines: chosen(deferred.lines, line, isDeferred) }))
}

function withDeferral(change: (deferred: Deferral) => Deferral): MappingChange {
  return ({ deferred = {}, ...others }) => {
    const next = Object.entries(change(deferred)).filter(([, items]) => items.length > 0)
    return { ...others, ...(next.length > 0 && { deferred: Object.fromEntries(next) }) }
  }
}

function chosen<Item>(items: readonly Item[] = [], item: Item, isChosen: boolean): Item[] {
  return [...items.filter((one) => one !== item), ...(isChosen ? [item] : [])]
}

/** Answers whether a line, or with `*` all others, is of the rider who has its document. Undefined takes the answer back. */
export function answerPerson(line: string, isSame: boolean | undefined): MappingChange {
  return (mapping) => ({ ...mapping, samePersons: changed(mapping.samePersons, line, isSame) })
}

/** Returns true if a person has made choices about the cells or the rows. */
export function hasCorrections({
  cells = {},
  replacements = {},
  firstNumbers = [],
  corrects = [],
  deferred = {},
  samePersons = {},
}: ImportMapping): boolean {
  return [cells, firstNumbers, corrects, deferred, samePersons, ...Object.values(replacements)].some(
    (changes) => Object.keys(changes).length > 0,
  )
}

/** Returns entries with another value of one key, or without it. */
function changed<Value>(
  entries: Record<string, Value> | undefined,
  key: string,
  value: Value | undefined,
): Record<string, Value> {
  const { [key]: _old, ...others } = entries ?? {}
  return value === undefined ? others : { ...others, [key]: value }
}
