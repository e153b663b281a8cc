/** The trigrams of a text as integers: what an index finds texts by, on any database that can index an array. */

/** Trigrams that share an integer are not told apart: what is found is to be checked. White space is in none. */
export function gramsOf(text: string): Set<number> {
  const grams = new Set<number>()
  for (let place = 0; place + 3 <= text.length; place += 1) {
    const [one, two, three] = [text.charCodeAt(place), text.charCodeAt(place + 1), text.charCodeAt(place + 2)]
    if (one <= space || two <= space || three <= space) continue
    grams.add(Math.imul(Math.imul(one, 0x9e3779b1) ^ two, 0x85ebca6b) ^ Math.imul(three, 0xc2b2ae35))
  }
  return grams
}

const space = 0x20
