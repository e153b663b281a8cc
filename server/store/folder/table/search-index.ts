/**
 * An inverted index of trigrams, which finds the texts that may contain given words: see chapter 5 of Manning,
 * Raghavan and Schütze, "Introduction to Information Retrieval". Texts are numbered in the order of their addition.
 * Callers must check the candidates, since the index cannot distinguish trigrams that share a bucket.
 */

/** The number of buckets: a bucket is a 15-bit hash of three characters. */
const buckets = 1 << 15

const gram = 3
const space = 0x20

/** The numbers of a list that can be read in the time of checking one text. */
const readsPerCheck = 12

/** Lists grow by linked blocks of this many bytes, so that no list is copied and little memory stays empty. */
const blockBytes = 64

/** The lists of some buckets: a candidate must be in at least one of them. */
interface Lists {
  buckets: number[]
  /** The total length of the lists, in bytes. */
  length: number
}

export class SearchIndex {
  /** The text numbers of each bucket, each as the distance to the previous number, in bytes of seven bits. */
  #bytes = new Uint8Array(blockBytes * 1024)
  /** The next block of each block. */
  #next = new Uint32Array(1024)
  /** The number of blocks in use. Block 0 belongs to no bucket: it is the first block of every empty bucket. */
  #blocks = 1
  #firsts = new Uint32Array(buckets)
  #lasts = new Uint32Array(buckets)
  /** The bytes in use of each bucket. */
  #lengths = new Uint32Array(buckets)
  /** The last text number of each bucket plus one; 0 if the bucket is empty. */
  #numbers = new Uint32Array(buckets)
  #size = 0

  /** The number of texts, which is also the number of the next text. */
  get size(): number {
    return this.#size
  }

  /** Adds a text. Trigrams do not include white space. */
  add(text: string): void {
    const number = this.#size + 1
    for (let index = 0; index + gram <= text.length; index += 1) {
      const bucket = bucketAt(text, index)
      if (bucket >= 0 && this.#numbers[bucket] !== number) this.#append(bucket, number)
    }
    this.#size = number
  }

  /**
   * Returns the numbers, in ascending order, of the texts that may contain at least one word of each term. Returns
   * undefined if every text may.
   */
  candidates(terms: readonly (readonly string[])[]): Uint32Array | undefined {
    const [rarest, ...others] = terms
      .flatMap((words) => this.#rarestBuckets(words) ?? [])
      .sort((one, other) => one.length - other.length)
    if (rarest === undefined) return undefined
    let found = this.#readAll(rarest)
    for (const lists of others) {
      // Reading a long list takes longer than checking the few remaining candidates.
      if (lists.length > found.length * readsPerCheck) break
      found = keepCommon(found, this.#readAll(lists))
    }
    return found
  }

  /** Returns the lists of the rarest bucket of each word, or undefined if a word has no trigram. */
  #rarestBuckets(words: readonly string[]): Lists | undefined {
    const buckets: number[] = []
    let length = 0
    for (const word of words) {
      const bucket = this.#rarestBucket(word)
      if (bucket === undefined) return undefined
      if (buckets.includes(bucket)) continue
      buckets.push(bucket)
      length += this.#length(bucket)
    }
    return { buckets, length }
  }

  /** Returns the bucket of the word's trigrams with the shortest list, or undefined if the word has no trigram. */
  #rarestBucket(word: string): number | undefined {
    let rarest: number | undefined
    for (let index = 0; index + gram <= word.length; index += 1) {
      const bucket = bucketAt(word, index)
      if (bucket < 0) continue
      if (rarest === undefined || this.#length(bucket) < this.#length(rarest)) rarest = bucket
    }
    return rarest
  }

  /** Returns the numbers of the texts in any of the buckets, in ascending order. */
  #readAll({ buckets: [first = 0, ...more] }: Lists): Uint32Array {
    let numbers = this.#read(first)
    for (const bucket of more) {
      const joined = new Set([...numbers, ...this.#read(bucket)])
      numbers = Uint32Array.from(joined).sort()
    }
    return numbers
  }

  #length(bucket: number): number {
    return this.#lengths[bucket] ?? 0
  }

  #append(bucket: number, number: number): void {
    let distance = number - (this.#numbers[bucket] ?? 0)
    for (; distance > 0x7f; distance >>>= 7) this.#appendByte(bucket, (distance & 0x7f) | 0x80)
    this.#appendByte(bucket, distance)
    this.#numbers[bucket] = number
  }

  #appendByte(bucket: number, byte: number): void {
    const index = this.#length(bucket) % blockBytes
    if (index === 0) this.#addBlock(bucket)
    this.#bytes[(this.#lasts[bucket] ?? 0) * blockBytes + index] = byte
    this.#lengths[bucket] = this.#length(bucket) + 1
  }

  #addBlock(bucket: number): void {
    const block = this.#blocks
    this.#blocks += 1
    if (block === this.#next.length) this.#grow()
    if (this.#length(bucket) === 0) this.#firsts[bucket] = block
    else this.#next[this.#lasts[bucket] ?? 0] = block
    this.#lasts[bucket] = block
  }

  #grow(): void {
    const [bytes, next] = [this.#bytes, this.#next]
    const blocks = Math.ceil(next.length * 1.25)
    this.#bytes = new Uint8Array(blocks * blockBytes)
    this.#bytes.set(bytes)
    this.#next = new Uint32Array(blocks)
    this.#next.set(next)
  }

  /** Returns the numbers of a bucket's texts, in ascending order. */
  #read(bucket: number): Uint32Array {
    const bytes = this.#bytes
    const numbers = new Uint32Array(this.#length(bucket))
    let count = 0
    let number = -1
    let shift = 0
    let block = this.#firsts[bucket] ?? 0
    for (let left = this.#length(bucket); left > 0; left -= blockBytes) {
      const start = block * blockBytes
      const end = start + Math.min(left, blockBytes)
      for (let index = start; index < end; index += 1) {
        const byte = bytes[index] ?? 0
        number += (byte & 0x7f) << shift
        shift += 7
        if (byte & 0x80) continue
        shift = 0
        numbers[count] = number
        count += 1
      }
      block = this.#next[block] ?? 0
    }
    return numbers.subarray(0, count)
  }
}

/** Keeps the numbers of `some` that are in `others` too, and overwrites `some`. Both are in ascending order. */
function keepCommon(some: Uint32Array, others: Uint32Array): Uint32Array {
  let count = 0
  for (let one = 0, other = 0; one < some.length && other < others.length; ) {
    const difference = (some[one] ?? 0) - (others[other] ?? 0)
    if (difference === 0) {
      some[count] = some[one] ?? 0
      count += 1
    }
    if (difference <= 0) one += 1
    if (difference >= 0) other += 1
  }
  return some.subarray(0, count)
}

/** Returns the bucket of the trigram at `index`, or -1 if the trigram contains white space. */
function bucketAt(text: string, index: number): number {
  const one = text.charCodeAt(index)
  const two = text.charCodeAt(index + 1)
  const three = text.charCodeAt(index + 2)
  if (one <= space || two <= space || three <= space) return -1
  const mixed = Math.imul(one, 0x9e3779b1) ^ Math.imul(two, 0x85ebca6b) ^ Math.imul(three, 0xc2b2ae35)
  return mixed >>> 17
}
