/** The meaning of a cell in every format, before the rules of fields: without what programs add to a text. */
import { enteredText, isPlainText } from '../../text/names.ts'
import { nothingWord } from '../../text/nothing.ts'

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
