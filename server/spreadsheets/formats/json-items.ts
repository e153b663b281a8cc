/** Parses the items of a JSON array one at a time, since a small text can make more objects than fit in memory. */
import { MalformedError, TooLargeError } from '#domain/errors'
import { cellTooLong, maxCellLength, maxColumns, maxNesting, tooDeep, tooManyColumns } from './bounds.ts'

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c]
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d]

/**
 * Yields the items of an array, in a single scan of the text.
 * @throws MalformedError if the text is not a JSON array; TooLargeError if an item has too many values, or if they
 * are too long or nested too deep
 */
export function* jsonItems(text: string): Generator<unknown> {
  const open = text.search(/\S/)
  if (text.charCodeAt(open) !== openList) throw new MalformedError(noList)
  let start = open + 1
  for (let number = 1; ; number += 1) {
    const { end, values } = scanItem(text, start, number)
    const item = text.slice(start, end)
    const isLast = text.charCodeAt(end) !== comma
    if (!isLast || number > 1 || item.trim() !== '') yield parse(item, values)
    if (isLast) {
      if (text.slice(end + 1).trim() !== '') throw new MalformedError(noJson)
      return
    }
    start = end + 1
  }
}

/** Returns the offset of the comma or the bracket after the item, and the number of the item's values. */
function scanItem(text: string, start: number, number: number): { end: number; values: number } {
  let [depth, values, nested] = [1, 1, 0]
  for (let at = start; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === quote) {
      at = endOfString(text, at)
      continue
    }
    const step = depthStep(code)
    depth += step
    if (depth === 0 || (depth === 1 && code === comma)) return { end: at, values }
    if (depth === 2 && code === comma) values += 1
    if (depth > maxNesting) throw new TooLargeError(tooDeep)
    if (depth === 3 && step > 0) nested = at
    if (depth === 2 && step < 0 && at - nested >= maxCellLength)
      throw new TooLargeError(cellTooLong(`Registro ${number}`, at - nested + 1))
  }
  throw new MalformedError(noJson)
}

/** Returns 1 for an opening bracket, -1 for a closing one, and 0 for any other character. */
function depthStep(code: number): number {
  if (code === openList || code === openObject) return 1
  return code === closeList || code === closeObject ? -1 : 0
}

const noJson = 'El archivo no es un JSON válido'
const noList = 'El JSON debe ser una lista de pilotos: [{…}, {…}]'

function parse(item: string, values: number): unknown {
  if (values > maxColumns) throw new TooLargeError(tooManyColumns(values))
  try {
    return JSON.parse(item)
  } catch {
    throw new MalformedError(noJson)
  }
}

/** Returns the offset of the quote that closes the string opened at `open`, or the length of the text. */
function endOfString(text: string, open: number): number {
  for (let at = open + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === quote) return at
    if (code === backslash) at += 1
  }
  return text.length
}
