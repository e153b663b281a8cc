/** Writes texts in capitals of ASCII, for programs that read no other letters. */

/** The letters and signs that Unicode does not take apart into one of ASCII and marks. */
const letters: Readonly<Record<string, string>> = {
  Æ: 'AE',
  Œ: 'OE',
  Ø: 'O',
  Ð: 'D',
  Þ: 'TH',
  Ł: 'L',
  Đ: 'D',
  '°': 'O',
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '«': '"',
  '»': '"',
  '–': '-',
  '—': '-',
}

const isAscii = /^[ -~]*$/

/** A character that is not a printable one of ASCII. */
const other = /[^ -~]/gu

/**
 * Writes `?` for a character that is lost: see `lostLetters`.
 * @example asciiUpper('Íñigo Peña') // 'INIGO PENA'
 */
export function asciiUpper(text: string): string {
  return withoutMarks(text).replace(other, (letter) => letters[letter] ?? '?')
}

/**
 * Returns the characters, in capitals, that have nothing like them in ASCII, each once.
 * @example lostLetters('Peña Жук') // ['Ж', 'У', 'К']
 */
export function lostLetters(text: string): string[] {
  // Most texts of a long list are ASCII already.
  if (isAscii.test(text)) return []
  const found = withoutMarks(text).match(other) ?? []
  return [...new Set(found.filter((letter) => letters[letter] === undefined))]
}

function withoutMarks(text: string): string {
  return text.normalize('NFKD').toUpperCase().normalize('NFKD').replace(/\p{M}/gu, '')
}
