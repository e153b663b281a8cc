/** Recognizes what the bytes of a file are, and decodes texts from the encodings that spreadsheet programs write. */

export interface Decoded {
  text: string
  /** The name of the encoding, for people. */
  encoding: string
  /** True if some bytes are not valid in the encoding. They are decoded as U+FFFD. */
  isDamaged?: boolean
}

/**
 * Decodes UTF-8, or UTF-16 with a byte order mark. Decodes any other bytes as Windows-1252, which programs of Spanish
 * Windows write.
 */
export function decode(bytes: Uint8Array): Decoded {
  const mark = marks.find(({ start }) => start.every((byte, index) => bytes[index] === byte))
  if (mark) {
    const text = new TextDecoder(mark.label).decode(bytes)
    return { text, encoding: mark.encoding, ...(text.includes('\ufffd') && { isDamaged: true }) }
  }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'UTF-8' }
  } catch {
    const text = new TextDecoder().decode(bytes)
    // A file full of accents in UTF-8 is still UTF-8 if it has one bad byte.
    if (isMostlyRight(text)) return { text, encoding: 'UTF-8 con letras dañadas', isDamaged: true }
    return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'Windows-1252' }
  }
}

/** Returns true if more than four in five of the characters beyond ASCII are not U+FFFD. */
function isMostlyRight(text: string): boolean {
  let [right, damaged] = [0, 0]
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === 0xfffd) damaged += 1
    else if (code > 0x7f) right += 1
  }
  return right > 4 * damaged
}

/**
 * Byte order marks (Unicode, section 23.8). A file with a mark is always decoded in that encoding; bytes that are not
 * valid become U+FFFD.
 */
const marks = [
  { start: [0xef, 0xbb, 0xbf], label: 'utf-8', encoding: 'UTF-8 con BOM' },
  { start: [0xff, 0xfe], label: 'utf-16le', encoding: 'UTF-16' },
  { start: [0xfe, 0xff], label: 'utf-16be', encoding: 'UTF-16' },
]

/** Returns true for a ZIP, the container of Excel workbooks and similar documents. */
export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4
}

/** Returns true for an old `.xls`, and for a workbook that is locked with a password ([MS-CFB], section 2.2). */
export function isCompound(bytes: Uint8Array): boolean {
  return bytes[0] === 0xd0 && bytes[1] === 0xcf && bytes[2] === 0x11 && bytes[3] === 0xe0
}
