/** Finds the address that a card printed by a command carries. */
import { defaultPort } from '#domain/web/addresses'
import { publicAddress } from '../server/network/public-address.ts'
import type { Stores } from '../server/store/contract/stores.ts'
import { isDatabase } from '../server/store/data-address.ts'
import { findServer } from '../server/store/server/entry-file.ts'

/**
 * Returns the first known address: `publicUrl`, the address of the running server, the address that was used last,
 * or the address that a server on this laptop would have.
 */
export async function cardAddress(
  { settings }: Stores,
  { data, publicUrl }: { data: string; publicUrl?: string },
): Promise<string> {
  if (publicUrl) return publicAddress({ publicUrl, port: defaultPort }).url()
  const server = isDatabase(data) ? undefined : await findServer(data)
  return server?.publicUrl ?? (await settings.read()).address ?? publicAddress({ port: defaultPort }).url()
}
