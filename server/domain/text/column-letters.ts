/** Returns the letters with which Excel names the column at an index, from 0 on: A, …, Z, AA. */
export function columnLetters(index: number): string {
  const last = String.fromCharCode(0x41 + (index % 26))
  return index < 26 ? last : columnLetters(Math.floor(index / 26) - 1) + last
}
