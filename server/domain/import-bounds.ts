/** How much of an imported file is read: more than any federation has, and less than stops a laptop. */
import { TooLargeError } from './errors.ts'
import { count, figure } from './text.ts'

/** In bytes: some 400,000 pilots. */
export const maxFileBytes = 100 * 1024 * 1024

/** The XML parts of a book of Excel when they are unpacked, in bytes: some 400,000 pilots. */
export const maxUnpackedBytes = 256 * 1024 * 1024

/** The parts of a book of Excel. */
export const maxParts = 2000

export const maxSheets = 100
export const maxRows = 400_000
export const maxColumns = 300

/** The cells of all rows of a file; in a book of Excel those of all its sheets, from the first to the last used. */
export const maxCells = 8_000_000

/** The characters of a cell, as in Excel (https://support.microsoft.com/office/1672b34d-7043-467e-8e27-269d656771c3). */
export const maxCellLength = 32_767

/** The characters of all cells: as many as the largest CSV has, since a book of Excel writes an equal text once. */
const maxCharacters = maxFileBytes

/** How many lists and objects of a JSON may stand in one another; those of pilots are two. */
export const maxNesting = 20

/** How many bad cells are listed; the others are counted. */
export const maxRejections = 10_000

const divide = 'divídalo en varios e impórtelos uno por uno'

export const fileTooLarge = `El archivo pesa más de 100 MB: ${divide}`

export const bookTooLarge = `El libro de Excel es demasiado grande al abrirlo: ${divide}`

export const tooManyRows = `El archivo tiene más de ${figure(maxRows)} filas: ${divide}`

export const tooManyCells = `El archivo tiene más de ${figure(maxCells)} celdas: borre las columnas que sobran, o ${divide}`

const tooMuchText = `El archivo tiene más de ${figure(maxCharacters)} caracteres: ${divide}`

export const tooDeep = `El JSON tiene más de ${maxNesting} listas u objetos unos dentro de otros: debe ser una lista de pilotos, [{…}, {…}]`

const orAsCsv = 'divídalo en varios, o guárdelo como CSV, e impórtelo otra vez'

export const tooSlow = `El archivo tarda demasiado en leerse: ${orAsCsv}`

export const tooMuchMemory = `El archivo necesita demasiada memoria para leerse: ${orAsCsv}`

export function tooManyColumns(columns: number): string {
  return `El archivo tiene ${count(columns, 'columna')} y se leen hasta ${maxColumns}: borre las que sobran y guárdelo otra vez`
}

export function tooManySheets(sheets: number): string {
  return `El libro de Excel tiene ${count(sheets, 'hoja')} y se leen hasta ${maxSheets}: borre las que sobran y guárdelo otra vez`
}

/** `place` says where the cell is, as in `Línea 3`. */
export function cellTooLong(place: string, length: number): string {
  return `${place}: una celda tiene ${figure(length)} caracteres y se leen hasta ${figure(maxCellLength)}. Acórtela y guarde el archivo otra vez`
}

/** Passes rows on while they keep within the bounds, without the blank cells beyond the last column. @throws TooLargeError */
export function* withinBounds<Row extends { line: number; cells: readonly unknown[] }>(
  rows: Iterable<Row>,
  unit: 'Línea' | 'Fila' | 'Registro',
): Generator<Row> {
  let [rowCount, cellCount, characters] = [0, 0, 0]
  for (const row of rows) {
    const { line, cells } = row
    const isWide = cells.length > maxColumns
    if (isWide) requireBlank(cells)
    rowCount += 1
    cellCount += Math.min(cells.length, maxColumns)
    for (const cell of cells) {
      if (typeof cell !== 'string') continue
      characters += cell.length
      if (cell.length > maxCellLength) throw new TooLargeError(cellTooLong(`${unit} ${line}`, cell.length))
    }
    if (rowCount > maxRows) throw new TooLargeError(tooManyRows)
    if (cellCount > maxCells) throw new TooLargeError(tooManyCells)
    if (characters > maxCharacters) throw new TooLargeError(tooMuchText)
    yield isWide ? { ...row, cells: cells.slice(0, maxColumns) } : row
  }
}

/** Whether nothing is to be seen in a cell. */
export function isBlank(cell: unknown): boolean {
  return (
    cell === '' || cell === null || cell === undefined || (typeof cell === 'string' && cell.trim() === '')
  )
}

function requireBlank(cells: readonly unknown[]): void {
  const last = cells.findLastIndex((cell) => !isBlank(cell))
  if (last >= maxColumns) throw new TooLargeError(tooManyColumns(last + 1))
}
