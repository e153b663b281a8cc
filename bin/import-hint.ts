/** Completes the command of an import that was refused because of the columns of its file. */
import { missingFields, usualDefaults } from '#domain/import/mapping'
import type { ImportPreview } from '#domain/import/preview'
import type { FieldName } from '#domain/pilot/fields'
import { quoted } from './terminal/shell-words.ts'

/**
 * Returns a sentence with the arguments `given` and those that complete the mapping, or an empty text if the file has
 * no columns for the fields that it lacks.
 */
export function hintFor(preview: ImportPreview, given: readonly string[]): string {
  const { args, unknown } = completion(preview)
  const unused = preview.columns.filter(({ target, suggestion }) => target === null && !suggestion)
  if (unknown.length > unused.length || args.length + unknown.length === 0) return ''
  const placeholders = unknown.flatMap((field) => ['--map', `«columna»=${field}`])
  const command = ['pilotos', 'import', ...given, ...args, ...placeholders].map(quoted).join(' ')
  return unknown.length > 0
    ? `. Diga en qué columna está cada campo:\n  ${command}`
    : `. Así se importa:\n  ${command}`
}

/** Returns the arguments that follow from the file, and the fields whose columns only the person knows. */
function completion({ columns, defaults }: ImportPreview): { args: string[]; unknown: FieldName[] } {
  const args: string[] = []
  for (const [index, { name, target, doubt, suggestion }] of columns.entries()) {
    const rivals = columns.slice(0, index).filter((column) => target !== null && column.target === target)
    if (rivals.some((rival) => doubt !== undefined && rival.doubt === doubt)) args.push('--map', `${name}=`)
    if (suggestion) args.push('--map', `${name}=${suggestion}`)
  }
  const mended = columns.map((column) => ({ ...column, target: column.suggestion ?? column.target }))
  const missing = missingFields(mended, defaults)
  // If no column is recognized, each field may be in one of them.
  const usual = columns.some(({ target }) => target !== null) ? usualDefaults : {}
  for (const field of missing) if (usual[field]) args.push('--set', `${field}=${usual[field]}`)
  return { args, unknown: missing.filter((field) => !usual[field]) }
}
