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
  let [start, depth, values, number] = [open + 1, 1, 1, 1]
  let nested = 0
  for (let at = start; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === quote) at = endOfString(text, at)
    else if (code === openList || code === openObject) {
      depth += 1
      if (depth > maxNesting) throw new TooLargeError(tooDeep)
      if (depth === 3) nested = at
    } else if (code === closeList || code === closeObject) {
      depth -= 1
      if (depth === 2 && at - nested >= maxCellLength)
        throw new TooLargeError(cellTooLong(`Registro ${number}`, at - nested + 1))
      if (depth > 0) continue
      const last = text.slice(start, at)
      if (number > 1 || last.trim() !== '') yield parse(last, values)
      if (text.slice(at + 1).trim() !== '') throw new MalformedError(noJson)
      return
    } else if (code === comma && depth === 2) values += 1
    else if (code === comma && depth === 1) {
      yield parse(text.slice(start, at), values)
      number += 1
      start = at + 1
      values = 1
    }
  }
  throw new MalformedError(noJson)
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
