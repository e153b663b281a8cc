/** The number formats of Excel (ECMA-376, part 1, 18.8.30), as far as a cell needs them to be understood. */
import { format, getFormatInfo, isDateFormat } from 'numfmt'
import { MalformedError } from '#domain/errors'
import { noBook } from './xlsx-parts.ts'

export interface NumberFormat {
  /** True if the number of a cell is a day. */
  isDate: boolean
  /** The format that shows more than the number: see `showsMore`. */
  code?: string
}

/** The longest code that Excel accepts (https://support.microsoft.com/office/1672b34d-7043-467e-8e27-269d656771c3). */
const maxCodeLength = 255

/** The days and times among the formats without a code, from 14 on: those of Europe, East Asia and Thailand. */
const dateIds = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
  [71, 81],
] as const

/**
 * Returns the format with an identifier. Those below 100 have a meaning of their own, whatever their code.
 * @throws MalformedError if the code is too long
 */
export function numberFormat(id: number, code = ''): NumberFormat {
  if (dateIds.some(([first, last]) => first <= id && id <= last)) return { isDate: true }
  if (code.length > maxCodeLength) throw new MalformedError(noBook)
  if (code === '') return { isDate: false }
  return { isDate: id >= 100 && isDateFormat(code), ...(showsMore(code) && { code }) }
}

/**
 * Returns true for a format that adds letters, zeros or strokes to a whole number, such as `"FM-"0000` or `0000\-0000`. A
 * date, an amount, a percentage, separated thousands and decimals mean the number itself.
 */
function showsMore(code: string): boolean {
  const { type, grouped, maxDecimals, scale } = getFormatInfo(code)
  if (grouped || scale !== 1 || isAmount.test(code)) return false
  return type === 'general' || (type === 'number' && maxDecimals === 0)
}

/** Matches a format with a currency in brackets: `[$S/-280A] 0`. A code of a language only is `[$-C0A]`. */
const isAmount = /\[\$[^\-\]]/

/** Returns a number as a cell with the format shows it, or the number if the format adds nothing or hides it. */
export function shownAs(value: number, code: string): string | number {
  if (!Number.isSafeInteger(Math.round(value))) return value
  const text = format(code, value, { nbsp: false }).trim()
  if (text === '') return value === 0 ? '' : value
  return text === String(value) ? value : text
}
