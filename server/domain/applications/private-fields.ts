/** The fields that an application has only from a page on https: the others can be read on the Wi-Fi. */
import type { Field } from '../pilots/field.ts'
import { fields, isFieldName } from '../pilots/fields.ts'
import type { PilotField } from '../pilots/own/field-table.ts'

/** Returns true for health data, and for the section of the emergency contact. */
export function isPrivateField(name: PilotField | string): boolean {
  if (!isFieldName(name)) return false
  const { section, dataGroup }: Field = fields[name]
  return section === 'emergencia' || dataGroup === 'health'
}
