/**
 * The table of fields: the fixed ones, and those of one's own, of which each definition makes an entry. The name of one says
 * its kind and its first label, so that the same field of two desks is one.
 */
import { fold, isBlank } from '../../text/text.ts'
import { type ClassField, classFields, classNames, classRule, type OwnClasses } from '../classes/classes.ts'
import type { Field, Labels } from '../field.ts'
import { type FieldName, fieldNames, fields, fieldText, isFieldName, noneOf } from '../fields.ts'
import { dayRule, numberRule, optionRule, type Problem, type Rule, textRule, wordKey } from '../rules.ts'
import type { Definitions } from './definitions.ts'
import { activeNames, type OwnField } from './own-fields.ts'
import {
  isOwnName,
  maxOwnText,
  type OwnKind,
  type OwnName,
  type OwnValues,
  ownKindOf,
  ownNamesIn,
} from './own-name.ts'

/** The name of a fixed field, or of one's own. */
export type PilotField = FieldName | OwnName

export function isPilotField(name: unknown): name is PilotField {
  return isFieldName(name) || isOwnName(name)
}

export interface FieldTable {
  /** The definitions from which the table is made, with the retired ones. */
  definitions: Definitions
  /** The fields in the order of the form. Retired ones are not among them. */
  names: readonly PilotField[]
  own: readonly OwnName[]
  /** The fields of one's own that must be there. */
  required: ReadonlySet<OwnName>
  /** Returns the entry of a field, also of a retired one. */
  of(name: PilotField): FieldEntry
}

type FieldEntry = Omit<Field, 'rule'> & { rule: Rule<string | number> }

export function fieldTable(definitions: Definitions = {}): FieldTable {
  const made = new Map<PilotField, FieldEntry>(Object.entries(fields) as [FieldName, FieldEntry][])
  for (const name of classFields) if (definitions[name]) made.set(name, classEntry(name, definitions))
  const own = activeNames(definitions)
  return {
    definitions,
    names: [...fieldNames, ...own],
    own,
    required: new Set(own.filter((name) => definitions[name]?.isRequired)),
    of(name) {
      const known = made.get(name)
      if (known) return known
      const own = name as OwnName
      const entry = entryOf(own, definitions[own] ?? unknownField(own))
      made.set(name, entry)
      return entry
    },
  }
}

/** Returns the entry of a field whose options are classes. */
function classEntry(name: ClassField, own: OwnClasses): FieldEntry {
  const { usual, ...entry }: Field = fields[name]
  const options = classNames(name, own)
  return {
    ...entry,
    options,
    rule: classRule(name, own),
    ...(usual !== undefined && options.includes(usual) && { usual }),
  }
}

/**
 * Returns the texts among which a person chooses: the options, and the words for no value if there can be none. It is
 * empty for a field that takes any text.
 */
export function choicesOf({ of }: FieldTable, name: PilotField): readonly string[] {
  const { control, options = control === 'tick' ? [tickText] : [] } = of(name)
  const none = noneOf(name)
  return options.length === 0 || none === undefined ? options : [...options, none]
}

/** The table of a folder without definitions. */
export const fixedFields = fieldTable()

/** The table by which stored pilots are checked: a class of theirs may be one of another desk, or have another name by now. */
export const storedFields = keepingClasses(fixedFields, () => true)

/** Returns a table by which a pilot keeps the classes that nobody else can choose any more. */
export function keptBy(table: FieldTable, pilot: { readonly [Name in ClassField]?: string }): FieldTable {
  return keepingClasses(table, (text, name) => text === pilot[name])
}

/** Returns a table whose classes may also be some others. */
function keepingClasses(table: FieldTable, isKept: (text: string, name: ClassField) => boolean): FieldTable {
  const keeping = (name: ClassField): FieldEntry => {
    const entry = table.of(name)
    const rule = (input: unknown) => {
      const text = textRule()(input)
      return typeof text === 'string' && isKept(text, name) ? text : entry.rule(input)
    }
    return { ...entry, rule: Object.assign(rule, { spellingKey: entry.rule.spellingKey }) }
  }
  const kept = new Map(classFields.map((name) => [name as PilotField, keeping(name)]))
  return { ...table, of: (name) => kept.get(name) ?? table.of(name) }
}

/** A value may outlive its definition, as after a merge with a desk whose settings were lost. */
function unknownField(name: OwnName): OwnField {
  return { label: name.slice(name.indexOf('_', 'propio_'.length) + 1), audience: 'desk', order: 0 }
}

/** Returns a table that requires no field of one's own that a pilot has, or, without a pilot, none at all. */
export function askedOf(table: FieldTable, pilot?: object): FieldTable {
  if (table.required.size === 0) return table
  const has = pilot && new Set(ownNamesIn(pilot))
  return { ...table, required: new Set(has && [...table.required].filter((name) => !has.has(name))) }
}

