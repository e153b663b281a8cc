/** Suggests targets for the columns that no name explains, by their cells. */

import type { TermsColumn } from '#domain/import/columns'
import { fullName, type ImportMapping, missingFields, type Target } from '#domain/import/mapping'
import type { FieldName } from '#domain/pilots/fields'
import { type FieldTable, fixedFields } from '#domain/pilots/own/field-table'
import { checkField } from '#domain/pilots/pilot'
import { readDay, readingsOf } from '#domain/text/date'
import { fold, isBlank } from '#domain/text/text'
import { readName } from './column-names.ts'
import type { Header } from './header.ts'

/** The cells of the first riders. */
export type Sample = readonly (readonly unknown[])[]

/** Suggests targets for the columns without one, and for those whose cells contradict their names. */
export function withSuggestions(
  columns: Header,
  sample: Sample,
  defaults: ImportMapping['defaults'],
  table = fixedFields,
): Header {
  const missing = missingFields(columns, defaults)
  const unused = columns.filter(({ name, target, doubt }) => target === null && !doubt && !isOther(name))
  const suggested = new Set<Target>()
  // A name says more than a column that is merely left over.
  const byName = columns.map((column, index) => {
    const field = forName(column, cellsAt(sample, index))
    if (field) suggested.add(field)
    return field
  })
  return columns.map((column, index) => {
    const cells = cellsAt(sample, index)
    const term = column.target === null ? forTerm(column.name, cells) : undefined
    const suggestion =
      byName[index] ??
      (term && !suggested.has(term) && columns.every(({ target }) => target !== term)
        ? term
        : unused.includes(column)
          ? forUnused(cells)
          : (forLeftOut(column, missing) ?? forUsed(column, missing, cells, table)))
    if (!suggestion) return column
    suggested.add(suggestion)
    return { ...column, suggestion }
  })

  function forUnused(cells: readonly unknown[]): Target | undefined {
    if (cells.length === 0) return undefined
    const left = missing.filter((name) => !suggested.has(name))
    const only = unused.length === 1 && missing.length === 1 ? left[0] : undefined
    return left.find((name) => looksLike(name, cells)) ?? only
  }

  /** Returns the missing field that the words in the name of a column without a target, and its cells, may mean. */
  function forName({ name, target }: Header[number], cells: readonly unknown[]): Target | undefined {
    if (target !== null || isOther(name)) return undefined
    const words = fold(name.slice(0, 100))
    return missing.find((field) => !suggested.has(field) && mayBe(field, words, cells))
  }
}

/** The words in the names of columns that may be a field whose values have no notation of their own. */
const likelyWords: Partial<Record<FieldName, RegExp>> = {
  nlicencia:
    /\b(?:n|nro|num|lic|cod|id)\b|numero|codigo|licencia|carne|ficha|afilia|federa|matricula|credencial/,
  npiloto: /\b(?:n|nro|num)\b|numero|dorsal/,
  club: /club|equipo|escuderia|asociacion|liga|procedencia|delegacion/,
  participacion: /historia|trayectoria|logros|resultados|competencias/,
}

/** Returns true if a column can be a field: codes have digits and differ, and texts follow the rule. */
function mayBe(field: FieldName, words: string, cells: readonly unknown[]): boolean {
  if (!likelyWords[field]?.test(words)) return false
  const areCodes = field === 'nlicencia' || field === 'npiloto'
  if (areCodes && (otherNumbers.test(words) || new Set(cells).size * 5 < cells.length * 4)) return false
  return isMostlyGood(field, cells, fixedFields, (cell) => !areCodes || isCode(String(cell)))
}

/** The words in the names of columns with other numbers. */
const otherNumbers =
  /celular|telef|movil|whatsapp|document|dni|cuenta|chasis|motor|placa|poliza|seguro|voucher|recibo|operaci|transac/

function isCode(cell: string): boolean {
  return /\d/.test(cell) && readDay(cell) === undefined
}

/** The names of columns that probably contain terms. A column of something else with a last day is none of them. */
const termNames: readonly (readonly [TermsColumn, RegExp])[] = [
  ['medico_hasta', /(?:medic|apto|aptitud).*(?:venc|caduc|hasta|vigen)|(?:venc|caduc|vigen).*(?:medic|apto)/],
  ['suspendida_desde', /(?:inicio|desde).*suspen|suspen.*(?:inicio|desde)/],
  ['suspendida_hasta', /(?:fin|hasta).*suspen|suspen.*(?:fin|hasta)/],
  ['emitida', /emision|emitid|expedi|renova/],
  ['valida_hasta', /vencim|vence|caduc|vigencia|(?:valid|vigente).*hasta/],
]

