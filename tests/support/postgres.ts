/** A PostgreSQL server for the tests, with its own folder and loopback port, and a database for each test. */
import { type ChildProcess, type ExecFileSyncOptions, execFileSync, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import postgres from 'postgres'
import { onTestFinished } from 'vitest'
import { codeOf } from '../../server/files/atomic-file.ts'
import { onOwnPort } from './port.ts'

export interface TestServer {
  port: number
  folder: string
  /** The folder of psql and pgbench. */
  programs: string
  /** Returns the process identifier of the server's main process. */
  pid(): number
  /** Creates a database that is removed after the test, and returns its address. */
  database(options?: string): Promise<string>
  /** Runs SQL as the superuser and returns its rows. */
  admin(text: string, database?: string): Promise<unknown[]>
  start(): Promise<void>
  stop(how?: 'fast' | 'immediate'): Promise<void>
  /** Kills all processes of the server at once, as a power cut does. */
  kill(): Promise<void>
}

/** Returns the folder of PostgreSQL's programs, Debian's or one on the PATH, or undefined if there is none. */
export function findPostgres(): string | undefined {
  const versions = '/usr/lib/postgresql'
  const debian = existsSync(versions)
    ? execFileSync('ls', [versions], { encoding: 'utf8' })
        .split('\n')
        .filter(Boolean)
        .sort((one, other) => Number(other) - Number(one))
        .map((version) => join(versions, version, 'bin'))
    : []
  const folders = [...debian, ...(process.env.PATH ?? '').split(delimiter)]
  const found = folders.find((folder) => existsSync(join(folder, 'initdb')))
  if (!found && !hasSaid)
    console.warn('SKIPPED on this machine: the tests on PostgreSQL (they need its server)')
  hasSaid ||= !found
  return found
}

let hasSaid = false

/**
 * Starts a server. If `durable` is true, it syncs before it acknowledges, as PostgreSQL does by default. Otherwise it
 * is faster. `access` is the content of pg_hba.conf.
 *
 * @throws Error if PostgreSQL is not installed
 */
export async function startPostgres({ durable = false, access = '' } = {}): Promise<TestServer> {
  return runServer(durable ? [] : [...quick, 'synchronous_commit=off'], async (programs, data, how) => {
    execFileSync(join(programs, 'initdb'), [...initOptions, '--pgdata', data], how)
    if (access) await writeFile(join(data, 'pg_hba.conf'), access)
  })
}

/** The settings of a server that does not wait for the disk, and so survives the death of its processes only. */
const quick = ['fsync=off', 'full_page_writes=off']

/** Starts a server that acknowledges a commit as PostgreSQL does by default, but does not wait for the disk. */
export async function startPrimary(): Promise<TestServer> {
  return runServer(quick, async (programs, data, how) => {
    execFileSync(join(programs, 'initdb'), [...initOptions, '--pgdata', data], how)
  })
}

/** Copies a running server, and starts the copy as its standby, with the name `standby`. */
export async function startStandby(primary: TestServer): Promise<TestServer> {
  const source = `host=127.0.0.1 port=${primary.port} user=postgres application_name=standby`
  return runServer(quick, async (programs, data, how) => {
    const args = [
      '--pgdata',
      data,
      '--dbname',
      source,
      '--write-recovery-conf',
      '--checkpoint=fast',
      '--no-sync',
    ]
    execFileSync(join(programs, 'pg_basebackup'), args, how)
  })
}

/** Creates a data folder with `create`, and starts a server on it. */
async function runServer(
  settings: readonly string[],
  create: (programs: string, data: string, how: ExecFileSyncOptions) => Promise<void>,
): Promise<TestServer> {
  const programs = findPostgres()
  if (!programs) throw new Error('no PostgreSQL on this machine')
  const folder = await mkdtemp(join(tmpdir(), 'pilotos-postgres-'))
  const owner = ordinaryUser()
  await chmod(folder, 0o700)
  if (owner) await chown(folder, owner.uid, owner.gid)
  const data = join(folder, 'data')
  await create(programs, data, { ...owner, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
  const startOn = (port: number) => {
    const all = [
      `port=${port}`,
      'listen_addresses=127.0.0.1',
      `unix_socket_directories=${folder}`,
      'max_connections=200',
      ...settings,
    ]
    const args = ['-D', data, ...all.flatMap((setting) => ['-c', setting])]
    return untilReady(
      spawn(join(programs, 'postgres'), args, {
        ...owner,
        cwd: folder,
        stdio: ['ignore', 'ignore', 'pipe'],
      }),
    )
  }
  const [port, first] = await onOwnPort(async (one) => [one, await startOn(one)] as const)
  let child = first
  const end = async (work: () => void) => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    work()
    await ended
  }
  return {
    folder,
    programs,
    pid: () => child.pid ?? 0,
    async start() {
      child = await startOn(port)
    },
    stop: (how = 'fast') => end(() => child.kill(how === 'fast' ? 'SIGINT' : 'SIGQUIT')),
    kill: () => end(() => signalAll(child.pid ?? 0, 'SIGKILL')),
    ...asking(port),
  }
}

/** Sends a signal to a server's main process first, so that a stopped one starts no child, and then to its children. */
export function signalAll(pid: number, signal: 'SIGCONT' | 'SIGSTOP' | 'SIGKILL'): void {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
  process.kill(pid, signal)
  const later = signal === 'SIGKILL' ? children : readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
  for (const child of later.split(' ').filter(Boolean)) {
    try {
      process.kill(Number(child), signal)
    } catch (error) {
      // A child that has ended since it was listed needs no signal.
      if (codeOf(error) !== 'ESRCH') throw error
    }
  }
}

const initOptions = [
  '--username=postgres',
  '--auth=trust',
  '--no-sync',
  '--encoding=UTF8',
  '--locale=C.UTF-8',
] as const

/** Waits until a server logs that it accepts connections. */
function untilReady(child: ChildProcess): Promise<ChildProcess> {
  let log = ''
  return new Promise((resolve, reject) => {
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      log += text
      if (/database system is ready to accept/.test(log)) resolve(child)
    })
    child.once('error', reject)
    child.once('close', (code) => reject(new Error(`PostgreSQL ended with ${code}: ${log}`)))
  })
}

