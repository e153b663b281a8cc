/**
 * The bad cells of an import, grouped by their field and problem, so that a person sees each problem once; and the
 * corrections that settle a problem in all of its rows: a button on the screen, an option in the terminal.
 */

import { duplicateTexts, sameNameTexts } from '../errors.ts'
import type { Category } from '../events/categories/category.ts'
import { groupsBy } from '../groups.ts'
import { isFieldName } from '../pilots/fields.ts'
import { cellChoices, type FieldTable, fixedFields, isPilotField } from '../pilots/own/field-table.ts'
import { isOwnName } from '../pilots/own/own-name.ts'
import { canBeMissing, firstNumber, namedOptions, nearestValue, noneIn, saysNone } from '../pilots/pilot.ts'
import { severalText } from '../pilots/rules.ts'
import { count } from '../text/text.ts'
import { damageProblem, excelErrorProblem } from './cells/cells.ts'
import { distinctSpellings, joinSpellings } from './cells/spellings.ts'
import {
  type ByField,
  type CorrectableColumn,
  categoryColumn,
  columnLabel,
  isChoice,
  isCorrectable,
} from './columns.ts'
import { otherPerson, type Rejection } from './import.ts'
import { anyUnread, type ImportMapping, usualDefaults } from './mapping.ts'
import {
  answerPerson,
  chooseCorrection,
  chooseFirstNumbers,
  deferField,
  type MappingChange,
  replaceTexts,
  setDefault,
} from './mapping-changes.ts'
import type { ImportAnswer, RejectedValue } from './schemas.ts'
import { choicesOfWish, nearestWish, noCategory, unknownCategory, wishChoices } from './wishes.ts'

export interface Fix {
  /** The text of the button. */
  label: string
  /** The value that it gives, if it is one. */
  value?: string
  change: MappingChange
  /** The rows that the option corrects, in the words of the terminal, and the option of `pilotos import`. */
  where: string
  option: string
  /** The button that takes the correction back. Absent if no button stays where the problem was. */
  undo?: { label: string; change: MappingChange; isUsed: (mapping: ImportMapping) => boolean }
}

interface Problem extends Pick<RejectionGroup, 'field' | 'damage' | 'hasFirst' | 'isOther' | 'values'> {
  /** True if the cells are empty. By default, if there are no values. */
  isMissing?: boolean
}

/**
 * Returns the correction that leaves no choice about any of the rows, if there is one. `usual` has the values that may be
 * offered where one is missing.
 */
export function fixOf(
  { field, damage, hasFirst, isOther, values, isMissing = values.length === 0 }: Problem,
  rows: number,
  usual: ByField<string> = usualDefaults,
): Fix | undefined {
  if (damage)
    return {
      label: rows === 1 ? 'Corregir la celda' : `Corregir las ${count(rows, 'celda')}`,
      ...{ where: 'en todas', option: `--correct ${damage}` },
      change: chooseCorrection(damage, true),
      undo: {
        label: 'Deshacer',
        change: chooseCorrection(damage, false),
        isUsed: ({ corrects = [] }) => corrects.includes(damage),
      },
    }
  if (isOther) return personFix('*', true, rows)
  if (!isCorrectable(field)) return undefined
  if (hasFirst && isFieldName(field))
    return {
      label: `${field === 'dni' ? 'Quitar el dígito' : 'Usar el primero'} en ${rowsText(rows)}`,
      ...{ where: 'el primero en todas', option: `--first ${field}` },
      change: chooseFirstNumbers(field, true),
      undo: {
        label: 'Deshacer',
        change: chooseFirstNumbers(field, false),
        isUsed: ({ firstNumbers = [] }) => firstNumbers.includes(field),
      },
    }
  if (isPersonal(field)) return undefined
  const texts = values.flatMap((value) => textsOf(field, value))
  const [only, ...others] = new Set(
    isMissing ? [isPilotField(field) ? usual[field] : undefined] : values.map(({ nearest }) => nearest),
  )
  if (only === undefined || others.length > 0) return undefined
  const fix = { ...replacement(field, texts, only, rows), undo: undefined }
  if (!isMissing || !isPilotField(field)) return fix
  const option = `--set ${quoted(`${field}=${only}`)}`
  return { ...fix, change: setDefault(field, only), where: 'en todas las filas donde falta', option }
}

