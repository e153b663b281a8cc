/** The fields that the form of a stranger has, and those that it has only on https: the others can be read on the Wi-Fi. */
import type { Field } from '../pilots/field.ts'
import { fields, isFieldName } from '../pilots/fields.ts'
import type { Definitions } from '../pilots/own/definitions.ts'
import type { PilotField } from '../pilots/own/field-table.ts'
import { entriesOf } from '../pilots/own/own-fields.ts'

/** Returns true for a fixed field of health, and for the section of the emergency contact. */
export function isPrivateField(name: PilotField | string): boolean {
  if (!isFieldName(name)) return false
  const { section, dataGroup }: Field = fields[name]
  return section === 'emergencia' || dataGroup === 'health'
}

/** Returns definitions without the fields of one's own that no stranger is asked for, and whose labels none reads. */
export function askedDefinitions(definitions: Definitions, asksPrivate: boolean): Definitions {
  const asked = { ...definitions }
  for (const [name, { isRetired, audience, dataGroup }] of entriesOf(definitions))
    if (isRetired || audience === 'desk' || (dataGroup === 'health' && !asksPrivate)) delete asked[name]
  return asked
}
