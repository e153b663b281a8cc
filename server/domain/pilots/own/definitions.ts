/** An admin defines a part of the table of fields: fields of one's own, and the classes of `modalidad` and of `licencia`. */
import type { OwnClasses } from '../classes/classes.ts'
import type { OwnFields } from './own-fields.ts'

/** The fields of one's own, and the classes, by the names of their fields. */
export type Definitions = OwnFields & OwnClasses

/** The definitions that a merge has added or changed, and those of before that it changed. */
export interface ChangedFields {
  before: Definitions
  after: Definitions
}
