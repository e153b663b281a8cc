/** The values of fields as people read and write them. */
import { formatDate } from '../text/date.ts'
import { formatDni } from './dni.ts'
import type { FieldName } from './fields.ts'

/** A stored value as a text; an empty one, of a field that was never filled, stays empty. */
export function fieldText(name: FieldName, value: string | number): string {
  if (value === '') return ''
  if (name === 'dni') return formatDni(Number(value))
  return name === 'fechanac' ? formatDate(String(value)) : String(value)
}
