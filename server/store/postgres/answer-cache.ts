/** A cache of query results for open pages, which all request the same data after a change. */

/** The time for which a result is valid, in milliseconds. */
const keptFor = 300

/** The largest number of results: pages of lists, of at most 200 pilots each. */
const most = 100

/** Keeps results until they expire, or until `forget` is called for a change that this process makes or notices. */
export class AnswerCache {
  #answers = new Map<string, { answer: Promise<unknown>; until: number }>()

  get<Answer>(question: string, ask: () => Promise<Answer>): Promise<Answer> {
    const cached = this.#answers.get(question)
    if (cached && cached.until > performance.now()) return cached.answer as Promise<Answer>
    if (this.#answers.size >= most) this.#answers.clear()
    const answer = ask()
    this.#answers.set(question, { answer, until: performance.now() + keptFor })
    // A failed query leaves the cache, so that the next caller asks again.
    answer.catch(() => this.#answers.delete(question))
    return answer
  }

  forget(): void {
    this.#answers.clear()
  }
}
