/** Reads and writes pilots as a JSON array of flat objects. */
import { TooLargeError } from '#domain/errors'
import { columns, reasonColumn } from '#domain/import/columns'
import type { Pilot } from '#domain/pilot/pilot'
import { isObject } from '#domain/text/json'
import { flatParts } from '#domain/web/wire'
import {
  maxCells,
  maxColumns,
  maxRows,
  RowBounds,
  tooManyCells,
  tooManyColumns,
  tooManyRows,
} from './bounds.ts'
import { type Header, readHeader } from './header.ts'
import { jsonItems } from './json-items.ts'
import { type ImportTable, rowOf, type TableRow } from './table.ts'

/**
 * Reads a JSON array. An item that is not an object is kept, with its problem.
 * @throws MalformedError if the text is not an array, or its keys match no column or match one column twice;
 * TooLargeError
 */
export function readJson(text: string): ImportTable {
  const { items, names } = readItems(text)
  const header = names.length > 0 ? readHeader(names) : columns
  const rows = { [Symbol.iterator]: () => readRows(items, names, header) }
  return { form: 'JSON', names, header, rows, lastLine: () => items.length, unit: 'registro' }
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

/** Yields one row per item. @throws TooLargeError */
function* readRows(items: readonly unknown[], names: readonly string[], header: Header): Generator<TableRow> {
  const bounds = new RowBounds('Registro')
  for (const [index, item] of items.entries()) {
    const line = index + 1
    const row = isObject(item)
      ? jsonRow(line, item, names, header)
      : { line, cells: [], values: {}, problem: 'El registro no es un objeto' }
    bounds.check(row)
    yield row
  }
}

/** Converts an object to a row. A missing key adds no value, so that an update does not change its field. */
function jsonRow(
  line: number,
  item: Record<string, unknown>,
  names: readonly string[],
  header: Header,
): TableRow {
  const cells = names.map((name) => (Object.hasOwn(item, name) ? item[name] : undefined))
  const row = rowOf(
    line,
    cells.map((value) => (isNested(value) ? JSON.stringify(value) : value)),
    header,
  )
  for (const [index, column] of header.entries()) {
    if (column && column !== reasonColumn && isNested(cells[index]))
      row.badCells = { ...row.badCells, [column]: nested }
  }
  return row
}

function isNested(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

const nested = 'El valor es una lista o un objeto: escriba un texto o un número'

/** Yields the text of a JSON array, in parts. */
export function* writeJson(pilots: readonly Pilot[]): Generator<string> {
  let before = '['
  for (const part of flatParts(pilots)) {
    yield before + JSON.stringify(part, null, 2).slice('['.length, -'\n]'.length)
    before = ','
  }
  yield before === '[' ? '[]\n' : '\n]\n'
}
