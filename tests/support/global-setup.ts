/** Before all tests: what they drive must be there. */
import { execFileSync } from 'node:child_process'
import { findChromium } from './chromium.ts'
import { findPostgres, removePostgres, startPostgres } from './postgres.ts'
import { root } from './root.ts'

export async function setup(): Promise<(() => Promise<void>) | undefined> {
  execFileSync(process.execPath, ['bin/build.js'], { cwd: root, stdio: 'inherit' })
  findChromium()
  if (!findPostgres()) return undefined
  const server = await startPostgres()
  process.env.PILOTOS_TEST_POSTGRES = String(server.port)
  return () => removePostgres(server)
}