/** Answers whether rows, or one line, are of the rider who has their document under other names. */
export function personFix(line: string, isSame: boolean, rows = 1): Fix {
  const persons = rows === 1 ? 'Es la misma persona: cambiar' : `Son las mismas personas: cambiar las ${rows}`
  const left = `No importar ${rows === 1 ? 'esta fila' : rowsText(rows)}`
  return {
    label: isSame ? persons : left,
    ...{
      where: rows === 1 ? 'si es la misma persona' : 'si son las mismas personas',
      option: `--same-person ${line === '*' ? 'todas' : line}`,
    },
    change: answerPerson(line, isSame),
    undo: {
      label: isSame ? 'Deshacer' : 'Importar como estaba',
      change: answerPerson(line, undefined),
      isUsed: ({ samePersons = {} }) => samePersons[line] === isSame,
    },
  }
}

/**
 * Returns the correction that lets the desk complete the values later: those that are missing or, in another group, those
 * that nobody understands. A value that somebody else has is neither.
 */
export function deferralOf(
  {
    field,
    damage,
    isOther: isOtherPerson,
    values,
    cells,
    isMissing = values.length === 0,
  }: Problem & { cells: readonly { message: string }[] },
  rows: number,
): Fix | undefined {
  const isOther = cells.length > 0 && cells.every(({ message }) => saysOther(message))
  const canBeLacking = isPilotField(field) && (isOwnName(field) ? isMissing : canBeMissing(field))
  if (damage || !canBeLacking || isOther || isOtherPerson) return undefined
  const kind = isMissing ? 'fields' : 'unread'
  return {
    label: rows <= 1 ? 'Completar después' : `Completar después en ${rowsText(rows)}`,
    where: 'después, en la mesa',
    option: `--defer ${isMissing ? field : quoted(`${field}?`)}`,
    change: deferField(field, kind, true),
    undo: {
      label: 'No completar después',
      change: deferField(field, kind, false),
      isUsed: ({ deferred }) => deferred?.[kind]?.some((one) => one === field) ?? false,
    },
  }
}

/** Returns true for the message about a value that another rider has, stored or in the same file. */
function saysOther(message: string): boolean {
  return duplicateMessages.has(message) || message.startsWith('Repite a otro piloto')
}

/** Returns true for a field that differs from pilot to pilot, so that one value never replaces those of several rows. */
export function isPersonal(field: CorrectableColumn): boolean {
  return ['name', 'lastname', 'dni', 'documento'].includes(field)
}

/** Replaces texts by one value. Without a number of rows, the button does not name them. */
export function replacement(
  field: CorrectableColumn,
  texts: readonly string[],
  value: string,
  rows?: number,
): Fix {
  const place = rows === undefined ? '' : ` en ${rowsText(rows)}`
  return {
    label: `Poner «${value}»${place}`,
    value,
    where: rows === undefined ? 'en todas' : `en ${rows === 1 ? 'esa fila' : rowsText(rows)}`,
    option: texts.map((text) => `--replace ${quoted(`${field}:${text}=${value}`)}`).join(' '),
    change: replaceTexts(field, texts, value),
    undo: {
      label: rows === undefined ? 'Deshacer' : `Quitar «${value}»${place}`,
      change: replaceTexts(field, texts, undefined),
      isUsed: ({ replacements }) => texts.every((text) => replacements?.[field]?.[text] === value),
    },
  }
}

/** Returns the values that stand for no value. */
export function valuesForNone(field: CorrectableColumn, values: readonly RejectedValue[]): RejectedValue[] {
  const none = noneOf(field)
  return values.filter(({ nearest }) => nearest !== undefined && nearest === none)
}

/** Returns the correction of all texts that stand for no value, if there are several. */
export function noneFix(
  field: CorrectableColumn,
  values: readonly RejectedValue[],
  { replacements }: ImportMapping,
): Fix | undefined {
  const saying = valuesForNone(field, values)
  const none = noneOf(field)
  if (saying.length < 2 || none === undefined) return undefined
  const left = saying.filter(({ value }) => replacements?.[field]?.[value] !== none)
  const rows = (left.length === 0 ? saying : left).reduce((sum, value) => sum + value.rows, 0)
  return replacement(
    field,
    saying.flatMap((value) => textsOf(field, value)),
    none,
    rows,
  )
}

