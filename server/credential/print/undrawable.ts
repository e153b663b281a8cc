/** Finds the riders whose prints would have empty boxes in place of letters, before anything is printed. */
import { layouts } from '#domain/credential/cards'
import type { Undrawable } from '#domain/credential/undrawable'
import type { EventReport } from '#domain/events/report/calls'
import { fullName, type Pilot } from '#domain/pilots/pilot'
import { printable, Typeface } from '../../pdf/typeface.ts'
import type { Workers } from '../../workers/workers.ts'
import { openPdf } from './cards-pdf.ts'
import { sheetTextsOf } from './emergency-sheet.ts'
import { cardTextsOf } from './face-parts.ts'

/** Characters that the typefaces certainly have: those of ASCII and of Latin-1. */
const isPlain = /^[\x20-\x7e\xa0-\xff]*$/

/** Returns the riders of a print in whose texts no font has some characters. A thread reads the fonts, if need be. */
export function findUndrawable(
  workers: Pick<Workers, 'run'>,
  pilots: Iterable<Pilot>,
  print: 'cards' | 'emergency-sheet',
): Promise<Undrawable[]> {
  const textsOf = print === 'cards' ? cardTextsOf : sheetTextsOf
  const candidates = [...pilots].filter((pilot) => !Object.values(pilot).every(isDrawable))
  return undrawable(
    workers,
    candidates.map((pilot) => ({ name: fullName(pilot), text: textsOf(pilot).join(' ') })),
  )
}

/** Returns the texts of the report of an event in which no font has some characters, each once. */
export function findUndrawableTexts(
  workers: Pick<Workers, 'run'>,
  report: EventReport,
): Promise<Undrawable[]> {
  const texts = new Set<string>()
  JSON.stringify(report, (_, value) => {
    if (!isDrawable(value)) texts.add(value)
    return value
  })
  return undrawable(
    workers,
    Array.from(texts, (text) => ({ name: text, text })),
  )
}

async function undrawable(
  workers: Pick<Workers, 'run'>,
  named: readonly { name: string; text: string }[],
): Promise<Undrawable[]> {
  if (named.length === 0) return []
  const texts = named.map(({ text }) => text)
  const missing = await workers.run('find-missing-characters', texts, { kind: 'cards' })
  return named
    .map(({ name }, index) => ({ name, characters: missing[index] ?? '' }))
    .filter(({ characters }) => characters !== '')
}

/** Returns false for a text that has characters besides those that the typefaces certainly have. */
function isDrawable(value: unknown): boolean {
  return typeof value !== 'string' || isPlain.test(value)
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
