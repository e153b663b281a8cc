/** Prints the sections of reports as tables. */
import { moreText, type Section } from '#domain/events/report/sections'
import { table } from './table.ts'

/** The most rows of a list that the text has: the PDF and the JSON have more. */
const mostRows = 40

/** Returns a list as a table of at most `mostRows` rows, and says how many more there are. */
export function listText({ title, summary, none, head, rows, total }: Section, width: number): string {
  if (total === 0) return `${none}\n`
  const shown = rows.slice(0, mostRows).map(({ cells }) => cells)
  const titles = head.map((text) => text.toUpperCase())
  const more = moreText(total, shown.length)
  return [summary && `${title}: ${summary}\n`, table(titles, shown, width), more && `${more}\n`].join('')
}
