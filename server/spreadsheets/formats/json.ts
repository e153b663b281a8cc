/** Reads and writes pilots as a JSON array of flat objects. */

import type { StatusBasis } from '#domain/credential/status'
import { MalformedError, TooLargeError } from '#domain/errors'
import { pilotColumns, raceColumn } from '#domain/import/columns'
import { flatPilots } from '#domain/import/flat-pilots'
import type { FileLine } from '#domain/import/row-reader'
import type { Pilot } from '#domain/pilots/pilot'
import { isObject } from '#domain/text/text'
import type { FileContent } from '../table.ts'
import {
  cellTooLong,
  maxCellLength,
  maxCells,
  maxColumns,
  maxNesting,
  maxRows,
  RowBounds,
  tooDeep,
  tooManyCells,
  tooManyColumns,
  tooManyRows,
} from './bounds.ts'

/**
 * Reads a JSON array. An item that is not an object is kept, with its problem.
 * @throws MalformedError if the text is not an array; TooLargeError
 */
export function readJson(text: string): FileContent {
  const { items, names } = readItems(text)
  const lines = { [Symbol.iterator]: () => readLines(items, names) }
  return {
    form: 'JSON',
    unit: 'registro',
    sheets: [{ name: '', lines }],
    names: names.length > 0 ? names : pilotColumns,
  }
}

/** The limit up to which different names are counted, so that the message can state their number. */
const countedNames = 100_000

/** Returns all items, and the keys of all objects among them. */
function readItems(text: string): { items: unknown[]; names: string[] } {
  const items: unknown[] = []
  const names = new Set<string>()
  let values = 0
  for (const item of jsonItems(text)) {
    items.push(item)
    if (items.length > maxRows) throw new TooLargeError(tooManyRows)
    if (!isObject(item)) continue
    for (const name in item) {
      names.add(name)
      values += 1
    }
    if (values > maxCells) throw new TooLargeError(tooManyCells)
    if (names.size > countedNames) break
  }
  if (names.size > maxColumns) throw new TooLargeError(tooManyColumns(names.size))
  return { items, names: [...names] }
}

/** Yields one line per item. @throws TooLargeError */
function* readLines(items: readonly unknown[], names: readonly string[]): Generator<FileLine> {
  const bounds = new RowBounds('Registro')
  for (const [index, item] of items.entries()) {
    const line = isObject(item)
      ? lineOf(index + 1, item, names)
      : { line: index + 1, cells: [], problem: 'El registro no es un objeto' }
    bounds.check(line)
    yield line
  }
}

/** Converts an object to a line. A missing key gives an undefined cell, so that an update does not change its field. */
function lineOf(line: number, item: Record<string, unknown>, names: readonly string[]): FileLine {
  const cells = names.map((name) => (Object.hasOwn(item, name) ? item[name] : undefined))
  const indexes = cells.flatMap((value, index) => (isNested(value) ? [index] : []))
  if (indexes.length === 0) return { line, cells }
  return {
    line,
    cells: cells.map((value) => (isNested(value) ? JSON.stringify(value) : value)),
    cellProblems: Object.fromEntries(indexes.map((index) => [index, { message: nested }])),
  }
}

function isNested(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

const nested = 'El valor es una lista o un objeto: escriba un texto o un número'

/** Returns the text of a JSON array. With a `basis`, each pilot has its status too. */
export function writeJson(pilots: readonly Pilot[], basis?: StatusBasis, raced?: RaceNumbers): string {
  const flat = flatPilots(pilots, basis)
  const items = raced?.size
    ? flat.map((one) => ({ ...one, [raceColumn.name]: raced.get(one.id_driver) }))
    : flat
  return `${JSON.stringify(items, null, 2)}\n`
}

/** The numbers of riders in the open event, by their identifiers. */
export type RaceNumbers = ReadonlyMap<string, string>

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c]
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d]

/**
 * Yields the items of an array one at a time, in a single scan of the text: a small text can make more objects than fit
 * in memory.
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
    return JSON.parse(longDigits.test(item) ? item.replace(textOrNumber, quoted) : item)
  } catch {
    throw new MalformedError(noJson)
  }
}

const longDigits = /\d{16}/
const textOrNumber = /"[^"\\]*(?:\\.[^"\\]*)*"|(?<![\d.eE+-])\d{16,}(?![\d.eE])/g

/** Writes a number as a text, since `JSON.parse` would lose its last digits. */
function quoted(textOrNumber: string): string {
  return textOrNumber.startsWith('"') ? textOrNumber : `"${textOrNumber}"`
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
