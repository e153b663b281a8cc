/** PgBouncer before the PostgreSQL of the tests: each transaction may get another session of the server. */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from './port.ts'
import { ordinaryUser } from './postgres.ts'

export interface Pooler {
  port: number
  stop(): Promise<void>
}

/** Undefined where the machine has none. */
export function findPooler(): string | undefined {
  return [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']
    .map((folder) => join(folder, 'pgbouncer'))
    .find((path) => existsSync(path))
}

export async function startPooler(program: string, serverPort: number): Promise<Pooler> {
  const folder = await mkdtemp(join(tmpdir(), 'pilotos-pooler-'))
  const port = await freePort()
  const settings = join(folder, 'pgbouncer.ini')
  const users = join(folder, 'users')
  await writeFile(users, '"postgres" ""\n')
  await writeFile(
    settings,
    `[databases]
* = host=127.0.0.1 port=${serverPort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = transaction
default_pool_size = 5
`,
  )
  const owner = ordinaryUser()
  if (owner) for (const path of [folder, settings, users]) await chown(path, owner.uid, owner.gid)
  const child = spawn(program, ['-q', settings], { ...owner, cwd: folder, stdio: 'ignore' })
  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new Error('PgBouncer does not start')
    await delay(20)
  }
  return {
    port,
    async stop() {
      child.kill('SIGINT')
      child.kill('SIGQUIT')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => resolve(false))
  })
}
