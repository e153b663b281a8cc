/** National identity documents: stored as integers, written with eight digits (Peru's DNI), found in any notation. */

/** The smallest number of digits in a written DNI. */
export const dniDigits = 8

/** Writes `9876543` as `09876543`. A document of another country with more digits stays as it is. */
export function formatDni(dni: number): string {
  return String(dni).padStart(dniDigits, '0')
}

/** The DNIs that a word of a search can mean, in addition to the texts that contain the word as it is typed. */
export interface DniPattern {
  /** The digits with which the DNI begins: those of the word without leading zeros; empty if it has only zeros. */
  digits: string
  /** The DNI is less than this. */
  below: number
}

/**
 * Reads a number with leading zeros: `0987` means the DNIs that are written `0987…`. Returns undefined for any other
 * word, which has no second meaning.
 */
export function readDniPattern(word: string): DniPattern | undefined {
  const [, zeros = '', digits = ''] = /^(0+)(\d*)$/.exec(word) ?? []
  if (!zeros || digits.length > maxDniDigits) return undefined
  return { digits, below: 10 ** Math.max(dniDigits - zeros.length, digits.length) }
}

/** The largest number of digits in a DNI: see `integerRule`. */
const maxDniDigits = 15

export function matchesDni(dni: number, { digits, below }: DniPattern): boolean {
  return dni < below && String(dni).startsWith(digits)
}
