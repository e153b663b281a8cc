/**
 * Answers that were given a moment ago: when something changes, every open page asks the same. Forgotten with every
 * change that is made here or heard of, and in any case long before a second has passed.
 */

/** In milliseconds. */
const keptFor = 300

/** Pages of lists, of at most 200 pilots each. */
const most = 100

export class AnswerCache {
  #answers = new Map<string, { answer: Promise<unknown>; until: number }>()

  get<Answer>(question: string, ask: () => Promise<Answer>): Promise<Answer> {
    const known = this.#answers.get(question)
    if (known && known.until > performance.now()) return known.answer as Promise<Answer>
    if (this.#answers.size >= most) this.#answers.clear()
    const answer = ask()
    this.#answers.set(question, { answer, until: performance.now() + keptFor })
    // What failed is asked again by whoever comes next.
    answer.catch(() => this.#answers.delete(question))
    return answer
  }

  forget(): void {
    this.#answers.clear()
  }
}
