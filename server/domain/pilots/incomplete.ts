/**
 * An incomplete pilot: one whom an import has stored without some required values, which the desk completes when the person
 * stands there. Until then there is no credential and no pass. What is missing is absent: a mark could contradict the
 * values, and null means that there is none.
 */
import { PilotosError } from '../errors.ts'
import { enumerateFirst } from '../text/text.ts'
import type { Field } from './field.ts'
import { type FieldName, fieldNames, fields, isOptional, requiredNames } from './fields.ts'
import { fullName, isOtherDocument, type Pilot, type StoredDraft } from './pilot.ts'

/** Returns the fields whose required values a pilot lacks, in the order of the form. An incomplete pilot lacks some. */
export function missingNames(pilot: StoredDraft): FieldName[] {
  return neededNames(pilot).filter((name) => pilot[name] === undefined)
}

/** Returns true for a pilot who lacks a required value. */
export function isIncomplete(pilot: StoredDraft): boolean {
  return neededNames(pilot).some((name) => pilot[name] === undefined)
}

/** Returns the fields that a pilot needs: the required ones and, without a DNI, those of the other document. */
function neededNames({ dni }: StoredDraft): readonly FieldName[] {
  return dni === null ? neededWithoutDni : requiredNames
}

const neededWithoutDni = fieldNames.filter((name) => !isOptional(name) || isOtherDocument(name))

/** Returns what an incomplete pilot lacks, such as `falta DNI, Fecha de Nacimiento`. */
export function missingText(missing: readonly FieldName[]): string {
  return `falta ${missing.map(shortLabel).join(', ')}`
}

/** Says that a pilot is incomplete, such as `Incompleto: falta DNI`. */
export function incompleteText(missing: readonly FieldName[]): string {
  return `Incompleto: ${missingText(missing)}`
}

/** Divides pilots into those who have a credential, and the incomplete ones. */
export function divided(pilots: readonly Pilot[]): { complete: Pilot[]; incomplete: Pilot[] } {
  const incomplete = pilots.filter(isIncomplete)
  return { complete: pilots.filter((pilot) => !isIncomplete(pilot)), incomplete }
}

/** @throws PilotosError that names the incomplete ones of some pilots, who have no credential */
export function requireComplete(pilots: readonly Pilot[]): void {
  const { incomplete } = divided(pilots)
  if (incomplete.length > 0)
    throw new PilotosError('conflict', noCredentialText(incomplete.map(riderLacking), incomplete.length))
}

/** An incomplete pilot, as a list names one. */
export interface RiderLacking {
  name: string
  missing: FieldName[]
}

export function riderLacking(pilot: Pilot): RiderLacking {
  return { name: fullName(pilot), missing: missingNames(pilot) }
}

/** The most incomplete pilots that a message names. */
export const maxLacking = 20

/** Says which of `total` incomplete pilots have no credential, such as `Sin credencial, porque falta algo: Ana Quispe (falta DNI)`. */
export function noCredentialText(riders: readonly RiderLacking[], total: number): string {
  const named = riders.slice(0, maxLacking).map(({ name, missing }) => `${name} (${missingText(missing)})`)
  return `Sin credencial hasta que la mesa los complete: ${enumerateFirst(named, total)}`
}

function shortLabel(name: FieldName): string {
  const { label, shown }: Field = fields[name]
  return shown?.credential ?? label
}
