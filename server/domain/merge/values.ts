/** The values of a rider that are merged one by one. */

import { describeDocument, documentField, documentOf } from '../pilots/document.ts'
import {
  factValueKey,
  factValueOf,
  factValueText,
  shownFactText,
  withFactValue,
} from '../pilots/facts/fact-values.ts'
import { type FactValueName, factValueNames, factValues, isFactValue } from '../pilots/facts/facts.ts'
import { type FieldName, fieldNames, fieldText, isFieldName } from '../pilots/fields.ts'
import type { HistoryChange } from '../pilots/history/history.ts'
import type { FieldTable } from '../pilots/own/field-table.ts'
import { type OwnName, ownNamesIn } from '../pilots/own/own-name.ts'
import { canBeMissing, type Pilot } from '../pilots/pilot.ts'
import { enteredText } from '../text/names.ts'

/** A value that a merge chooses. The document is one value, although it has several fields. */
export type ChosenName = OwnName | Exclude<FieldName, PartName> | 'photo' | FactValueName

type PartName = 'tipodoc' | 'documento' | 'paisdoc'

/** Returns true for a field that is merged with the DNI, as one document. */
export function isPartOfDocument(name: string): name is PartName {
  return ['tipodoc', 'documento', 'paisdoc'].includes(name)
}

/** A value of a rider, also one that follows from the code. */
export type ValueName = ChosenName | 'card' | 'id'

const fixedNames: readonly ChosenName[] = [
  ...fieldNames.filter((name): name is Exclude<FieldName, PartName> => !isPartOfDocument(name)),
  'photo',
  ...factValueNames,
]

/** Returns true if a rider lacks a required value, which the other desk may have completed. */
export function lacksValue(pilot: Pilot, name: ChosenName): boolean {
  if (name === 'dni') return documentOf(pilot) === undefined
  return isFieldName(name) && canBeMissing(name) && pilot[name] === undefined
}

/** Returns the values that a merge of two riders, or of one, chooses. */
export function chosenNames(...pilots: readonly Pilot[]): readonly ChosenName[] {
  const own = ownNamesIn(...pilots)
  return own.length > 0 ? [...fixedNames, ...own] : fixedNames
}

/** Returns a text that two riders with an equal value share; empty if the rider has no value. */
export function valueKey(pilot: Pilot, name: ValueName): string {
  if (name === 'dni') return [documentOf(pilot), pilot.paisdoc].filter(Boolean).join(' ')
  if (name === 'card') return pilot.card?.at ?? ''
  return isFactValue(name) ? factValueKey(pilot, name) : enteredText(String(pilot[name] ?? ''))
}

/** Returns the value as people read it; empty if the rider has none. */
export function valueText(pilot: Pilot, name: ChosenName): string {
  if (isFactValue(name)) return shownFactText(name, factValueText(pilot, name))
  if (name === 'dni') return describeDocument(pilot) ?? ''
  const key = valueKey(pilot, name)
  return key === '' || name === 'photo' ? key : fieldText(name, pilot[name])
}

/** Returns the field that names the value in histories and reports. */
export function reportedField(name: ChosenName, pilots: readonly Pilot[]): HistoryChange['field'] {
  return name === 'dni' && pilots.every(({ dni }) => dni === null) ? documentField({ dni: null }) : name
}

export function valueLabel(name: ChosenName, { of }: Pick<FieldTable, 'of'>): string {
  if (name === 'dni') return 'Documento'
  if (name === 'photo') return 'Foto'
  return isFactValue(name) ? factValues[name].label : of(name).label
}

/** Returns the rider with a value of another. */
export function withValue(pilot: Pilot, name: ChosenName, of: Pilot): Pilot {
  if (isFactValue(name)) return withFactValue(pilot, name, factValueOf(of, name))
  return assigned(pilot, of, name === 'dni' ? ['dni', 'tipodoc', 'documento', 'paisdoc'] : [name])
}

function assigned(pilot: Pilot, of: Pilot, names: readonly (keyof Pilot)[]): Pilot {
  const changed: Record<string, unknown> = { ...pilot }
  for (const name of names) {
    if (of[name] === undefined) delete changed[name]
    else changed[name] = of[name]
  }
  return changed as Pilot
}
