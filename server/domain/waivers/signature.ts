/** Reads a signature as a phone or the laptop sends it, and tells people what was signed. */
import { InvalidError, MalformedError } from '../errors.ts'
import { isMinor, type Pilot } from '../pilots/pilot.ts'
import { guardianProblems } from '../signing/problems.ts'
import { isStrokes, strokesProblem } from '../signing/strokes.ts'
import { formatDay, today } from '../text/date.ts'
import { visible } from '../text/names.ts'
import type { SignedInfo } from './schemas.ts'
import { type CurrentWaiver, type GivenWaiver, type Waiver, waiverOf } from './waiver.ts'

/** A signature as it is sent: drawn, or on paper. */
interface SentSignature {
  strokes?: unknown
  paper?: boolean
  guardian?: unknown
}

/**
 * Returns what is stored of a signature below a text. Only a rider under 18 has a guardian.
 * @throws MalformedError, InvalidError with a message for each bad property
 */
export function readSignature(
  { strokes, paper, guardian }: SentSignature,
  { version, hash }: Pick<CurrentWaiver, 'version' | 'hash'>,
  isMinor: boolean,
): GivenWaiver {
  if (!paper && strokes !== '' && !isStrokes(strokes)) throw new MalformedError('strokes no es un trazo')
  const { name, document } = (guardian ?? {}) as Record<string, unknown>
  const adult = { name: visibleText(name), document: visibleText(document) }
  const problem = paper ? undefined : strokesProblem(String(strokes))
  const problems = {
    ...(problem && { strokes: problem }),
    ...(isMinor && guardianProblems(adult)),
  }
  if (Object.keys(problems).length > 0) throw new InvalidError(problems)
  const text = { version, hash, ...(isMinor && { guardian: adult }) }
  return paper ? { ...text, paper: true } : { ...text, strokes: String(strokes) }
}

function visibleText(value: unknown): string {
  return typeof value === 'string' ? visible(value) : ''
}

/** A rider, as far as a signature belongs to one. */
export type Signer = Pick<Pilot, 'fechanac' | 'waivers'>

/**
 * Returns true for a rider who has signed a text. Who was under 18 then, also by a birth date that the desk learned later,
 * has signed only with the guardian.
 */
export function hasSigned({ fechanac, waivers }: Signer, hash: string): boolean {
  const waiver = waiverOf(waivers, hash)
  if (!waiver) return false
  return waiver.guardian !== undefined || !isMinor({ fechanac }, today(new Date(waiver.at)))
}

/** Returns the signature below a text or, without it, the last one. It has no drawing. */
export function signedOf(waivers: readonly Waiver[] = [], hash?: string): SignedInfo | undefined {
  const waiver = waiverOf(waivers, hash) ?? waivers.at(-1)
  if (!waiver) return undefined
  const { version, at, by, paper, guardian } = waiver
  return {
    version,
    at,
    ...(by !== undefined && { by }),
    ...(paper && { paper }),
    ...(guardian && { guardian }),
  }
}

/**
 * Says what was signed: `firmó la versión 2 el 25/11/2026, con Rosa Núñez; la actual es la 3`. Without a guardian, a minor
 * has signed even the version that is due in vain.
 */
export function signedText({ version, at, paper, guardian }: SignedInfo, due?: number): string {
  const how = paper ? ' en papel' : ''
  const adult = guardian ? `, con ${guardian.name}` : ''
  const needed = due === version ? 'como menor de 18 años, falta el adulto' : `la actual es la ${due}`
  const current = due === undefined ? '' : `; ${needed}`
  return `firmó la versión ${version}${how} el ${formatDay(at)}${adult}${current}`
}
