/**
 * Pauses the changes of all devices, while a backup is restored or merged. Gates keep their scans, and send them
 * afterwards.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import { BusyError } from '#domain/errors'

/** The wait before another try, in seconds. */
const pause = 5

/** The beginnings of the refusals that other people read during a pause. */
const workTexts = {
  restore: 'Se está restaurando una copia',
  merge: 'Se están uniendo los datos de otra mesa',
}

/** The longest wait for the changes that have begun, in milliseconds. */
const longestWait = 20_000

export class WritePause {
  /** The requests that may change something, until they are answered. */
  #running = new Set<FastifyRequest>()
  #paused: keyof typeof workTexts | undefined
  #onIdle: (() => void) | undefined

  /** Notes a request that is about to be handled. @throws BusyError if it could change something during a pause */
  enter(request: FastifyRequest): void {
    if (request.method === 'GET' || request.method === 'HEAD') return
    this.#requireNoPause()
    this.#running.add(request)
  }

  leave(request: FastifyRequest): void {
    this.#running.delete(request)
    if (this.#running.size === 0) this.#onIdle?.()
  }

  /**
   * Does the work of a request while nothing else changes anything.
   * @throws BusyError if another request does such work, or if changes that have begun do not end
   */
  async during<Result>(
    request: FastifyRequest,
    kind: keyof typeof workTexts,
    work: () => Promise<Result>,
  ): Promise<Result> {
    this.#requireNoPause()
    this.#running.delete(request)
    this.#paused = kind
    try {
      await this.#idle()
      return await work()
    } finally {
      this.#paused = undefined
    }
  }

  #requireNoPause(): void {
    if (this.#paused)
      throw new BusyError(`${workTexts[this.#paused]}, y no se guardó nada: inténtelo en un momento`, pause)
  }

  async #idle(): Promise<void> {
    if (this.#running.size === 0) return
    const waiting = new AbortController()
    const idle = new Promise<true>((resolve) => {
      this.#onIdle = () => resolve(true)
    })
    const late = delay(longestWait, false, { signal: waiting.signal }).catch(() => false)
    const isIdle = await Promise.race([idle, late])
    this.#onIdle = undefined
    waiting.abort()
    if (!isIdle) throw new BusyError('Otra persona está guardando algo: inténtelo en un momento', pause)
  }
}