/** The word that is stored for a ticked box. */
export const tickText = 'Sí'

const tickWords = ['x', '1', 'true', 'verdadero', 'v', 's', 'yes', 'ok', '✓', '✔']
const untickedWords = ['no', 'n', '0', 'false', 'falso', 'f', '']

/** Reads a word for yes or no. Returns undefined for any other text. */
export function readTick(text: string): boolean | undefined {
  const key = wordKey(text)
  if (untickedWords.includes(key)) return false
  return key === wordKey(tickText) || tickWords.includes(key) || undefined
}

/**
 * Reads a value of one's own by the rule of its field. Null, a blank and, for a box, a word such as `No` mean that the
 * pilot has no value, which a required field refuses.
 */
export function readOwnValue(
  { of, definitions }: FieldTable,
  name: OwnName,
  value: unknown,
): string | number | null | Problem {
  const isUnticked = ownKindOf(name) === 'casilla' && readTick(String(value ?? '')) === false
  const saysNone = isBlank(value) || isUnticked || (isNoneText(value) && !isAnswer(name, definitions[name]))
  if (saysNone && !definitions[name]?.isRequired) return null
  return of(name).rule(saysNone ? '' : value)
}

/** The words for no value in a file, where an empty cell leaves the value as it is. */
export const ownNone = 'No tiene'

/** Returns the texts among which a person chooses the value of a cell, or an empty list if the field takes any text. */
export function cellChoices(table: FieldTable, name: PilotField): readonly string[] {
  const choices = choicesOf(table, name)
  const canBeEmpty = isOwnName(name) && choices.length > 0 && !table.definitions[name]?.isRequired
  return canBeEmpty && !choices.some(isNoneText) ? [...choices, ownNone] : choices
}

function isNoneText(value: unknown): boolean {
  return typeof value === 'string' && fold(value.trim()) === fold(ownNone)
}

/** Returns true if `ownNone` is an option of a field, or the answer to a text that must be there. */
function isAnswer(name: OwnName, field?: OwnField): boolean {
  return field?.options?.some(isNoneText) || (ownKindOf(name) === 'texto' && field?.isRequired === true)
}

interface KindOfField {
  control: Field['control']
  example: string | number
  ruleOf: (definition: OwnField) => Rule<string | number>
  /** Present for a choice, which filters the list. */
  isCommon?: true
}

const kinds: Record<OwnKind, KindOfField> = {
  texto: { control: 'text', example: 'Ejemplo', ruleOf: () => textRule(maxOwnText) },
  numero: { control: 'decimal', example: 12, ruleOf: () => numberRule() },
  fecha: { control: 'date', example: '2026-12-31', ruleOf: () => dayRule() },
  opcion: {
    control: 'select',
    example: 'Ejemplo',
    ruleOf: ({ options = [], label }) => optionRule(options, { missing: `Elija una opción de ${label}` }),
    isCommon: true,
  },
  casilla: { control: 'tick', example: tickText, ruleOf: tickRule, isCommon: true },
}

function tickRule({ label }: OwnField): Rule<string> {
  const spellings = tickWords.map((word): [string, string] => [word, tickText])
  const tick = optionRule([tickText], { missing: `Marque ${label}`, spellings })
  return (input) => tick(input === true ? tickText : input)
}

function entryOf(name: OwnName, definition: OwnField): FieldEntry {
  const { label, options, audience, isRequired, isOnCard, dataGroup } = definition
  const { control, example, ruleOf, isCommon } = kinds[ownKindOf(name)]
  const isSeenAtGates = audience === 'everyone' || audience === 'gates'
  return {
    label,
    section: 'propios',
    control,
    ...(options && { options }),
    rule: ruleOf(definition),
    ...(!isRequired && { isOptional: true as const }),
    searched: 'words',
    repeated: 'everyone',
    audience,
    ...(dataGroup && { dataGroup }),
    example: options?.[0] ?? example,
    columnNames: [],
    ...(isCommon && { isCommon }),
    shown: {
      credential: label,
      ...(isOnCard && { card: label }),
      ...(isSeenAtGates && { gate: label }),
    },
  }
}

/** A value of one's own as people read it. */
export interface OwnFact {
  label: string
  text: string
}

/** Returns the values of one's own that a pilot has and a place shows to an audience, in the order of the form. */
export function ownFacts(
  { own, of }: FieldTable,
  pilot: OwnValues,
  place: keyof Labels,
  isSeen: (field: FieldEntry) => boolean = () => true,
): OwnFact[] {
  return own.flatMap((name) => {
    const field = of(name)
    const label = field.shown?.[place]
    const value = pilot[name] ?? ''
    if (label === undefined || value === '' || !isSeen(field)) return []
    return [{ label, text: fieldText(name, value) }]
  })
}
