/**
 * Three PostgreSQL servers under Patroni, with three etcd and one HAProxy, as docs/database.md describes them: on loopback
 * ports and in a folder of their own.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { onOwnPort } from './port.ts'
import { findPostgres, ordinaryUser, quickFolder, signalAll } from './postgres.ts'

export interface Cluster {
  /** The address of a database behind HAProxy. */
  addressOf(database: string): string
  /** Waits until two standbys follow the primary, of which one is synchronous, and returns the three. */
  whole(): Promise<Record<'primary' | 'synchronous' | 'other', ClusterNode>>
}

interface ClusterNode {
  name: string
  /** Kills PostgreSQL and its Patroni at once, as the loss of their machine does. */
  kill(): void
  /** Starts Patroni again, which starts PostgreSQL. */
  start(): void
}

const programs = {
  etcd: '/usr/bin/etcd',
  patroni: '/usr/bin/patroni',
  haproxy: '/usr/sbin/haproxy',
}

export const hasCluster =
  Object.values(programs).every((path) => existsSync(path)) && findPostgres() !== undefined

/** Starts a cluster, and waits until a change is acknowledged by two servers. Ends its processes after the test. */
export async function startCluster(): Promise<Cluster> {
  const folder = await mkdtemp(join(quickFolder(), 'pilotos-cluster-'))
  const owner = ordinaryUser()
  if (owner) await chown(folder, owner.uid, owner.gid)
  onTestFinished(async () => {
    for (let left = processesIn(folder); left.length > 0; left = processesIn(folder)) {
      for (const pid of left) kill(pid)
      await expect.poll(() => processesIn(folder).filter((pid) => left.includes(pid))).toEqual([])
    }
    await rm(folder, { recursive: true, force: true })
  })
  const run = (name: string, program: string, ...args: string[]): ChildProcess => {
    const log = openSync(join(folder, `${name}.log`), 'a')
    const child = spawn(program, args, {
      ...owner,
      cwd: folder,
      env: { ...process.env, HOME: folder },
      stdio: ['ignore', log, log],
    })
    closeSync(log)
    return child
  }

  const machines = await Promise.all(
    ['n1', 'n2', 'n3'].map(async (name) => ({
      name,
      peer: await freePort(),
      etcd: await freePort(),
      postgres: await freePort(),
      patroni: await freePort(),
    })),
  )
  const peers = machines.map(({ name, peer }) => `${name}=http://127.0.0.1:${peer}`).join(',')
  for (const { name, peer, etcd } of machines) {
    const [peerUrl, url] = [peer, etcd].map((port) => `http://127.0.0.1:${port}`) as [string, string]
    const addresses = {
      'listen-peer-urls': peerUrl,
      'initial-advertise-peer-urls': peerUrl,
      'listen-client-urls': url,
      'advertise-client-urls': url,
    }
    const options = { name, 'data-dir': join(folder, `etcd-${name}`), 'initial-cluster': peers, ...addresses }
    run(
      `etcd-${name}`,
      programs.etcd,
      ...Object.entries(options).flatMap(([option, value]) => [`--${option}`, value]),
    )
  }
  const etcd = machines.map((machine) => `127.0.0.1:${machine.etcd}`)
  const nodes = await Promise.all(
    machines.map(async ({ name, postgres, patroni }) => {
      const settings = join(folder, `${name}.yml`)
      const data = join(folder, name)
      await writeFile(settings, patroniSettings({ name, etcd, postgres, patroni, data, folder }))
      const start = () => run(name, programs.patroni, settings)
      let child = start()
      return {
        name,
        kill() {
          kill(child.pid ?? 0)
          signalAll(Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL')
        },
        start() {
          child = start()
        },
      }
    }),
  )
  const port = await freePort()
  await writeFile(join(folder, 'haproxy.cfg'), haproxySettings(port, machines))
  run('haproxy', programs.haproxy, '-f', join(folder, 'haproxy.cfg'))

  const whole: Cluster['whole'] = async () => {
    let found: (string | undefined)[] = []
    const look = async () => {
      found = await Promise.any(machines.map(({ patroni }) => namesAt(patroni))).catch(() => [])
      return found
    }
    await expect
      .poll(look, { timeout: 60_000, interval: 200 })
      .toEqual(Array.from({ length: 3 }, () => expect.any(String)))
    const [primary, synchronous, other] = found.map(
      (name) => nodes.find((node) => node.name === name) as ClusterNode,
    ) as [ClusterNode, ClusterNode, ClusterNode]
    return { primary, synchronous, other }
  }
  await whole()
  return { whole, addressOf: (database) => `postgres://postgres@127.0.0.1:${port}/${database}` }
}

/**
 * Returns the names of the primary, of its synchronous standby and of the other one, as the API of its Patroni says them.
 * @throws Error if the server is no primary, or knows other standbys than etcd
 */
async function namesAt(port: number): Promise<(string | undefined)[]> {
  const get = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${port}/${path}`)
    if (!response.ok) throw new Error(`${path}: ${response.status}`)
    return response.json()
  }
  await get('primary')
  const { replication = [] } = (await get('patroni')) as {
    replication?: { application_name: string; state: string; sync_state: string }[]
  }
  const { members } = (await get('cluster')) as { members: { name: string; role: string }[] }
  const inEtcd = (role: string) => members.find((one) => one.role === role)?.name
  const streaming = (state: string) =>
    replication.find((one) => one.state === 'streaming' && one.sync_state === state)?.application_name
  const synchronous = streaming('sync')
  return [
    inEtcd('leader'),
    synchronous === inEtcd('sync_standby') ? synchronous : undefined,
    streaming('async'),
  ]
}

async function freePort(): Promise<number> {
  return onOwnPort(async (port) => {
    const server = createServer().listen(port, '127.0.0.1')
    await once(server, 'listening')
    server.close()
    return port
  })
}

/** Returns the numbers of the processes that work in a folder or below. Every process of a cluster does, and no other. */
function processesIn(folder: string): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => {
      try {
        return pid > 0 && `${readlinkSync(`/proc/${pid}/cwd`)}/`.startsWith(`${folder}/`)
      } catch {
        // The process has ended, or is about to.
        return false
      }
    })
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // The process has ended.
  }
}

interface Machine {
  name: string
  etcd: readonly string[]
  postgres: number
  patroni: number
  data: string
  folder: string
}

function patroniSettings({ name, etcd, postgres, patroni, data, folder }: Machine): string {
  return JSON.stringify({
    scope: 'pilotos',
    name,
    restapi: { listen: `127.0.0.1:${patroni}`, connect_address: `127.0.0.1:${patroni}` },
    etcd3: { hosts: etcd },
    bootstrap: {
      dcs: {
        ttl: 20,
        loop_wait: 2,
        retry_timeout: 5,
        maximum_lag_on_failover: 0,
        synchronous_mode: true,
        synchronous_mode_strict: true,
        postgresql: {
          use_pg_rewind: true,
          parameters: { max_connections: 100 },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
    },
    postgresql: {
      listen: `127.0.0.1:${postgres}`,
      connect_address: `127.0.0.1:${postgres}`,
      data_dir: data,
      bin_dir: findPostgres(),
      pgpass: join(folder, `${name}.pgpass`),
      pg_hba: ['host replication replica 127.0.0.1/32 trust', 'host all all 127.0.0.1/32 trust'],
      authentication: {
        replication: { username: 'replica' },
        superuser: { username: 'postgres' },
        rewind: { username: 'postgres' },
      },
      parameters: {
        unix_socket_directories: folder,
        shared_buffers: '16MB',
        dynamic_shared_memory_type: 'mmap',
        fsync: 'off',
        wal_sender_timeout: '5s',
        wal_receiver_timeout: '5s',
      },
    },
  })
}

function haproxySettings(
  port: number,
  machines: readonly { name: string; postgres: number; patroni: number }[],
): string {
  return `defaults
  mode tcp
  timeout connect 2s
  timeout client 1h
  timeout server 1h
listen primary
  bind 127.0.0.1:${port}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 1s fall 3 rise 1 on-marked-down shutdown-sessions
${machines.map(({ name, postgres, patroni }) => `  server ${name} 127.0.0.1:${postgres} check port ${patroni}\n`).join('')}`
}
