/** Slow hashes of texts that could be guessed: each guess costs as much as a comparison. */
import { createHash, scrypt, scryptSync } from 'node:crypto'
import { promisify } from 'node:util'

/** The cost of one hash: 512 KB of memory, and about 0.8 ms of a core. See the decision 0050. */
const cost = { N: 512, r: 8, p: 1 }
const salt = 'PilotOS: an erased person'
const hashBytes = 24

/** The hashes that are computed at once. The threads that compute them read and write all files too. */
const atOnce = 2

/** The most hashes in memory before others are prepared. Each takes about 200 bytes. */
const mostKept = 100_000

const compute = promisify<string, string, number, typeof cost, Buffer>(scrypt)

/** Computes slow hashes, and keeps those that will be asked for again. */
export class SlowHashes {
  /** The hashes, by fast ones of their texts. */
  #known = new Map<string, string>()

  /** Returns the hash of a text. Unless it is prepared, nothing else runs meanwhile. */
  of(text: string): string {
    const name = nameOf(text)
    return this.#known.get(name) ?? this.#keep(name, scryptSync(text, salt, hashBytes, cost))
  }

  /** Computes the hashes of texts, while other work goes on. */
  async prepare(texts: Iterable<string>): Promise<void> {
    if (this.#known.size > mostKept) this.#known.clear()
    // All loops take from one iterator.
    const waiting = new Set(texts).values()
    const work = async () => {
      for (const text of waiting) {
        const name = nameOf(text)
        if (!this.#known.has(name)) this.#keep(name, await compute(text, salt, hashBytes, cost))
      }
    }
    await Promise.all(Array.from({ length: atOnce }, work))
  }

  #keep(name: string, hash: Buffer): string {
    const text = hash.toString('base64url')
    this.#known.set(name, text)
    return text
  }
}

/** Returns a name under which a hash is kept, so that no text stays in memory. */
function nameOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}

/** The hashes of all tombstones of this process: a preview, the import after it and all archives ask for the same ones. */
export const sharedHashes = new SlowHashes()
