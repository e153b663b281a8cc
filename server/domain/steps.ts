/** Decisions in steps, as generators, so that a server can do other work between the steps. */

/**
 * Runs a generator to its end without a pause, and returns its result.
 * @example const plan = runAtOnce(planSteps({ rows, pilots, options, newId, now }))
 */
export function runAtOnce<Result>(steps: Generator<unknown, Result>): Result {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}
