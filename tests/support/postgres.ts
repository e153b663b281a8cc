/** A PostgreSQL server for the tests, with its own folder and loopback port, and a database for each test. */
import { type ChildProcess, type ExecFileSyncOptions, execFileSync, spawn } from 'node:child_process'
import { existsSync, readFileSync, statfsSync } from 'node:fs'
import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { freemem, tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import postgres from 'postgres'
import { onTestFinished } from 'vitest'
import { codeOf } from '../../server/files/atomic-file.ts'
import { openDatabase } from '../../server/store/postgres/open.ts'
import { onOwnPort } from './port.ts'

export interface TestServer {
  port: number
  folder: string
  /** The folder of psql and pgbench. */
  programs: string
  /** Returns the process identifier of the server's main process. */
  pid(): number
  /** Creates an empty database that is removed after the test, and returns its address. */
  database(): Promise<string>
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
  const create: Create = async (programs, data, how) => {
    execFileSync(join(programs, 'initdb'), [...initOptions, '--pgdata', data], how)
    if (access) await writeFile(join(data, 'pg_hba.conf'), access)
  }
  return durable
    ? runServer(tmpdir(), [], create)
    : runServer(quickFolder(), [...quick, 'synchronous_commit=off'], create)
}

/** The settings of a server that does not wait for the disk, and so survives the death of its processes only. */
const quick = ['fsync=off', 'full_page_writes=off']

const memory = '/dev/shm'
const enough = 4 * 1024 ** 3

/**
 * Returns the folder for servers that need no disk: memory if there is enough, because the 300 files of a new database
 * cost a disk's file system a tenth of a second of computing.
 */
function quickFolder(): string {
  if (!existsSync(memory) || freemem() < enough) return tmpdir()
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize < enough ? tmpdir() : memory
}

/** Starts a server that acknowledges a commit as PostgreSQL does by default, but does not wait for the disk. */
export async function startPrimary(): Promise<TestServer> {
  return runServer(quickFolder(), quick, async (programs, data, how) => {
    execFileSync(join(programs, 'initdb'), [...initOptions, '--pgdata', data], how)
  })
}

/** Copies a running server, and starts the copy as its standby, with the name `standby`. */
export async function startStandby(primary: TestServer): Promise<TestServer> {
  const source = `host=127.0.0.1 port=${primary.port} user=postgres application_name=standby`
  return runServer(quickFolder(), quick, async (programs, data, how) => {
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

type Create = (programs: string, data: string, how: ExecFileSyncOptions) => Promise<void>

/** Creates a data folder with `create` in a new folder within `place`, and starts a server on it. */
async function runServer(place: string, settings: readonly string[], create: Create): Promise<TestServer> {
  const programs = findPostgres()
  if (!programs) throw new Error('no PostgreSQL on this machine')
  const folder = await mkdtemp(join(place, 'pilotos-postgres-'))
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

/** The database of the shared server that has the tables of this version, and no rows. No program connects to it. */
const template = 'with_tables'

export interface SharedServer extends TestServer {
  /** Creates a database that has the tables already, which takes a third of the time. It is removed after the test. */
  databaseWithTables(): Promise<string>
}

/** Creates the database that `databaseWithTables` copies. */
export async function prepareTemplate({ admin, port }: TestServer): Promise<void> {
  await admin(`CREATE DATABASE ${template}`)
  const stores = await openDatabase(`postgres://postgres@127.0.0.1:${port}/${template}`)
  await stores.close()
}

/** Returns the server that the whole run shares. The global setup starts it. */
export function sharedPostgres(): SharedServer {
  const port = Number(process.env.PILOTOS_TEST_POSTGRES)
  const { admin, create, ...asked } = asking(port)
  return {
    ...asked,
    admin,
    databaseWithTables: () => create(`TEMPLATE ${template}`),
    folder: '',
    programs: '',
    pid: () => 0,
    start: async () => {},
    stop: async () => {},
    kill: async () => {},
  }
}

export const hasPostgres = process.env.PILOTOS_TEST_POSTGRES !== undefined

function asking(port: number) {
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
  /** Creates a database with the options of `CREATE DATABASE`. */
  const create = async (options = '') => {
    const name = `test_${Math.random().toString(36).slice(2)}`
    await admin(`CREATE DATABASE ${name} ${options}`)
    onTestFinished(async () => {
      await admin(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`).catch(() => {})
    })
    return `postgres://postgres@127.0.0.1:${port}/${name}`
  }
  return { port, admin, create, database: () => create() }
}

/** Returns the user `nobody` if this process runs as root, since PostgreSQL refuses to run as root. */
export function ordinaryUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const id = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}
