/** The prices of an event: what entering, a further category, a chip and other things cost, and until which day less. */
import type { Category } from '../events/categories/category.ts'
import type { Price } from '../stored/fact-shapes.ts'
import { isCalendarDay } from '../text/date.ts'
import { visible } from '../text/names.ts'
import { isCents } from './money.ts'

export type { Price }

/** The kinds of prices: those of an entry and of a chip are charged by themselves, an extra one if the desk adds it. */
export const priceKinds = {
  entry: 'Inscripción',
  second: 'Segunda categoría',
  chip: 'Alquiler de chip',
  extra: 'Otro cobro',
} as const
export type PriceKind = keyof typeof priceKinds

export const maxPrices = 200

function isAmount(cents: number): boolean {
  return isCents(cents) && cents >= 0
}

/** Returns prices as they are stored, without blank parts. */
export function storedPrices(given: readonly Price[]): Price[] {
  return given.map(({ id, kind, label, modalidad, category, cents, early }) => ({
    ...{ id, kind, label: visible(label) || priceKinds[kind] },
    ...(isOfEntry(kind) && modalidad && { modalidad }),
    ...(isOfEntry(kind) && modalidad && category && { category }),
    cents,
    ...(early && { early }),
  }))
}

/** Returns the problems of prices by their places, such as `prices.0.early`. */
export function priceProblems(
  prices: readonly Price[],
  categories: readonly Category[],
  modalidades: readonly string[],
): Record<string, string> {
  const problems = prices.flatMap((price, index) => {
    const { id, kind, modalidad, category, cents, early } = price
    const isElsewhere = categories.find((one) => one.id === category)?.modalidad !== modalidad
    const isRepeated = prices.slice(0, index).some((one) => one.id === id)
    const twin = prices.slice(0, index).find((one) => kind !== 'extra' && placeOf(one) === placeOf(price))
    const found: [part: string, message: string | false | undefined][] = [
      ['label', (isRepeated || twin) && 'Ya hay un precio para lo mismo: quite uno de los dos'],
      ['modalidad', modalidad !== undefined && !modalidades.includes(modalidad) && 'Esa modalidad no corre'],
      ['category', category !== undefined && isElsewhere && 'Esa categoría no está en la modalidad'],
      ['cents', !isAmount(cents) && 'Escriba un monto que no sea negativo'],
      ['early', early && !isAmount(early.cents) && 'Escriba un monto que no sea negativo'],
      ['early', early && early.cents > cents && 'El precio anticipado no puede ser mayor que el otro'],
      ['early', early && !isCalendarDay(early.until) && 'Ese día no existe'],
    ]
    return found.flatMap(([part, message]) => (message ? [[`prices.${index}.${part}`, message]] : []))
  })
  return Object.fromEntries(problems)
}

function isOfEntry(kind: PriceKind): boolean {
  return kind === 'entry' || kind === 'second'
}

function placeOf({ kind, modalidad = '', category = '' }: Omit<Price, 'id' | 'label' | 'cents'>): string {
  return [kind, modalidad, category].join(' ')
}

/** Returns the amount of a price on a day, `YYYY-MM-DD`. */
export function centsOn({ cents, early }: Pick<Price, 'cents' | 'early'>, day: string): number {
  return early && day <= early.until ? early.cents : cents
}

/**
 * Returns the price of an entry: that of its category, else of its modalidad, else of all. A further one has the price of a
 * second category, if there is one.
 */
export function priceOfEntry(
  prices: readonly Price[],
  { modalidad, category }: { modalidad: string; category?: string },
  isFurther: boolean,
): Price | undefined {
  const places = [...(category === undefined ? [] : [{ modalidad, category }]), { modalidad }, {}]
  const kinds = isFurther ? (['second', 'entry'] as const) : (['entry'] as const)
  const wanted = kinds.flatMap((kind) => places.map((place) => placeOf({ kind, ...place })))
  return wanted
    .map((place) => prices.find((price) => placeOf(price) === place))
    .find((price) => price !== undefined)
}
