/** The damages that other programs do to texts, each of which a person mends in all cells of a file at once. */
import { count } from '../../text/text.ts'

/** Letters that were read in a wrong encoding; letters that are written as in HTML; letters that were lost. */
export const damageKinds = ['letras', 'html', 'perdidas'] as const

export type DamageKind = (typeof damageKinds)[number]

/** The damage of a cell, and the text that it probably was. */
export interface Damage {
  kind: DamageKind
  meant: string
}

/** The ends of the titles, which follow the number of cells. */
const problems: Record<DamageKind, string> = {
  letras: 'con letras que otro programa leyó mal',
  html: 'con letras escritas como en una página web',
  perdidas: 'con letras que se perdieron',
}

export function damageProblem(kind: DamageKind): string {
  return problems[kind]
}

/** Returns the problem of a damaged cell. */
export function damageMessage(meant: string): string {
  return `Otro programa la dañó: probablemente dice «${meant}»`
}

/** The problem of a cell whose text nobody knows. */
export const lostLetters = 'La celda tiene letras dañadas: escríbala otra vez'

export function isDamageKind(value: unknown): value is DamageKind {
  return damageKinds.some((kind) => kind === value)
}

/** Returns the title of a group of bad cells: a row may have several damaged cells. */
export function groupTitle(
  { problem, damage }: { problem: string; damage?: DamageKind },
  size: number,
): string {
  return `${count(size, damage ? 'celda' : 'fila')} ${problem}`
}
