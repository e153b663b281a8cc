/** The faults that are put back into the program by patches, to show that days of the simulation find each of them. */
import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { cp, mkdtemp, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../support/root.ts'

const folder = join(root, 'tests/simulation/faults')

/** The names of the faults, which are those of their patches. */
export const faultNames = readdirSync(folder).map((file) => file.replace(/\.patch$/, ''))

/** Applies the patch of a fault to the sources in a folder, or checks only whether it applies. */
export function putBack(name: string, sources: string, { checks = false } = {}): void {
  const words = ['apply', ...(checks ? ['--check'] : []), join(folder, `${name}.patch`)]
  execFileSync('git', words, { cwd: sources, stdio: ['ignore', 'ignore', 'pipe'] })
}

/** Builds the program with a fault in a temporary folder, and returns the folder. */
export async function faultyProgram(name: string): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), `pilotos-${name}-`))
  for (const part of ['bin', 'client', 'docs', 'server', 'package.json', 'package-lock.json'])
    await cp(join(root, part), join(copy, part), { recursive: true })
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction')
  putBack(name, copy)
  execFileSync(process.execPath, ['bin/build.js'], { cwd: copy })
  return copy
}
