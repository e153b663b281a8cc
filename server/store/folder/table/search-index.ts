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
const readsPerCheck = 12

/** Lists grow by so many bytes, wherever there is room: so nothing is copied, and little is left empty. */
const blockBytes = 64

/** Buckets of which a text is to be in at least one, and how long their lists are together. */
interface Lists {
  buckets: number[]
  length: number
}

export class SearchIndex {
  /** The numbers of the texts of each bucket: each as the distance to the one before, in bytes of seven bits. */
  #bytes = new Uint8Array(blockBytes * 1024)
  /** The block after each. */
  #next = new Uint32Array(1024)
  /** The first block of each bucket is 0, which is nobody's, where it has none. */
  #blocks = 1
  #firsts = new Uint32Array(buckets)
  #lasts = new Uint32Array(buckets)
  /** Bytes in use of each bucket. */
  #lengths = new Uint32Array(buckets)
  /** The last number in each, and one more; 0 where there is none. */
  #numbers = new Uint32Array(buckets)
  #size = 0
  /** Room for the lists that one question reads: made once, since a question is asked again and again. */
  #rooms: [Uint32Array, Uint32Array] = [new Uint32Array(), new Uint32Array()]

  /** How many texts there are; the next one gets this number. */
  get size(): number {
    return this.#size
  }

  /** Adds a text; trigrams are not looked for across its white space. */
  add(text: string): void {
    const number = this.#size + 1
    for (let index = 0; index + gram <= text.length; index += 1) {
      const bucket = bucketAt(text, index)
      if (bucket >= 0 && this.#numbers[bucket] !== number) this.#append(bucket, number)
    }
    this.#size = number
  }

  /**
   * The numbers, in ascending order, of the texts that may have, of each of `terms`, at least one word; undefined
   * where all may. Good until the next question.
   */
  candidates(terms: readonly (readonly string[])[]): Uint32Array | undefined {
    const [rarest, ...others] = terms
      .flatMap((words) => this.#rarestBuckets(words) ?? [])
      .sort((one, other) => one.length - other.length)
    if (rarest === undefined) return undefined
    let found = this.#readAll(rarest, 0)
    for (const lists of others) {
      // Reading a long list takes longer than checking the few that are left.
      if (lists.length > found.length * readsPerCheck) break
      found = keepCommon(found, this.#readAll(lists, 1))
    }
    return found
  }

  /** The rarest bucket of each word, and their length together; undefined where a word is too short to have any. */
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

  /** The bucket of a word's trigrams that has fewest texts. */
  #rarestBucket(word: string): number | undefined {
    let rarest: number | undefined
    for (let index = 0; index + gram <= word.length; index += 1) {
      const bucket = bucketAt(word, index)
      if (bucket < 0) continue
      if (rarest === undefined || this.#length(bucket) < this.#length(rarest)) rarest = bucket
    }
    return rarest
  }

  /** The texts of any of the buckets. */
  #readAll({ buckets: [first = 0, ...more] }: Lists, room: 0 | 1): Uint32Array {
    let numbers = this.#read(first, room)
    for (const bucket of more) {
      const joined = new Set([...numbers, ...this.#read(bucket, room)])
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

  /** The texts of a bucket, in ascending order, read into one of the rooms. */
  #read(bucket: number, room: 0 | 1): Uint32Array {
    const bytes = this.#bytes
    if (this.#rooms[room].length < this.#length(bucket)) {
      this.#rooms[room] = new Uint32Array(this.#length(bucket) * 2)
    }
    const numbers = this.#rooms[room]
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

/** Keeps of `some` what stands in `others` too, each in ascending order. */
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

/** The bucket of the trigram at `place`, or -1 where white space is in it. */
function bucketAt(text: string, index: number): number {
  const one = text.charCodeAt(index)
  const two = text.charCodeAt(index + 1)
  const three = text.charCodeAt(index + 2)
  if (one <= space || two <= space || three <= space) return -1
  const mixed = Math.imul(one, 0x9e3779b1) ^ Math.imul(two, 0x85ebca6b) ^ Math.imul(three, 0xc2b2ae35)
  return mixed >>> 17
}
