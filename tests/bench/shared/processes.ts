/** The processes of the benchmark: timed commands, and servers. */
import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { openSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { get } from 'node:http'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { onOwnPort } from '../../support/port.ts'
import { root } from '../../support/root.ts'

export const pilotos = [process.execPath, join(root, 'bin/pilotos.cjs')]

/** Returns the milliseconds from a command's start to its end. Its output goes to the file `out`, or is discarded. */
export async function timeOf([command = '', ...args]: readonly string[], out?: string): Promise<number> {
  const start = performance.now()
  const stdout = out === undefined ? 'ignore' : openSync(out, 'w')
  const child = spawn(command, args, { stdio: ['ignore', stdout, 'pipe'] })
  let said = ''
  child.stderr?.setEncoding('utf8').on('data', (text) => {
    said += text
  })
  const code = await new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', resolve)
  })
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}: ${said}`)
  return performance.now() - start
}

/** Returns the output of a command. */
export async function outputOf([command = '', ...args]: readonly string[]): Promise<string> {
  return (await promisify(execFile)(command, args, { maxBuffer: 1e9 })).stdout
}

export function isInstalled(command: string): boolean {
  return spawnSync(command, ['--version'], { stdio: 'ignore' }).error === undefined
}

export interface Server {
  url: string
  /** The time from its start to its first answer, in milliseconds. */
  opened: number
  /** Returns its resident memory in bytes (Linux). */
  memory(): Promise<number>
  stop(): Promise<void>
}

/** Starts a server whose command has `{port}` as a placeholder, and waits until it answers `path`. */
export function startServer(command: readonly string[], path: string): Promise<Server> {
  return onOwnPort((port) => startOn(port, command, path))
}

async function startOn(port: number, command: readonly string[], path: string): Promise<Server> {
  const [program = '', ...args] = command.map((word) => word.replace('{port}', String(port)))
  const start = performance.now()
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] })
  let complaints = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaints += text
    process.stderr.write(text)
  })
  // The end of the benchmark, for any reason, ends its servers.
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  const url = `http://127.0.0.1:${port}`
  while (!(await answers(url + path))) {
    if (child.exitCode !== null)
      throw new Error(`${program} ${args.join(' ')} ended with ${child.exitCode}: ${complaints}`)
    await delay(1)
  }
  return {
    url,
    opened: performance.now() - start,
    memory: () => residentBytes(child),
    async stop() {
      const ended = new Promise((resolve) => child.on('close', resolve))
      child.kill('SIGTERM')
      await ended
      process.off('exit', kill)
    },
  }
}

/** Starts `pilotos serve` with further `options`, and waits until it answers `path`. */
export function startServerProcess(
  data: string,
  path = '/api/session',
  options: readonly string[] = [],
): Promise<Server> {
  const command = [
    ...pilotos,
    'serve',
    '--no-open',
    '--host',
    '127.0.0.1',
    '--port',
    '{port}',
    '--data',
    data,
    ...options,
  ]
  return startServer(command, path)
}

function answers(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    get(url, (response) => response.resume().on('end', () => resolve(true))).on('error', () => resolve(false))
  })
}

async function residentBytes({ pid }: ChildProcess): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024
}
