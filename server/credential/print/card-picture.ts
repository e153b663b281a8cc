/** Draws the picture of a card, in a worker thread: the page of its PDF, so that a phone shows what a printer prints. */
import { buffer } from 'node:stream/consumers'
import { layouts } from '#domain/credential/cards'
import { pictureOf } from '../../pdf/picture.ts'
import type { CardOrder, CardsStyle } from '../../workers/jobs.ts'
import { drawCards } from './cards-pdf.ts'

/** Returns a PNG of a card. */
export async function drawCardPicture(style: CardsStyle, card: CardOrder): Promise<Uint8Array> {
  return pictureOf(await buffer(drawCards(style, [card])), layouts[style.layout].page)
}
