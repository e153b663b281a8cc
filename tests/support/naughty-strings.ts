/**
 * Texts that programs often mishandle: the big list of naughty strings, formulas, control characters, and a lone
 * surrogate.
 */
import { createRequire } from 'node:module'
import type { FieldName } from '#domain/pilots/fields'

const list: string[] = createRequire(import.meta.url)('big-list-of-naughty-strings/blns.json')

export const naughtyStrings: readonly string[] = [
  ...list,
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  "'=1",
  "''-x",
  "'texto",
  '\u0000',
  'a\u0000b\u001b[31m',
  '"',
  '\ud800',
]

/** The fields that accept any text. */
export const freeFields: readonly FieldName[] = [
  'name',
  'lastname',
  'nlicencia',
  'npiloto',
  'club',
  'participacion',
]
