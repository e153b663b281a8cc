/** The limits of an imported file: more than any federation needs, and less than a laptop can process. */
import { TooLargeError } from '#domain/errors'
import { maxFileBytes, splitAdvice } from '#domain/import/import'
import { count, figure, isBlank } from '#domain/text/text'

/** The size of the unpacked XML parts of an Excel workbook, in bytes: about 400,000 pilots. */
export const maxUnpackedBytes = 256 * 1024 * 1024

/** The number of parts of an Excel workbook. */
export const maxParts = 2000

export const maxSheets = 100
export const maxRows = 400_000
export const maxColumns = 300

/**
 * The number of cells in all rows of a file. In an Excel workbook, all cells count from the first to the last used
 * cell of every sheet.
 */
export const maxCells = 8_000_000

/**
 * The number of characters in a cell, which is also the limit of Excel
 * (https://support.microsoft.com/office/1672b34d-7043-467e-8e27-269d656771c3).
 */
export const maxCellLength = 32_767

/**
 * The number of characters in all cells: as many as the largest CSV has. The size of an Excel workbook does not limit
 * them, since a workbook stores equal texts once.
 */
const maxCharacters = maxFileBytes

/** The last row of a sheet of Excel (ECMA-376, part 1, 18.3.1.73). */
export const maxRow = 1_048_576

/** The number of levels of nested lists and objects in a JSON file. A file of pilots has two. */
export const maxNesting = 20

export const bookTooLarge = `El libro de Excel es demasiado grande al abrirlo: ${splitAdvice}`

export const tooManyRows = `El archivo tiene más de ${figure(maxRows)} filas: ${splitAdvice}`

export const tooManyCells = `El archivo tiene más de ${figure(maxCells)} celdas: borre las columnas que sobran, o ${splitAdvice}`

const tooMuchText = `El archivo tiene más de ${figure(maxCharacters)} caracteres: ${splitAdvice}`

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

/** Returns the message for a cell that is too long. `location` names its row, such as `Línea 3`. */
export function cellTooLong(location: string, length: number): string {
  return `${location}: una celda tiene ${figure(length)} caracteres y se leen hasta ${figure(maxCellLength)}. Acórtela y guarde el archivo otra vez`
}

interface Row {
  line: number
  cells: readonly unknown[]
}

/** Checks the rows of one file against the limits, one row after the other. */
export class RowBounds {
  #rows = 0
  #cells = 0
  #characters = 0

  constructor(private readonly unit: 'Línea' | 'Fila' | 'Registro') {}

  /** @throws TooLargeError if the row, or all rows so far, exceed a limit */
  check({ line, cells }: Row): void {
    if (cells.length > maxColumns) requireBlankEnd(cells)
    this.#rows += 1
    this.#cells += Math.min(cells.length, maxColumns)
    let characters = 0
    for (let index = 0; index < cells.length; index += 1) {
      const cell = cells[index]
      if (typeof cell !== 'string') continue
      characters += cell.length
      if (cell.length > maxCellLength)
        throw new TooLargeError(cellTooLong(`${this.unit} ${line}`, cell.length))
    }
    this.#characters += characters
    if (this.#rows > maxRows) throw new TooLargeError(tooManyRows)
    if (this.#cells > maxCells) throw new TooLargeError(tooManyCells)
    if (this.#characters > maxCharacters) throw new TooLargeError(tooMuchText)
  }
}

function requireBlankEnd(cells: readonly unknown[]): void {
  const last = cells.findLastIndex((cell) => !isBlank(cell))
  if (last >= maxColumns) throw new TooLargeError(tooManyColumns(last + 1))
}
