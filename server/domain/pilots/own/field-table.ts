/** The table of fields: the fixed ones, and those of one's own, of which each definition makes an entry. */
import { fold, isBlank } from '../../text/text.ts'
import type { Field, Labels } from '../field.ts'
import {
  choicesOf,
  type FieldName,
  fieldNames,
  fields,
  fieldText,
  hasOptions,
  isFieldName,
} from '../fields.ts'
import { dayRule, numberRule, optionRule, type Problem, type Rule, textRule, wordKey } from '../rules.ts'
import { activeNames, type OwnField, type OwnFields } from './own-fields.ts'
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
  definitions: OwnFields
  /** The fields in the order of the form. Retired ones are not among them. */
  names: readonly PilotField[]
  own: readonly OwnName[]
  /** The fields of one's own that must be there. */
  required: ReadonlySet<OwnName>
  /** Returns the entry of a field, also of a retired one. */
  of(name: PilotField): FieldEntry
}

type FieldEntry = Omit<Field, 'rule'> & { rule: Rule<string | number> }

export function fieldTable(definitions: OwnFields = {}): FieldTable {
  const entries = new Map(Object.entries(definitions) as [OwnName, OwnField][])
  const made = new Map<OwnName, FieldEntry>()
  const own = activeNames(definitions)
  return {
    definitions,
    names: [...fieldNames, ...own],
    own,
    required: new Set(own.filter((name) => definitions[name]?.isRequired)),
    of(name) {
      if (!isOwnName(name)) return fields[name]
      const entry = made.get(name) ?? entryOf(name, entries.get(name) ?? unknownField(name))
      made.set(name, entry)
      return entry
    },
  }
}

/** The table of a folder without fields of one's own. */
export const fixedFields = fieldTable()

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
const untickedWords = new Set(['no', 'n', '0', 'false', 'falso', 'f', ''])

/**
 * Reads a value of one's own by the rule of its field. Null, a blank and, for a box, a word such as `No` mean that the
 * pilot has no value, which a required field refuses.
 */
export function readOwnValue(
  { of, definitions }: FieldTable,
  name: OwnName,
  value: unknown,
): string | number | null | Problem {
  const isUnticked = ownKindOf(name) === 'casilla' && untickedWords.has(wordKey(String(value ?? '')))
  const saysNone = isBlank(value) || isUnticked || (isNoneText(value) && !isAnswer(name, definitions[name]))
  if (saysNone && !definitions[name]?.isRequired) return null
  return of(name).rule(saysNone ? '' : value)
}

/** The words for no value in a file, where an empty cell leaves the value as it is. */
export const ownNone = 'No tiene'

/** Returns the texts among which a person chooses the value of a cell, or an empty list if the field takes any text. */
export function cellChoices({ of, definitions }: FieldTable, name: PilotField): readonly string[] {
  if (!isOwnName(name)) return choicesOf(name)
  if (!hasOptions(name)) return []
  const { options = [tickText] } = of(name)
  return definitions[name]?.isRequired || options.some(isNoneText) ? options : [...options, ownNone]
}

function isNoneText(value: unknown): boolean {
  return typeof value === 'string' && fold(value.trim()) === fold(ownNone)
}

/** Returns true if `ownNone` is an option of a field, or the answer to a text that must be there. */
function isAnswer(name: OwnName, field?: OwnField): boolean {
  return field?.options?.some(isNoneText) || (ownKindOf(name) === 'texto' && field?.isRequired === true)
}

function ruleOf(name: OwnName, { options = [], label }: OwnField): Rule<string | number> {
  switch (ownKindOf(name)) {
    case 'numero':
      return numberRule()
    case 'fecha':
      return dayRule()
    case 'opcion':
      return optionRule(options, { missing: `Elija una opción de ${label}` })
    case 'casilla': {
      const tick = optionRule([tickText], {
        missing: `Marque ${label}`,
        spellings: tickWords.map((word) => [word, tickText]),
      })
      return (input) => tick(input === true ? tickText : input)
    }
    case 'texto':
      return textRule(maxOwnText)
  }
}

const controls = {
  texto: 'text',
  numero: 'decimal',
  fecha: 'date',
  opcion: 'select',
  casilla: 'tick',
} as const satisfies Record<OwnKind, Field['control']>

const examples: Record<OwnKind, string | number> = {
  texto: 'Ejemplo',
  numero: 12,
  fecha: '2026-12-31',
  opcion: 'Ejemplo',
  casilla: tickText,
}

function entryOf(name: OwnName, definition: OwnField): FieldEntry {
  const { label, options, audience, isRequired, isOnCard, dataGroup } = definition
  const kind = ownKindOf(name)
  const isSeenAtGates = audience === 'everyone' || audience === 'gates'
  return {
    label,
    section: 'propios',
    control: controls[kind],
    ...(options && { options }),
    rule: ruleOf(name, definition),
    ...(!isRequired && { isOptional: true as const }),
    searched: 'words',
    repeated: 'everyone',
    audience,
    ...(dataGroup && { dataGroup }),
    example: options?.[0] ?? examples[kind],
    columnNames: [],
    // A choice filters the list.
    ...((kind === 'opcion' || kind === 'casilla') && { isCommon: true as const }),
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
