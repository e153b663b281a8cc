/** Excel workbooks whose sheets have more than values, created anew for each test. */
import { requiredNames } from '#domain/pilots/fields'
import { columnLetters } from '#domain/text/text'
import { aBook, textCell } from './hostile-files.ts'
import { aDraft } from './pilots.ts'

interface SheetTraits {
  /** The ranges of merged cells. */
  merged?: readonly string[]
  /** The attributes of rows, by their numbers. */
  rows?: Record<number, string>
}

/** Returns the bytes of a sheet with four riders, of which two rows are hidden. */
export function filteredBook(): Buffer {
  const riders = [0, 1, 2, 3].map((index) => ({ ...aDraft(), participacion: 'no', dni: 40_000_010 + index }))
  const lines = [requiredNames, ...riders.map((rider) => requiredNames.map((name) => rider[name]))]
  return bookOf(
    lines.map((cells) => cells.join('|')),
    { rows: { 3: 'hidden="1"', 4: 'hidden="1"' } },
  )
}

/** Returns the bytes of a sheet with the lines, whose cells are separated by `|`. */
export function bookOf(lines: readonly string[], { merged = [], rows = {} }: SheetTraits = {}): Buffer {
  const sheet = lines.map((line, index) => {
    const row = index + 1
    const cells = line.split('|').map((text, column) => {
      return text === '' ? '' : textCell(`${columnLetters(column)}${row}`, text)
    })
    return `<row r="${row}" ${rows[row] ?? ''}>${cells.join('')}</row>`
  })
  const ranges = merged.map((ref) => `<mergeCell ref="${ref}"/>`).join('')
  return aBook({ sheet: sheet.join(''), after: `<mergeCells>${ranges}</mergeCells>` })
}
