/** Recognizes files by their first bytes. */

/** Returns true for a ZIP, the container of Excel workbooks and similar documents. */
export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4
}

/** Returns true for an old `.xls`, and for a workbook that is locked with a password ([MS-CFB], section 2.2). */
export function isCompound(bytes: Uint8Array): boolean {
  return bytes[0] === 0xd0 && bytes[1] === 0xcf && bytes[2] === 0x11 && bytes[3] === 0xe0
}
