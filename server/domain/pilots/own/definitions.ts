/** An admin defines a part of the table of fields: fields of one's own, and the classes of `modalidad` and of `licencia`. */
import { isObject } from '../../text/text.ts'
import { classFields, type OwnClasses, parseClasses } from '../classes/classes.ts'
import { type OwnFields, parseOwnFields } from './own-fields.ts'

/** The fields of one's own, and the classes, by the names of their fields. */
export type Definitions = OwnFields & OwnClasses

/** Reads stored definitions. Ignores those that are not valid. */
export function parseDefinitions(stored: Readonly<Record<string, unknown>>): Definitions {
  const classes = classFields.flatMap((name) => {
    const options = stored[name]
    return isObject(options) ? [[name, parseClasses(options)] as const] : []
  })
  return { ...parseOwnFields(stored), ...Object.fromEntries(classes) }
}

/** The definitions that a merge has added or changed, and those of before that it changed. */
export interface ChangedFields {
  before: Definitions
  after: Definitions
}
