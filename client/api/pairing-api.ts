/** The server calls that pair a phone with a gate. */
import { pairingsPath, pairPath } from '#domain/web/addresses'
import type { NewPairing, PairingInfo } from '#domain/web/gate-schemas'
import type { SessionInfo } from '#domain/web/settings-schemas'
import { call, first, posted } from './api.ts'

export const pairingApi = {
  /** Makes a code for one phone. */
  async create(gate: string): Promise<NewPairing> {
    return first(await call<NewPairing>(pairingsPath(), posted({ gate })))
  },

  async get(id: string, signal: AbortSignal): Promise<PairingInfo> {
    return first(await call<PairingInfo>(pairingsPath(id), { signal }))
  },

  /** Makes a code unusable. The request reaches the server even from a page that is being closed. */
  async cancel(id: string): Promise<void> {
    await call(pairingsPath(id), { method: 'DELETE', keepalive: true })
  },

  /** Makes this browser the gate of a code. @throws ApiError 404, 410, 429 */
  async pair(code: string): Promise<SessionInfo> {
    return first(await call<SessionInfo>(pairPath, posted({ code })))
  },
}
