/** A PostgreSQL server for the tests, with its own folder and loopback port, and a database for each test. */
import { type ChildProcess, type ExecFileOptions, execFile, execFileSync, spawn } from 'node:child_process'
import { existsSync, readFileSync, statfsSync } from 'node:fs'
import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { freemem, tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import postgres from 'postgres'
import { onTestFinished } from 'vitest'
import { codeOf } from '#domain/errors'
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
  /**
   * Returns the address of a database that has the tables of this version, and no rows. It costs a twentieth of
   * `database`, because later tests use it again: a test that changes more than rows needs `database`.
   */
  databaseWithTables(): Promise<string>
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
 * Starts a server. If `durable` is true, it waits for the disk before it acknowledges, as PostgreSQL does by default.
 * Otherwise what it acknowledges survives the death of its processes only. `access` is the content of pg_hba.conf.
 *
 * @throws Error if PostgreSQL is not installed
 */
export async function startPostgres({ durable = false, access = '' } = {}): Promise<TestServer> {
  const create: Create = async (programs, data, how) => {
    await createCluster(programs, data, how)
    if (access) await writeFile(join(data, 'pg_hba.conf'), access)
  }
  return durable ? runServer(tmpdir(), [], create) : runServer(quickFolder(), quick, create)
}

/** The settings of a server that does not wait for the disk, and leaves alone what no test needs. */
const quick = ['fsync=off', 'full_page_writes=off', 'shared_buffers=16MB', 'autovacuum=off']

const memory = '/dev/shm'
const enough = 4 * 1024 ** 3

/**
 * Returns the folder for servers that need no disk: memory if there is enough, because the 300 files of a new database
 * cost a disk's file system a tenth of a second of computing.
 */
export function quickFolder(): string {
  if (!existsSync(memory) || freemem() < enough) return tmpdir()
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize < enough ? tmpdir() : memory
}

/** Starts a standby with the name `standby` of a server that has just been started and holds no database yet. */
export async function startStandby(primary: TestServer): Promise<TestServer> {
  const source = `host=127.0.0.1 port=${primary.port} user=postgres application_name=standby`
  return runServer(quickFolder(), [...quick, `primary_conninfo=${source}`], async (programs, data, how) => {
    await createCluster(programs, data, how)
    await writeFile(join(data, 'standby.signal'), '')
  })
}

type Create = (programs: string, data: string, how: ExecFileOptions) => Promise<void>

/** Creates a data folder with `create` in a new folder within `place`, and starts a server on it. */
async function runServer(place: string, settings: readonly string[], create: Create): Promise<TestServer> {
  const programs = findPostgres()
  if (!programs) throw new Error('no PostgreSQL on this machine')
  const folder = await mkdtemp(join(place, 'pilotos-postgres-'))
  const owner = ordinaryUser()
  await chmod(folder, 0o700)
  if (owner) await chown(folder, owner.uid, owner.gid)
  const data = join(folder, 'data')
  await create(programs, data, { ...owner, cwd: folder })
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

/** The variable with the folder of a cluster that is copied for each server, since initdb costs ten times as much. */
const prepared = 'PILOTOS_TEST_CLUSTER'

/** Creates the files of a server: a copy of the prepared ones, if there are any. All copies have the same identifier. */
async function createCluster(programs: string, data: string, how: ExecFileOptions): Promise<void> {
  const source = process.env[prepared]
  if (source) await run('cp', ['-R', source, data], how)
  else await run(join(programs, 'initdb'), [...initOptions, '--pgdata', data], how)
}

const run = promisify(execFile)

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

/** The database that has the tables of this version, and no rows. No program connects to it. */
const template = 'with_tables'

/** Prepares the files that later servers of this run copy, and returns a function that removes them. */
export async function prepareCluster(): Promise<() => Promise<void>> {
  // The store takes almost as long to load as initdb takes to run: both happen at once.
  const [started, loaded] = await Promise.allSettled([
    startPostgres(),
    import('../../server/store/postgres/database-stores.ts'),
  ])
  if (started.status === 'rejected') throw started.reason
  const server = started.value
  const remove = () => removePostgres(server)
  try {
    if (loaded.status === 'rejected') throw loaded.reason
    await server.admin(`CREATE DATABASE ${template}`)
    const stores = await loaded.value.openDatabase(`postgres://postgres@127.0.0.1:${server.port}/${template}`)
    await stores.close()
    await server.stop()
  } catch (error) {
    await remove()
    throw error
  }
  process.env[prepared] = join(server.folder, 'data')
  return remove
}

let shared: TestServer | undefined

/** Returns the server that the whole run shares. The global setup starts it. */
export function sharedPostgres(): TestServer {
  shared ??= {
    ...asking(Number(process.env.PILOTOS_TEST_POSTGRES)),
    folder: '',
    programs: '',
    pid: () => 0,
    start: async () => {},
    stop: async () => {},
    kill: async () => {},
  }
  return shared
}

/** Runs a statement in the database of an address, as the user who may do everything. */
export function askDatabase(text: string, address: string): Promise<unknown[]> {
  return sharedPostgres().admin(text, address.split('/').at(-1))
}

export const hasPostgres = process.env.PILOTOS_TEST_POSTGRES !== undefined

/** Removes all rows of a database with tables, and counts from the beginning again. */
const emptying = `DO $$ BEGIN EXECUTE (
    SELECT 'TRUNCATE ' || string_agg(format('%I.%I', schemaname, tablename), ', ') FROM pg_tables
    WHERE schemaname = 'pilotos' AND tablename NOT IN ('schema', 'state', 'passage_state')
  ); END $$;
  UPDATE pilotos.state SET last = 0, generation = 0;
  UPDATE pilotos.passage_state SET generation = 0;
  ALTER SEQUENCE pilotos.places RESTART`

function asking(port: number) {
  const admin: TestServer['admin'] = async (text, database = 'postgres') => {
    const sql = postgres({
      host: '127.0.0.1',
      port,
      user: 'postgres',
      database,
      max: 1,
      connect_timeout: 3,
      fetch_types: false,
      onnotice: () => {},
    })
    try {
      return [...(await sql.unsafe(text))]
    } finally {
      await sql.end({ timeout: 1 })
    }
  }
  const addressOf = (name: string) => `postgres://postgres@127.0.0.1:${port}/${name}`
  /** Creates a database with the options of `CREATE DATABASE`. */
  const create = async (options = '') => {
    const name = `test_${Math.random().toString(36).slice(2)}`
    await admin(`CREATE DATABASE ${name} ${options}`)
    return name
  }
  /** The databases with tables that earlier tests have used. */
  const used: string[] = []
  const drop = (name: string) => admin(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`).catch(() => {})
  return {
    port,
    admin,
    async database() {
      const name = await create()
      onTestFinished(async () => void (await drop(name)))
      return addressOf(name)
    },
    async databaseWithTables() {
      const again = used.pop()
      if (again) await admin(emptying, again)
      const name = again ?? (await create(`TEMPLATE ${template}`))
      onTestFinished(async ({ task }) => {
        if (task.result?.state === 'pass') used.push(name)
        else await drop(name)
      })
      return addressOf(name)
    },
  }
}

/** Returns the user `nobody` if this process runs as root, since PostgreSQL refuses to run as root. */
export function ordinaryUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const id = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}
