/** A pilot: what staff write down about one (a draft), and the registered record. */
import { InvalidError, MalformedError } from '../errors.ts'
import { enumerate } from '../text/text.ts'
import { type FieldName, fieldNames, fields } from './fields.ts'
import type { PilotId } from './pilot-id.ts'
import { Problem, type Stored } from './rules.ts'

/** What the form sends, checked: `celular` and `dni` integers, `fechanac` as `YYYY-MM-DD`. */
export type PilotDraft = { [Name in FieldName]: Stored<(typeof fields)[Name]['rule']> }

/** The file name of a stored photo. */
export type PhotoName = string

/** A credential that was printed. */
export interface IssuedCard {
  /** When it was, last: ISO 8601, UTC. */
  at: string
  /** The public address that its QR carries, without a slash at the end. */
  address: string
}

export type Pilot = PilotDraft & {
  id: PilotId
  photo: PhotoName | null
  /** When the pilot was registered: ISO 8601, UTC. Data from before that was kept has none. */
  since?: string
  card?: IssuedCard
}

/** One message a field. */
type Problems = Partial<Record<FieldName, string>>

/**
 * Checks raw values against the rules of their fields. Unknown keys are dropped, strings trimmed.
 * @throws InvalidError with a message for each field that breaks its rule
 */
export function parseDraft(raw: object): PilotDraft {
  const { draft, problems } = checkDraft(raw)
  if (!draft) throw new InvalidError(problems)
  return draft
}

/** Either a draft, or the problems that stand in its way. */
export interface CheckedDraft {
  draft?: PilotDraft
  problems: Problems
}

/** The same without the exception. */
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
 * Checks a pilot of the history before it is stored again.
 * @throws MalformedError where its data breaks the rules of today
 */
export function requireStorable(pilot: Pilot): Pilot {
  const { draft, problems } = checkDraft(pilot)
  if (draft) return { ...pilot, ...draft }
  const labels = fieldNames.filter((name) => name in problems).map((name) => fields[name].label)
  throw new MalformedError(
    `El historial de este piloto tiene datos que no se pueden guardar (${enumerate(labels)}): regístrelo otra vez`,
  )
}

/** The message for one field, or undefined where the value keeps the rule. */
export function checkField(name: FieldName, value: unknown): string | undefined {
  const result = fields[name].rule(value)
  return result instanceof Problem ? result.message : undefined
}

/** The DNI that a value means, however it is written; undefined where it is none. */
export function readDni(value: unknown): number | undefined {
  const dni = fields.dni.rule(value)
  return dni instanceof Problem ? undefined : dni
}

export function draftOf({ id: _id, photo: _photo, since: _since, card: _card, ...draft }: Pilot): PilotDraft {
  return draft
}

/** Whether two states of a pilot say the same to people. */
export function sameData(one: PilotDraft & { photo: PhotoName | null }, other: typeof one): boolean {
  return one.photo === other.photo && fieldNames.every((name) => one[name] === other[name])
}
