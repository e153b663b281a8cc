/** The roster that a gate loads from the server. */
import type { GateRoster } from '#domain/gate/gate-schemas'
import { callForResponse, first, readAnswer } from './call.ts'
import { compareClocks } from './server-clock.ts'

/** A roster, and its version, by which the next request learns whether it is still current. */
export interface VersionedRoster {
  roster: GateRoster
  version: string | undefined
}

/** Returns undefined if the roster with this version is still current. */
export async function loadGateRoster(
  version?: string,
  signal?: AbortSignal,
): Promise<VersionedRoster | undefined> {
  // The page compares the versions itself, so that the answer needs no cache of the browser.
  const headers = version === undefined ? undefined : { 'if-none-match': version }
  const response = await callForResponse('GET /api/gate/roster', { headers, signal, cache: 'no-store' })
  compareClocks(response)
  if (response.status === 304) return undefined
  const answer = await readAnswer<GateRoster>(response)
  return { roster: first(answer), version: response.headers.get('etag') ?? undefined }
}
