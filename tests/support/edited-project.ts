/** A copy of the project in which some sources have more than here, compiled and built once for all tests of a file. */
import { execFile } from 'node:child_process'
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import { sharedFolder } from './folder.ts'
import { root } from './root.ts'

/** Lines that only the copied file has, with the text before which they stand; without one, the file is new. */
export interface Edit {
  file: string
  before?: string
  entry: string
}

/** Returns a function that returns the folder of the copy. */
export function editedProject(edits: readonly Edit[]): () => string {
  return sharedFolder(async (copy) => {
    for (const name of [
      'bin',
      'client',
      'docs',
      'server',
      'package.json',
      'package-lock.json',
      'tsconfig.json',
    ])
      await cp(join(root, name), join(copy, name), { recursive: true })
    await symlink(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction')
    for (const { file, before, entry } of edits) {
      await mkdir(dirname(join(copy, file)), { recursive: true })
      if (before === undefined) {
        await writeFile(join(copy, file), entry)
        continue
      }
      const parts = (await readFile(join(copy, file), 'utf8')).split(before)
      expect([file, before, parts.length]).toEqual([file, before, 2])
      await writeFile(join(copy, file), parts.join(entry + before))
    }
    const node = (...args: string[]) =>
      promisify(execFile)(process.execPath, args, { cwd: copy }).catch(({ stdout, stderr }) => {
        throw new Error(`${stdout}${stderr}`)
      })
    await Promise.all([node('node_modules/typescript/bin/tsc'), node('bin/build.js')])
    // A compiler and a build beside other tests take longer than a hook usually may.
  }, 180_000)
}
