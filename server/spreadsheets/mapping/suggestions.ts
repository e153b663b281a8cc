/** Suggests targets for the columns whose names do not say them exactly, where both the name and the cells fit. */

import type { ByField } from '#domain/import/columns'
import { isPersonal } from '#domain/import/fixes'
import {
  fullName,
  type ImportMapping,
  missingFields,
  type Target,
  usualDefaults,
} from '#domain/import/mapping'
import { type FieldName, hasOptions, isFieldName } from '#domain/pilots/fields'
import { type FieldTable, fixedFields } from '#domain/pilots/own/field-table'
import { checkField } from '#domain/pilots/pilot'
import { readDay, readingsOf } from '#domain/text/date'
import { surnamesFirst } from '#domain/text/person-names'
import { isBlank } from '#domain/text/text'
import { wordsOf } from './column-names.ts'
import { countedFrom1, type Header } from './header.ts'

/** The cells of the first riders. */
export type Sample = readonly (readonly unknown[])[]

/**
 * Suggests targets for the columns without one, and for those whose cells contradict their names. Of several columns that
 * may be the same target, none is suggested.
 */
export function withSuggestions(
  columns: Header,
  sample: Sample,
  defaults: ImportMapping['defaults'],
  table = fixedFields,
): Header {
  const missing = missingFields(columns, defaults)
  const corrected = columns.map((column, index) => forUsed(column, missing, cellsAt(sample, index), table))
  const mended = columns.map((column, index) => ({ ...column, target: corrected[index] ?? column.target }))
  const left: readonly Target[] = missingFields(mended, defaults)
  const open = likely.filter(([target]) =>
    isFieldName(target) ? left.includes(target) : mended.every((column) => column.target !== target),
  )
  const meant = mended.map(({ name, target }, index) => {
    if (target !== null) return corrected[index]
    const words = wordsOf(name)
    const found = open.find(
      (one) => isNamed(words, one) && fits(one[0], words, cellsAt(sample, index), table),
    )
    return found?.[0]
  })
  return columns.map((column, index) => {
    const suggestion = meant[index]
    const isOnly = meant.indexOf(suggestion) === meant.lastIndexOf(suggestion)
    return suggestion && isOnly ? { ...column, suggestion } : column
  })
}

/**
 * The names of columns that may be a target: each has a word of every pattern of the first list, and no word besides these
 * and those of the last pattern, so that any other word, such as `mecánico` or `recibo`, says that it is something else.
 */
const likely: readonly (readonly [Target, said: readonly RegExp[], beside: RegExp])[] = [
  [
    'medico_hasta',
    [/^(?:medic[oa]|apt[oa]|aptitud)$/, /^(?:venc|caduc|hasta|vigen|valid)/],
    /^(?:fecha|certificado|examen)$/,
  ],
  ['suspendida_desde', [/^suspen/, /^(?:inicio|desde)$/], /^fecha$/],
  ['suspendida_hasta', [/^suspen/, /^(?:fin|hasta)$/], /^fecha$/],
  ['emitida', [/^(?:emision|emitid|expedi|renova)/], /^(?:fecha|licencia|credencial)$/],
  ['valida_hasta', [/^(?:venc|caduc|vigen|valid)/], /^(?:fecha|hasta|licencia|credencial)$/],
  ['email', [/^(?:correo|email)s?$/], /^(?:electronico|personal|piloto|principal)$/],
  ['celular', [/^(?:celular|telefono|movil|whatsapp)$/], /^(?:numero|personal|piloto|principal)$/],
  [
    'dni',
    [/^(?:dni|documento|cedula|identidad|identificacion|nif|nie)$/],
    /^(?:numero|nacional|ciudadania|piloto)$/,
  ],
  ['fechanac', [/^(?:nacimiento|nacio|cumpleanos)$/], /^(?:fecha|dia|piloto)$/],
  ['licencia', [/^(?:licencia|tipo)$/], /^(?:clase|deportiva|federativa|piloto)$/],
  [
    'nlicencia',
    [/^(?:licencia|fed|federa\w+|afilia\w+|carnet?|numero)$/],
    /^(?:numero|codigo|cod|deportiv[oa]|piloto)$/,
  ],
  ['npiloto', [/^(?:numero|dorsal)$/], /^(?:piloto|moto|motocicleta|carrera|competencia|asignado)$/],
  [
    'modalidad',
    [/^(?:modalidad|disciplina|especialidad|categoria|clase)$/],
    /^(?:competencia|carrera|piloto)$/,
  ],
  [
    'club',
    [/^(?:club|equipo|escuderia|asociacion|motoclub)$/],
    /^(?:nombre|deportivo|deportiva|motociclismo)$/,
  ],
  ['tiposangre', [/^(?:sangre|sanguineo|grupo|rh|factor)$/], /^tipo$/],
  [
    'participacion',
    [/^(?:historial?|trayectoria|logros|palmares|resultados|participacion(?:es)?)$/],
    /^(?:deportiv[oa]s?|piloto|anteriores)$/,
  ],
]

function isNamed(words: readonly string[], [, said, beside]: (typeof likely)[number]): boolean {
  const isSaid = (pattern: RegExp) => words.some((word) => pattern.test(word))
  return said.every(isSaid) && words.every((word) => [...said, beside].some((pattern) => pattern.test(word)))
}

