/** A reporter that names, at the end of a run, the missing programs whose tests were skipped. */
import type { Reporter } from 'vitest/node'
import { missingRequirements } from './requirements.ts'

export class SkipReporter implements Reporter {
  onTestRunEnd(): void {
    for (const { package: name, tests } of missingRequirements())
      console.log(`Skipped, where there are any: the tests of ${tests} (they need ${name})`)
  }
}
