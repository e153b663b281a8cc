/**
 * The meaning of a cell in every format, before the rules of fields: without what programs add to a text, the words for no
 * value, the damages that other programs do to texts, and the texts of formulas that failed.
 */
import { enteredText, isPlainText } from '../../text/names.ts'
import { count } from '../../text/text.ts'

/**
 * Returns what a cell says: without characters that nobody sees, without the marks of a text that looks like a number
 * (`="00123"`, `'00124`) and without the decimals of a whole number (`1234.0`). A word for no value, such as `NULL`,
 * becomes blank. Other cells are returned as they are.
 */
export function understoodCell(cell: unknown): unknown {
  if (typeof cell !== 'string' || isUsual.test(cell)) return cell
  const text = isPlainText.test(cell) ? cell : enteredText(cell)
  if (!mayBeMarked.test(text)) return text
  if (nothingWord(text) !== undefined) return ''
  const bare = text.trim()
  const [, quoted] = textFormula.exec(bare) ?? []
  if (quoted !== undefined) return quoted.replaceAll('""', '"')
  if (markedCode.test(bare)) return bare.slice(1)
  return wholeNumber.test(bare) ? bare.slice(0, -2) : text
}

/** Matches most cells, which say what they contain. */
const isUsual = /^[1-9A-CE-HJ-MO-RT-Za-mo-tv-zÀ-ÿ][\n -\-/-~¡-¬®-ÿ]*$/

/** Matches few texts besides those that are changed. */
const mayBeMarked = /^\s*(?:[='’´`\\()<[{+-]|[nNuISD0]|.{0,16}\.[0#])/

/** A text that is written as a formula, so that a spreadsheet program does not read it as a number. */
const textFormula = /^=\s*(?:T\()?"((?:[^"]|"")*)"\)?$/i

/** A number or a code behind the apostrophe that marks a text in spreadsheet programs. */
const markedCode = /^['’´`](?:[\d.,/-]*\d[\d.,/-]*|[A-Z\d][A-Z\d./-]*\d)$/

/** A whole number as programs write a column of numbers in which some are missing. */
const wholeNumber = /^-?\d{1,15}\.0$/

/**
 * Returns the word if a cell is one, such as `NULL`. `Null` and `Nan` are names of people. Texts with which people fill a
 * cell, such as `S/N`, are none: see `saysNone`.
 * @example nothingWord(' \\N ') // '\\N'
 */
export function nothingWord(cell: unknown): string | undefined {
  if (typeof cell !== 'string' || cell.length > longest + 20 || !mayBeMarked.test(cell)) return undefined
  const text = cell.trim()
  return text.length >= 2 && text.length <= longest && words.test(text) ? text : undefined
}

/** The length of the longest word. */
const longest = 23

const words = new RegExp(
  [
    // SQL, in exports of MySQL, PostgreSQL, SQL Server, Oracle and their programs; .NET.
    String.raw`NULL|null|\\N|[(<[{](?:null|NULL|Null|nil|blank|empty|vacío|vacio|en blanco|vacías)[)>\]}]|(?:System\.)?DBNull`,
    String.raw`0000-00-00(?:[ T]00:00:00(?:\.0+)?Z?)?|00/00/0000`,
    // Pandas, R and C.
    String.raw`[+-]?(?:nan|NaN|NAN)|<NA>|<?NaT>?|None|NA_(?:character|integer|real|complex)_|-?1\.#(?:IND|QNAN)0*`,
    // JavaScript.
    String.raw`undefined|\[object Object\]|Invalid Date`,
  ]
    .map((some) => `^(?:${some})$`)
    .join('|'),
)

/** Letters that were read in a wrong encoding; letters that are written as in HTML; letters that were lost. */
export const damageKinds = ['letras', 'html', 'perdidas'] as const

export type DamageKind = (typeof damageKinds)[number]

/** The damage of a cell, and the text that it probably was. */
export interface Damage {
  kind: DamageKind
  meant: string
}

/** The ends of the titles, which follow the number of cells. */
const problems: Record<DamageKind, string> = {
  letras: 'con letras que otro programa leyó mal',
  html: 'con letras escritas como en una página web',
  perdidas: 'con letras que se perdieron',
}

export function damageProblem(kind: DamageKind): string {
  return problems[kind]
}

/** Returns the problem of a damaged cell. */
export function damageMessage(meant: string): string {
  return `Otro programa la dañó: probablemente dice «${meant}»`
}

/** The problem of a cell whose text nobody knows. */
export const lostLetters = 'La celda tiene letras dañadas: escríbala otra vez'

export function isDamageKind(value: unknown): value is DamageKind {
  return damageKinds.some((kind) => kind === value)
}

/** Returns the title of a group of bad cells: a row may have several damaged cells. */
export function groupTitle(
  { problem, damage }: { problem: string; damage?: DamageKind },
  size: number,
): string {
  return `${count(size, damage ? 'celda' : 'fila')} ${problem}`
}

/**
 * Returns the problem of a cell if it is the text of an error, in English, Spanish or Portuguese, or the `####` of a
 * column that is too narrow. Google Sheets, LibreOffice and Access have errors of their own.
 * @example excelErrorProblem('#N/D') // 'La celda contiene un error de Excel (#N/D): escriba su valor'
 */
export function excelErrorProblem(cell: unknown): string | undefined {
  if (typeof cell !== 'string' || !mayBeError.test(cell)) return undefined
  if (errorText.test(cell)) return excelErrorMessage(cell)
  return otherError.test(cell) ? errorMessage('otro programa', cell) : undefined
}

/** Returns the message for a cell that is an error in its workbook. */
export function excelErrorMessage(text: string): string {
  return errorMessage('Excel', text)
}

function errorMessage(program: string, text: string): string {
  return `La celda contiene un error de ${program} (${text.trim().slice(0, 30)}): escriba su valor`
}

const mayBeError = /^(?:#|err|lo|ca)/i

/** Returns the problem of a cell whose value another program has lost: an error, or all but the first digits of a number. */
export function lostValueProblem(cell: unknown): string | undefined {
  if (typeof cell !== 'string' || !mayBeLost.test(cell)) return undefined
  return abbreviated.test(cell) ? abbreviatedNumber : excelErrorProblem(cell)
}

const mayBeLost = /^(?:#|err|lo|ca|-?\d[.,]?\d*e\+)/i

/** Matches a number of which a program has written only the first digits: `2,026E+11`. */
const abbreviated = /^-?\d(?:[.,]\d+)?e\+\d{1,3}\s*$/i
const abbreviatedNumber = 'Otro programa abrevió el número: escriba todas sus cifras'

/** Matches the errors of Google Sheets, of LibreOffice and of Access. */
const otherError =
  /^(?:#(?:error!?|¡?error!|eliminad[oa]!?|deleted!?|macro\?|fmt|type!)|(?:loading|cargando|carregando)(?:\.{3}|…)|err(?:or)?:\d{3})\s*$/i

/** Matches the errors. */
const errorText = new RegExp(
  '^#(?:#{2,}…?|n/[ad]|[¡¿]?(?:ref|value|valor|div/0|num|núm|null|nulo|spill|desbordamiento|calc|field|campo|' +
    'blocked|connect|busy|unknown)!|[¡¿]?(?:name|nombre|nome)\\?|getting_data|obteniendo_datos)\\s*$',
  'i',
)
