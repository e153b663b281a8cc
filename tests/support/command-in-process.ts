/** Runs the built commands in the process of the tests, which costs a tenth of a process of their own. */
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import type { Installed } from '../../bin/terminal/options.ts'
import { createMutex } from '../../server/workers/turns.ts'
import { root } from './root.ts'

interface Call {
  args: string[]
  input: string
  cwd: string
  env: Record<string, string | undefined>
  /** How the program is installed. By default as a clone that is built. */
  installed?: Partial<Installed>
}

interface Program {
  main: (args: readonly string[], installed: Installed) => Promise<number>
}

/** The bundle that contains every command. */
const program = join(root, 'dist/program/server.cjs')
const built: Installed = {
  installation: 'clone',
  clientFolder: join(root, 'dist/client'),
  readerFile: join(root, 'dist/program/reader.cjs'),
  workerFile: join(root, 'dist/program/worker.cjs'),
}
/** Commands run one after the other, because the streams, variables and folder of a process exist once. */
const runExclusive = createMutex()
let loaded: Program | undefined

/** Runs a command with its own streams, variables and folder, and returns what it wrote and its exit code. */
export function runInProcess({ args, input, cwd, env, installed }: Call) {
  return runExclusive(async () => {
    loaded ??= createRequire(import.meta.url)(program) as Program
    const [stdout, stderr] = [new Sink(), new Sink()]
    const stdin = Readable.from(input === '' ? [] : [Buffer.from(input)])
    const restore = replace({ stdin, stdout, stderr, env, argv: [process.execPath, 'pilotos', ...args] })
    const [folder, exitCode] = [process.cwd(), process.exitCode]
    const listeners = process.listeners('unhandledRejection')
    process.chdir(cwd)
    // `bin/pilotos.cjs` does so too.
    process.exitCode = 3
    try {
      const code = await loaded.main(args, { ...built, ...installed })
      return { code, stdout: stdout.text(), stderr: stderr.text() }
    } finally {
      process.exitCode = exitCode
      process.chdir(folder)
      for (const listener of process.listeners('unhandledRejection'))
        if (!listeners.includes(listener)) process.off('unhandledRejection', listener)
      restore()
    }
  })
}

/** Replaces properties of `process`, and returns a function that restores them. */
function replace(properties: Record<string, unknown>): () => void {
  const before = Object.keys(properties).map(
    (name) => [name, Object.getOwnPropertyDescriptor(process, name)] as const,
  )
  for (const [name, value] of Object.entries(properties))
    Object.defineProperty(process, name, { value, configurable: true, enumerable: true, writable: true })
  return () => {
    for (const [name, descriptor] of before) if (descriptor) Object.defineProperty(process, name, descriptor)
  }
}

/** Collects what is written, as a pipe does. */
class Sink extends Writable {
  #parts: Buffer[] = []

  override _write(part: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#parts.push(part)
    done()
  }

  text(): string {
    return Buffer.concat(this.#parts).toString('utf8')
  }
}
