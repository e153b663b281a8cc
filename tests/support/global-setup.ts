/** Builds the program before the tests that drive it, where a source has changed. */
import { execFileSync } from 'node:child_process'
import { root } from './root.ts'

export function setup(): void {
  // Several projects of one run ask for it.
  if (process.env.PILOTOS_TEST_BUILT) return
  process.env.PILOTOS_TEST_BUILT = '1'
  execFileSync(process.execPath, ['bin/setup.js'], { cwd: root, stdio: 'inherit' })
}
