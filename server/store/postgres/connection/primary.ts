/** Finds the server of an address that accepts writes, and waits for a promotion if there is none. */
import { setTimeout as delay } from 'node:timers/promises'
import { codeOf } from '../../../files/atomic-file.ts'
import type { DatabaseAddress } from './address.ts'
import { formatServers, type Server } from './address-parts.ts'
import { coded, isLost } from './failure.ts'
import { Probe, type ServerState } from './probe.ts'

/** The answer of a server: its state, or the error of the driver. */
export type Answer = ServerState | { server: Server; error: unknown }

export interface Wanted {
  /** The highest timeline that is known. A server with a lower one is an old primary. */
  timeline?: number
  /** The time limit for finding it, in milliseconds. */
  patience?: number
  /** Ends the search. */
  signal?: AbortSignal
}

/** The pause between two questions to a server, in milliseconds. */
const every = 200

/** The default of `patience`. */
const longest = 4000

/** The time that the other servers have after the first one that accepts writes, in milliseconds. */
const grace = 500

/**
 * Asks all servers at once, again and again, so that a silent one delays nothing, until one accepts writes.
 * @throws the errors of the driver, an error with the code NO_PRIMARY or OLD_PRIMARY, or the reason of `signal`
 */
export async function findPrimary(
  address: DatabaseAddress,
  { timeline = 0, patience = longest, signal }: Wanted = {},
): Promise<ServerState> {
  const answers = new Map<Server, Answer>()
  const probes = address.servers.map((server) => new Probe(address, server))
  const over = new AbortController()
  const leave = () => over.abort(signal?.reason)
  signal?.throwIfAborted()
  signal?.addEventListener('abort', leave, { once: true })
  const timers: NodeJS.Timeout[] = []
  try {
    return await new Promise<ServerState>((resolve, reject) => {
      const best = () => choose([...answers.values()], timeline)
      const take = () => {
        const found = best()
        if (found) resolve(found)
        return found !== undefined
      }
      const giveUp = () => {
        if (take()) return
        const all = [...answers.values()]
        const readable = address.mustWrite ? undefined : all.find((one) => isState(one) && !one.isWritable)
        if (readable) resolve(readable as ServerState)
        else reject(explain(all, timeline))
      }
      const hear = (answer: Answer) => {
        answers.set(answer.server, answer)
        const isComplete = answers.size === probes.length
        const mustWait = address.mustWrite && mayChange([...answers.values()])
        if (isComplete && (!mustWait || best())) giveUp()
        else if (best() && timers.length === 1) timers.push(setTimeout(take, grace))
      }
      over.signal.addEventListener('abort', () => reject(over.signal.reason), { once: true })
      timers.push(setTimeout(giveUp, patience))
      for (const [index, probe] of probes.entries())
        void follow(probe, address.servers[index] as Server, hear, over.signal)
    })
  } finally {
    signal?.removeEventListener('abort', leave)
    over.abort()
    for (const timer of timers) clearTimeout(timer)
    for (const probe of probes) probe.end()
  }
}

/**
 * Returns the server that accepts writes. If several do, one of them is an old primary that was started again: the
 * server with the highest timeline was promoted last.
 */
export function choose(answers: readonly Answer[], timeline: number): ServerState | undefined {
  const [best] = answers
    .filter(isState)
    .filter((state) => state.isWritable && !isOld(state, timeline))
    .sort((one, other) => other.timeline - one.timeline)
  return best
}

/** Returns the error that says the most about why no server accepts writes. */
export function explain(answers: readonly Answer[], timeline: number): unknown {
  const errors = errorsOf(answers)
  const old = answers.filter(isState).find((state) => isOld(state, timeline))
  if (old) return coded('OLD_PRIMARY', formatServers([old.server]))
  const lasting = errors.find((error) => !isPassing(error))
  if (lasting) return lasting
  if (answers.some(isState)) return coded('NO_PRIMARY')
  return errors.find(isLost) ?? errors[0] ?? coded('CONNECT_TIMEOUT')
}

/** Returns true if a server may accept writes soon: a standby may be promoted, and a lost server may start. */
export function mayChange(answers: readonly Answer[]): boolean {
  const errors = errorsOf(answers)
  return errors.every(isPassing) && !(answers.length === errors.length && !errors.some(isLost))
}

/** Returns true for an error that ends by itself. The name of a server may vanish with the server, as in Kubernetes. */
function isPassing(error: unknown): boolean {
  return isLost(error) || codeOf(error) === 'ENOTFOUND'
}

function errorsOf(answers: readonly Answer[]): unknown[] {
  return answers.flatMap((answer) => ('error' in answer ? [answer.error] : []))
}

function isState(answer: Answer): answer is ServerState {
  return !('error' in answer)
}

/** Returns true for a server that accepts writes although another one was promoted later. */
function isOld(state: ServerState, timeline: number): boolean {
  return state.isWritable && state.timeline > 0 && state.timeline < timeline
}

/** Asks a server again and again, and passes each answer on. */
async function follow(
  probe: Probe,
  server: Server,
  hear: (answer: Answer) => void,
  over: AbortSignal,
): Promise<void> {
  while (!over.aborted) {
    const answer = await probe.ask().catch((error: unknown) => ({ server, error }))
    if (over.aborted) return
    hear(answer)
    await delay(every, undefined, { signal: over }).catch(() => {})
  }
}
