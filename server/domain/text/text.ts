/** Functions that compare texts, and that write numbers and lists for people. */

/** Returns the text in lower case and without accents, so that 'Muñoz' and 'MUNOZ' compare equal. */
export function fold(text: string): string {
  const plain = isAscii.test(text) ? text : text.normalize('NFD').replace(/\p{M}/gu, '')
  return plain.toLowerCase()
}

const isAscii = /^[\0-\x7f]*$/

/** Writes a number of things in Spanish: `1 piloto`, `2 pilotos`, `10.000 pilotos`. */
export function count(n: number, one: string, many = `${one}s`): string {
  return `${figure(n)} ${n === 1 ? one : many}`
}

/** Writes a number in Spanish: `10.000`. */
export function figure(n: number): string {
  // Intl is not used, since its tables take longer to load than a list takes to print.
  return String(n).replace(/\B(?=(\d{3})+$)/g, '.')
}

/** Joins items in Spanish: `a, b y c`, or `a, b o c` if `last` is `o`. */
export function enumerate(items: readonly string[], last = 'y'): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} ${last} ${items.at(-1)}`
}

/** Returns a text on one line, shortened to at most `length` characters. */
export function shortened(text: string, length: number): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > length ? `${line.slice(0, length - 1)}…` : line
}
