/** Builds the program before the tests that drive it, where a source has changed. */
import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { results, root } from './root.ts'

export function setup(): void {
  // Several projects of one run ask for it.
  if (process.env.PILOTOS_TEST_BUILT) return
  process.env.PILOTOS_TEST_BUILT = '1'
  // The results of an earlier run would pass for those of this one.
  rmSync(results, { recursive: true, force: true })
  execFileSync(process.execPath, ['bin/setup.js'], { cwd: root, stdio: 'inherit' })
}
