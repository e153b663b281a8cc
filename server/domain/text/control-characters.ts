/** Replaces control characters, which a terminal would execute, in terminal output and in spreadsheets. */

/**
 * The control characters (C0, delete and C1) except the line feed, and the characters that change the direction of a
 * text (Unicode Standard Annex 9, section 2).
 */
const obeyed = String.raw`(?!\n)\p{Control}|[\u202a-\u202e\u2066-\u2069]`

const allObeyed = new RegExp(obeyed, 'gu')

/** Returns a text that is safe to print in a terminal: control characters become spaces, line feeds stay. */
export function printable(text: string): string {
  return text.replace(allObeyed, ' ')
}

/** Matches the characters that are escaped. Tabs, and carriage returns at the end of a line, are not. */
const toEscape = new RegExp(String.raw`_(?=x[0-9a-f]{4})|(?!\t|\r\n)(?:${obeyed})`, 'giu')

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

const isObeyed = new RegExp(`^(?:${obeyed})$`, 'u')

export function codeOf(character: string): string {
  return `_x${character.charCodeAt(0).toString(16).padStart(4, '0')}_`
}
