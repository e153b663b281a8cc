/** Random numbers that every run of a test draws again. */

/** Returns a generator of integers that repeats its numbers for equal states, of which it begins with one. */
export function integersFrom(first: number): (below: number) => number {
  let state = first
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** Returns a generator of integers that repeats its numbers for equal seeds. Those of seeds in a row differ. */
export function randomIntegers(seed: number): (below: number) => number {
  return integersFrom(Math.imul(seed + 1, 2_654_435_761) >>> 0)
}
