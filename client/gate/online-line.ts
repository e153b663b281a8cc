/** The line of a gate that answers only while the server can be reached. */

import type { Direction, Scan } from '#domain/gate/passage'
import { photoPath, smallPhotoPath } from '#domain/web/addresses'
import type { PassageAnswer } from '#domain/web/gate-schemas'
import { ApiError, noAnswer } from '../api/api.ts'
import { gateApi } from '../api/gate-api.ts'
import { serverTime } from '../api/server-clock.ts'
import type { GateAnswer, GateLine, GateState } from './gate-line.ts'
import { newScanId } from './gate-line.ts'

export class OnlineLine implements GateLine {
  state: GateState = { isOnline: true, waiting: 0, isPersistent: false }
  #listeners = new Set<() => void>()

  constructor(readonly gate: string) {}

  async scan(scanned: string, direction: Direction): Promise<GateAnswer> {
    const scan = { id: newScanId(), scanned, gate: this.gate, direction, at: serverTime().toISOString() }
    return answerOf(scan, await this.#send(scan))
  }

  async undo({ id, scanned, direction }: GateAnswer): Promise<boolean> {
    const at = serverTime().toISOString()
    await this.#send({ id: newScanId(), scanned, gate: this.gate, direction, at, corrects: id })
    return true
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  close(): void {
    this.#listeners.clear()
  }

  async #send(scan: Scan): Promise<PassageAnswer> {
    try {
      const [answer] = await gateApi.send([scan])
      if (!answer) throw new ApiError(0, noAnswer)
      this.#set({ isOnline: true, refusal: undefined })
      return answer
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const isRefusal = error.status === 401 || error.status === 403
      this.#set({ isOnline: !error.isTemporary, ...(isRefusal && { refusal: error }) })
      throw error
    }
  }

  #set(change: Partial<GateState>): void {
    this.state = { ...this.state, ...change }
    for (const listener of this.#listeners) listener()
  }
}

/** Returns what the page shows of a server's answer. */
export function answerOf(scan: Scan, { id, result, admitted, pilot, previous }: PassageAnswer): GateAnswer {
  const { scanned, direction, at } = scan
  const name = pilot?.photo
  return {
    id,
    scanned,
    direction,
    at,
    result,
    isAdmitted: admitted,
    isOffline: false,
    ...(pilot && { pilot }),
    ...(previous && { previous }),
    ...(name && { photo: { small: smallPhotoPath(name), full: photoPath(name) } }),
  }
}