/** Returns the correction that replaces every text of a field that nobody understands by the words for no value. */
export function unreadFix(
  { field, damage, hasFirst, values, isMissing = values.length === 0 }: Problem,
  rows: number,
): Fix | undefined {
  if (damage || hasFirst || isMissing || !isPilotField(field) || isPersonal(field)) return undefined
  const none = noneOf(field)
  // Texts that all stand for no value have a correction of their own.
  const isSaid = values.length > 0 && values.every(({ nearest }) => nearest === none)
  if (none === undefined || isSaid) return undefined
  const label = `Poner «${none}» en ${rowsText(rows)}`
  return { ...replacement(field, [anyUnread], none), label, where: 'sin valor en todas' }
}

/** Returns the words for no value, if a column can have none. */
function noneOf(column: CorrectableColumn, table?: FieldTable): string | undefined {
  return column === categoryColumn ? noCategory : noneIn(column, table)
}

/**
 * Returns the texts among which a person chooses in place of a bad value, or an empty list if the column takes any text.
 * `group` has the choices of a group of bad cells.
 */
export function choicesFor(
  column: CorrectableColumn,
  value: string,
  { choices = [] }: Pick<RejectionGroup, 'choices'>,
  table: FieldTable,
): readonly string[] {
  return column === categoryColumn ? choicesOfWish(value, choices, table) : cellChoices(table, column)
}

/** Returns true for a text that may be the name of an option that there is not yet. */
export function isNewClass({ value, named }: RejectedValue): boolean {
  return !named && /\p{L}{2}|\p{L}\d/u.test(value) && !/[,;/|&+]|\s[yeou]\s/iu.test(value) && !saysNone(value)
}

/** Returns what a list says after a text that is no option: the option that it nearly is, or those that it names. */
export function questionOf({ nearest, named }: Pick<RejectedValue, 'nearest' | 'named'>): string | undefined {
  if (named) return `${severalText(named)}: elija una`
  return nearest && `¿quiso decir ${nearest}?`
}

function rowsText(rows: number): string {
  return rows === 1 ? 'la fila' : `las ${count(rows, 'fila')}`
}

/** Quotes an argument for a shell, if it needs quotes. */
export function quoted(argument: string): string {
  if (/^[\w./=:,@%+-]+$/.test(argument)) return argument
  return `"${argument.replace(/["\\$`]/g, '\\$&')}"`
}

/** The cells with one problem, and their different values, as the answer tells them: see `firstNumber`, `isOtherPerson`. */
export interface RejectionGroup extends Omit<ImportAnswer['groups'][number], 'size' | 'cells'> {
  cells: Rejection[]
}

/**
 * Returns the groups in the order of the fields, those of whole rows last. `usual` has the values for no value that may be
 * offered.
 */
export function groupRejections(
  rejections: readonly Rejection[],
  table = fixedFields,
  categories: readonly Category[] = [],
  usual: ByField<string> = usualDefaults,
): RejectionGroup[] {
  const groups = groupsBy(rejections, keyOf)
  const offered = (group: RejectionGroup) => ({
    ...group,
    values: group.values.map((value) => offeredValue(group, value, usual)),
  })
  return Array.from(groups.values(), (cells) => offered(groupOf(cells, table, categories))).sort(
    (one, other) => orderOf(one, table) - orderOf(other, table),
  )
}

/** Leaves out that a value stands for no value, if a column that is not used has values of its field. */
function offeredValue(
  { field }: RejectionGroup,
  { nearest, ...value }: RejectedValue,
  usual: ByField<string>,
): RejectedValue {
  const isElsewhere = isFieldName(field) && nearest === usualDefaults[field] && usual[field] === undefined
  return nearest === undefined || isElsewhere ? value : { ...value, nearest }
}

function groupOf(cells: Rejection[], table: FieldTable, categories: readonly Category[]): RejectionGroup {
  const [first] = cells as [Rejection]
  const { field: only, damage } = first
  const field = damage ? undefined : only
  const choices = field === categoryColumn ? wishChoices(categories) : undefined
  return {
    problem: problemOf(first, table),
    field,
    ...(damage && { damage: damage.kind }),
    ...(hasFirst(first) && { hasFirst: true as const }),
    ...(first.message.startsWith(otherPerson) && { isOther: true as const }),
    ...(choices && { choices }),
    values: valuesOf(cells, table, choices),
    cells,
  }
}

