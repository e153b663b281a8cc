/** How much of an imported file is read: more than any federation has, and less than stops a laptop. */
import { TooLargeError } from '#domain/errors'
import { divide, maxFileBytes } from '#domain/import/import'
import { count, figure } from '#domain/text/text'

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
export function cellTooLong(location: string, length: number): string {
  return `${location}: una celda tiene ${figure(length)} caracteres y se leen hasta ${figure(maxCellLength)}. Acórtela y guarde el archivo otra vez`
}

interface Row {
  line: number
  cells: readonly unknown[]
}

/** The bounds of the rows of one file, which are looked at one after the other. */
export class RowBounds {
  #rows = 0
  #cells = 0
  #characters = 0

  constructor(private readonly unit: 'Línea' | 'Fila' | 'Registro') {}

  /** @throws TooLargeError */
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

/** Whether nothing is to be seen in a cell. */
export function isBlank(cell: unknown): boolean {
  return (
    cell === '' || cell === null || cell === undefined || (typeof cell === 'string' && cell.trim() === '')
  )
}

function requireBlankEnd(cells: readonly unknown[]): void {
  const last = cells.findLastIndex((cell) => !isBlank(cell))
  if (last >= maxColumns) throw new TooLargeError(tooManyColumns(last + 1))
}
