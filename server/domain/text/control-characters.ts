/** Characters that a terminal obeys instead of showing them: kept from it, and written as codes into spreadsheets. */

/**
 * The control characters (C0, delete and C1) but for the end of a line, and those that turn the direction of a text
 * around (Unicode Standard Annex 9, section 2).
 */
const obeyed = String.raw`(?!\n)\p{Control}|[\u202a-\u202e\u2066-\u2069]`

const allObeyed = new RegExp(obeyed, 'gu')

/** A text as a terminal can show it; lines stay lines. */
export function printable(text: string): string {
  return text.replace(allObeyed, ' ')
}

/** Tabs stay, and so does a carriage return that ends a line. */
const toEscape = new RegExp(String.raw`_(?=x[0-9a-f]{4})|(?!\t|\r\n)(?:${obeyed})`, 'giu')

/** Writes them as `_xHHHH_`, as Excel does in its books (ECMA-376, part 1, section 22.9.2.19). */
export function escapeControls(text: string): string {
  return mayNeedEscape.test(text) ? text.replace(toEscape, codeOf) : text
}

/** Finds them, and more, many times as fast: nearly no text has any. */
const mayNeedEscape = /[^ -~\u00a0-\u2029\u202f-\u2065\u206a-\uffff]|_x/i

/** The way back; other codes stay as they are written, since a file from elsewhere may mean them. */
export function unescapeControls(text: string): string {
  return text.replace(/_x([0-9a-f]{4})_/gi, (written, code) => {
    const character = String.fromCharCode(Number.parseInt(code, 16))
    return character === '_' || isObeyed.test(character) ? character : written
  })
}

const isObeyed = new RegExp(`^(?:${obeyed})$`, 'u')

export function codeOf(character: string): string {
  return `_x${character.charCodeAt(0).toString(16).padStart(4, '0')}_`
}
