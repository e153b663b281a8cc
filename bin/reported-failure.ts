/** The error that ends a command which has already printed its findings: it carries only the exit code. */
export class ReportedFailure extends Error {
  constructor(readonly exitCode: 1 | 3) {
    super(`the command ended with ${exitCode}`)
  }
}
