/** Makes a PDF of credentials for printing: several threads draw its parts, which are joined in order. */
import type { PrintOptions } from '#domain/cards'
import type { CardOrder, CardsPart, CardsStyle, PdfEnd, PdfPart } from '#domain/cards-part'
import { NotFoundError } from '#domain/errors'
import type { Pilot } from '#domain/pilot/pilot'
import { today } from '#domain/text/date'
import { defaultRules, type ValidityRules } from '#domain/validity/rules'
import { endOf } from '#domain/validity/status'
import { type Brand, defaultBrand } from '#domain/web/brand'
import { bleedOf, cardsPerPart, firstSlot } from './cards-part.ts'
import { requireReadableQr } from './drawing/card-sizes.ts'
import { JoinedParts } from './joined-parts.ts'

/** `address` is the public address of the server, which the QRs carry. `rules` give the last days on the cards. */
export type CardsOptions = PrintOptions & { address: string; brand?: Brand; rules?: ValidityRules }

/** Draws the parts of a PDF, on this thread or on others. */
export interface CardDrawers {
  /** The number of parts that are drawn at once. */
  atOnce: number
  drawCards(part: CardsPart): Promise<PdfPart>
  endCards(end: PdfEnd & { style: CardsStyle }): Promise<Uint8Array>
}

/**
 * Yields the bytes of the PDF as they are produced, and waits until the consumer has taken them. At most one part
 * more than are drawn at once is in memory. `onCards` receives the number of cards that are done, and the drawn cards.
 * @throws NotFoundError if there are no pilots, MalformedError if no phone could read the QR or if `start` is not a
 * position on the sheet, and the errors of `photoOf` and `drawers`
 */
export async function* cardsPdf(
  pilots: Iterable<Pilot> | AsyncIterable<Pilot>,
  photoOf: (pilot: Pilot) => Promise<Buffer | undefined>,
  { brand = defaultBrand, rules = defaultRules, layout, start, offset, bleed, address }: CardsOptions,
  drawers: CardDrawers,
  onCards?: (done: number, cards: readonly CardOrder[]) => void,
): AsyncGenerator<Uint8Array> {
  requireReadableQr(address, layout)
  const style: CardsStyle = { layout, start, offset, bleed, address, brand }
  bleedOf(style)
  const joined = new JoinedParts()
  const drawing: { cards: readonly CardOrder[]; part: Promise<PdfPart> }[] = []
  let done = 0
  async function* next() {
    const first = drawing.shift()
    if (!first) return
    yield joined.add(await first.part)
    done += first.cards.length
    onCards?.(done, first.cards)
  }
  let index = 0
  for await (const some of inParts(pilots, firstSlot(style))) {
    const cards = await Promise.all(some.map((pilot) => cardOf(pilot, rules, photoOf)))
    const part = drawers.drawCards({ style, cards, index })
    // If an earlier part fails, nobody waits for this one.
    part.catch(() => {})
    drawing.push({ cards, part })
    index += 1
    if (drawing.length > drawers.atOnce) yield* next()
  }
  if (index === 0) throw new NotFoundError('No hay pilotos que imprimir')
  while (drawing.length > 0) yield* next()
  yield await drawers.endCards({ style, ...joined.end() })
}

/** Yields the pilots of each part. The first part leaves out the used slots of its first page. */
async function* inParts(
  pilots: Iterable<Pilot> | AsyncIterable<Pilot>,
  usedSlots: number,
): AsyncGenerator<Pilot[]> {
  let some: Pilot[] = []
  let room = cardsPerPart - usedSlots
  for await (const pilot of pilots) {
    some.push(pilot)
    if (some.length < room) continue
    yield some
    some = []
    room = cardsPerPart
  }
  if (some.length > 0) yield some
}

async function cardOf(
  pilot: Pilot,
  rules: ValidityRules,
  photoOf: (pilot: Pilot) => Promise<Buffer | undefined>,
): Promise<CardOrder> {
  return { pilot, lastDay: endOf(pilot, rules, today()).until, photo: await photoOf(pilot) }
}
