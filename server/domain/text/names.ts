/** The names of accounts, gates and phones: which of them are the same for people, and what a new one may not contain. */

/**
 * Returns the normal form of a name: NFKC (Unicode Standard Annex 15), trimmed, with single spaces and without case.
 * Names with the same form are the same name.
 * @example nameKey(' ＪＥＦＡ  1') // 'jefa 1'
 */
export function nameKey(name: string): string {
  const plain = name.normalize('NFKC').replace(/\p{Variation_Selector}+/gu, '')
  // Some letters, such as ß, have no lower case of their own that equals the one of their upper case.
  return plain.replace(/\s+/g, ' ').trim().toUpperCase().toLowerCase()
}

export function isSameName(one: string, other: string): boolean {
  return nameKey(one) === nameKey(other)
}

/** Returns the element with this name or, if no element has it, the only one whose name has the same form. */
export function findNamed<Element>(
  all: readonly Element[],
  name: string,
  nameOf: (element: Element) => string,
): Element | undefined {
  const exact = all.find((one) => nameOf(one) === name)
  if (exact) return exact
  const [same, ...others] = all.filter((one) => isSameName(nameOf(one), name))
  return others.length === 0 ? same : undefined
}

/**
 * Matches control and format characters, line ends, the blank of Braille and all else that has no shape, except the style
 * of an emoji.
 */
const invisible =
  /[\p{Control}\p{Format}\p{Surrogate}\p{Line_Separator}\p{Paragraph_Separator}\u2800]|(?!\p{Variation_Selector})\p{Default_Ignorable_Code_Point}/u

export function hasInvisible(name: string): boolean {
  return invisible.test(name)
}
