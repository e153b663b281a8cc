/** Reads and writes pilots as a JSON array of flat objects. */
import { TooLargeError } from '#domain/errors'
import { pilotColumns } from '#domain/import/columns'
import { flatParts } from '#domain/import/flat-pilots'
import type { FileLine } from '#domain/import/row-reader'
import type { Pilot } from '#domain/pilot/pilot'
import { isObject } from '#domain/text/json'
import type { StatusBasis } from '#domain/validity/status'
import type { FileContent } from '../table.ts'
import {
  maxCells,
  maxColumns,
  maxRows,
  RowBounds,
  tooManyCells,
  tooManyColumns,
  tooManyRows,
} from './bounds.ts'
import { jsonItems } from './json-items.ts'

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
    lastLine: () => items.length,
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

/** Yields the text of a JSON array, in parts. With a `basis`, each pilot has its status too. */
export function writeJson(pilots: readonly Pilot[], basis?: StatusBasis): AsyncGenerator<string> {
  return writeList(flatParts(pilots, basis))
}

/** Yields the text of a JSON array whose items come in parts. */
export async function* writeList(
  parts: Iterable<readonly unknown[]> | AsyncIterable<readonly unknown[]>,
): AsyncGenerator<string> {
  let before = '['
  for await (const part of parts) {
    yield before + JSON.stringify(part, null, 2).slice('['.length, -'\n]'.length)
    before = ','
  }
  yield before === '[' ? '[]\n' : '\n]\n'
}
