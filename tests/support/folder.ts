/** A folder of a test's own, gone after it. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

export async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'pilotos-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}
