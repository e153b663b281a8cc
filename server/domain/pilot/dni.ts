/** National identity documents: kept as integers, written with eight digits (Peru's DNI), found however they are typed. */

/** Those that a DNI is written with at least. */
export const dniDigits = 8

/** `9876543` as `09876543`; a document of another country with more digits stays as it is. */
export function formatDni(dni: number): string {
  return String(dni).padStart(dniDigits, '0')
}

/** The DNIs that a word of a search can mean besides the texts that have it as it is typed. */
export interface DniPattern {
  /** Without leading zeros; empty where the word has nothing but zeros. */
  digits: string
  /** The DNI begins with `digits` and is smaller than this. Without it, `digits` may stand anywhere in it. */
  below?: number
}

/**
 * Reads a number with leading zeros or with dots: `0987` means the DNIs that are written `0987…`, `9.876` those
 * that have `9876`. Undefined for any other word, which needs no second reading.
 */
export function readDniPattern(word: string): DniPattern | undefined {
  if (!/^\d[\d.]*$/.test(word)) return undefined
  const [, zeros = '', digits = ''] = /^(0*)(\d*)$/.exec(word.replaceAll('.', '')) ?? []
  if (digits.length > longest || (!zeros && digits === word)) return undefined
  if (!zeros) return { digits }
  return { digits, below: 10 ** Math.max(dniDigits - zeros.length, digits.length) }
}

/** No DNI has more digits: see `integerRule`. */
const longest = 15

export function matchesDni(dni: number, { digits, below }: DniPattern): boolean {
  const position = String(dni).indexOf(digits)
  return below === undefined ? position >= 0 : position === 0 && dni < below
}
