/** Builds the program before the tests that drive it, where a source has changed. */
import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.ts'

export function setup(): void {
  // Several projects of one run ask for it.
  if (process.env.PILOTOS_TEST_BUILT) return
  process.env.PILOTOS_TEST_BUILT = '1'
  // What tests of an earlier run have left behind.
  rmSync(join(root, 'test-results'), { recursive: true, force: true })
  execFileSync(process.execPath, ['bin/setup.js'], { cwd: root, stdio: 'inherit' })
}
