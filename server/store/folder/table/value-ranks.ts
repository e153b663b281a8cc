/** Orders the values of a field as Spanish does, in steps: 50,000 texts take hundreds of milliseconds. */

export type Value = string | number

/** The rank of each value in ascending order. Equal values, such as «Núñez» and «NÚÑEZ», have the same rank. */
export type ValueRanks = ReadonlyMap<Value, number>

/** The number of values that one step sorts or merges, which takes less than a millisecond. */
const valuesPerStep = 200

let collator: Intl.Collator | undefined

export function compareValues(one: Value, other: Value): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other
  // The collator is created at the first comparison, since loading its tables takes long.
  collator ??= new Intl.Collator('es', { sensitivity: 'base', numeric: true })
  return collator.compare(String(one), String(other))
}

/** Ranks values by a merge sort. */
export function* rankSteps(values: ReadonlySet<Value>): Generator<void, ValueRanks> {
  const unsorted = [...values]
  let runs: Value[][] = []
  for (let start = 0; start < unsorted.length; start += valuesPerStep) {
    runs.push(unsorted.slice(start, start + valuesPerStep).sort(compareValues))
    yield
  }
  while (runs.length > 1) {
    const merged: Value[][] = []
    for (let index = 0; index < runs.length; index += 2)
      merged.push(yield* mergeSteps(runs[index] ?? [], runs[index + 1] ?? []))
    runs = merged
  }
  return yield* numberSteps(runs[0] ?? [])
}

function* mergeSteps(left: readonly Value[], right: readonly Value[]): Generator<void, Value[]> {
  const merged: Value[] = []
  let [fromLeft, fromRight] = [0, 0]
  for (;;) {
    const [one, other] = [left[fromLeft], right[fromRight]]
    if (one === undefined || other === undefined) break
    if (compareValues(one, other) <= 0) {
      merged.push(one)
      fromLeft += 1
    } else {
      merged.push(other)
      fromRight += 1
    }
    if (merged.length % valuesPerStep === 0) yield
  }
  return merged.concat(left.slice(fromLeft), right.slice(fromRight))
}

function* numberSteps(sorted: readonly Value[]): Generator<void, ValueRanks> {
  const ranks = new Map<Value, number>()
  let [rank, before] = [0, sorted[0]]
  for (const value of sorted) {
    if (before !== undefined && compareValues(before, value) < 0) rank += 1
    ranks.set(value, rank)
    before = value
    if (ranks.size % valuesPerStep === 0) yield
  }
  return ranks
}
