/** National identity documents: stored as integers, written with eight digits (Peru's DNI), found in any notation. */

/** The smallest number of digits in a written DNI. */
export const dniDigits = 8

/** Writes `9876543` as `09876543`. A document of another country with more digits stays as it is. */
export function formatDni(dni: number): string {
  return String(dni).padStart(dniDigits, '0')
}

/** The DNIs that a word of a search can mean, in addition to the texts that contain the word as it is typed. */
export interface DniPattern {
  /** The digits of the word without dots and leading zeros; empty if the word has only zeros. */
  digits: string
  /** If present, the DNI begins with `digits` and is less than `below`; if absent, it contains `digits` anywhere. */
  below?: number
}

/**
 * Reads a number with leading zeros or with dots: `0987` means the DNIs that are written `0987…`, and `9.876` means
 * the DNIs that contain `9876`. Returns undefined for any other word, which has no second meaning.
 */
export function readDniPattern(word: string): DniPattern | undefined {
  if (!/^\d[\d.]*$/.test(word)) return undefined
  const [, zeros = '', digits = ''] = /^(0*)(\d*)$/.exec(word.replaceAll('.', '')) ?? []
  if (digits.length > maxDniDigits || (!zeros && digits === word)) return undefined
  if (!zeros) return { digits }
  return { digits, below: 10 ** Math.max(dniDigits - zeros.length, digits.length) }
}

/** The largest number of digits in a DNI: see `integerRule`. */
const maxDniDigits = 15

export function matchesDni(dni: number, { digits, below }: DniPattern): boolean {
  const position = String(dni).indexOf(digits)
  return below === undefined ? position >= 0 : position === 0 && dni < below
}
