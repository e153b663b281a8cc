/** Pilots as a JSON array of flat objects. */
import { columns, type Header, readHeader, reasonColumn } from './columns.ts'
import { MalformedError } from './errors.ts'
import { type ImportTable, rowOf, type TableRow } from './import-table.ts'
import type { Pilot } from './pilot.ts'
import { flatParts } from './wire.ts'

/** @throws MalformedError where the text is no array of objects, or no key of them names a column */
export function readJson(text: string): ImportTable {
  const items = parseArray(text)
  const names = [...new Set(items.flatMap((item) => (isObject(item) ? Object.keys(item) : [])))]
  const header = names.length > 0 ? readHeader(names) : columns
  const rows = items.map((item, place) => {
    const line = place + 1
    if (!isObject(item)) return { line, cells: [], values: {}, problem: 'El registro no es un objeto' }
    return jsonRow(line, item, names, header)
  })
  return { form: 'JSON', names, header, rows, lastLine: () => rows.length, unit: 'registro' }
}

/** What an object does not say at all stays unsaid: an update leaves it as it is. */
function jsonRow(
  line: number,
  item: Record<string, unknown>,
  names: readonly string[],
  header: Header,
): TableRow {
  const row = rowOf(
    line,
    names.map((name) => item[name]),
    header,
  )
  for (const [place, name] of names.entries()) {
    const column = header[place]
    if (column && column !== reasonColumn && !(name in item)) delete row.values[column]
  }
  return row
}

/** The text of a JSON array, in parts. */
export function* writeJson(pilots: readonly Pilot[]): Generator<string> {
  let before = '['
  for (const part of flatParts(pilots)) {
    yield before + JSON.stringify(part, null, 2).slice('['.length, -'\n]'.length)
    before = ','
  }
  yield before === '[' ? '[]\n' : '\n]\n'
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function parseArray(text: string): unknown[] {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new MalformedError('El archivo no es un JSON válido')
  }
  if (!Array.isArray(value)) throw new MalformedError('El JSON debe ser una lista de pilotos: [{…}, {…}]')
  return value
}
