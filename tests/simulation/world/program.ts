/**
 * Runs the built program as a process of the world: its files, its clock, its random numbers, its connections and the
 * processes that it starts are those of the world. Nothing of the program is changed; it is handed other modules of Node.
 */
import childProcess from 'node:child_process'
import crypto from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import realFs, { readFileSync } from 'node:fs'
import http from 'node:http'
import nodeModule, { createRequire } from 'node:module'
import os from 'node:os'
import { basename, dirname, join } from 'node:path'
import { PassThrough, Readable, Transform, Writable } from 'node:stream'
import { promisify } from 'node:util'
import { Script } from 'node:vm'
import zlib from 'node:zlib'
import inject from 'light-my-request'
import { coded } from '../../../server/store/postgres/connection/failure.ts'
import { root } from '../../support/root.ts'
import { type DatabaseServer, driverOf } from './database.ts'
import type { Disk } from './disk.ts'
import { type Faults, fileSystemOf } from './file-system.ts'
import type { Owner, World } from './world.ts'

/** The variable of the environment with the folder of another program than that of this project. */
export const programVariable = 'PILOTOS_SIMULATED'
const home = process.env[programVariable] ?? root
const built = join(home, 'dist/program')
const realRequire = createRequire(join(built, 'server.cjs'))

/** What the processes of one machine share. */
export interface Machine {
  world: World
  disk: Disk
  /** The database of the desk, if its data is not in a folder. */
  database?: DatabaseServer
  name: string
  faults: Faults
  /** The servers that listen, by their ports. */
  servers: Map<number, Server>
  processes: Set<Program>
}

type Port = EventEmitter & { postMessage: (message: unknown) => void }

interface Server extends EventEmitter {
  owner: Program
  /** The number of requests without an answer. */
  running: number
}

export interface Answer {
  status: number
  headers: Record<string, unknown>
  body: Buffer
}

/** A photo as every picture becomes, whatever was sent. */
const photo = Buffer.from('ffd8ffe000104a46494600010100000100010000ffdb0043', 'hex')

export class Program implements Owner {
  isDead = false
  out = ''
  err = ''
  /** The exit code, once the process has ended. */
  code: number | undefined
  /** Each open request and each session with a database listens. */
  readonly events = new EventEmitter().setMaxListeners(0)
  readonly #fileSystem
  readonly #modules: Record<string, unknown>

