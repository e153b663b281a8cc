/** PgBouncer in front of the tests' PostgreSQL. Each transaction may run in a different session of the server. */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { onOwnPort } from './port.ts'
import { ordinaryUser } from './postgres.ts'

export interface Pooler {
  port: number
  stop(): Promise<void>
}

/** Returns the path of PgBouncer, or undefined if it is not installed. */
export function findPooler(): string | undefined {
  return [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']
    .map((folder) => join(folder, 'pgbouncer'))
    .find((path) => existsSync(path))
}

export async function startPooler(program: string, serverPort: number): Promise<Pooler> {
  const folder = await mkdtemp(join(tmpdir(), 'pilotos-pooler-'))
  const settings = join(folder, 'pgbouncer.ini')
  const users = join(folder, 'users')
  await writeFile(users, '"postgres" ""\n')
  const owner = ordinaryUser()
  if (owner) for (const path of [folder, users]) await chown(path, owner.uid, owner.gid)
  const [port, child] = await onOwnPort(async (one) => {
    await writeFile(
      settings,
      `[databases]
* = host=127.0.0.1 port=${serverPort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${one}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = transaction
default_pool_size = 5
`,
    )
    return [one, await untilReady(spawn(program, [settings], { ...owner, cwd: folder }))] as const
  })
  return {
    port,
    async stop() {
      child.kill('SIGINT')
      child.kill('SIGQUIT')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Waits until PgBouncer logs that it is listening. */
function untilReady(child: ChildProcess): Promise<ChildProcess> {
  let log = ''
  return new Promise((resolve, reject) => {
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      log += text
      if (/process up/.test(log)) resolve(child)
    })
    child.once('error', reject)
    child.once('close', (code) => reject(new Error(`PgBouncer ended with ${code}: ${log}`)))
  })
}
