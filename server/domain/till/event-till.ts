/** The till of an event: its currency, prices, means of payment and chips, the drawers, and the amounts of erased persons. */
import type { CountryCode } from '../pilots/countries.ts'
import type { EventTill, Shift } from '../stored/fact-shapes.ts'
import { type Account, joinedLines, joinedPayments, linesIn, usualMeans } from './lines.ts'
import { withChips } from './loans.ts'
import { currencyIn } from './money.ts'

export type { EventTill, Shift }

export const mostMeans = 20
/** The words for a person who was erased. */
export const erasedPerson = 'Persona borrada'
/** The means that people of a country use besides the usual ones. */
const meansIn: Partial<Record<CountryCode, readonly string[]>> = {
  PE: ['Yape', 'Plin'],
  AR: ['Mercado Pago'],
  BO: ['QR'],
}

/** Returns the till of an event that has none yet. */
export function newTill(country: CountryCode | ''): EventTill {
  return {
    currency: currencyIn(country),
    prices: [],
    means: country === '' ? [] : (meansIn[country] ?? []),
    chips: [],
    shifts: [],
    erased: [],
    spent: {},
  }
}

/** Returns the till of an event, also of one that has none yet. */
export function tillOf({ till, country }: { till?: EventTill; country: CountryCode | '' }): EventTill {
  return till ?? newTill(country)
}

/** Returns true if the event takes money: it has prices, or had some when a drawer was opened. */
export function usesTill({ prices, shifts, erased }: EventTill): boolean {
  return prices.length + shifts.length + erased.length > 0
}

/** Returns true if the event has chips to lend. */
export function usesChips({ chips }: EventTill): boolean {
  return chips.length > 0
}

/** Returns the till with which the next event begins: the prices and the chips, and no money. */
export function nextTill({ shifts: _shifts, erased: _erased, spent: _spent, ...kept }: EventTill): EventTill {
  return { ...newTill(''), ...kept }
}

/** Returns the tills of two desks: what one of them lacks is added, and the prices are those of the first that has some. */
export function joinedTills(own?: EventTill, other?: EventTill): EventTill | undefined {
  if (!own || !other) return own ?? other
  // Of two counts of one shift, both desks take the last one.
  const shifts = joinedLines(withIds(own.shifts), withIds(other.shifts), (one, two) =>
    (one.closed?.at ?? '') >= (two.closed?.at ?? '') ? one : two,
  )
  const letters = new Set([...Object.keys(own.spent), ...Object.keys(other.spent)])
  return {
    currency: own.prices.length > 0 ? own.currency : other.currency,
    prices: own.prices.length > 0 ? own.prices : other.prices,
    means: [...new Set([...own.means, ...other.means])].slice(0, mostMeans),
    chips: withChips(other.chips, own.chips),
    shifts: shifts.map(({ id: _id, ...shift }) => shift),
    erased: joinedPayments(own.erased, other.erased),
    spent: Object.fromEntries(
      [...letters].map((letter) => [letter, Math.max(own.spent[letter] ?? 0, other.spent[letter] ?? 0)]),
    ),
  }
}

function withIds(shifts: readonly Shift[]) {
  return shifts.map((shift) => ({ id: shiftId(shift), ...shift }))
}

/** Returns a till whose prices have other names of modalidades. */
export function renamedTill(till: EventTill, nameOf: (name: string) => string): EventTill {
  const prices = till.prices.map((price) => ({
    ...price,
    ...(price.modalidad !== undefined && { modalidad: nameOf(price.modalidad) }),
  }))
  return { ...till, prices }
}

/** Returns the till of an event with what persons who are erased have paid, without anything that is personal. */
export function withErased(till: EventTill, persons: readonly Account[], event: string): EventTill {
  const payments = persons
    .flatMap((person) => linesIn(person.payments, event))
    .map(({ reference: _reference, reason, ...payment }) => ({
      ...payment,
      concept: erasedPerson,
      ...(reason !== undefined && { reason: 'Motivo borrado' }),
    }))
  return payments.length > 0 ? { ...till, erased: joinedPayments(till.erased, payments) } : till
}

/** Returns all means of an event. */
export function meansOf({ means }: Pick<EventTill, 'means'>): string[] {
  return [...new Set([...usualMeans, ...means])]
}

/** Returns the shift that a drawer has now: one after the last that was closed. */
export function openShift(
  shifts: readonly Shift[],
  { letter, drawer }: Pick<Shift, 'letter' | 'drawer'>,
): Shift {
  const own = shifts.filter((one) => one.letter === letter && one.drawer === drawer)
  const shift = 1 + Math.max(0, ...own.filter(({ closed }) => closed).map((one) => one.shift))
  return own.find((one) => one.shift === shift) ?? { letter, drawer, shift, float: 0 }
}

/** The names by which a shift is known. A payment has those of its own. */
export type ShiftKey = Pick<Shift, 'letter' | 'drawer' | 'shift'>

/** Returns a text that only this shift has. */
export function shiftId({ letter, drawer, shift }: ShiftKey): string {
  return JSON.stringify([letter, drawer, shift])
}

export function shiftsMatch(one: ShiftKey, other: ShiftKey): boolean {
  return one.letter === other.letter && one.drawer === other.drawer && one.shift === other.shift
}

/** Returns shifts with one in a new state. */
export function withShift(shifts: readonly Shift[], changed: Shift): Shift[] {
  return [...shifts.filter((one) => !shiftsMatch(one, changed)), changed]
}
