/** Draws the printed list of pilots as a PDF. */
import { emptyList, writtenColumns } from '#domain/pilots/printed-list'
import { formatMoment } from '#domain/text/date'
import { figure } from '#domain/text/text'
import { points } from '../pdf/canvas.ts'
import { boldText, type CellText, drawTable, softText } from '../pdf/table-pages.ts'
import type { ListSheet } from '../workers/jobs.ts'

/** The size of the number, which is found first. */
const numberSize = points(10.5)

/** The height of a row, in millimetres: a person signs in it. */
const rowHeight = 9

/** Returns the PDF of a list. Loads pdfkit. */
export function drawPrintedList({ list, event, at, paper }: ListSheet): Promise<Uint8Array> {
  const { title, columns, groups } = list
  const table = {
    title,
    facts: [event, formatMoment(at)].filter(Boolean).join(' · '),
    foot: title,
    columns: columns.map(({ title, width }, index) => ({
      title: title.toUpperCase(),
      width,
      isBlank: index >= writtenColumns,
    })),
    groups: groups.map(({ title, rows }) => ({
      title: `${title} · ${figure(rows.length)}`,
      rows: rows.map(({ cells }) => cells.map(cellTexts)),
    })),
    rowHeight,
    none: emptyList,
  }
  return drawTable(table, paper)
}

/** The number and the name are set in bold. */
function cellTexts(text: string, index: number): CellText[] {
  if (text === '') return []
  if (index > 1) return [softText(text)]
  return [index === 0 ? boldText(text, numberSize) : boldText(text)]
}
