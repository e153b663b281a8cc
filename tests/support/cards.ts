/** Draws the cards of tests in the thread of the test. */
import { buffer } from 'node:stream/consumers'
import type { PrintOptions } from '#domain/credential/cards'
import { defaultRules, type ValidityRules } from '#domain/credential/validity-rules'
import { defaultBrand } from '#domain/desk/brand'
import type { Pilot } from '#domain/pilots/pilot'
import { drawCards } from '../../server/credential/print/cards-pdf.ts'
import { cardOf, type Printer } from '../../server/credential/print/print-order.ts'

/** Worker threads that draw cards, in this thread. */
export const inThisThread = {
  stream: (_job: 'draw-cards', style: never, cards: never) => drawCards(style, cards),
} as Printer['workers']

export interface CardOptions extends PrintOptions {
  rules?: ValidityRules
  shown?: Parameters<typeof cardOf>[2]
}

/** Returns the PDF of the cards of these pilots. */
export function pdfOf(
  pilots: readonly Pilot[],
  { rules = defaultRules, shown, ...options }: CardOptions & { address: string },
  photo?: Buffer,
): Promise<Buffer> {
  const cards = pilots.map((pilot) => ({ ...cardOf(pilot, rules, shown), photo }))
  return buffer(drawCards({ brand: defaultBrand, ...options }, cards))
}
