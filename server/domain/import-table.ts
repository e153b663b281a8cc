/** What a file holds before its rules are checked: a header, and rows of raw values. */

import type { Header } from './columns.ts'
import { readCsv } from './csv.ts'
import { MalformedError } from './errors.ts'
import { readJson } from './json.ts'
import type { Column } from './wire.ts'

export interface ImportRow {
  /** Where it stands in the file: the line of a CSV, from 1; the place in a JSON array, from 1. */
  line: number
  values: Partial<Record<Column, unknown>>
  /** Why the row as a whole cannot be used. */
  problem?: string
  /** The cells beyond the header, where there are too many. */
  surplus?: string[]
}

export interface ImportTable {
  header: Header
  /** Can be gone through again and again. */
  rows: Iterable<ImportRow>
  /** The last line, or one after it: to count them takes a while. */
  lastLine: () => number
  /** What `line` counts. */
  unit: 'línea' | 'registro'
}

/** Reads the bytes of a CSV or JSON file: UTF-8, Windows-1252 or UTF-16. @throws MalformedError */
export function readTable(bytes: Uint8Array): ImportTable {
  const text = decode(bytes)
  if (!text.trim()) throw new MalformedError('El archivo está vacío')
  return /^\s*[[{]/.test(text) ? readJson(text) : readCsv(text)
}

function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) {
    throw new MalformedError('El archivo es un libro de Excel: guárdelo como CSV e impórtelo otra vez')
  }
  // What Excel calls Unicode text.
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