const otherTerms = /dni|docum|pasaport|seguro|soat|poliza|pago|cuota|brevete|conduc/

/** Returns the column of terms that a name probably means, if at least four in five cells are days. */
function forTerm(name: string, cells: readonly unknown[]): TermsColumn | undefined {
  const words = fold(name.slice(0, 100))
  if (cells.length === 0 || otherTerms.test(words)) return undefined
  const days = cells.map(String).filter((text) => readDay(text) !== undefined || readingsOf(text).length > 0)
  const [term] = termNames.find(([, pattern]) => pattern.test(words)) ?? []
  return days.length * 5 >= cells.length * 4 ? term : undefined
}

/** Returns true for the name of something that belongs to another person, or of another date than the birthday. */
function isOther(name: string): boolean {
  return otherThings.test(fold(name.slice(0, 100)))
}

const otherThings =
  /inscrip|emision|vencim|caduc|regist|ingres|actualiz|emergen|apoderad|padre|madre|tutor|contacto|pago|banc/

/** Returns the missing field that the name of a column means, although it is left out as a counter of rows. */
function forLeftOut({ name, target }: Header[number], missing: readonly FieldName[]): Target | undefined {
  if (target !== null) return undefined
  const meant = readName(name)?.target
  return missing.find((field) => field === meant)
}

/** Returns the target that the cells of a column suggest instead of the recognized one, if that is missing. */
function forUsed(
  { target }: Header[number],
  missing: readonly FieldName[],
  cells: readonly unknown[],
  table: FieldTable,
): Target | undefined {
  const other = target === 'name' ? 'lastname' : target === 'lastname' ? 'name' : undefined
  if (other && missing.includes(other)) return areFullNames(cells) ? fullName : undefined
  const areNumbers = target === 'licencia' && missing.includes('nlicencia')
  return areNumbers && cells.length > 0 && isAllBad('licencia', cells, table) ? 'nlicencia' : undefined
}

/** Returns true if at least four in five cells have two words, and one in three has more. */
function areFullNames(cells: readonly unknown[]): boolean {
  const words = cells.map((cell) => String(cell).trim().split(/\s+/, 4).length)
  const several = words.filter((count) => count >= 2).length
  const more = words.filter((count) => count >= 3).length
  return several > 0 && several * 5 >= cells.length * 4 && more * 3 >= cells.length
}

/** The notations that only one field has. Those of `options` and of dates are the rules themselves. */
const notations: Partial<Record<FieldName, RegExp>> = {
  email: /@/,
  dni: /^\D{0,8}\d{8}$/,
  celular: /^(?:\+?51)?[\s-]*9\d{2}[\s-]*\d{3}[\s-]*\d{3}$/,
  fechanac: /\d[/.\- ]|^\d{5}$/,
  licencia: /./,
  modalidad: /./,
  tiposangre: /./,
}

/** Returns true if at least four in five cells follow the rule of a field that has a notation of its own. */
function looksLike(name: FieldName, cells: readonly unknown[]): boolean {
  const notation = notations[name]
  if (!notation) return false
  return isMostlyGood(name, cells, fixedFields, (cell) => notation.test(String(cell)))
}

/** Returns the cells of a column that are not blank. */
export function cellsAt(sample: Sample, index: number): unknown[] {
  return sample.map((row) => row[index]).filter((cell) => !isBlank(cell))
}

/** Returns true if at least four in five cells follow the rule of a field and are as `isLike` requires. */
export function isMostlyGood(
  field: FieldName,
  cells: readonly unknown[],
  table: FieldTable,
  isLike: (cell: unknown) => boolean = () => true,
): boolean {
  const good = cells.filter((cell) => isLike(cell) && checkField(field, cell, table) === undefined)
  return cells.length > 0 && good.length * 5 >= cells.length * 4
}

export function isAllBad(field: FieldName, cells: readonly unknown[], table: FieldTable): boolean {
  return cells.every((cell) => checkField(field, cell, table) !== undefined)
}