  constructor(
    readonly machine: Machine,
    readonly name: string,
    private readonly bundle: string,
    private readonly options: { send?: (message: unknown) => void; stdin?: Readable; input?: string } = {},
  ) {
    const isOwnFile = (path: string) =>
      path.startsWith(home) || path.startsWith(root) || path.startsWith('/proc/') || path.startsWith('/usr/')
    this.#fileSystem = fileSystemOf(machine.world, machine.disk, this, {
      faults: machine.faults,
      real: { ...realFs, isOwnFile },
    })
    this.#modules = this.#nodeModules()
    machine.processes.add(this)
  }

  /** Runs `main` of the bundle of the commands or of the server. Resolves once it has ended. */
  async run(args: readonly string[]): Promise<number> {
    const { main } = this.#load() as { main: (args: readonly string[], installed: object) => Promise<number> }
    const files = {
      clientFolder: join(home, 'dist/client'),
      readerFile: 'reader.cjs',
      workerFile: 'worker.cjs',
    }
    const code = await main(args, { installation: 'clone', ...files })
    this.end(code)
    return code
  }

  /** Runs the bundle of a process without `main`, such as that of the reader. */
  load(): void {
    this.#load()
  }

  /** Ends the process at once, as `kill -9` does: nothing that it waits for happens any more. */
  end(code = 137): void {
    if (this.isDead) return
    this.isDead = true
    this.code ??= code
    this.machine.processes.delete(this)
    for (const [port, server] of this.machine.servers)
      if (server.owner === this) this.machine.servers.delete(port)
    this.events.emit('ended', this.code)
  }

  /** Sends a signal that the program handles. */
  signal(name: 'SIGTERM' | 'SIGINT'): void {
    this.events.emit(name, name)
  }

  #load(file = join(built, basename(this.bundle))): unknown {
    const module = { exports: {} as unknown }
    const names = Object.keys(this.#globals)
    scriptOf(file, names).runInThisContext()(
      module.exports,
      this.#require,
      module,
      file,
      dirname(file),
      ...Object.values(this.#globals),
    )
    return module.exports
  }

  readonly #require = (name: string): unknown => {
    const plain = name.replace(/^node:/, '')
    if (plain in this.#modules) return this.#modules[plain]
    if (name.endsWith('credential-page.cjs')) return this.#load(name)
    if (name.includes('fs-native-extensions')) return { tryLock: this.#fileSystem.tryLock }
    return realRequire(name)
  }

  get #globals(): Record<string, unknown> {
    const {
      timers,
      process,
      crypto: random,
      perf_hooks,
    } = this.#modules as Record<string, Record<string, unknown>>
    const { world } = this.machine
    const owner = this
    class WorldDate extends Date {
      constructor(...args: []) {
        if (args.length === 0) super(world.time)
        else super(...args)
      }

      static override now() {
        return world.time
      }
    }
    const signals = new Proxy(AbortSignal, {
      get(target, key) {
        const controller = new AbortController()
        if (key === 'timeout')
          return (delay: number) => {
            const late = () => controller.abort(new DOMException('The operation timed out', 'TimeoutError'))
            world.after(owner, 'timeout', delay, late, true)
            return controller.signal
          }
        // That of Node keeps a signal with listeners in memory for ever.
        if (key === 'any')
          return (given: readonly AbortSignal[]) => {
            for (const signal of given) {
              const abort = () => controller.abort(signal.reason)
              if (signal.aborted) abort()
              else signal.addEventListener('abort', abort, { once: true })
            }
            return controller.signal
          }
        return Reflect.get(target, key)
      },
    })
    const { setTimeout, clearTimeout, setInterval, clearInterval, setImmediate, clearImmediate } =
      timers as object as Record<string, unknown>
    return {
      process,
      Date: WorldDate,
      AbortSignal: signals,
      performance: (perf_hooks as { performance: unknown }).performance,
      crypto: { ...random, subtle: undefined },
      ...{ setTimeout, clearTimeout, setInterval, clearInterval, setImmediate, clearImmediate },
    }
  }

  #nodeModules(): Record<string, unknown> {
    const { world, name, database } = this.machine
    const { fs, promises } = this.#fileSystem
    const timers = this.#timersModule()
    const random = this.#cryptoModule()
    const process = this.#processModule()
    const threads = {
      isMainThread: true,
      parentPort: null,
      workerData: null,
      threadId: 0,
      MessageChannel: this.#channel(),
      MessagePort: class {},
    }
    return {
      fs,
      'fs/promises': promises,
      timers,
      'timers/promises': {
        setTimeout: (delay: number, value: unknown, { signal }: { signal?: AbortSignal } = {}) =>
          new Promise((resolve, reject) => {
            const stop = world.after(this, 'delay', delay, () => resolve(value), true)
            signal?.addEventListener('abort', () => {
              stop()
              reject(signal.reason)
            })
          }),
        setImmediate: (value: unknown) => world.wait(this, 'turn', () => value),
      },
      crypto: random,
      process,
      perf_hooks: { performance: { now: () => world.now, timeOrigin: world.clock, mark() {}, measure() {} } },
      os: {
        ...os,
        hostname: () => name,
        homedir: () => '/home/mesa',
        tmpdir: () => '/tmp',
        networkInterfaces: () => ({
          wlan0: [{ address: '192.168.1.20', family: 'IPv4', internal: false, netmask: '255.255.255.0' }],
        }),
        userInfo: () => ({ username: 'mesa' }),
        availableParallelism: () => 2,
      },
      zlib: zlibModule(),
      http: this.#httpModule(),
      https: { createServer: () => this.#server() },
      child_process: {
        ...childProcess,
        fork: (file: string, options: { signal?: AbortSignal }) => this.#fork(file, options),
        execFile: (...args: unknown[]) => {
          const callback = args.at(-1) as (error: Error) => void
          world.after(this, 'execFile', 1, () =>
            callback(Object.assign(new Error('ENOENT'), { code: 'ENOENT' })),
          )
        },
        spawn: () => {
          throw new Error('nothing is spawned in a simulation')
        },
      },
      worker_threads: threads,
      module: { ...nodeModule, createRequire: () => this.#require },
      piscina: { Piscina: this.#pool() },
      ...(database && { postgres: driverOf(this, database) }),
    }
  }

  #timersModule() {
    const { world } = this.machine
    const start = (label: string, delay: number, work: () => void, isInterval: boolean) => {
      let stop = () => {}
      const timer = {
        ref: () => timer,
        unref: () => timer,
        hasRef: () => true,
        refresh: () => {
          stop()
          schedule()
          return timer
        },
        close: () => stop(),
        [Symbol.toPrimitive]: () => 0,
        [Symbol.dispose]: () => stop(),
      }
      const schedule = () => {
        const run = () => {
          if (isInterval) schedule()
          work()
        }
        stop = world.after(this, label, Math.max(1, delay || 0), run, true)
      }
      schedule()
      return timer
    }
    const clear = (timer: { close: () => void } | undefined) => timer?.close()
    return {
      setTimeout: Object.assign(
        (work: (...args: unknown[]) => void, delay = 1, ...args: unknown[]) =>
          start('timer', delay, () => work(...args), false),
        {
          [promisify.custom]: (delay: number, value: unknown) =>
            new Promise((resolve) => world.after(this, 'delay', delay, () => resolve(value), true)),
        },
      ),
      setInterval: (work: (...args: unknown[]) => void, delay = 1, ...args: unknown[]) =>
        start('interval', delay, () => work(...args), true),
      setImmediate: (work: (...args: unknown[]) => void, ...args: unknown[]) => {
        const close = world.after(this, 'immediate', 0, () => work(...args), true)
        const timer = { unref: () => timer, ref: () => timer, close }
        return timer
      },
      clearTimeout: clear,
      clearInterval: clear,
      clearImmediate: clear,
    }
  }

  #cryptoModule() {
    const { random } = this.machine.world
    const scryptSync = (password: crypto.BinaryLike, salt: crypto.BinaryLike, length: number) =>
      Buffer.concat(
        Array.from({ length: Math.ceil(length / 32) }, (_, part) =>
          crypto.createHash('sha256').update(`${part}`).update(password).update(salt).digest(),
        ),
      ).subarray(0, length)
    const randomUUID = () => {
      const hex = random.bytes(16).toString('hex')
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`
    }
    const fill = <Bytes extends Uint8Array>(bytes: Bytes): Bytes => {
      bytes.set(random.bytes(bytes.length))
      return bytes
    }
    return {
      ...crypto,
      randomBytes: (length: number) => random.bytes(length),
      randomUUID,
      randomInt: (from: number, to?: number) =>
        to === undefined ? random.below(from) : from + random.below(to - from),
      randomFillSync: fill,
      getRandomValues: fill,
      scryptSync,
      scrypt: (...args: [crypto.BinaryLike, crypto.BinaryLike, number, ...unknown[]]) => {
        const callback = args.at(-1) as (error: null, key: Buffer) => void
        this.machine.world.after(this, 'scrypt', 1, () =>
          callback(null, scryptSync(args[0], args[1], args[2])),
        )
      },
    }
  }

  #processModule() {
    const { events, options } = this
    const write = (name: 'out' | 'err') => {
      const stream = new Writable({
        write: (chunk, _encoding, done) => {
          this[name] += String(chunk)
          done()
        },
      })
      return Object.assign(stream, { isTTY: false })
    }
    const process = Object.create(globalThis.process) as Record<string, unknown>
    const emitter = [
      'on',
      'once',
      'off',
      'emit',
      'addListener',
      'removeListener',
      'listeners',
      'listenerCount',
    ] as const
    for (const method of emitter)
      process[method] = (...args: unknown[]) =>
        (events[method] as (...args: unknown[]) => unknown).apply(events, args)
    const stdin =
      options.stdin ?? Readable.from(options.input === undefined ? [] : [Buffer.from(options.input)])
    const values = {
      argv: ['node', 'pilotos'],
      execArgv: [],
      env: { NO_COLOR: '1', PILOTOS_PASSWORD: 'contraseña-larga', LANG: 'es_PE.UTF-8', TZ: 'UTC' },
      stdout: write('out'),
      stderr: write('err'),
      stdin,
      pid: 1000 + this.machine.processes.size,
      exitCode: undefined,
      exit: (code = 0) => this.end(code),
      send:
        options.send &&
        ((message: unknown, _handle: unknown, _options: unknown, done?: (error: null) => void) => {
          options.send?.(message)
          this.machine.world.after(this, 'sent', 0.1, () => done?.(null))
        }),
      connected: options.send !== undefined,
      disconnect: () => {},
      kill: () => this.end(),
      uptime: () => this.machine.world.now / 1000,
      hrtime: Object.assign(() => [Math.floor(this.machine.world.now / 1000), 0], {
        bigint: () => BigInt(Math.floor(this.machine.world.now * 1e6)),
      }),
    }
    for (const [key, value] of Object.entries(values))
      Object.defineProperty(process, key, { value, writable: true })
    return process
  }

  #fork(file: string, { signal }: { signal?: AbortSignal }) {
    const { world } = this.machine
    const child = Object.assign(new EventEmitter(), {
      stdin: new PassThrough(),
      connected: true,
      pid: 2000,
      kill: () => program.end(),
      disconnect: () => program.end(),
      // The process starts in 20 ms, and gets its messages in their order.
      send: (message: unknown) => {
        const copy = structuredClone(message)
        world.after(program, 'message', 20.1, () => program.events.emit('message', copy), true)
      },
    })
    const program = new Program(this.machine, `${this.name}'s reader`, file, {
      stdin: child.stdin,
      send: (message) => {
        const copy = structuredClone(message) as object
        world.after(this, 'message', 0.1, () => child.emit('message', copy))
        if ('end' in copy || 'failure' in copy || 'fault' in copy)
          world.after(program, 'end', 0.2, () => program.end(0))
      },
    })
    program.events.once('ended', (code) => {
      world.after(this, 'disconnect', 0.5, () => {
        child.emit('disconnect')
        child.emit('exit', code)
        child.emit('close', code)
      })
    })
    signal?.addEventListener('abort', () => {
      program.end()
      world.after(this, 'abort', 0.1, () => child.emit('error', signal.reason))
    })
    world.after(program, 'start', 20, () => program.load())
    return child
  }

  /** A pool of threads whose jobs run here, and whose pictures are all the same. */
  #pool() {
    const program = this
    return class extends EventEmitter {
      async run({ name, input, port }: { name: string; input: unknown; port?: Port }) {
        const value = await program.machine.world.wait(program, `job ${name}`, () => jobOf(name, input))
        if (!port) return { value }
        const ask = async (message: object) => {
          port.postMessage(message)
          return (await once(port, 'message'))[0] as IteratorResult<unknown>
        }
        while (!(await ask({ asks: true })).done);
        await ask({ chunk: value })
        port.postMessage({ ends: true })
        return { value: undefined }
      }

      async destroy() {}
    }
  }

  /** A channel whose messages arrive in their order. */
  #channel() {
    const program = this
    return class {
      readonly port1: Port
      readonly port2: Port
      constructor() {
        const port = () => Object.assign(new EventEmitter(), { ref() {}, unref() {}, close() {}, start() {} })
        const ports = [port(), port()] as const
        const [port1, port2] = ports.map((one, index) =>
          Object.assign(one, {
            postMessage: (message: unknown) => {
              const copy = structuredClone(message)
              const other = ports[1 - index]
              program.machine.world.after(program, 'message', 0.1, () => other?.emit('message', copy), true)
            },
          }),
        )
        this.port1 = port1 as Port
        this.port2 = port2 as Port
      }
    }
  }

  #server(): Server & http.Server {
    const { machine } = this
    let port = 0
    const server = Object.assign(new EventEmitter(), {
      owner: this as Program,
      running: 0,
      listening: false,
      listen: ({ port: wanted }: { port: number }, done?: () => void) => {
        machine.world.after(this, 'listen', 1, () => {
          if (machine.servers.has(wanted))
            return server.emit('error', Object.assign(new Error('EADDRINUSE'), { code: 'EADDRINUSE' }))
          port = wanted
          machine.servers.set(port, server as unknown as Server)
          server.listening = true
          server.emit('listening')
          done?.()
        })
        return server
      },
      address: () => (server.listening ? { port, address: '127.0.0.1', family: 'IPv4' } : null),
      close: (done?: () => void) => {
        machine.servers.delete(port)
        server.listening = false
        const end = () =>
          machine.world.after(this, 'closed', 1, () => {
            server.emit('close')
            done?.()
          })
        if (server.running === 0) end()
        else server.once('idle', end)
        return server
      },
      closeAllConnections: () => server.emit('idle'),
      closeIdleConnections: () => {},
      setTimeout: () => server,
      ref: () => server,
      unref: () => server,
    })
    return server as unknown as Server & http.Server
  }

  #httpModule() {
    const { machine } = this
    return {
      ...http,
      createServer: (first?: unknown, second?: unknown) => {
        const handler = (typeof first === 'function' ? first : second) as
          | ((...args: unknown[]) => void)
          | undefined
        const server = this.#server()
        if (handler) server.on('request', handler)
        return server
      },
      // A string is the address of a server of the world; no other server, such as that of CUPS, is there.
      request: (url: string | object, { method = 'GET', headers = {}, signal }: http.RequestOptions = {}) => {
        const chunks: Buffer[] = []
        const call = Object.assign(
          new Writable({
            write(chunk, _encoding, done) {
              chunks.push(Buffer.from(chunk))
              done()
            },
          }),
          { setTimeout: () => call },
        )
        signal?.addEventListener('abort', () => call.emit('error', signal.reason))
        call.once('finish', () => {
          if (typeof url === 'object')
            return machine.world.after(this, 'no server', 1, () =>
              call.emit('error', connectionError('ECONNREFUSED')),
            )
          const { port, pathname, search } = new URL(url)
          const sent = {
            method,
            path: pathname + search,
            headers: headers as Record<string, string>,
            body: Buffer.concat(chunks),
          }
          ask(machine, this, Number(port), sent).then(
            (answer) => {
              const response = Object.assign(Readable.from([answer.body]), {
                statusCode: answer.status,
                headers: answer.headers,
              })
              call.emit('response', response)
            },
            (error) => call.emit('error', error),
          )
        })
        return call
      },
    }
  }
}

