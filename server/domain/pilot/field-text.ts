/** Formats the values of fields for people. */
import { formatDate } from '../text/date.ts'
import { formatDni } from './dni.ts'
import type { FieldName } from './fields.ts'

/** Returns a stored value as a text. An empty value, of a field that was never filled in, stays empty. */
export function fieldText(name: FieldName, value: string | number): string {
  if (value === '') return ''
  if (name === 'dni') return formatDni(Number(value))
  return name === 'fechanac' ? formatDate(String(value)) : String(value)
}
