/** The transponders («chips») of an event, and who has one: a loan is a fact of the rider. */
import type { Chip, Loan } from '../stored/fact-shapes.ts'
import { formatMoment } from '../text/date.ts'
import { visible } from '../text/names.ts'
import { fold } from '../text/text.ts'
import { joinedLines } from './lines.ts'

export type { Chip, Loan }

export const maxChips = 3000

/** Returns the code of a chip as it is stored, from a scan or from a keyboard. */
export function chipCode(text: string): string {
  return visible(text).toUpperCase()
}

/** Returns chips as they are stored. */
export function storedChips(given: readonly Chip[]): Chip[] {
  return given.flatMap(({ code, label, rented }) =>
    chipCode(code) === '' ? [] : [{ code: chipCode(code), label: visible(label), rented }],
  )
}

/** Returns chips with others, which replace those of the same code, by their labels. */
export function withChips(chips: readonly Chip[], given: readonly Chip[]): Chip[] {
  const { compare } = new Intl.Collator('es', { numeric: true })
  const byCode = new Map([...chips, ...given].map((chip) => [chip.code, chip]))
  return [...byCode.values()].sort((a, b) => compare(a.label || a.code, b.label || b.code))
}

/** Returns what is wrong with each chip that would be added: no code or label is that of another chip. */
export function chipProblems(chips: readonly Chip[], given: readonly Chip[]): (string | undefined)[] {
  const replaced = new Set(given.map(({ code }) => code))
  const owners = new Map<string, string>()
  const claim = ({ code, label }: Chip) => {
    for (const name of [code, label]) if (name !== '') owners.set(fold(name), code)
  }
  for (const chip of chips) if (!replaced.has(chip.code)) claim(chip)
  const seen = new Set<string>()
  return given.map((chip) => {
    const { code, label } = chip
    if (seen.has(code)) return `El código ${code} está dos veces`
    seen.add(code)
    const taken = [code, label].find((name) => (owners.get(fold(name)) ?? code) !== code)
    if (taken === undefined) claim(chip)
    return taken && `${taken} ya es el código o la etiqueta del chip ${owners.get(fold(taken))}`
  })
}

/** Returns the chip that a scan or a person means: by its code, or by the label on its case. */
export function findChip(chips: readonly Chip[], text: string): Chip | undefined {
  const code = chipCode(text)
  return (
    chips.find((chip) => chip.code === code) ?? chips.find(({ label }) => label && fold(label) === fold(code))
  )
}

/** Returns the loans of two desks: a chip that came back at one of them is back. */
export function joinedLoans(one?: readonly Loan[], other?: readonly Loan[]): Loan[] {
  return joinedLines(one, other, (a, b) => {
    if (!a.returned !== !b.returned) return a.returned ? a : b
    return JSON.stringify(a) <= JSON.stringify(b) ? a : b
  })
}

/** Returns the loans of a rider in an event that have not ended. */
export function openLoans({ loans = [] }: { loans?: readonly Loan[] }, event?: string): Loan[] {
  return loans.filter((loan) => !loan.returned && (event === undefined || loan.event === event))
}

/** Returns the code of the chip that a rider was lent last and has still, also of an event that is over. */
export function lastChip(rider: { loans?: readonly Loan[] }): string | undefined {
  return openLoans(rider).reduce<Loan | undefined>(
    (last, one) => (last && last.at > one.at ? last : one),
    undefined,
  )?.chip
}

export function describeLoan({ chip, document, returned }: Loan): string {
  const left = document ? `, dejó ${document}` : ''
  return `chip ${chip}${left}${returned ? `, devuelto el ${formatMoment(returned.at)}` : ''}`
}
