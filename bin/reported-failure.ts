/** Ends a command that has printed its findings already: only the exit code is left to say. */
export class ReportedFailure extends Error {
  constructor(readonly exitCode: 1 | 3) {
    super(`the command ended with ${exitCode}`)
  }
}
