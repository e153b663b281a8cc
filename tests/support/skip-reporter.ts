/** A reporter that names, at the end of a run, the missing programs whose tests were skipped. */
import type { Reporter, TestModule } from 'vitest/node'
import { missingRequirements } from './requirements.ts'

export class SkipReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    for (const { package: name, tests } of missingRequirements(modules.map(({ project }) => project.name)))
      console.log(`Skipped, where there are any: the tests of ${tests} (they need ${name})`)
  }
}
