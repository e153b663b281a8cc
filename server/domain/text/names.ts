/**
 * The characters of texts: those that nobody sees, which no text is stored with, and those that a terminal obeys. Also the
 * names of accounts, gates and phones: which of them are the same for people, and what a new one may not contain.
 */
import { directions, wellFormed } from './text.ts'

/**
 * Returns the normal form of a name: NFKC (Unicode Standard Annex 15), trimmed, with single spaces and without case.
 * Names with the same form are the same name.
 * @example nameKey(' ＪＥＦＡ  1') // 'jefa 1'
 */
export function nameKey(name: string): string {
  const plain = name.normalize('NFKC').replace(/\p{Variation_Selector}+/gu, '')
  // Some letters, such as ß, have no lower case of their own that equals the one of their upper case.
  return plain.replace(/\s+/g, ' ').trim().toUpperCase().toLowerCase()
}

export function namesMatch(one: string, other: string): boolean {
  return nameKey(one) === nameKey(other)
}

/** Returns the element with this name or, if no element has it, the only one whose name has the same form. */
export function findNamed<Element>(
  all: readonly Element[],
  name: string,
  nameOf: (element: Element) => string,
): Element | undefined {
  const exact = all.find((one) => nameOf(one) === name)
  if (exact) return exact
  const [same, ...others] = all.filter((one) => namesMatch(nameOf(one), name))
  return others.length === 0 ? same : undefined
}

/**
 * Matches control and format characters, line ends, the blank of Braille and all else that has no shape, except the style
 * of an emoji.
 */
const invisible =
  /[\p{Control}\p{Format}\p{Surrogate}\p{Line_Separator}\p{Paragraph_Separator}\u2800]|(?!\p{Variation_Selector})\p{Default_Ignorable_Code_Point}/u

export function hasInvisible(name: string): boolean {
  return invisible.test(name)
}

/** Matches an emoji, which may be joined of several, and every character that has no shape. Line feeds stay. */
const emojiOrInvisible = new RegExp(
  String.raw`(\p{ExtPict}[\p{EMod}\ufe0e\ufe0f]*(?:\u200d\p{ExtPict}[\p{EMod}\ufe0e\ufe0f]*)*)|(?!\n)(?:${invisible.source}|\p{Variation_Selector})`,
  'gu',
)

/** Matches the texts that are stored as they are, except for the spaces around them: nearly all of them. */
export const isPlainText = /^[\n -~¡-¬®-ÿ‘’“”–—…]*$/

/**
 * Returns a text as it is stored, from wherever it comes: in the normal form NFC (Unicode Standard Annex 15), without the
 * characters that have no shape, with plain spaces, and trimmed.
 * @example enteredText(' Nun\u0303ez\u200b\u00a0') // 'Nuñez'
 */
export function enteredText(text: string): string {
  if (isPlainText.test(text)) return text.trim()
  return text
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replace(/[^\S\n\ufeff]/g, ' ')
    .replace(emojiOrInvisible, (_, emoji: string | undefined) => emoji ?? '')
    .normalize('NFC')
    .trim()
}

/**
 * Returns a text of one line as it is stored, with single spaces.
 * @example visible(' 2\u200b7\n\u202eA') // '27 A'
 */
export function visible(text: string): string {
  return enteredText(text).replace(/\s+/g, ' ')
}

/**
 * Returns a key of the number of a plate, which ignores case and the zeros before it. Returns undefined for a text without
 * a number, such as `S/N`, which many pilots may have.
 * @example numberKey('FM-0042') // 'fm-42'
 */
export function numberKey(text?: string | null): string | undefined {
  if (!text || !/[1-9]/.test(text)) return undefined
  const lower = enteredText(text).toLowerCase()
  return lower.replace(/\d+/g, (digits) => digits.replace(/^0+(?=\d)/, ''))
}

/**
 * Matches the control characters (C0, delete and C1) except the line feed, and the characters that change the direction of
 * a text (Unicode Standard Annex 9, section 2). The calls are marked as pure, so that no page loads them.
 */
function obeyed(before: string, after: string, flags: string): RegExp {
  return new RegExp(String.raw`${before}(?:(?!\n)\p{Control}|${directions.source})${after}`, flags)
}

const allObeyed = /* @__PURE__ */ obeyed('', '', 'gu')

/** Returns a text that is safe to print in a terminal: control characters become spaces, line feeds stay. */
export function printable(text: string): string {
  return text.replace(allObeyed, ' ')
}

/** Returns a text on one line, without control characters. */
export function lineOf(text: string): string {
  return wellFormed(printable(text)).replace(/\s+/g, ' ').trim()
}

/** Matches the characters that are escaped. Tabs, and carriage returns at the end of a line, are not. */
const toEscape = /* @__PURE__ */ obeyed('_(?=x[0-9a-f]{4})|(?!\\t|\\r\\n)', '', 'giu')

/** Writes control characters as `_xHHHH_`, like Excel in its workbooks (ECMA-376, part 1, section 22.9.2.19). */
export function escapeControls(text: string): string {
  return mayNeedEscape.test(text) ? text.replace(toEscape, codeOf) : text
}

/**
 * Matches every text that needs escaping, and some that do not. It is many times as fast as `toEscape`, and almost no
 * text needs escaping.
 */
const mayNeedEscape = /[^ -~\u00a0-\u2029\u202f-\u2065\u206a-\uffff]|_x/i

/**
 * Reverses `escapeControls`. Codes of other characters stay as they are written, since a file from another program
 * may contain them as plain text.
 */
export function unescapeControls(text: string): string {
  return text.replace(/_x([0-9a-f]{4})_/gi, (written, code) => {
    const character = String.fromCharCode(Number.parseInt(code, 16))
    return character === '_' || isObeyed.test(character) ? character : written
  })
}

const isObeyed = /* @__PURE__ */ obeyed('^', '$', 'u')

export function codeOf(character: string): string {
  return `_x${character.charCodeAt(0).toString(16).padStart(4, '0')}_`
}
