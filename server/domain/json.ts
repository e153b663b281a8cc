/** Pilots as a JSON array of flat objects. */
import { columns, readHeader } from './columns.ts'
import { MalformedError } from './errors.ts'
import type { ImportTable } from './import-table.ts'
import type { Pilot } from './pilot.ts'
import { flatParts } from './wire.ts'

/** @throws MalformedError where the text is no array of objects, or an object has an unknown key */
export function readJson(text: string): ImportTable {
  const items = parseArray(text)
  const names = new Set(items.flatMap((item) => (isObject(item) ? Object.keys(item) : [])))
  const header = names.size > 0 ? readHeader([...names]) : columns
  const columnOf = new Map([...names].map((name, place) => [name, header[place]]))
  const rows = items.map((item, place) => {
    const line = place + 1
    if (!isObject(item)) return { line, values: {}, problem: 'El registro no es un objeto' }
    return {
      line,
      values: Object.fromEntries(Object.entries(item).map(([name, value]) => [columnOf.get(name), value])),
    }
  })
  return { header, rows, lastLine: () => rows.length, unit: 'registro' }
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
