/** A cache of query results for open pages, which all request the same data after a change. */
import { LRUCache } from 'lru-cache'

/** The time for which a result is valid, in milliseconds. */
const keptFor = 300

/** The largest number of results: pages of lists, of at most 200 pilots each. */
const most = 100

/** Keeps results until they expire, or until `forget` is called for a change that this process makes or notices. */
export class AnswerCache {
  #answers = new LRUCache<string, Promise<unknown>>({ max: most, ttl: keptFor })

  get<Answer>(question: string, ask: () => Promise<Answer>): Promise<Answer> {
    const cached = this.#answers.get(question)
    if (cached) return cached as Promise<Answer>
    const answer = ask()
    this.#answers.set(question, answer)
    // A failed query leaves the cache, so that the next caller asks again.
    answer.catch(() => this.#answers.delete(question))
    return answer
  }

  forget(): void {
    this.#answers.clear()
  }
}
