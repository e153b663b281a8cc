/** Reads and stores photos together with the pilots that name them. */
import { PilotosError } from '#domain/errors'
import type { PhotoName, Pilot } from '#domain/pilots/pilot'
import type { PhotoStore } from '../shared/stores.ts'

/** Returns a pilot's photo, or undefined if it was replaced in the meantime or never existed. @throws MachineError */
export async function photoIfThere(
  { photos }: { photos: PhotoStore },
  { photo }: Pilot,
): Promise<Buffer | undefined> {
  try {
    return photo ? await photos.read(photo) : undefined
  } catch (error) {
    if (error instanceof PilotosError && error.kind === 'not-found') return undefined
    throw error
  }
}

/** Stores a photo before the change that names it, and removes the photo if the change is refused. */
export async function withSavedPhoto<Result>(
  photos: PhotoStore,
  jpeg: Buffer,
  change: (name: PhotoName) => Promise<Result>,
): Promise<Result> {
  const name = await photos.save(jpeg)
  try {
    return await change(name)
  } catch (error) {
    // After a machine failure it is unknown if the change is on the disk, so that the photo stays. The sweep removes
    // it later if no pilot names it.
    const isRefused = error instanceof PilotosError && !['machine', 'unavailable'].includes(error.kind)
    if (isRefused) await photos.remove(name).catch(() => {})
    throw error
  }
}
