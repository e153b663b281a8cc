/** Draws the parts of a PDF of cards in worker threads. */
import type { RunOptions, Workers } from '../workers/workers.ts'
import type { CardDrawers } from './cards-pdf.ts'

/** Each thread has a part while another part waits, so that no thread ever waits for the photos of its next cards. */
export function drawersIn(workers: Workers, options: Pick<RunOptions, 'by' | 'signal'>): CardDrawers {
  return {
    atOnce: workers.size + 1,
    drawCards: (part) => workers.run('draw-cards', part, options),
    endCards: (end) => workers.run('end-cards', end, options),
  }
}
