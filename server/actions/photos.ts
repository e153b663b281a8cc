/** Photos, stored and read together with the pilots that name them. */
import { PilotosError } from '#domain/errors'
import type { PhotoName, Pilot } from '#domain/pilot/pilot'
import type { PhotoStore } from '../store/contract/photo-store.ts'
/** A photo that a pilot names; undefined where it was replaced since, or never was there. @throws MachineError */
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

/** Stores a photo before the change that names it, and removes it again where that is refused. */
export async function withSavedPhoto<Result>(
  photos: PhotoStore,
  jpeg: Buffer,
  change: (name: PhotoName) => Promise<Result>,
): Promise<Result> {
  const name = await photos.save(jpeg)
  try {
    return await change(name)
  } catch (error) {
    // After a failure of the machine nobody knows what is on the disk: a photo that no pilot names is swept one day.
    const isRefused = error instanceof PilotosError && !['machine', 'unavailable'].includes(error.kind)
    if (isRefused) await photos.remove(name).catch(() => {})
    throw error
  }
}
