/** The properties of a field of the pilot: the shape of the entries of `fields`. */
import type { Rule } from './rules.ts'

/** The sections of the form, with their titles. */
export const sections = {
  personal: 'Datos personales',
  inscripcion: 'Datos de inscripcion',
  historial: 'Historial deportivo',
  emergencia: 'Emergencia y seguro',
  propios: 'Otros datos',
} as const

/**
 * The people who see a field besides the desk: everyone who scans a credential; gates, and everyone under the complete
 * public view; only everyone under the complete public view; gates, after a tap that the history notes; nobody.
 */
export type Audience = 'everyone' | 'gates' | 'complete' | 'emergency' | 'desk'

/** A name that spreadsheets give to the column of a field, as `nameKey` reads it. `s?` stands for both numbers. */
export type ColumnName = string | { name: string; part?: number; isWeak?: boolean }

/** The labels of a field, by place. A place without one does not show the field. */
export interface Labels {
  /** Above the value on the screen of a credential. Only people of the audience of the field see it. */
  credential?: string
  /** Above the value on a printed card, in capitals. */
  card?: string
  /** The title of its column in the list, which a narrow screen leaves out. */
  list?: string
  /** Its name in the select that orders the list. Without it, `list`. */
  sort?: string
  /** The title of its column in the terminal, which a narrow terminal leaves out. */
  terminal?: string
  /** Before the value at a gate. With an empty one, the value stands alone. */
  gate?: string
}

/**
 * How a search reads a field: as names, which rank first and may have particles; as the number of the pilot, or another
 * code, which may have leading zeros and punctuation; as an e-mail address; or as any words.
 */
export type Searched = 'names' | 'number' | 'code' | 'email' | 'words'

/**
 * The pilots who may rightly have the same value: those of one club, or all. Or the warning about a value that another
 * pilot already has, which is never an error. A value that has no number, such as `S/N`, causes no warning.
 */
type Repeated = 'club' | 'everyone' | RepeatWarning

export interface RepeatWarning {
  /** The words for the value before it, with their article: `El número` 93 también es de Ana Quispe. */
  warning: string
  /** The field that both pilots must have in common. Without it, all pilots are compared. */
  within?: 'modalidad'
}

/** The groups of data, each of which is forgotten together when a pilot has been away for long: see `retention.ts`. */
export const dataGroups = ['health', 'contact'] as const
export type DataGroup = (typeof dataGroups)[number]

export interface Field {
  label: string
  section: keyof typeof sections
  /** The control in which the field is edited. */
  control: 'text' | 'email' | 'number' | 'decimal' | 'telephone' | 'date' | 'select' | 'multiline' | 'tick'
  options?: readonly string[]
  rule: Rule<unknown>
  /**
   * The words by which a person says that a pilot has no value, such as `No tiene`. It is stored as null and printed
   * nowhere. A field with neither them nor `isOptional` is required.
   */
  none?: string
  /** True if a text with which people fill an empty cell, such as `-` or `S/N`, says that a pilot has no value. */
  readsNone?: true
  /** True if the field may be left empty. A pilot without a value does not have the property. */
  isOptional?: true
  /** How a search finds the field: see `Searched`. Without it, no search does. */
  searched?: Searched
  /** Other pilots may have the same value, or cause a warning: see `Repeated`. Without it, a value is a pilot's own. */
  repeated?: Repeated
  /**
   * The value of a pilot that was stored before the field existed. A pilot who lacks a required value without it is
   * incomplete: see `missingNames`.
   */
  defaultInOlderData?: string | number
  audience: Audience
  /** The group with which the value is forgotten. Only a field that can have no value has one. */
  dataGroup?: DataGroup
  /** A value for sample cards and documents, as it is stored. */
  example: string | number
  /** The names of its column in spreadsheets, besides its own name and its label. */
  columnNames: readonly ColumnName[]
  /** The value that federations usually give to all riders, for files without its column. */
  usual?: string
  /**
   * True if all riders of a file may rightly have one value, such as the club. What a person fills in where it is missing
   * is remembered for the next file. Any other field is a rider's own.
   */
  isCommon?: true
  /**
   * The labels of the field in the places that show it besides the form. Places draw the names, the number and a few
   * other fields in a way of their own; any other field needs nothing but its label.
   */
  shown?: Labels
  /** The width of its column in an exported workbook, in characters. */
  width?: number
}

/** Names that may also mean something else, so that a more specific name of the same file is preferred. */
export function weak(...names: readonly string[]): ColumnName[] {
  return names.map((name) => ({ name, isWeak: true }))
}

/** Names of one of several columns that are joined, such as those of the second surname. */
export function part(number: number, ...names: readonly string[]): ColumnName[] {
  return names.map((name) => ({ name, part: number }))
}