/** Returns true if the cells of a column with these words in its name can be the values of a target. */
function fits(
  target: Target,
  words: readonly string[],
  cells: readonly unknown[],
  table: FieldTable,
): boolean {
  if (!isFieldName(target)) return cells.length > 0 && mostOf(cells, isDay)
  if (target === 'nlicencia' || target === 'npiloto') {
    if (countedFrom1(cells) > 0 || new Set(cells).size * 5 < cells.length * 4) return false
    // A name such as `Número` says less than a code such as `FM-7`.
    const isClear = target === 'npiloto' || words.some((word) => word !== 'numero')
    const isOne = (cell: unknown) => isCode(cell) && (isClear || /\p{L}/u.test(String(cell)))
    return isMostlyGood(target, cells, table, isOne)
  }
  return isMostlyGood(target, cells, table, (cell) => looksLike(target, cell))
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
  if (target !== 'licencia' || !missing.includes('nlicencia') || !isAllBad(target, cells, table))
    return undefined
  return fits('nlicencia', [target], cells, table) ? 'nlicencia' : undefined
}

/** Returns true if nearly all cells have several words, and frequent names show which of them are the surnames. */
function areFullNames(cells: readonly unknown[]): boolean {
  const texts = cells.map((cell) => String(cell).trim())
  return mostOf(texts, (text) => /\S\s+\S/.test(text)) && surnamesFirst(texts) !== undefined
}

/**
 * Returns the values for all rows that may be offered: those of the fields of which no column that is left out has
 * values, as far as the cells tell.
 */
export function usualFor(columns: Header, sample: Sample, table: FieldTable): ByField<string> {
  const unread = columns.flatMap(({ name, target, suggestion }, index) => {
    const cells = target === null && !suggestion ? cellsAt(sample, index) : []
    return countedFrom1(cells) > 0
      ? []
      : [{ words: wordsOf(name), texts: [...new Set(cells.map(shortText))] }]
  })
  const isElsewhere = (name: FieldName) =>
    columns.some(({ suggestion }) => suggestion === name) ||
    unread.some(({ words, texts }) => {
      // The rule of options takes long for other texts, of which a column has more.
      if (hasOptions(name) && texts.length > mostOptions) return false
      const isClub = texts.some((text) => /club|team|racing/i.test(text))
      if (name === 'club' && !isClub && words.every((word) => noClub.test(word))) return false
      return texts.some((text) => mayBe(name, text, table) && !isDay(text))
    })
  const offered = Object.entries(usualDefaults).filter(
    ([name]) => isFieldName(name) && !isPersonal(name) && !isElsewhere(name),
  )
  return Object.fromEntries(offered)
}

function shortText(cell: unknown): string {
  return String(cell).slice(0, 100)
}

/** The most different texts of a column of options. */
const mostOptions = 60

/** The words in the names of columns whose texts are no clubs. */
const noClub =
  /^(?:sexo|genero|marca|moto|modelo|color|talla|polo|distrito|provincia|departamento|region|direccion|ocupacion|acept\w+)$/

/** Returns true for a text that may be the value of a field, or has one. */
function mayBe(name: FieldName, text: string, table: FieldTable): boolean {
  if (name === 'club') return /\p{L}{4}/u.test(text) && !text.includes('@')
  if (name === 'participacion') return /(?:\p{L}{2}.*\s){3}|campe|podio|debut/iu.test(text)
  if (name === 'nlicencia') return /\p{L}.*\d|\d.*\p{L}|\d{3}/u.test(text) && !/^(?:19|20)\d\d$|@/.test(text)
  if (name === 'celular') return /(?:\d\D{0,2}){6}/.test(text)
  return name === 'email' ? text.includes('@') : checkField(name, text, table) === undefined
}

/** The notations of the fields whose rule takes other texts too. */
const notations: Partial<Record<FieldName, RegExp>> = {
  email: /@/,
  dni: /^\D{0,8}\d{8}$/,
  celular: /^(?:\+?51)?[\s-]*9\d{2}[\s-]*\d{3}[\s-]*\d{3}$/,
  fechanac: /\d[/.\- ]|^\d{5}$/,
  club: /\p{L}{3}/u,
  participacion: /\p{L}{2}/u,
}

function looksLike(name: FieldName, cell: unknown): boolean {
  return notations[name]?.test(String(cell)) ?? true
}

function isCode(cell: unknown): boolean {
  return /\d/.test(String(cell)) && !isDay(cell)
}

/** Returns true for a day, perhaps with a time. */
function isDay(cell: unknown): boolean {
  const text = String(cell).replace(/[T\s]+\d{1,2}:\d\d.*$/, '')
  // Eight digits alone may as well be a document.
  return /\d\D/.test(text) && (readDay(text) !== undefined || readingsOf(text).length > 0)
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
  return (
    cells.length > 0 && mostOf(cells, (cell) => isLike(cell) && checkField(field, cell, table) === undefined)
  )
}

function mostOf<Cell>(cells: readonly Cell[], isOne: (cell: Cell) => boolean): boolean {
  return cells.filter(isOne).length * 5 >= cells.length * 4
}

export function isAllBad(field: FieldName, cells: readonly unknown[], table: FieldTable): boolean {
  return cells.every((cell) => checkField(field, cell, table) !== undefined)
}
