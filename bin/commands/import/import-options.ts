/** The options of `pilotos import` that say how a file is read, and the advice which of them a file needs. */
import { InvalidArgumentError, Option } from 'commander'
import { UsageError } from '#domain/errors'
import { categoriesMeant } from '#domain/events/categories/meant'
import type { RaceEvent } from '#domain/events/event'
import { type DamageKind, damageKinds, isDamageKind } from '#domain/import/cells/cells'
import { type ChosenOrders, isDateOrder } from '#domain/import/cells/column-dates'
import {
  type CorrectableColumn,
  categoryColumn,
  columnLabel,
  dayColumns,
  isDayColumn,
  termsColumns,
} from '#domain/import/columns'
import { quoted } from '#domain/import/fixes'
import type { ImportOptions } from '#domain/import/import'
import {
  type Deferral,
  encodings,
  fullName,
  type ImportMapping,
  missingFields,
  missingOwn,
  type Target,
} from '#domain/import/mapping'
import { noCategory, wishChoices } from '#domain/import/wishes'
import { isClassField } from '#domain/pilots/classes/classes'
import { type FieldName, fieldNames } from '#domain/pilots/fields'
import type { FieldTable, PilotField } from '#domain/pilots/own/field-table'
import { isOwnName } from '#domain/pilots/own/own-name'
import { canBeMissing, checkField, noneIn } from '#domain/pilots/pilot'
import { dateOrders } from '#domain/text/date'
import { enumerate } from '#domain/text/text'
import { columnProblem } from '../../../server/import/preview.ts'
import { columnOf } from '../../../server/spreadsheets/mapping/column-names.ts'
import { conflictsOf } from '../../../server/spreadsheets/mapping/header.ts'
import type { ImportTable } from '../../../server/spreadsheets/table.ts'

export interface MappingOptions
  extends Pick<ImportMapping, 'encoding' | 'sheet' | 'header' | 'modalidad' | 'dates'> {
  hiddenRows?: 'importar' | 'dejar'
  map?: NonNullable<ImportMapping['columns']>
  set?: NonNullable<ImportMapping['defaults']>
  replace?: NonNullable<ImportMapping['replacements']>
  first?: readonly FieldName[]
  correct?: readonly DamageKind[]
  defer?: Deferral
  samePerson?: NonNullable<ImportMapping['samePersons']>
  surnames?: 'antes' | 'despues'
  fixCapitals?: boolean
  forget?: boolean
}

export function mappingOptions(): Option[] {
  return [
    new Option('--encoding <tabla>', 'la codificación de un archivo de texto').choices(encodings),
    new Option('--sheet <hoja>', 'la hoja del libro de Excel que se lee'),
    new Option('--header <fila>', 'la fila del encabezado; 0 si no lo hay').argParser(headerLine),
    new Option('--hidden-rows <qué>', 'qué se hace con las filas ocultas en el libro').choices([
      'importar',
      'dejar',
    ]),
    new Option('--map <columna=campo>', 'el campo de una columna; sin campo, no se usa').argParser(
      (text, earlier: MappingOptions['map'] = {}) => ({ ...earlier, ...parseMap(text) }),
    ),
    new Option('--set <campo=valor>', 'el valor de un campo que falta o está vacío').argParser(
      (text, earlier: MappingOptions['set'] = {}) => ({ ...earlier, ...parseSet(text) }),
    ),
    new Option('--modalidad <modalidad>', 'la modalidad de toda la hoja, también de sus categorías'),
    new Option('--replace <campo:texto=valor>', 'el valor de todas las celdas con ese texto').argParser(
      (text, earlier: MappingOptions['replace'] = {}) => withReplacement(earlier, text),
    ),
    new Option(
      '--first <campo>',
      'usa el primero de dos teléfonos, o el DNI sin su dígito verificador',
    ).argParser((text, earlier: readonly FieldName[] = []) => [...earlier, fieldNamed(text.trim())]),
    new Option(
      '--correct <daño>',
      'corrige en todas las celdas lo que otro programa dañó: letras, html o perdidas',
    ).argParser((text, earlier: readonly DamageKind[] = []) => [...earlier, damageNamed(text.trim())]),
    new Option(
      '--defer <qué>',
      'completa después un campo donde falta, o con ? donde no se entiende (dni, dni?), o todo lo de una línea (12)',
    ).argParser((text, earlier: Deferral = {}) => withDeferred(earlier, text.trim())),
    new Option(
      '--same-person <línea>',
      'cambia al piloto de ese documento aunque la línea tenga otros nombres y otra fecha de nacimiento: son la misma persona; «todas», en todas; con «=no», como 12=no, la línea no se importa',
    ).argParser((text, earlier: MappingOptions['samePerson'] = {}) => ({
      ...earlier,
      [lineNamed(text.trim().replace(/=no$/i, ''))]: !/=no\s*$/i.test(text),
    })),
    new Option('--surnames <orden>', 'dónde van los apellidos de los nombres completos').choices([
      'antes',
      'despues',
    ]),
    new Option(
      '--dates <orden>',
      'dia-mes, mes-dia, anio-mes o anio-dia: cómo se leen las fechas de nacimiento; otra columna, como valida_hasta=mes-dia',
    ).argParser((text, earlier: MappingOptions['dates'] = {}) => ({ ...earlier, ...parseDates(text) })),
    new Option(
      '--fix-capitals',
      'escribe MARÍA como María, que es lo usual en los nombres que van en mayúsculas',
    ),
    new Option('--no-fix-capitals', 'deja los nombres en mayúsculas como están'),
    new Option('--forget', 'no usa lo que se eligió para un archivo anterior con este encabezado'),
  ]
}

