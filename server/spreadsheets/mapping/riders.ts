/** Recognizes the lines after a header that are no riders: totals, signatures, repeated headers and rules. */
import { excelErrorProblem, nothingWord, understoodCell } from '#domain/import/cells/cells'
import { fullName, type MappedColumn } from '#domain/import/mapping'
import type { FileLine } from '#domain/import/row-reader'
import { type FieldName, fields } from '#domain/pilots/fields'
import { checkField } from '#domain/pilots/pilot'
import { fold, isBlank } from '#domain/text/text'

export interface RiderOptions {
  columns: readonly MappedColumn[]
  /** The line of the header. Lines up to it are skipped. */
  header: number
  isFixedWidth?: boolean
}

/** Yields the lines after the header as `read` converts them, with those marked that are no riders. */
export function* readRiders<Row>(
  lines: Iterable<FileLine>,
  options: RiderOptions,
  read: (line: FileLine) => Row,
): Generator<Row> {
  const judge = new LineJudge(options)
  // Sparse lines are riders with missing cells if a full line follows them. After the last rider, they are remarks.
  let held: FileLine[] = []
  for (const line of lines) {
    if (line.line <= options.header) continue
    const kind = judge.kindOf(line)
    if (kind === 'sparse') {
      held.push(line)
      continue
    }
    if (kind === 'aside') {
      held.push({ ...line, isAside: true })
      continue
    }
    if (held.length > 0) {
      for (const earlier of held) yield read(earlier)
      held = []
    }
    yield read(line)
  }
  for (const line of held) yield read({ ...line, isAside: true })
}

/** Counts the lines that are riders. */
export function countRiders(lines: Iterable<FileLine>, options: RiderOptions): number {
  const judge = new LineJudge(options)
  let riders = 0
  for (const line of lines) if (line.line > options.header && judge.kindOf(line) === 'rider') riders += 1
  return riders
}

/** The fewest columns of riders with which a line can be called sparse. */
const fewestColumns = 5

class LineJudge {
  readonly #used: number[]
  readonly #dni: number
  readonly #email: number
  readonly #names: readonly string[]

  constructor(private readonly options: RiderOptions) {
    const { columns } = options
    this.#used = columns.flatMap(({ target }, index) => (target === null ? [] : [index]))
    this.#dni = columns.findIndex(({ target }) => target === 'dni')
    this.#email = columns.findIndex(({ target }) => target === 'email')
    this.#names = columns.map(({ name }) => fold(name))
  }

