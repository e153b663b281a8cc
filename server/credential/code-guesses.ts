/**
 * Delays the answers to wrong credential codes. Answers to correct codes are never delayed: behind a router or a
 * proxy, many phones share one address, and a phone that guesses must not stop the others.
 *
 * An attacker therefore learns from every answer if a code exists, and only the length of the codes protects them.
 * A code has 60 random bits, 2^60 = 1.15 × 10^18 values. With 10,000 pilots and 50,000 guesses a second, more than
 * a laptop answers, the first hit is expected after 2^60 / (10^4 × 5 × 10^4) s = 2.3 × 10^9 s, or 73 years; the
 * chance of a hit within three days is 1 in 8,900. The delays only limit the load, and a person who mistypes a code
 * does not notice them.
 */
import type { FastifyRequest } from 'fastify'
import { TooManyError } from '#domain/errors'
import { clientNetwork } from '#domain/staff/local-access'
import { Attempts, type Clock, monotonicClock } from '../http/attempts.ts'
import type { Guard } from '../http/guard.ts'

const rules = { free: 20, firstWait: 1, longestWait: 5, forgetAfter: 10 * 60 }

/** The maximum number of delayed answers for one client network. */
const maxHeld = 4

export class CodeGuesses {
  #attempts: Attempts
  #held = new Map<string, number>()

  constructor(
    private readonly guard: Guard,
    private readonly clock: Clock = monotonicClock,
  ) {
    this.#attempts = new Attempts(rules, clock.now)
  }

  /** Counts a wrong code and returns the seconds to delay its answer: 0 for staff and for the laptop. */
  count(request: FastifyRequest): number {
    return this.guard.isExempt(request) ? 0 : this.#attempts.count(clientNetwork(request.ip))
  }

  /** Counts a wrong code and resolves when its answer may be sent. @throws TooManyError if too many are delayed */
  async holdBack(request: FastifyRequest): Promise<void> {
    const wait = this.count(request)
    if (wait === 0) return
    const network = clientNetwork(request.ip)
    const held = this.#held.get(network) ?? 0
    if (held >= maxHeld) throw new TooManyError(wait)
    this.#held.set(network, held + 1)
    await this.clock.wait(wait * 1000)
    const others = (this.#held.get(network) ?? 1) - 1
    if (others > 0) this.#held.set(network, others)
    else this.#held.delete(network)
  }
}
