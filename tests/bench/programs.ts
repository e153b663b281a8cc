/** The programs that the benchmark measures: commands, and a running kiosk. */
import { type ChildProcess, execFile, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { onOwnPort } from '../support/port.ts'
import { root } from '../support/root.ts'

/** The measured program. `PILOTOS_BENCH` names the `bin/pilotos.cjs` of another version. */
export const pilotos = [process.execPath, process.env.PILOTOS_BENCH ?? join(root, 'bin/pilotos.cjs')]

/** Runs a command. Returns its output and its milliseconds. */
export async function run([command = '', ...args]: readonly string[]): Promise<{
  out: string
  time: number
}> {
  const start = performance.now()
  const { stdout } = await promisify(execFile)(command, args, { maxBuffer: 1e9 })
  return { out: stdout, time: performance.now() - start }
}

/** A kiosk in a process of its own, on loopback. */
export class Kiosk {
  readonly #agent = new Agent({ keepAlive: true })

  private constructor(
    readonly url: string,
    readonly process: ChildProcess,
  ) {}

  static open(data: string, ...options: string[]): Promise<Kiosk> {
    return onOwnPort(async (port) => {
      const [node = '', script = ''] = pilotos
      const args = ['serve', '--no-open', '--host', '127.0.0.1', '--port', String(port), '--data', data]
      const child = spawn(node, [script, ...args, ...options], { stdio: ['ignore', 'ignore', 'pipe'] })
      let complaint = ''
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        complaint += text
      })
      const kiosk = new Kiosk(`http://127.0.0.1:${port}`, child)
      process.once('exit', () => child.kill('SIGKILL'))
      while (!(await kiosk.call('/api/session').catch(() => false))) {
        if (child.exitCode !== null) throw new Error(complaint)
        await delay(10)
      }
      return kiosk
    })
  }

  /** Sends one request, as the kiosk's own pages do, and reads its whole answer. @throws Error unless it is a 2xx */
  call(path: string, body?: Buffer | object): Promise<Buffer> {
    const bytes = body === undefined || Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body))
    const type = Buffer.isBuffer(body) ? 'application/octet-stream' : 'application/json'
    const headers = bytes && { 'content-type': type, 'content-length': bytes.length }
    return new Promise((resolve, reject) => {
      const options = { agent: this.#agent, method: bytes ? 'POST' : 'GET' }
      const sent = request(this.url + path, {
        ...options,
        headers: { 'sec-fetch-site': 'same-origin', ...headers },
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
    process.once('exit', () => this.#child.kill('SIGKILL'))
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
