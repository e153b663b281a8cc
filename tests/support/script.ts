/** Runs a script of this folder as a separate process. */
import { type ChildProcess, spawn } from 'node:child_process'
import { basename, join } from 'node:path'
import { buildSync } from 'esbuild'
import { onTestFinished } from 'vitest'
import { root } from './root.ts'

export interface Script {
  process: ChildProcess
  /** The lines that the script has written so far. */
  lines: string[]
  /** Resolves with the exit code once the script has ended. The code is null if a signal ended it. */
  ended: Promise<number | null>
}

export function startScript(name: string, args: string[]): Script {
  const child = spawn(process.execPath, [built(join(root, 'tests', 'support', name)), ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  const lines: string[] = []
  let rest = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const parts = (rest + text).split('\n')
    rest = parts.pop() ?? ''
    lines.push(...parts)
  })
  return { process: child, lines, ended: new Promise((resolve) => child.on('close', resolve)) }
}

const paths = new Map<string, string>()

/** Bundles a script and returns the bundle's path. A bundle starts in a third of the time that tsx needs. */
export function built(source: string): string {
  const known = paths.get(source)
  if (known) return known
  const path = join(root, 'dist', 'scripts', basename(source).replace(/ts$/, 'js'))
  buildSync({
    entryPoints: [source],
    outfile: path,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
  })
  paths.set(source, path)
  return path
}

/** Waits until a script has written at least `count` lines. @throws Error if it ends before */
export async function written({ lines, process: child, ended }: Script, count: number): Promise<void> {
  const early = ended.then((code) => {
    if (lines.length < count) throw new Error(`The script ended with ${code}: ${lines.join('\n')}`)
  })
  const enough = new Promise<void>((resolve) => {
    const look = () => {
      if (lines.length >= count) resolve()
    }
    child.stdout?.on('data', look)
    look()
  })
  await Promise.race([early, enough])
}
