/** The programs that the benchmark measures: commands, and running servers. */
import { type ChildProcess, execFile, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { apiPath, sessionPath } from '#domain/api/addresses'
import type { PilotDraft } from '#domain/pilots/pilot'
import { onOwnPort } from '../support/port.ts'
import { root } from '../support/root.ts'
import { orderHeaders } from '../support/sent-orders.ts'

/** The measured program. */
export const pilotos = [process.execPath, '']

/** Selects the version that is measured from now on, by its folder. */
export function measure(version: string): void {
  pilotos[1] = join(version, 'bin/pilotos.cjs')
}

/** Runs a command. Returns its output and its milliseconds. */
export async function run([command = '', ...args]: readonly string[]): Promise<{
  out: string
  time: number
}> {
  const start = performance.now()
  const { stdout } = await promisify(execFile)(command, args, { maxBuffer: 1e9 })
  return { out: stdout, time: performance.now() - start }
}

/** A server in a process of its own, on loopback. */
export class Server {
  readonly #agent = new Agent({ keepAlive: true })
  /** The milliseconds from its start to its first answer. */
  startTime = 0

  private constructor(
    readonly url: string,
    readonly process: ChildProcess,
  ) {}

  /** Starts the measured program on a folder or database. It has started when it has answered for `path`. */
  static kiosk(data: string, { path = sessionPath, options = [] as string[] } = {}): Promise<Server> {
    const args = ['serve', '--no-open', '--host', '127.0.0.1', '--data', data, ...options]
    return Server.start([...pilotos, ...args], path)
  }

  static start([program = '', ...args]: readonly string[], path: string): Promise<Server> {
    return onOwnPort(async (port) => {
      const begun = performance.now()
      const child = spawn(program, [...args, '--port', String(port)], { stdio: ['ignore', 'ignore', 'pipe'] })
      let complaint = ''
      child.once('error', (error) => {
        complaint = error.message
      })
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        complaint += text
      })
      const server = new Server(`http://127.0.0.1:${port}`, child)
      killAtExit(child)
      while (!(await server.call(path).catch(() => false))) {
        if (child.exitCode !== null || child.pid === undefined) throw new Error(complaint)
        await delay(10)
      }
      server.startTime = performance.now() - begun
      return server
    })
  }

  /** Sends one request, as the kiosk's own pages do, and reads its whole answer. @throws Error unless it is a 2xx */
  call(path: string, body?: Buffer | object, type?: string): Promise<Buffer> {
    const isFile = Buffer.isBuffer(body)
    const bytes = body === undefined || isFile ? body : Buffer.from(JSON.stringify(body))
    type ??= isFile ? 'application/octet-stream' : 'application/json'
    const headers = bytes && { 'content-type': type, 'content-length': bytes.length }
    return new Promise((resolve, reject) => {
      const options = { agent: this.#agent, method: bytes ? 'POST' : 'GET' }
      const sent = request(this.url + path, {
        ...options,
        headers: { ...orderHeaders(), ...headers },
      })
      sent.on('response', async (response) => {
        const chunks: Buffer[] = []
        for await (const chunk of response) chunks.push(chunk)
        const answer = Buffer.concat(chunks)
        if (response.statusCode && response.statusCode < 300) resolve(answer)
        else reject(new Error(`${path}: ${response.statusCode} ${answer.subarray(0, 300)}`))
      })
      sent.on('error', reject).end(bytes)
    })
  }

  async register(draft: PilotDraft): Promise<void> {
    const form = new FormData()
    form.set('data_driver', JSON.stringify(draft))
    const sent = new Response(form)
    const type = sent.headers.get('content-type') ?? ''
    await this.call(apiPath, Buffer.from(await sent.arrayBuffer()), type)
  }

  async close(): Promise<void> {
    this.#agent.destroy()
    this.process.kill('SIGTERM')
    await once(this.process, 'close')
  }
}

/** Another process that asks for one address all the time, as the person at the next laptop does. */
export class Prober {
  readonly #child: ChildProcess

  constructor(url: string) {
    this.#child = fork(join(root, 'tests/bench/prober.js'), [url], { execArgv: [] })
    killAtExit(this.#child)
  }

  /** Returns the longest wait during some work, in milliseconds. */
  async waitDuring(work: () => Promise<unknown>): Promise<number> {
    await this.#longest()
    await work()
    return this.#longest()
  }

  stop(): void {
    this.#child.kill('SIGKILL')
  }

  async #longest(): Promise<number> {
    this.#child.send('longest')
    const [wait] = await once(this.#child, 'message')
    return Number(wait)
  }
}

function killAtExit(child: ChildProcess): void {
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  child.once('exit', () => process.off('exit', kill))
}
