/**
 * Measures how long a small request waits while the server does large work, compared with the wait when nothing runs.
 * Both are the longest wait of a run, and of several runs the shortest of them: a disturbance from outside only makes
 * a wait longer, and a long turn of the server occurs in every run.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { recordPath } from '#domain/web/addresses'
import { root } from '../../support/root.ts'
import type { Folders } from '../shared/folders.ts'
import { type Server, startServerProcess } from '../shared/processes.ts'
import { milliseconds, type Result } from '../shared/result.ts'
import { allWork } from './work.ts'

const pilots = 50_000
const photos = 2000
const rounds = 2
/** The time for which the wait is measured when nothing runs, in milliseconds. */
const idleTime = 3000
/** The longest that anybody should wait on a quiet machine, in milliseconds. */
const bound = 150

export async function* waits(folders: Folders): AsyncGenerator<Result> {
  const filled = await folders.withPhotos(pilots, photos)
  const server = await startServerProcess(filled.data)
  const prober = startProber(server, filled.pilots[0]?.id ?? '')
  try {
    // Leaves time for the work that is deferred until after the start.
    await delay(3000)
    await prober.waitDuring(() => delay(idleTime))
    const idle: number[] = []
    const longest = new Map<string, number[]>()
    const work = await allWork(server, filled, rounds)
    for (let round = 0; round < rounds; round += 1) {
      idle.push(await prober.waitDuring(() => delay(idleTime)))
      for (const [name, run] of work)
        longest.set(name, [...(longest.get(name) ?? []), await prober.waitDuring(() => run(round))])
    }
    const nothing = Math.min(...idle)
    for (const [name, waits] of longest) {
      const wait = Math.min(...waits)
      yield {
        what: `longest wait: ${name}`,
        figure: milliseconds(wait),
        reference: `nothing runs ${milliseconds(nothing)}`,
        ratio: wait / nothing,
        goal: { atMost: 2 },
      }
    }
    const worst = Math.max(...[...longest.values()].map((waits) => Math.min(...waits)))
    yield {
      what: 'the longest of these waits',
      figure: milliseconds(worst),
      reference: milliseconds(bound),
      ratio: worst / bound,
      goal: { atMost: 1 },
    }
  } finally {
    prober.stop()
    await server.stop()
  }
}

interface Prober {
  /** Returns the longest wait for one record during some work, in milliseconds. */
  waitDuring(work: () => Promise<unknown>): Promise<number>
  stop(): void
}

function startProber(server: Server, id: string): Prober {
  const child = fork(join(root, 'tests/bench/waits/prober.js'), [server.url + recordPath(id)], {
    execArgv: [],
  })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  const longest = async () => {
    child.send('longest')
    const [wait] = await once(child, 'message')
    return Number(wait)
  }
  return {
    async waitDuring(work) {
      await longest()
      await work()
      return longest()
    },
    stop() {
      process.off('exit', kill)
      child.kill('SIGKILL')
    },
  }
}
