/** The texts that number formats of Excel show (ECMA-376, part 1, 18.8.31), for formats that a cell needs to be understood. */
import { format, getFormatInfo } from 'numfmt'

/**
 * Returns true for a format that adds letters, zeros or strokes to a whole number, such as `"FM-"0000` or `0000\-0000`. A
 * date, an amount, a percentage, separated thousands and decimals mean the number itself.
 */
export function showsMore(code: string): boolean {
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