/** Sends a request to a server of the machine. `from` is the address of the sender. */
export async function ask(
  { world, servers }: Machine,
  sender: Owner,
  port: number,
  {
    method,
    path,
    headers = {},
    body,
    from = '127.0.0.1',
  }: { method: string; path: string; headers?: Record<string, string>; body?: Buffer; from?: string },
): Promise<Answer> {
  await world.wait(sender, `${method} ${path}`, () => {})
  const server = servers.get(port)
  if (!server) throw connectionError('ECONNREFUSED')
  return new Promise((resolve, reject) => {
    const refuse = () => reject(connectionError())
    server.owner.events.once('ended', refuse)
    server.running += 1
    inject(
      (request, response) => {
        server.emit('request', request, response)
      },
      {
        method: method as 'GET',
        url: path,
        headers: { host: `localhost:${port}`, ...headers },
        remoteAddress: from,
        payload: body,
      },
    ).then((answer) => {
      server.owner.events.off('ended', refuse)
      server.running -= 1
      if (server.running === 0) server.emit('idle')
      world.after(sender, `answer ${answer.statusCode}`, world.random.next() * 2, () => {
        resolve({ status: answer.statusCode, headers: answer.headers, body: answer.rawPayload })
      })
    }, reject)
  })
}

/** Returns the error of a request that ends without an answer. */
export function connectionError(code = 'ECONNRESET'): Error {
  return coded(code)
}

