/** The letters that are written as references in HTML (HTML, section 13.5): `&iacute;`, `&#237;`, `&#xED;`. */

/** Returns a text with the letters in place of their references, and leaves what is none. */
export function withoutEntities(text: string): string {
  return text.includes('&')
    ? text.replace(reference, (written: string) => letterOf(written) ?? written)
    : text
}

/** Returns true if a semicolon, whose offset is `at`, ends a reference. */
export function endsEntity(text: string, at: number): boolean {
  const [, name] = /&(?:amp;){0,2}([#\w]{2,8};)$/i.exec(text.slice(Math.max(0, at - longest), at + 1)) ?? []
  return name !== undefined && letterOf(`&${name}`) !== undefined
}

/** The length of the longest reference, which two programs may have written again: `&amp;amp;iacute;`. */
const longest = 20

const reference = /&(?:#\d{2,7}|#x[\da-f]{2,6}|[a-z]{2,8});/gi

function letterOf(written: string): string | undefined {
  const [, decimal, hexadecimal, name = ''] =
    /^&(?:#(\d{2,7})|#x([\da-f]{2,6})|([a-z]{2,8}));$/i.exec(written) ?? []
  if (decimal) return characterOf(Number(decimal))
  if (hexadecimal) return characterOf(Number.parseInt(hexadecimal, 16))
  const mark = accents.get(name.slice(1))
  return mark ? (name.slice(0, 1) + mark).normalize('NFC') : others.get(name)
}

/** Browsers read the references of control characters of C1 in Windows-1252 (HTML, section 13.2.5.80). */
function characterOf(code: number): string | undefined {
  if (code >= 0x80 && code < 0xa0) return controlLetters[code - 0x80]
  const isCharacter = code >= 0x20 && code <= 0x10ffff && !(code >= 0xd800 && code < 0xe000)
  return isCharacter ? String.fromCodePoint(code) : undefined
}

/** The characters that the bytes 0x80 to 0x9F have in Windows-1252. */
export const controlLetters = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

/** The marks that names add to a letter. */
const accents = new Map(
  Object.entries({
    acute: '\u0301',
    grave: '\u0300',
    circ: '\u0302',
    uml: '\u0308',
    tilde: '\u0303',
    cedil: '\u0327',
    ring: '\u030a',
  }),
)

const others = new Map(
  Object.entries({
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
    nbsp: ' ',
    iexcl: '¡',
    iquest: '¿',
    ordm: 'º',
    ordf: 'ª',
    deg: '°',
    laquo: '«',
    raquo: '»',
    lsquo: '‘',
    rsquo: '’',
    ldquo: '“',
    rdquo: '”',
    ndash: '–',
    mdash: '—',
    hellip: '…',
    middot: '·',
    euro: '€',
  }),
)
