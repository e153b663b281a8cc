/** Work that is done one after the other, in the order in which it was asked for. */

export type RunExclusive = <Result>(work: () => Promise<Result>) => Promise<Result>

/** What fails holds up nobody. */
export function createMutex(): RunExclusive {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const done = last.then(work)
    last = done.catch(() => {})
    return done
  }
}
