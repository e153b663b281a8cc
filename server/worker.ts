/**
 * The code of the worker threads: every job by its name. A job loads what it needs when it first runs. Passwords, pictures
 * and cards are computed here, so that no request waits for them.
 */
import { type Jobs, serveJobs } from './workers/jobs.ts'

export const work = serveJobs<Jobs>({
  'hash-password': async ({ password, order }) =>
    (await import('./staff/passwords.ts')).hashPassword(password, order),
  'match-password': async ({ hash, password }) =>
    (await import('./staff/passwords.ts')).passwordMatches(hash, password),
  'write-book': async (book) => (await import('./spreadsheets/pilot-file.ts')).writeBook(book),
  'prepare-photo': async (picture) => (await import('./photos/pictures.ts')).preparePhoto(picture),
  'prepare-logo': async (picture) => (await import('./photos/pictures.ts')).prepareLogo(picture),
  'shrink-photo': async (photo) => (await import('./photos/pictures.ts')).shrinkPhoto(photo),
  'find-missing-characters': async (texts) => (await import('./pdf/document.ts')).missingCharacters(texts),
  'draw-emergency-sheet': async (sheet) =>
    (await import('./credential/print/emergency-sheet.ts')).drawEmergencySheet(sheet),
  'draw-printed-list': async (sheet) => (await import('./pilots/printed-list-pdf.ts')).drawPrintedList(sheet),
  'draw-report': async ({ report, brand, paper }) =>
    (await import('./events/report-pdf.ts')).drawReport(report, brand, paper),
  'draw-poster': async (poster) => (await import('./applications/poster-pdf.ts')).drawPoster(poster),
  'draw-waivers': async (sheet) => (await import('./waivers/waivers-pdf.ts')).drawWaivers(sheet),
  'draw-receipt': async (sheet) => (await import('./till/receipt-pdf.ts')).drawReceipt(sheet),
  'draw-start-lists': async (sheet) =>
    (await import('./events/startlist/start-list-pdf.ts')).drawStartLists(sheet),
  'draw-card-picture': async ({ style, card }) =>
    (await import('./credential/print/cards-pdf.ts')).drawCardPicture(style, card),
  async *'draw-cards'(style, cards) {
    yield* (await import('./credential/print/cards-pdf.ts')).drawCards(style, cards)
  },
})
