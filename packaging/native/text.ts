/** Reads a text that a zero byte ends. */
export function textAt(content: Buffer, start: number): string {
  const end = content.indexOf(0, start)
  if (start < 0 || start >= content.length || end < 0)
    throw new RangeError(`No text ends after the byte ${start}`)
  return content.toString('latin1', start, end)
}
