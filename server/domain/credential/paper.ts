/** The paper of the prints: A4, or US Letter where the country of the open event uses it. All lengths are in millimetres. */
export const paperSizes = {
  a4: { width: 210, height: 297 },
  letter: { width: 215.9, height: 279.4 },
} as const

export type Paper = keyof typeof paperSizes

export const paperNames: Record<Paper, string> = { a4: 'A4', letter: 'carta' }

/** The countries of US Letter, by their codes of ISO 3166-1: Unicode CLDR, supplemental `measurementData/paperSize`. */
const letterCountries = new Set('BZ CA CL CO CR GT MX NI PA PH PR SV US VE'.split(' '))

/** Returns the paper of an event, or A4 if nobody has chosen its country. */
export function paperOf({ country }: { country?: string | null }): Paper {
  return letterCountries.has(country ?? '') ? 'letter' : 'a4'
}
