/** A reporter that names, at the end of a run, the missing programs and abilities whose tests were skipped. */
import type { Reporter, TestModule } from 'vitest/node'
import { missingAbilities } from './abilities.ts'
import { missingRequirements } from './requirements.ts'

export class SkipReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    for (const { package: name, tests } of missingRequirements(modules.map(({ project }) => project.name)))
      console.log(`Skipped, where there are any: the tests of ${tests} (they need ${name})`)
    for (const name of missingAbilities())
      console.log(`Skipped, where there are any: the tests that need ${name}`)
  }
}