function jobOf(name: string, input: unknown): unknown {
  switch (name) {
    case 'hash-password':
      return `hash of ${(input as { password: string }).password}`
    case 'match-password': {
      const { hash, password } = input as { hash?: string; password: string }
      return hash === `hash of ${password}`
    }
    case 'find-missing-characters':
      return []
    case 'draw-receipt':
      return { content: Buffer.from('%PDF'), sheet: { width: 80, height: 100 } }
    case 'prepare-photo':
    case 'shrink-photo':
      return Buffer.concat([
        photo,
        crypto
          .createHash('sha256')
          .update(input as Uint8Array)
          .digest(),
      ])
    default:
      return Buffer.from(`drawn ${name}`)
  }
}

/** The compression of Node, but without its threads. */
function zlibModule() {
  const atEnd = (convert: (all: Buffer) => Buffer) => {
    const chunks: Buffer[] = []
    return new Transform({
      transform(chunk, _encoding, done) {
        chunks.push(chunk)
        done()
      },
      flush(done) {
        try {
          done(null, convert(Buffer.concat(chunks)))
        } catch (error) {
          done(error as Error)
        }
      },
    })
  }
  const calling =
    (convert: (input: zlib.InputType) => Buffer) =>
    (input: zlib.InputType, ...rest: unknown[]) => {
      const callback = rest.at(-1) as (error: Error | null, result?: Buffer) => void
      try {
        const result = convert(input)
        process.nextTick(() => callback(null, result))
      } catch (error) {
        process.nextTick(() => callback(error as Error))
      }
    }
  return {
    ...zlib,
    createGzip: () => atEnd((all) => zlib.gzipSync(all, { level: 1 })),
    createGunzip: () => atEnd((all) => zlib.gunzipSync(all)),
    gzip: calling((input) => zlib.gzipSync(input, { level: 1 })),
    gunzip: calling(zlib.gunzipSync),
    brotliCompress: calling((input) => zlib.gzipSync(input, { level: 1 })),
    deflate: calling(zlib.deflateSync),
    inflate: calling(zlib.inflateSync),
    deflateRaw: calling(zlib.deflateRawSync),
    inflateRaw: calling(zlib.inflateRawSync),
  }
}

const scripts = new Map<string, Script>()

function scriptOf(file: string, globals: readonly string[]): Script {
  const known = scripts.get(file)
  if (known) return known
  // The journal of a day is shorter than one that is continued in a new file otherwise.
  const source = readFileSync(file, 'utf8').replace('journalBytes = 8 * 1024 * 1024', 'journalBytes = 20_000')
  const given = ['exports', 'require', 'module', '__filename', '__dirname', ...globals]
  const script = new Script(`(function (${given.join(', ')}) { ${source}\n})`, { filename: file })
  scripts.set(file, script)
  return script
}
