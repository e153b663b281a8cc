/** Writes texts in capitals of ASCII, for programs that read no other letters. */

/** The letters that have no mark to take away. */
const letters: Readonly<Record<string, string>> = {
  ß: 'SS',
  Æ: 'AE',
  Œ: 'OE',
  Ø: 'O',
  Ð: 'D',
  Þ: 'TH',
  Ł: 'L',
  Đ: 'D',
}

/** @example asciiUpper('Íñigo Peña') // 'INIGO PENA' */
export function asciiUpper(text: string): string {
  const plain = text.toUpperCase().normalize('NFD').replace(/\p{M}/gu, '')
  return plain.replace(/[^ -~]/g, (letter) => letters[letter] ?? '?')
}
