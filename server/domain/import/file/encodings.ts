/** The encodings of text files that an import reads. */

/** The names of the encodings for people, by the names under which a person chooses them. */
export const encodingLabels = {
  'utf-8': 'UTF-8',
  'windows-1252': 'Windows-1252',
  cp850: 'DOS (CP850)',
  cp437: 'DOS (CP437)',
  macroman: 'Macintosh (MacRoman)',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16 (BE)',
} as const

export type Encoding = keyof typeof encodingLabels

export const encodings = Object.keys(encodingLabels) as Encoding[]

export function isEncoding(value: unknown): value is Encoding {
  return encodings.some((encoding) => encoding === value)
}
