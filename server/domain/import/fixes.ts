/** The corrections that settle a problem in all of its rows: a button on the screen, an option in the terminal. */
import { type FieldName, isFieldName } from '../pilots/fields.ts'
import { noneIn } from '../pilots/pilot.ts'
import { count } from '../text/text.ts'
import type { RejectedValue, RejectionGroup } from './groups.ts'
import { type ImportMapping, usualDefaults } from './mapping/mapping.ts'
import {
  chooseCorrection,
  chooseFirstNumbers,
  type MappingChange,
  replaceTexts,
  setDefault,
} from './mapping/mapping-changes.ts'

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

interface Problem extends Pick<RejectionGroup, 'field' | 'damage' | 'values'> {
  hasFirst?: boolean
  /** True if the cells are empty. By default, if there are no values. */
  isMissing?: boolean
}

/** Returns the correction that leaves no choice about any of the rows, if there is one. */
export function fixOf(
  { field, damage, hasFirst, values, isMissing = values.length === 0 }: Problem,
  rows: number,
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
  if (!isFieldName(field)) return undefined
  if (hasFirst)
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
  const texts = values.map(({ value }) => value)
  const [only, ...others] = new Set(isMissing ? [usualDefaults[field]] : values.map(({ nearest }) => nearest))
  if (only === undefined || others.length > 0) return undefined
  const fix = { ...replacement(field, texts, only, rows), undo: undefined }
  if (!isMissing) return fix
  const option = `--set ${quoted(`${field}=${only}`)}`
  return { ...fix, change: setDefault(field, only), where: 'en todas las filas donde falta', option }
}

/** Returns true for a field that differs from pilot to pilot, so that one value never replaces those of several rows. */
export function isPersonal(field: FieldName): boolean {
  return ['name', 'lastname', 'dni', 'documento'].includes(field)
}

/** Replaces texts by one value. Without a number of rows, the button does not name them. */
export function replacement(field: FieldName, texts: readonly string[], value: string, rows?: number): Fix {
  const place = rows === undefined ? '' : ` en ${rowsText(rows)}`
  return {
    label: `Poner «${value}»${place}`,
    value,
    where: rows === undefined ? 'en todas' : `en ${rows === 1 ? 'esa fila' : rowsText(rows)}`,
    option: `--replace ${quoted(`${field}:${texts[0]}=${value}`)}`,
    change: replaceTexts(field, texts, value),
    undo: {
      label: rows === undefined ? 'Deshacer' : `Quitar «${value}»${place}`,
      change: replaceTexts(field, texts, undefined),
      isUsed: ({ replacements }) => texts.every((text) => replacements?.[field]?.[text] === value),
    },
  }
}

/** Returns the values that stand for no value. */
export function valuesForNone(field: FieldName, values: readonly RejectedValue[]): RejectedValue[] {
  const none = noneIn(field)
  return values.filter(({ nearest }) => nearest !== undefined && nearest === none)
}

/** Returns the correction of all texts that stand for no value, if there are several. */
export function noneFix(
  field: FieldName,
  values: readonly RejectedValue[],
  { replacements }: ImportMapping,
): Fix | undefined {
  const saying = valuesForNone(field, values)
  const none = noneIn(field)
  if (saying.length < 2 || none === undefined) return undefined
  const left = saying.filter(({ value }) => replacements?.[field]?.[value] !== none)
  const rows = (left.length === 0 ? saying : left).reduce((sum, value) => sum + value.rows, 0)
  return replacement(
    field,
    saying.map(({ value }) => value),
    none,
    rows,
  )
}

function rowsText(rows: number): string {
  return rows === 1 ? 'la fila' : `las ${count(rows, 'fila')}`
}

/** Quotes an argument for a shell, if it needs quotes. */
export function quoted(argument: string): string {
  if (/^[\w./=:,@%+-]+$/.test(argument)) return argument
  return `"${argument.replace(/["\\$`]/g, '\\$&')}"`
}
