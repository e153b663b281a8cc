/**
 * Finds, of many texts, the few in which words may stand: an inverted index of trigrams, as in chapter 5 of Manning,
 * Raghavan and Schütze, "Introduction to Information Retrieval". A text is known by its number, which only grows;
 * what is found is to be checked, since trigrams that share a bucket are not told apart.
 */

/** A bucket is 15 bits of a mix of three characters. */
const buckets = 1 << 15

const gram = 3
const space = 0x20

/** How many numbers of a list are read in the time that one text is checked. */
const readsPerCheck = 20

export class SearchIndex {
  /** The numbers of the texts of each bucket: each as the distance to the one before, in bytes of seven bits. */
  #postings: (Uint8Array | undefined)[] = new Array(buckets)
  /** Bytes in use of each. */
  #lengths = new Uint32Array(buckets)
  /** The last number in each, and one more; 0 where there is none. */
  #lasts = new Uint32Array(buckets)
  #size = 0

  /** How many texts there are; the next one gets this number. */
  get size(): number {
    return this.#size
  }

  /** Adds a text; trigrams are not looked for across its white space. */
  add(text: string): void {
    const number = this.#size + 1
    for (let place = 0; place + gram <= text.length; place += 1) {
      const bucket = bucketAt(text, place)
      if (bucket >= 0 && this.#lasts[bucket] !== number) this.#append(bucket, number)
    }
    this.#size = number
  }

  /** The numbers, in ascending order, of the texts that may have all of `words`; undefined where all may. */
  candidates(words: readonly string[]): number[] | undefined {
    const [rarest, ...others] = words
      .flatMap((word) => this.#rarestBucket(word) ?? [])
      .sort((one, other) => this.#length(one) - this.#length(other))
    if (rarest === undefined) return undefined
    let found = [...this.#numbers(rarest)]
    for (const bucket of others) {
      // Reading a long list takes longer than checking the few that are left.
      if (this.#length(bucket) < found.length * readsPerCheck) found = common(found, this.#numbers(bucket))
    }
    return found
  }

  #rarestBucket(word: string): number | undefined {
    let rarest: number | undefined
    for (let place = 0; place + gram <= word.length; place += 1) {
      const bucket = bucketAt(word, place)
      if (bucket >= 0 && (rarest === undefined || this.#length(bucket) < this.#length(rarest)))
        rarest = bucket
    }
    return rarest
  }

  #length(bucket: number): number {
    return this.#lengths[bucket] ?? 0
  }

  #append(bucket: number, number: number): void {
    let distance = number - (this.#lasts[bucket] ?? 0)
    let length = this.#length(bucket)
    let bytes = this.#postings[bucket] ?? new Uint8Array(8)
    if (length + 5 > bytes.length) bytes = grown(bytes)
    for (; distance > 0x7f; distance >>>= 7) {
      bytes[length] = (distance & 0x7f) | 0x80
      length += 1
    }
    bytes[length] = distance
    this.#postings[bucket] = bytes
    this.#lengths[bucket] = length + 1
    this.#lasts[bucket] = number
  }

  *#numbers(bucket: number): Generator<number> {
    const bytes = this.#postings[bucket]
    const length = this.#length(bucket)
    let number = -1
    let shift = 0
    for (let place = 0; bytes && place < length; place += 1) {
      const byte = bytes[place] ?? 0
      number += (byte & 0x7f) << shift
      shift += 7
      if (byte & 0x80) continue
      shift = 0
      yield number
    }
  }
}

/** What stands in both, each in ascending order. */
function common(some: readonly number[], others: Iterable<number>): number[] {
  const both: number[] = []
  let place = 0
  for (const other of others) {
    while (place < some.length && (some[place] ?? 0) < other) place += 1
    if (some[place] === other) both.push(other)
  }
  return both
}

/** The bucket of the trigram at `place`, or -1 where white space is in it. */
function bucketAt(text: string, place: number): number {
  const one = text.charCodeAt(place)
  const two = text.charCodeAt(place + 1)
  const three = text.charCodeAt(place + 2)
  if (one <= space || two <= space || three <= space) return -1
  const mixed = Math.imul(one, 0x9e3779b1) ^ Math.imul(two, 0x85ebca6b) ^ Math.imul(three, 0xc2b2ae35)
  return mixed >>> 17
}

function grown(bytes: Uint8Array): Uint8Array {
  const larger = new Uint8Array(bytes.length + (bytes.length >> 1) + 8)
  larger.set(bytes)
  return larger
}
