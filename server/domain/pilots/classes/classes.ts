/**
 * The classes: the options of modalidad and licencia. They are data, of which those of the specification are the default. A
 * pilot has the name, and not a key, which every screen, card and file would have to look up.
 */
import { itemsOf, type Kept } from '../../collections/item.ts'
import { categoryIdIn, isEnteredKind } from '../../events/entered-kinds.ts'
import { licenceKey, optionRule, type Rule, wordKey } from '../rules.ts'

/** The fields whose options are classes. */
export const classFields = ['modalidad', 'licencia'] as const
export type ClassField = (typeof classFields)[number]

export interface ClassOption extends Kept {
  /** The value of the riders who have it. */
  name: string
  /** Other words that spreadsheets use for it. Case, accents, spaces and hyphens make no difference. */
  spellings?: readonly string[]
  /** The names that it had before, with which older data comes back. */
  formerNames?: readonly string[]
}

/** The classes of a field by their keys: the first name of each, which stays. */
export type ClassOptions = Readonly<Record<string, ClassOption>>

/** The classes of each field that a folder has beside the default ones, or instead of those of the same key. */
export type OwnClasses = { readonly [Name in ClassField]?: ClassOptions }

export const maxClassName = 40
/** The most classes of a field, with the retired ones. */
export const maxClasses = 60
export const maxSpellings = 20

/** The classes of the specification with their spellings, in the order of the select. */
const specified: Readonly<Record<ClassField, Readonly<Record<string, readonly string[]>>>> = {
  modalidad: {
    MOTOCROSS: ['MX'],
    MINICROSS: [],
    SUPERCROSS: ['SX'],
    VELOCIDAD: [],
    'ENDURO CROSS': [],
    RALLY: [],
    'HARD ENDURO': [],
    'QUAD CROSS': ['Quads', 'Cuatrimotos', 'ATV'],
    UTV: ['SxS', 'Side by side'],
    VELOCROSS: [],
    CROSSKARTS: ['Kart cross'],
    'ARENA CROSS': [],
    'TUNING OFF': [],
  },
  licencia: { Anual: [], Regional: [] },
}

/** The classes of a folder that has none of its own. */
const defaultClasses = Object.fromEntries(
  classFields.map((field) => [field, optionsOf(specified[field])]),
) as Readonly<Record<ClassField, ClassOptions>>

function optionsOf(names: Readonly<Record<string, readonly string[]>>): ClassOptions {
  return Object.fromEntries(
    Object.entries(names).map(([name, spellings], index) => [
      name,
      { name, order: index + 1, ...(spellings.length > 0 && { spellings }) },
    ]),
  )
}

export function isClassField(name: unknown): name is ClassField {
  return (classFields as readonly unknown[]).includes(name)
}

/** Returns all classes of a field with their keys, in their order. */
export function classesOf(field: ClassField, own: OwnClasses = {}): [key: string, ClassOption][] {
  return itemsOf<ClassOption, string>({ ...defaultClasses[field], ...own[field] })
}

/** Returns the names of the classes in their order: those among which a person chooses or, with the retired ones, all. */
export function classNames(field: ClassField, own?: OwnClasses, { withRetired = false } = {}): string[] {
  return classesOf(field, own).flatMap(([, { name, isRetired }]) => (isRetired && !withRetired ? [] : [name]))
}

/** Reads the name of a class in any spelling, unless it is retired. */
export function classRule(field: ClassField, own?: OwnClasses): Rule<string> {
  return optionRule(classNames(field, own), {
    keyOf: classKeys[field],
    spellings: classSpellings(field, own),
  })
}

/** Returns a text that the spellings of one class share. */
export const classKeys = { modalidad: wordKey, licencia: licenceKey } as const

/** Returns the words that mean a class, with its name: its key, its former names and its spellings. */
function classSpellings(field: ClassField, own?: OwnClasses): [words: string, name: string][] {
  return classesOf(field, own).flatMap(([key, { name, isRetired, formerNames = [], spellings = [] }]) =>
    isRetired ? [] : [key, ...formerNames, ...spellings].map((words): [string, string] => [words, name]),
  )
}

/** Returns true for a text with which a filter means other riders, and for one that every object has as a property. */
export function isReservedName(text: string): boolean {
  return isEnteredKind(text) || categoryIdIn(text) !== undefined || text in {}
}

/** Returns the spelling that reads best as a name: of the most letters, then one such as `Nacional`, then the first. */
export function fullestName(texts: readonly string[]): string {
  const rank = (text: string) =>
    2 * text.replace(/[^\p{L}\d]/gu, '').length + Number(/^\p{Lu}\p{Ll}{2}/u.test(text.trim()))
  const [best = ''] = texts.toSorted((one, other) => rank(other) - rank(one))
  return best
}
