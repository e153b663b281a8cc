/** A pilot: the draft that staff fill in, and the registered record. */
import { InvalidError, MalformedError } from '../errors.ts'
import { enumerate } from '../text/text.ts'
import type { Terms } from '../validity/terms.ts'
import { type FieldName, fieldNames, fields } from './fields.ts'
import type { PilotId } from './pilot-id.ts'
import { Problem, type Stored } from './rules.ts'

/** The checked data of the form: `celular` and `dni` are integers, `fechanac` is `YYYY-MM-DD`. */
export type PilotDraft = { [Name in FieldName]: Stored<(typeof fields)[Name]['rule']> }

/** The file name of a stored photo. */
export type PhotoName = string

/** A credential that was printed. */
interface IssuedCard {
  /** The time at which the card was last printed: ISO 8601, UTC. */
  at: string
  /** The public address that its QR carries, without a slash at the end. */
  address: string
  /** The last day on the card, `YYYY-MM-DD`. Cards from before it was recorded have none. */
  until?: string
}

export type Pilot = PilotDraft & {
  id: PilotId
  photo: PhotoName | null
  /** The time of registration: ISO 8601, UTC. Pilots from before it was recorded have none. */
  since?: string
  card?: IssuedCard
  /** The dates and the suspension of the credential, if it has any of its own. */
  terms?: Terms
}

/** One message per field. */
type Problems = Partial<Record<FieldName, string>>

/**
 * Checks raw values against the rules of their fields. Drops unknown keys and trims strings.
 * @throws InvalidError with a message for each field that breaks its rule
 */
export function parseDraft(raw: object): PilotDraft {
  const { draft, problems } = checkDraft(raw)
  if (!draft) throw new InvalidError(problems)
  return draft
}

/** Either a draft, or the problems of its values. */
export interface CheckedDraft {
  draft?: PilotDraft
  problems: Problems
}

/** Checks raw values like `parseDraft`, but returns the problems instead of throwing an exception. */
export function checkDraft(raw: object): CheckedDraft {
  const values = raw as Readonly<Record<string, unknown>>
  const draft: Record<string, unknown> = {}
  const problems: Problems = {}
  let isGood = true
  for (const name of fieldNames) {
    const value = fields[name].rule(values[name])
    if (value instanceof Problem) {
      problems[name] = value.message
      isGood = false
    } else draft[name] = value
  }
  return isGood ? { draft: draft as PilotDraft, problems } : { problems }
}

/**
 * Checks a pilot from the history before it is stored again.
 * @throws MalformedError if its data breaks the current rules
 */
export function requireStorable(pilot: Pilot): Pilot {
  const { draft, problems } = checkDraft(pilot)
  if (draft) return { ...pilot, ...draft }
  const labels = fieldNames.filter((name) => name in problems).map((name) => fields[name].label)
  throw new MalformedError(
    `El historial de este piloto tiene datos que no se pueden guardar (${enumerate(labels)}): regístrelo otra vez`,
  )
}

/** Returns the message for one field, or undefined if the value follows the rule. */
export function checkField(name: FieldName, value: unknown): string | undefined {
  const result = fields[name].rule(value)
  return result instanceof Problem ? result.message : undefined
}

/**
 * Returns the option that a value nearly is. Returns undefined for a value that follows the rule, for one that is near
 * no option or several, and for a field without options.
 * @example nearestOption('modalidad', 'Velocros') // 'VELOCROSS'
 */
export function nearestOption(name: FieldName, value: unknown): string | undefined {
  const result = fields[name].rule(value)
  return result instanceof Problem ? result.suggestion : undefined
}

/** Reads a DNI in any notation. Returns undefined if the value is not a DNI. */
export function readDni(value: unknown): number | undefined {
  const dni = fields.dni.rule(value)
  return dni instanceof Problem ? undefined : dni
}

/** Returns the fields, without the other properties of a pilot, such as those that a newer program has stored. */
export function draftOf(pilot: Pilot): PilotDraft {
  return Object.fromEntries(fieldNames.map((name) => [name, pilot[name]])) as PilotDraft
}

/** Returns true if two states of a pilot have equal fields and the same photo. */
export function sameData(one: PilotDraft & { photo: PhotoName | null }, other: typeof one): boolean {
  return one.photo === other.photo && fieldNames.every((name) => one[name] === other[name])
}
