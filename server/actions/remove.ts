/** The removal of a pilot, which can be undone for a day. */
import type { Pilot } from '#domain/pilot/pilot'
import type { Stores } from '../store/contract/stores.ts'

/** Removes a pilot, whose photo is kept for another day. @throws NotFoundError */
export async function removePilot(
  { pilots, photos }: Stores,
  { id, photo }: Pilot,
  by: string,
): Promise<void> {
  await pilots.remove(id, by)
  // The sweep removes photos that no pilot has named for a day; `touch` makes that day start now.
  if (photo) await photos.touch(photo)
}