export function mappingOf({
  encoding,
  sheet,
  header,
  hiddenRows,
  map,
  set,
  modalidad,
  replace,
  first,
  correct,
  defer,
  samePerson,
  surnames,
  dates,
  fixCapitals,
}: MappingOptions): ImportMapping {
  return {
    encoding,
    sheet,
    header,
    hiddenRows: hiddenRows && hiddenRows === 'importar',
    columns: map,
    defaults: set,
    modalidad,
    replacements: replace,
    firstNumbers: first,
    corrects: correct,
    deferred: defer,
    samePersons: samePerson,
    surnamesFirst: surnames && surnames === 'antes',
    dates,
    fixesCapitals: fixCapitals,
  }
}

function lineNamed(text: string): string {
  if (text !== 'todas' && !/^\d{1,9}$/.test(text))
    throw new InvalidArgumentError('debe ser una línea, o todas; con =no, no se importa')
  return text === 'todas' ? '*' : text
}

function headerLine(text: string): number {
  if (!/^\d{1,6}$/.test(text)) throw new InvalidArgumentError('debe ser el número de una fila, o 0')
  return Number(text)
}

function parseMap(text: string): NonNullable<MappingOptions['map']> {
  const at = text.lastIndexOf('=')
  if (at < 1) throw new InvalidArgumentError('debe ser como "N° Lic.=nlicencia"')
  const field = text.slice(at + 1).trim()
  return { [text.slice(0, at).trim()]: field === '' ? null : targetNamed(field) }
}

function parseSet(text: string): NonNullable<MappingOptions['set']> {
  const at = text.indexOf('=')
  if (at < 1) throw new InvalidArgumentError('debe ser como participacion="Sin historial"')
  const field = pilotFieldNamed(text.slice(0, at).trim())
  return { [field]: checkedValue(field, text.slice(at + 1).trim()) }
}

function parseDates(text: string): ChosenOrders {
  const at = text.indexOf('=')
  const column = at < 0 ? 'fechanac' : columnOf(text.slice(0, at).trim())
  const order = text
    .slice(at + 1)
    .trim()
    .replace(/^a[ñn]o-/i, 'anio-')
  if (!isDayColumn(column)) throw new InvalidArgumentError(`una fecha es ${enumerate(dayColumns, 'o')}`)
  if (!isDateOrder(order)) throw new InvalidArgumentError(`debe ser ${enumerate(dateOrders, 'o')}`)
  return { [column]: order }
}

function withReplacement(
  earlier: NonNullable<MappingOptions['replace']>,
  text: string,
): NonNullable<MappingOptions['replace']> {
  const [colon, at] = [text.indexOf(':'), text.lastIndexOf('=')]
  if (colon < 1 || at < colon) throw new InvalidArgumentError('debe ser como modalidad:Velocros=VELOCROSS')
  const name = text.slice(0, colon).trim()
  const field = columnOf(name) === categoryColumn ? categoryColumn : pilotFieldNamed(name)
  const old = text.slice(colon + 1, at).trim()
  return { ...earlier, [field]: { ...earlier[field], [old]: checkedValue(field, text.slice(at + 1).trim()) } }
}

function damageNamed(text: string): DamageKind {
  if (!isDamageKind(text)) throw new InvalidArgumentError(`debe ser ${enumerate(damageKinds, 'o')}`)
  return text
}

function targetNamed(text: string): Target {
  const target = text === fullName || isOwnName(text) ? text : columnOf(text)
  if (!target || target === 'motivo') throw new InvalidArgumentError(`no hay un campo ${text}: ${names}`)
  return target
}