  kindOf({ cells, problem }: FileLine): 'rider' | 'sparse' | 'aside' {
    if (problem || this.#hasContact(cells)) return 'rider'
    if (this.#isHeader(cells)) return 'aside'
    const half = this.#used.length / 2
    let filled = 0
    for (const index of this.#used) {
      if (!isRule(cells[index])) filled += 1
      if (filled > half) return 'rider'
    }
    return this.#kindOfRest(cells, filled)
  }

  /** Returns the kind of a line with few filled cells. */
  #kindOfRest(cells: readonly unknown[], filled: number): 'rider' | 'sparse' | 'aside' {
    if (cells.every(isRule)) return 'aside'
    if (this.#hasIdentity(cells)) return 'rider'
    if (isRemark(cells) || this.#isTitle(cells)) return 'aside'
    // A line that is cut off is a rider whose other cells were lost, unless it is one sentence.
    const isSentence = cells.length === 1 && /\S\s+\S/.test(String(cells[0]))
    const { isFixedWidth, columns } = this.options
    const isCutOff = isFixedWidth && cells.length < columns.length && !isSentence
    if (isCutOff || this.#used.length < fewestColumns) return 'rider'
    return filled <= this.#used.length / 4 && !this.#isNamed(cells) ? 'sparse' : 'rider'
  }

  /**
   * Returns true for a title between groups of riders: the only cell of its line. A name alone may be a rider whose other
   * cells are lost, unless it begins as titles do.
   */
  #isTitle(cells: readonly unknown[]): boolean {
    const index = cells.findIndex((cell) => !isRule(cell))
    const title = cells[index]
    if (typeof title !== 'string' || cells.some((cell, other) => other > index && !isRule(cell))) return false
    if (titles.test(fold(title.slice(0, 60)).trim())) return true
    return (
      cells.length > 1 &&
      /^\p{L}{3}/u.test(title.trim()) &&
      !isNameTarget(this.options.columns[index]?.target)
    )
  }

  /** Returns true if a line repeats the header, as on each printed page. */
  #isHeader(cells: readonly unknown[]): boolean {
    const [first = 0, second] = this.#used
    if (!this.#isName(cells, first)) return false
    return second === undefined || this.#isName(cells, second)
  }

  #isName(cells: readonly unknown[], index: number): boolean {
    const [cell, name] = [cells[index], this.#names[index]]
    if (typeof cell !== 'string' || name === undefined) return false
    // Nearly all cells have another length, which is faster to compare.
    return Math.abs(cell.length - name.length) <= 2 && fold(cell.replace(/\s+/g, ' ').trim()) === name
  }

  /** Returns true if a line has a name and something else of a rider, unlike a signature. */
  #isNamed(cells: readonly unknown[]): boolean {
    const names = this.#filled(cells, isNameTarget)
    const others = this.#filled(cells, (target) => isDistinctive(target))
    return names.length >= 2 || (names.length === 1 && others.some(({ name, cell }) => isGood(name, cell)))
  }

  #filled(cells: readonly unknown[], isWanted: (target: MappedColumn['target']) => boolean) {
    return this.options.columns.flatMap(({ target }, index) =>
      isWanted(target) && !isRule(cells[index]) ? [{ name: target, cell: cells[index] }] : [],
    )
  }

  /** Returns true for nearly all riders, at the cost of two cells. */
  #hasContact(cells: readonly unknown[]): boolean {
    const [dni, email] = [cells[this.#dni], cells[this.#email]]
    const isFilled = typeof dni === 'number' || (typeof dni === 'string' && beginsWithWord(dni))
    return isFilled && typeof email === 'string' && email.includes('@')
  }

  #hasIdentity(cells: readonly unknown[]): boolean {
    const dni = this.#dni < 0 ? undefined : fields.dni.rule(cells[this.#dni])
    return (typeof dni === 'number' && dni >= 100_000) || String(cells[this.#email] ?? '').includes('@')
  }
}

function isNameTarget(target: MappedColumn['target'] | undefined): boolean {
  return target === 'name' || target === 'lastname' || target === fullName
}

/** Returns true for a field whose values are unlike the words of a signature. */
function isDistinctive(target: MappedColumn['target']): target is FieldName {
  return distinctive.some((name) => name === target)
}

const distinctive: readonly FieldName[] = [
  'celular',
  'fechanac',
  'modalidad',
  'licencia',
  'tiposangre',
] as const

function isGood(name: MappedColumn['target'], cell: unknown): boolean {
  return isDistinctive(name) && checkField(name, cell) === undefined
}

/** Returns true for a blank cell, a word for no value, the error of a formula, or a cell of lines and points only. */
function isRule(cell: unknown): boolean {
  // Nearly all cells begin with a letter or a digit, which is faster to see than what the cell contains.
  if (typeof cell === 'number' || (typeof cell === 'string' && beginsWithWord(cell) && !nothingWord(cell)))
    return false
  const text = understoodCell(cell)
  if (isBlank(text) || excelErrorProblem(text) !== undefined) return true
  return typeof text === 'string' && /^[\s_\-–—=.*·]+$/.test(text)
}

function beginsWithWord(cell: string): boolean {
  const code = cell.charCodeAt(0)
  return (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a)
}

/** Returns true if the first cell that is not blank begins as a total, a signature or a remark does. */
function isRemark(cells: readonly unknown[]): boolean {
  const first = cells.find((cell) => !isRule(cell))
  return typeof first === 'string' && remarks.test(fold(first.slice(0, 60)).trim())
}

/** The words with which a title begins, even if it stands in the column of the names. */
const titles =
  /^(?:categoria|clase|modalidad|grupo|serie|club|equipo|escuderia|liga|region|departamento|zona|sede|sector|provincia|fecha|etapa)\b/

const remarks =
  /^(?:sub ?)?total|^(?:elaborad|preparad|revisad|aprobad|autorizad|recibid|impres|actualizad)[oa]s?\b|^(?:firma|sello|nota|notas|observacion(?:es)?|fuente|fecha|lugar|pagina|responsable|secretari[oa]|president[ea]|tesorer[oa]|delegad[oa]|director|v ?[°º.]* ?b ?[°º.]*)(?:\b|[:\s]|$)|^cantidad\b|^\(?\*/
