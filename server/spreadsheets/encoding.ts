/** Bytes as text, in whichever way a spreadsheet program has written them. */

export interface Decoded {
  text: string
  /** As people know it. */
  encoding: string
  /** Whether some bytes are no text of it; they are read as U+FFFD. */
  isDamaged?: boolean
}

/** UTF-8 or UTF-16 where the bytes are that, else Windows-1252, as programs of Spanish Windows write. */
export function decode(bytes: Uint8Array): Decoded {
  const mark = marks.find(({ start }) => start.every((byte, index) => bytes[index] === byte))
  if (mark) return { text: new TextDecoder(mark.label).decode(bytes), encoding: mark.encoding }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'UTF-8' }
  } catch {
    const text = new TextDecoder().decode(bytes)
    // One bad byte does not make another encoding of a file that is full of accents in UTF-8.
    if (isMostlyRight(text)) return { text, encoding: 'UTF-8 con letras dañadas', isDamaged: true }
    return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'Windows-1252' }
  }
}

/** Whether of the characters beyond ASCII more than four in five are no U+FFFD. */
function isMostlyRight(text: string): boolean {
  let [right, damaged] = [0, 0]
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === 0xfffd) damaged += 1
    else if (code > 0x7f) right += 1
  }
  return right > 4 * damaged
}

/** Byte order marks (Unicode, section 23.8). A file that says UTF-8 and is not shows where it is damaged. */
const marks = [
  { start: [0xef, 0xbb, 0xbf], label: 'utf-8', encoding: 'UTF-8 con BOM' },
  { start: [0xff, 0xfe], label: 'utf-16le', encoding: 'UTF-16' },
  { start: [0xfe, 0xff], label: 'utf-16be', encoding: 'UTF-16' },
]