export async function removePostgres(server: TestServer): Promise<void> {
  await server.stop('immediate')
  await rm(server.folder, { recursive: true, force: true })
}

/** Returns the server that the whole run shares. The global setup starts it. */
export function sharedPostgres(): TestServer {
  const port = Number(process.env.PILOTOS_TEST_POSTGRES)
  return {
    ...asking(port),
    folder: '',
    programs: '',
    pid: () => 0,
    start: async () => {},
    stop: async () => {},
    kill: async () => {},
  }
}

export const hasPostgres = process.env.PILOTOS_TEST_POSTGRES !== undefined

function asking(port: number): Pick<TestServer, 'port' | 'admin' | 'database'> {
  const admin: TestServer['admin'] = async (text, database = 'postgres') => {
    const sql = postgres({
      host: '127.0.0.1',
      port,
      user: 'postgres',
      database,
      max: 1,
      connect_timeout: 3,
      onnotice: () => {},
    })
    try {
      return [...(await sql.unsafe(text))]
    } finally {
      await sql.end({ timeout: 1 })
    }
  }
  return {
    port,
    admin,
    async database(options = '') {
      const name = `test_${Math.random().toString(36).slice(2)}`
      await admin(`CREATE DATABASE ${name}`)
      onTestFinished(async () => {
        await admin(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`).catch(() => {})
      })
      return `postgres://postgres@127.0.0.1:${port}/${name}${options}`
    },
  }
}

/** Returns the user `nobody` if this process runs as root, since PostgreSQL refuses to run as root. */
export function ordinaryUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const id = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}
