/** The lock of the packages: it must install on every system, not only on the one where it was made. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../support/root.ts'

interface Locked {
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, Locked>
}

it('The lock has every package that a package needs on some system, so that npm ci accepts it everywhere', () => {
  const missing = Object.entries(packages).flatMap(([path, { dependencies, optionalDependencies }]) =>
    Object.keys({ ...dependencies, ...optionalDependencies })
      .filter((name) => !isLocked(name, path))
      .map((name) => `${name}, which ${path || 'the project'} needs`),
  )
  expect(missing).toEqual([])
})

it('The lock names the programs of every system for which there is a release', () => {
  const names = Object.keys(packages).map((path) => path.slice(path.lastIndexOf('node_modules/')))
  for (const platform of ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'win32-x64']) {
    expect(names).toContain(`node_modules/@esbuild/${platform}`)
    expect(names).toContain(`node_modules/@biomejs/cli-${platform}`)
    expect(names).toContain(`node_modules/@img/sharp-${platform}`)
  }
})

/** Looks for a package where Node does: in the `node_modules` of the package that needs it, and of those around it. */
function isLocked(name: string, path: string): boolean {
  if (`${path && `${path}/`}node_modules/${name}` in packages) return true
  return path !== '' && isLocked(name, path.slice(0, Math.max(0, path.lastIndexOf('/node_modules/'))))
}
