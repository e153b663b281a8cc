/** A reporter that fails a run whose tests have left files in the project: each test writes to a folder of its own. */
import type { Reporter } from 'vitest/node'
import { leftBehind, untrackedFiles } from './tree.ts'

export class TreeReporter implements Reporter {
  #before: string[] = []

  onInit(): void {
    this.#before = untrackedFiles()
  }

  onTestRunEnd(): void {
    const left = leftBehind(this.#before, untrackedFiles())
    if (left.length === 0) return
    console.error(`The tests have left files in the project:\n${left.map((file) => `  ${file}\n`).join('')}`)
    process.exitCode = 1
  }
}
