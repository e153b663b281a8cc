/** The consent of a pilot to the use of the data: the text that an admin writes, and who accepted it when. */
import { InvalidError, MalformedError } from '../errors.ts'
import { formatDay, isMoment } from '../text/date.ts'
import { enteredText } from '../text/names.ts'
import { isObject, wellFormed } from '../text/text.ts'
import { Problem, textRule } from './rules.ts'

/** The text that people accept. An empty text asks nobody. */
export interface ConsentText {
  text: string
  /** Increases with every change of the text. */
  version: number
}

/** The consent of one pilot. A pilot without one has not accepted any text, or has withdrawn the consent. */
export interface Consent {
  /** The version of the text that was accepted. */
  version: number
  /** ISO 8601, UTC. */
  at: string
  /** The author of the change that noted it: see `author.ts`. */
  by?: string
  /** The name of the adult who accepted for a rider under 18. */
  guardian?: string
}

/** A consent before its time is set. */
export type GivenConsent = Omit<Consent, 'at'>

/** The greatest length of the text. */
export const maxConsentText = 5000

export const consentTextTooLong = `El texto tiene hasta ${maxConsentText} letras`

/** The label of the tick, and the mark of a pilot who has not accepted the text. */
export const consentLabel = 'Acepta el uso de sus datos'
export const consentMissing = 'Falta el consentimiento'

export const guardianMissing = 'Es menor de 18 años: escriba quién acepta'

/** The greatest length of the name of an adult, as of the field `apoderado`. */
export const maxGuardian = 120

/** Reads a stored text. Returns undefined if it is none. */
export function parseConsentText({ text, version }: Record<string, unknown>): ConsentText | undefined {
  const isText = typeof text === 'string' && text.length <= maxConsentText && isVersion(version)
  return isText ? { text, version } : undefined
}

/** Returns the next version of a text, or the same if the text stays. */
export function changedConsentText(
  { text: before, version }: ConsentText = { text: '', version: 0 },
  text: string,
): ConsentText {
  const after = enteredText(wellFormed(text))
  if (after === before) return { text: before, version }
  // An empty text is no version: nobody accepts it.
  return { text: after, version: after === '' ? version : version + 1 }
}

export function isConsent(value: unknown): value is Consent {
  return (
    isObject(value) &&
    isVersion(value.version) &&
    isMoment(value.at) &&
    [value.by, value.guardian].every((text) => text === undefined || typeof text === 'string')
  )
}

function isVersion(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0
}

/**
 * Reads what a form says about the consent: null withdraws it. Only a rider under 18 has a guardian.
 * @throws MalformedError, InvalidError
 */
export function readGivenConsent(
  value: unknown,
  { current, isMinor, by }: { current: ConsentText; isMinor: boolean; by?: string },
): GivenConsent | null {
  if (value === null) return null
  if (!isObject(value) || !isVersion(value.version))
    throw new MalformedError('consent no es un consentimiento')
  const { version } = value
  // A text that was changed while it was read is the one that was accepted.
  if (version < 1 || version > current.version)
    throw new MalformedError('No hay un texto del consentimiento con esa versión')
  const given = { version, ...(by !== undefined && { by }) }
  if (!isMinor) return given
  const guardian = textRule(maxGuardian, guardianMissing)(value.guardian)
  if (guardian instanceof Problem) throw new InvalidError({ guardian: guardian.message })
  return { ...given, guardian }
}

/** Returns the pilot with a consent that is given now, or without one. The same consent keeps its time. */
export function withConsent<Stored extends { consent?: Consent }>(
  { consent: before, ...pilot }: Stored,
  given: GivenConsent | null | undefined,
  now: string,
): Omit<Stored, 'consent'> & { consent?: Consent } {
  const isKept =
    given === undefined || (given && before?.version === given.version && before.guardian === given.guardian)
  const after = isKept ? before : given ? { ...given, at: now } : undefined
  return after ? { ...pilot, consent: after } : pilot
}

export function sameConsent(one?: Consent, other?: Consent): boolean {
  return consentKey(one) === consentKey(other)
}

/** Returns a text that equal consents share; empty without one. */
export function consentKey(consent?: Consent): string {
  return consent ? JSON.stringify([consent.at, consent.version, consent.by, consent.guardian]) : ''
}

/** Describes a consent, such as `versión 2, por Rosa Núñez`. Empty without one. */
export function describeConsent(consent?: Consent): string {
  if (!consent) return ''
  return `versión ${consent.version}${consent.guardian ? `, por ${consent.guardian}` : ''}`
}

/** Says which version a pilot has accepted: `aceptó la versión 1 el 25/11/2026, por Rosa Núñez; la actual es la 2`. */
export function consentText({ version, at, guardian }: Consent, due?: number): string {
  const who = guardian ? `, por ${guardian}` : ''
  const current = due === undefined ? '' : `; la actual es la ${due}`
  return `aceptó la versión ${version} el ${formatDay(at)}${who}${current}`
}

/** Returns the version that a pilot has not accepted, if there is a text and the pilot has not accepted just that. */
export function dueConsent(
  consent: Consent | undefined,
  current: ConsentText | undefined,
): number | undefined {
  if (!current || current.text === '' || consent?.version === current.version) return undefined
  return current.version
}
