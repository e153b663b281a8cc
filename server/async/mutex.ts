/** A mutex: runs tasks one at a time, in the order of the calls. */

export type RunExclusive = <Result>(work: () => Promise<Result>) => Promise<Result>

/** Creates a mutex. A task that fails does not block the tasks after it. */
export function createMutex(): RunExclusive {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const done = last.then(work)
    last = done.catch(() => {})
    return done
  }
}
