/** Temporary folders for one test or one file of tests, removed afterwards. */
import { cp, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import { removeFile } from '../../server/files/atomic-file.ts'

export async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'pilotos-'))
  onTestFinished(() => removeFile(folder, { recursive: true }))
  return folder
}

/** Returns a copy of a data folder, without its locks: the state after a crash of the process that has it open. */
export async function copyOf(folder: string): Promise<string> {
  const copy = await aFolder()
  await cp(folder, copy, { recursive: true, filter: (path) => !/lock$/.test(path) })
  return copy
}

/**
 * Creates a folder that the tests of a file, or of a `describe`, share and do not change. Returns a function that
 * returns its path while they run. `limit` is the time that filling it may take, in milliseconds, if it is not the usual one.
 */
export function sharedFolder(fill: (folder: string) => Promise<unknown>, limit?: number): () => string {
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pilotos-'))
    await fill(folder)
  }, limit)
  afterAll(() => removeFile(folder, { recursive: true }))
  return () => folder
}
