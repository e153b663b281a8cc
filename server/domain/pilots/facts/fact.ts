/** The properties of a fact on a pilot: the shape of the entries of `facts`. */
import type { Audience, RetainedGroup } from '../field.ts'

/** A fact, or one property of it, which histories tell and merges decide by itself. */
export interface FactValue {
  /** The name for people. */
  label: string
  /** Returns the value as histories keep it. */
  text(value: unknown): string
  /** Returns a text that only equal values share. Without it, `text` does. */
  key?(value: unknown): string
  /** Returns a text of a history as people read it, if that differs. */
  shown?(text: string): string
  /** The words in a history for no value. */
  none?: string
  /** Describes a change in one line; a text is empty without a value. Without it, the line has the label and both texts. */
  changed?(before: string, after: string): string
  /** Returns what differs, item by item. */
  differences?(before: unknown, after: unknown): { before: string; after: string }[]
  /**
   * The value that a merge takes if both desks have changed it and neither has seen the change of the other: the one that
   * a person chooses, that of the later change, or the one that `join` makes of both.
   */
  merge: 'choice' | 'latest' | 'both'
  join?(one: unknown, other: unknown): unknown
  /** True if a merge takes a value even if the other desk has removed it. */
  outweighsNone?: true
  /** The group with which the value is forgotten: see `retention.ts`. */
  retained?: RetainedGroup
}

/** A column of an exported file, which may be empty. */
export interface FactColumn {
  label: string
  isDay?: boolean
  text(fact: unknown): string | undefined
}

export interface Fact {
  /** Returns true for a stored fact of the right shape, which an older or a newer program may have written. */
  is(value: unknown): boolean
  /** The people who get the fact from the server: the desk, or everyone under the complete public view. Without it, nobody. */
  audience?: Extract<Audience, 'complete' | 'desk'>
  /**
   * The kinds of changes that a history tells with their differences: the title, and the words before the name of a pilot
   * because of whom an import cannot be undone.
   */
  kinds?: Readonly<Record<string, { title: string; refusal: string }>>
  /** Returns the kind of a change, if it has one. Without it, the kind has the name of the fact. */
  kindOf?(before: unknown, after: unknown): string | undefined
  /** The value with the name of the fact is the whole, and any other one is the property of this name. */
  values?: Readonly<Record<string, FactValue>>
  /** Without columns, an export as JSON has the fact as it is stored, and no other export has it. */
  columns?: Readonly<Record<string, FactColumn>>
  /** Returns the moments that the fact has by the clock of a laptop: ISO 8601, UTC. */
  moments?(fact: unknown): readonly string[]
  /** True if the pilot was active at these moments: see `retention.ts`. */
  isActivity?: true
  /** A part of a person's data: the title, and the rows of a label and a text. */
  section?: { title: string; rows(fact: unknown): (readonly [label: string, text: string])[] }
}
