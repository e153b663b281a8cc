/** Decodes the names in a ZIP. Many ZIPs do not say in which encoding their names are. */

/**
 * Decodes a name that is UTF-8, or in the code page of a Spanish system: macOS and newer programs write UTF-8, the
 * explorer of Windows code page 850, older programs 437, and some Windows-1252. Returns composed letters.
 */
export function decodeName(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).normalize('NFC')
  } catch {
    return fromCodePage(bytes)
  }
}

/** The letters of Spanish have the same bytes in both DOS code pages, of which only 850 has all of them. */
function fromCodePage(bytes: Uint8Array): string {
  const dos = Array.from(bytes, (byte) =>
    byte < 0x80 ? String.fromCharCode(byte) : codePage850[byte - 0x80],
  ).join('')
  const windows = new TextDecoder('windows-1252').decode(bytes)
  const isDos = isSpanish.test(dos) && !amongSmallLetters.test(dos)
  return !isDos && isSpanish.test(windows) ? windows : dos
}

const isSpanish = /^[\0-\x7fáéíóúüñçÁÉÍÓÚÜÑÇªº°]*$/

/** The byte of Ú in code page 850 is é in Windows-1252, the only such pair of Spanish letters: PÚrez is Pérez. */
const amongSmallLetters = /\p{Ll}Ú|\p{L}Ú\p{Ll}/u

const codePage850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0'
