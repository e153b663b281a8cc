/** The consent of a pilot to the use of the data: the text that an admin writes, and who accepted it when. */
import type { Consent } from '../stored/fact-shapes.ts'
import { formatDay, formatMoment } from '../text/date.ts'
import { enteredText } from '../text/names.ts'
import { wellFormed } from '../text/text.ts'

export type { Consent }

/** The text that people accept. An empty text asks nobody. */
export interface ConsentText {
  text: string
  /** Increases with every change of the text. */
  version: number
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

export function isConsentVersion(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0
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

/** Returns a text that only equal consents share. */
export function consentKey({ at, version, by, guardian }: Consent): string {
  return JSON.stringify([at, version, by, guardian])
}

/** Describes a consent, such as `versión 2, por Rosa Núñez`. */
export function describeConsent({ version, guardian }: Consent): string {
  return `versión ${version}${guardian ? `, por ${guardian}` : ''}`
}

/** Returns what a consent says, as pairs of a label and a text. */
export function consentRows({ version, at, by, guardian }: Consent): (readonly [string, string])[] {
  return [
    ['Versión del texto', String(version)],
    ['Aceptado', formatMoment(at)],
    ...(guardian ? [['Por', guardian] as const] : []),
    ...(by ? [['Lo anotó', by] as const] : []),
  ]
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
