/** Draws the cards of tests in the thread of the test. */

import { drawCards, endCards } from '../../server/print/cards-part.ts'
import type { CardDrawers } from '../../server/print/cards-pdf.ts'

export const inThisThread: CardDrawers = { atOnce: 1, drawCards, endCards }