/** Adds a field, a field with `?`, or a line to what the desk completes later. */
function withDeferred({ fields = [], unread = [], lines = [] }: Deferral, text: string): Deferral {
  if (/^\d+$/.test(text)) return { fields, unread, lines: [...lines, Number(text)] }
  if (isOwnName(text)) return { unread, lines, fields: [...fields, text] }
  const field = fieldNamed(text.replace(/\?$/, ''))
  if (!canBeMissing(field)) throw new InvalidArgumentError(`${columnLabel(field)} no puede faltar`)
  return text.endsWith('?')
    ? { fields, lines, unread: [...unread, field] }
    : { unread, lines, fields: [...fields, field] }
}

function pilotFieldNamed(text: string): PilotField {
  return isOwnName(text) ? text : fieldNamed(text)
}

function fieldNamed(text: string): FieldName {
  const name = columnOf(text)
  const field = fieldNames.find((one) => one === name)
  if (!field) throw new InvalidArgumentError(`no hay un campo ${text}: ${names}`)
  return field
}

const names = `son ${enumerate([...fieldNames, fullName, ...termsColumns], 'o')}; los propios van con su código: pilotos call "GET /api/fields"`

/**
 * Returns the value that a person gives; an empty one stands for no value, where a pilot can have none. Those of fields of
 * one's own, classes and categories are checked once their definitions are read: see `requireOwn`.
 */
function checkedValue(field: CorrectableColumn, given: string): string {
  if (field === categoryColumn) return given || noCategory
  const value = given || (noneIn(field) ?? '')
  const problem = isOwnName(field) || isClassField(field) ? undefined : checkField(field, value)
  if (problem) throw new InvalidArgumentError(`${columnLabel(field)}: ${problem}`)
  return value
}

/** Checks what the options say about the fields of one's own, the classes and the categories. @throws UsageError */
export function requireOwn(
  { columns = {}, defaults = {}, modalidad, replacements = {} }: ImportMapping,
  table: FieldTable,
  event: Pick<RaceEvent, 'categories'>,
): void {
  for (const text of Object.values(replacements[categoryColumn] ?? {}))
    if (text !== noCategory && categoriesMeant(event, text).length === 0)
      throw new UsageError(
        `No hay una categoría «${text}»: elija ${enumerate(wishChoices(event.categories), 'o')}`,
      )
  const given = [
    ...Object.values(columns).map((name) => [name, []] as const),
    ...Object.entries(defaults).map(([name, value]) => [name, [value]] as const),
    ...(modalidad === undefined ? [] : [['modalidad', [modalidad]] as const]),
    ...Object.entries(replacements).map(([name, texts]) => [name, Object.values(texts ?? {})] as const),
  ]
  for (const [name, values] of given) {
    if (!isOwnName(name) && !isClassField(name)) continue
    if (isOwnName(name) && !table.own.includes(name))
      throw new UsageError(`no hay un campo ${name}: pilotos call "GET /api/fields" muestra los que hay`)
    for (const value of values) {
      const problem = checkField(name, value, table)
      if (problem) throw new UsageError(`${columnLabel(name, table)}: ${problem}`)
    }
  }
}

/**
 * Returns the end of a refusal: the arguments `given` with those that complete the mapping, if they follow from the names
 * and the cells of the file; else the options with which a person completes it, if the file has columns that are not used.
 */
export function hintFor(
  table: ImportTable,
  given: readonly string[],
  options: Pick<ImportOptions, 'update' | 'incomplete'>,
  fields: FieldTable,
): string {
  const { columns, defaults, deferred, usual } = table.mapping
  const mended = columns.map((column) => ({ ...column, target: column.suggestion ?? column.target }))
  // A value for all rows is one of new riders, who lack nothing.
  const isNew = !options.update && !options.incomplete && !deferred
  const filled = isNew ? missingFields(mended, defaults).filter((name) => usual[name] !== undefined) : []
  const sets = Object.fromEntries(filled.map((name) => [name, usual[name]]))
  const mapping = { ...table.mapping, columns: mended, defaults: { ...defaults, ...sets } }
  if (columnProblem({ ...table, mapping }, options, fields) === undefined) {
    const maps = columns.flatMap(({ name, suggestion }) =>
      suggestion ? ['--map', `${name}=${suggestion}`] : [],
    )
    const args = [...given, ...maps, ...filled.flatMap((name) => ['--set', `${name}=${usual[name]}`])]
    return `. Así se importa:\n  ${['pilotos', 'import', ...args].map(quoted).join(' ')}`
  }
  if (columns.every(({ target }) => target !== null) && conflictsOf(columns).length === 0) return ''
  const missing = options.update
    ? ['dni']
    : [...missingFields(mended, mapping.defaults), ...missingOwn(mended, fields, defaults)]
  const named = missing.length > 0 ? ` (${enumerate(missing, 'o')})` : ''
  return `. Se da un campo${named} a una columna, o ninguno, con --map; un valor a todas las filas, con --set: vea pilotos import --help`
}
