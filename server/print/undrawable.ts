/** Finds the riders whose prints would have empty boxes in place of letters, before anything is printed. */
import { layouts } from '#domain/cards'
import { fullName, type Pilot } from '#domain/pilot/pilot'
import type { Undrawable } from '#domain/undrawable'
import type { Workers } from '../workers/workers.ts'
import { openPdf } from './cards-pdf.ts'
import { sheetTextsOf } from './emergency-sheet.ts'
import { cardTextsOf } from './face-parts.ts'
import { printable, Typeface } from './typeface.ts'

/** Characters that the typefaces certainly have: those of ASCII and of Latin-1. */
const isPlain = /^[\x20-\x7e\xa0-\xff]*$/

/** Returns the riders of a print in whose texts no font has some characters. A thread reads the fonts, if need be. */
export async function findUndrawable(
  workers: Pick<Workers, 'run'>,
  pilots: Iterable<Pilot>,
  print: 'cards' | 'emergency-sheet',
): Promise<Undrawable[]> {
  const textsOf = print === 'cards' ? cardTextsOf : sheetTextsOf
  const candidates = [...pilots].filter(hasOtherLetters)
  if (candidates.length === 0) return []
  const texts = candidates.map((pilot) => textsOf(pilot).join(' '))
  const missing = await workers.run('find-missing-characters', texts, { kind: 'cards' })
  return candidates
    .map((pilot, index) => ({ name: fullName(pilot), characters: missing[index] ?? '' }))
    .filter(({ characters }) => characters !== '')
}

function hasOtherLetters(pilot: Pilot): boolean {
  return Object.values(pilot).some((value) => typeof value === 'string' && !isPlain.test(value))
}

/** Returns the characters of each text that no font has. Runs in a worker thread. */
export async function missingCharacters(texts: readonly string[]): Promise<string[]> {
  const document = await openPdf(layouts.card.page, { title: '' })
  try {
    const typeface = new Typeface(document, 'bold')
    return texts.map((text) => typeface.missingIn(printable(text)))
  } finally {
    document.destroy()
  }
}
