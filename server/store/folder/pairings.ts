/** The pairings of a data folder, in `pairings.json`. */
import type { Pairing } from '#domain/gate/pairing'
import { isMoment } from '#domain/text/date'
import { isObject, parseJson } from '#domain/text/json'
import { createMutex } from '../../async/mutex.ts'
import { type ReplaceFile, readIfThere } from '../../files/atomic-file.ts'
import { keptPairing, type PairingStore } from '../contract/pairing-store.ts'

/** Opens the pairings. Treats a damaged file like a missing file, since the desk can make another code. */
export function openPairingFile(
  path: string,
  replaceFile: ReplaceFile,
  now: () => number = Date.now,
): PairingStore {
  const list = async () => parse((await readIfThere(path))?.toString('utf8') ?? '')
  const write = (pairings: readonly Pairing[]) => replaceFile(path, `${JSON.stringify({ pairings })}\n`)
  const runExclusive = createMutex()
  return {
    add: (pairing) =>
      runExclusive(async () => {
        const current = (await list()).filter(({ expires }) => Date.parse(expires) > now() - keptPairing)
        await write([...current, pairing])
      }),

    find: async (hash) => (await list()).find((pairing) => pairing.hash === hash),

    use: (hash, account) =>
      runExclusive(async () => {
        const all = await list()
        const unused = all.find((pairing) => pairing.hash === hash && pairing.account === undefined)
        if (!unused) return false
        await write(all.map((pairing) => (pairing === unused ? { ...unused, account } : pairing)))
        return true
      }),

    remove: (hash) =>
      runExclusive(async () => {
        const all = await list()
        const rest = all.filter((pairing) => pairing.hash !== hash || pairing.account !== undefined)
        if (rest.length < all.length) await write(rest)
      }),
  }
}

function parse(text: string): Pairing[] {
  const value = parseJson(text)
  return isObject(value) && Array.isArray(value.pairings) ? value.pairings.filter(isPairing) : []
}

function isPairing(value: unknown): value is Pairing {
  return (
    isObject(value) &&
    typeof value.hash === 'string' &&
    typeof value.gate === 'string' &&
    isMoment(value.expires) &&
    (value.account === undefined || typeof value.account === 'string')
  )
}
