/** Builds the program before the tests that run it, if a source has changed. */
import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { isBuilt } from '../../bin/project.js'
import { results, root } from './root.ts'

export async function setup(): Promise<void> {
  // Several projects of one run call this.
  if (process.env.PILOTOS_TEST_BUILT) return
  process.env.PILOTOS_TEST_BUILT = '1'
  // Removes the diagnostics of an earlier run.
  rmSync(results, { recursive: true, force: true })
  if (await isBuilt()) return
  execFileSync(process.execPath, ['bin/setup.js'], { cwd: root, stdio: 'inherit' })
}
