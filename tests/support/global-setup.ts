/** Before all tests: what they drive must be there. */
import { execFileSync } from 'node:child_process'
import { findChromium } from './chromium.ts'
import { root } from './root.ts'

export function setup(): void {
  execFileSync(process.execPath, ['bin/build.js'], { cwd: root, stdio: 'inherit' })
  findChromium()
}
