/**
 * The waiver of liability («deslinde») of a rider: the texts that an admin writes, and who signed which of them. A text is
 * known by its hash, which two desks share, and has a version for people. A signature is a fact of the rider, since a mark
 * on entries would have to be taken away with each new text.
 */
import type { Guardian } from '../signing/problems.ts'
import { formatMoment } from '../text/date.ts'

interface WaiverText {
  /** One more than that of the text before. */
  version: number
  text: string
}

/** All texts by their hashes: SHA-256 of the text in UTF-8, as 64 hexadecimal digits. */
export type WaiverTexts = Readonly<Record<string, WaiverText>>

/** The text that an event asks riders to sign. */
export interface CurrentWaiver extends WaiverText {
  hash: string
}

/** The signature of one rider below one text. */
export interface Waiver {
  version: number
  hash: string
  /** ISO 8601, UTC. */
  at: string
  /** The author who was there: see `roles.ts`. */
  by?: string
  /** The phone or laptop on which it was drawn, for people. */
  device?: string
  /** The drawing: see `strokes.ts`. Absent from one on paper. */
  strokes?: string
  paper?: true
  guardian?: Guardian
}

/** A signature before it is stored. */
export type GivenWaiver = Omit<Waiver, 'at' | 'by' | 'device'>

/** Stands for the hash of a text where nobody signs. */
export const noWaiver = 'ninguno'

/** The greatest length of a text: it is printed on one page with the signature below it. */
export const maxWaiverText = 5000
/** The most lines of a text, for the same reason. */
export const maxWaiverLines = 60
export const waiverTextTooLong = `El texto tiene hasta ${maxWaiverText} letras y ${maxWaiverLines} líneas: se imprime en una hoja`

/** The most texts of a folder. */
export const maxWaiverTexts = 200

/** Returns the text of a hash, or undefined if nobody has to sign. */
export function currentWaiver(texts: WaiverTexts, hash = ''): CurrentWaiver | undefined {
  const text = texts[hash]
  return text && { ...text, hash }
}

/** Returns the version of a new text. */
export function nextVersion(texts: WaiverTexts): number {
  return 1 + Math.max(0, ...Object.values(texts).map(({ version }) => version))
}

/** Returns the signature of a rider below the text of a hash. */
export function waiverOf(waivers: readonly Waiver[] = [], hash?: string): Waiver | undefined {
  return waivers.find((one) => one.hash === hash)
}

/** Returns the order of two signatures below one text: that with a guardian comes first, and then a drawing. */
function rankOf({ guardian, paper }: Waiver): number {
  return (guardian ? 0 : 2) + (paper ? 1 : 0)
}

/**
 * Returns the signatures with another one. A rider has one below each text: one with a guardian stands for one without, a
 * drawing for one on paper, and otherwise the first one stays.
 */
export function withWaiver(waivers: readonly Waiver[] = [], waiver: Waiver): readonly Waiver[] {
  const before = waiverOf(waivers, waiver.hash)
  if (before && rankOf(before) <= rankOf(waiver)) return waivers
  return [...waivers.filter((one) => one !== before), waiver]
}

/** Returns the signatures without that below a text, or undefined if none is left. */
export function withoutWaiver(waivers: readonly Waiver[] = [], hash: string): readonly Waiver[] | undefined {
  const kept = waivers.filter((one) => one.hash !== hash)
  return kept.length > 0 ? kept : undefined
}

/** Returns the signatures of two desks, both of which join them alike: see `withWaiver`. */
export function joinedWaivers(one: readonly Waiver[] = [], other: readonly Waiver[] = []): readonly Waiver[] {
  const all = [...one, ...other].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
  const joined = all.reduce<readonly Waiver[]>((before, waiver) => withWaiver(before, waiver), [])
  return joined.toSorted((a, b) => a.version - b.version || (a.hash < b.hash ? -1 : 1))
}

/** Returns a text that equal signatures share. */
export function waiversKey(waivers: readonly Waiver[]): string {
  return JSON.stringify(waivers.map(keyOf).sort())
}

function keyOf({ version, hash, at, by, device, strokes, paper, guardian }: Waiver): string {
  const adult = guardian && [guardian.name, guardian.document]
  return JSON.stringify([at, hash, version, by, device, strokes, paper, adult])
}

/** Describes signatures, such as `versión 2, con Rosa Núñez (DNI 70123456), en papel`. */
export function describeWaivers(waivers: readonly Waiver[]): string {
  return waivers
    .map(({ version, guardian, paper }) =>
      [
        `versión ${version}`,
        ...(guardian ? [`con ${guardian.name} (${guardian.document})`] : []),
        ...(paper ? ['en papel'] : []),
      ].join(', '),
    )
    .join('; ')
}

/** Returns what signatures say, as pairs of a label and a text. */
export function waiverRows(waivers: readonly Waiver[]): (readonly [string, string])[] {
  return waivers.flatMap(({ version, hash, at, by, device, paper, guardian }) => [
    ['Versión del texto', String(version)],
    ['Código del texto (SHA-256)', hash],
    ['Firmado', `${formatMoment(at)}${paper ? ', en papel' : ', en la pantalla'}`],
    ...(guardian ? [['Con', `${guardian.name}, ${guardian.document}`] as const] : []),
    ...(by ? [[paper ? 'Vio el papel' : 'Estuvo presente', by] as const] : []),
    ...(device ? [['Equipo', device] as const] : []),
  ])
}
