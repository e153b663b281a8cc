/** Runs the built `pilotos` command, and collects its output and its exit code. */
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import type { Installed } from '../../bin/terminal/options.ts'
import { runInProcess } from './command-in-process.ts'
import { diagnostics } from './diagnostics.ts'
import { root } from './root.ts'

export interface Outcome {
  code: number | null
  stdout: string
  stderr: string
}

interface RunOptions {
  input?: string
  cwd?: string
  env?: Record<string, string>
  /** The folder of another copy of the project, whose command runs. By default this project. */
  project?: string
  /** True if `serve` opens a browser. Otherwise it gets `--no-open`. */
  opensBrowser?: boolean
  /** The maximum number of open files and connections. Needs `canLimit`. */
  descriptors?: number
}

/** Runs a command in the process of the tests. `pilotosProcess` runs it in a process of its own. */
export function pilotos(
  args: string[],
  {
    input = '',
    cwd = root,
    env = {},
    installed,
  }: Pick<RunOptions, 'input' | 'cwd' | 'env'> & { installed?: Partial<Installed> } = {},
): Promise<Outcome> {
  return runInProcess({ args, input, cwd, installed, env: { ...inheritedEnvironment(), ...env } })
}

/** Expects that a command ends with this exit code, and that its errors contain a text or match a pattern. */
export async function expectEnd(run: Promise<Outcome>, code: number, told: string | RegExp): Promise<void> {
  const stderr = typeof told === 'string' ? expect.stringContaining(told) : expect.stringMatching(told)
  expect(await run).toMatchObject({ code, stderr })
}

/**
 * Runs a command in a process of its own, for tests of what only a process shows: that it ends by itself, its pipes
 * and signals, and commands that run simultaneously.
 */
export function pilotosProcess(args: string[], options: RunOptions = {}): Promise<Outcome> {
  const child = startPilotos(args, options)
  let stdout = ''
  let stderr = ''
  child.stdout?.setEncoding('utf8').on('data', (text) => {
    stdout += text
  })
  child.stderr?.setEncoding('utf8').on('data', (text) => {
    stderr += text
  })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, stdout, stderr }))
    child.stdin?.on('error', (error) => {
      if (!isClosedPipe(error)) reject(error)
    })
    child.stdin?.end(options.input ?? '')
  })
}

/** Returns true for the errors of writing to a command that ends without reading its whole input. EOF is that of Windows. */
function isClosedPipe(error: NodeJS.ErrnoException): boolean {
  return ['EPIPE', 'ECONNRESET', 'EOF'].includes(error.code ?? '')
}

/**
 * Starts `pilotos serve` on a port that the system chooses, unless `args` name one. Resolves once it has printed that
 * it is open.
 */
export async function serve(args: string[], options: RunOptions = {}) {
  const child = startPilotos(
    ['serve', ...(options.opensBrowser ? [] : ['--no-open']), '--port', '0', ...args],
    options,
  )
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  const test = diagnostics()
  let output = ''
  let complaints = ''
  child.stderr?.setEncoding('utf8').on('data', (text) => {
    complaints += text
    test.note(text.trimEnd())
  })
  await new Promise<void>((resolve, reject) => {
    child.stdout?.setEncoding('utf8').on('data', (text) => {
      output += text
      test.note(text.trimEnd())
      if (output.includes('Ctrl+C')) resolve()
    })
    child.on('error', reject)
    child.on('close', (code) => reject(new Error(`serve ended with ${code}: ${output}${complaints}`)))
  })
  const port = Number(/En esta laptop: +http:.*:(\d+)$/m.exec(output)?.[1])
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    pid: child.pid ?? 0,
    output,
    complaints: () => complaints,
    signal: (signal: NodeJS.Signals) => child.kill(signal),
    async stop(signal: NodeJS.Signals = 'SIGINT'): Promise<number | null> {
      const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
      child.kill(signal)
      return ended
    },
  }
}

/** Starts the command and returns its process. */
export function startPilotos(
  args: string[],
  { project = root, cwd = project, env = {}, descriptors }: RunOptions = {},
): ChildProcess {
  const command = [process.execPath, join(project, 'bin/pilotos.cjs'), ...args]
  const [program = '', ...rest] = descriptors
    ? ['prlimit', `--nofile=${descriptors}:${descriptors}`, ...command]
    : command
  return spawn(program, rest, { cwd, env: { ...inheritedEnvironment(), ...env } })
}

/** Returns the variables of this process without those that change what a command does. */
function inheritedEnvironment(): NodeJS.ProcessEnv {
  const { PILOTOS_DATA: _data, PILOTOS_PASSWORD: _password, NO_COLOR: _colour, ...inherited } = process.env
  return inherited
}