function problemOf(rejection: Rejection, table: FieldTable): string {
  const { field, value, message, damage } = rejection
  if (damage) return damageProblem(damage.kind)
  if (!field) return `sin importar: ${generalized(message)}`
  const label = columnLabel(field, table)
  if (hasFirst(rejection))
    return `con ${label}: ${field === 'dni' ? 'lleva su dígito verificador' : 'hay más de uno'}`
  if (value === undefined) return `sin ${label}`
  return isUnknownOption(rejection) ? `con ${label} sin reconocer` : `con ${label}: ${generalized(message)}`
}

/** Returns a text that is equal for rejections with the same problem. */
function keyOf(rejection: Rejection): string {
  const { field = '', value, message, damage } = rejection
  if (damage) return `damage ${damage.kind}`
  if (hasFirst(rejection)) return `${field} 1`
  if (value === undefined && field) return `${field} -`
  return isUnknownOption(rejection) ? `${field} ?` : `${field} ${generalized(message)}`
}

function isUnknownOption({ field, value, message }: Rejection): boolean {
  return (
    value !== undefined && isChoice(field) && (isPilotField(field) || message.startsWith(unknownCategory))
  )
}

function hasFirst({ field, value }: Rejection): boolean {
  return value !== undefined && isFieldName(field) && firstNumber(field, value) !== undefined
}

/** Returns true if cells are rejected because their pilots exist already, and are not to be changed. */
export function areDuplicates(cells: readonly { message: string }[]): boolean {
  return cells.some(({ message }) => duplicateMessages.has(message))
}

const duplicateMessages = new Set<string>([...Object.values(duplicateTexts), sameNameTexts.one])

/** Leaves out the position of another row, in which messages of one problem differ. */
function generalized(message: string): string {
  if (message.startsWith(otherPerson)) return otherPerson
  return message
    .replace(/, el de \d+$/, '')
    .replace(/^La fila tiene \d+ celdas?.*/, 'le sobran o le faltan celdas')
}

function valuesOf(
  cells: readonly Rejection[],
  table: FieldTable,
  choices: readonly string[] = [],
): RejectedValue[] {
  const rows = new Map<string, number>()
  const meant = new Map(cells.map(({ value, damage }) => [value, damage?.meant]))
  for (const { value } of cells) if (value !== undefined) rows.set(value, (rows.get(value) ?? 0) + 1)
  const field = cells[0]?.field
  const texts = [...rows].sort(([, one], [, other]) => other - one).map(([text]) => text)
  const joined = isCorrectable(field) ? joinSpellings(field, texts) : texts.map((text) => [text])
  return joined
    .map(([value = '', ...spellings]) => {
      const nearest =
        meant.get(value) ??
        (isCorrectable(field)
          ? (nearestOf(field, value, choices, table) ?? noneForError(field, value, table))
          : undefined)
      const number = [value, ...spellings].reduce((sum, text) => sum + (rows.get(text) ?? 0), 0)
      const named = isPilotField(field) ? namedOptions(field, value, table) : []
      return {
        value,
        ...(spellings.length > 0 && { spellings }),
        rows: number,
        ...(nearest && { nearest }),
        ...(named.length > 1 && { named: [...named] }),
      }
    })
    .sort((one, other) => other.rows - one.rows || Number(!one.nearest) - Number(!other.nearest))
}

/** Returns one text of a value for each correction of its spellings that a mapping needs. */
export function textsOf(field: CorrectableColumn, { value, spellings = [] }: RejectedValue): string[] {
  return distinctSpellings(field, [value, ...spellings])
}

function nearestOf(
  field: CorrectableColumn,
  value: string,
  choices: readonly string[],
  table: FieldTable,
): string | undefined {
  return field === categoryColumn ? nearestWish(value, choices, table) : nearestValue(field, value, table)
}

/** Returns the words for no value in place of the error of a formula, whose value nobody knows. */
function noneForError(field: CorrectableColumn, value: string, table: FieldTable): string | undefined {
  return excelErrorProblem(value) === undefined ? undefined : noneOf(field, table)
}

function orderOf({ field, damage }: RejectionGroup, { names }: FieldTable): number {
  if (damage) return -1
  if (!field) return names.length
  return names.indexOf(field as never)
}
