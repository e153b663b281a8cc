/** The photos: JPEG files under names that the server makes. */
import { readdir, readFile, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { NotFoundError, PilotosError } from '#domain/errors'
import { isPhotoName } from '#domain/photo'
import type { PhotoName, Pilot } from '#domain/pilot'
import { idBytes, pilotIdFrom } from '#domain/pilot-id'
import { diskError, isMissing, makeFolder, type Sync, writeAtomically } from './atomic-file.ts'

export interface PhotoStore {
  /** Stores a JPEG that `preparePhoto` has made, under a new name; or under the name that a backup gives it. */
  save(jpeg: Buffer, name?: PhotoName): Promise<PhotoName>

  /** @throws NotFoundError */
  read(name: PhotoName): Promise<Buffer>

  /** Removes a photo; none of that name is no error. */
  remove(name: PhotoName): Promise<void>

  /** Lets a photo that no pilot names any more live as if it were new. */
  touch(name: PhotoName): Promise<void>

  /** Removes every photo that is not named and was there before `before`, in milliseconds since 1970. */
  sweep(named: ReadonlySet<PhotoName>, before: number): Promise<void>
}

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

export function newPhotoName(): PhotoName {
  return `${pilotIdFrom(crypto.getRandomValues(new Uint8Array(idBytes)))}.jpg`
}

export function openPhotoFolder(folder: string, sync?: Sync): PhotoStore {
  return {
    async save(jpeg, name = newPhotoName()) {
      if (!isPhotoName(name)) throw noPhoto()
      await makeFolder(folder)
      await writeAtomically(join(folder, name), jpeg, { sync })
      return name
    },

    async read(name) {
      if (!isPhotoName(name)) throw noPhoto()
      try {
        return await readFile(join(folder, name))
      } catch (error) {
        throw isMissing(error) ? noPhoto() : diskError(error, folder)
      }
    },

    async remove(name) {
      if (isPhotoName(name)) await rm(join(folder, name), { force: true })
    },

    async touch(name) {
      const now = new Date()
      // One that is gone needs no more time.
      if (isPhotoName(name)) await utimes(join(folder, name), now, now).catch(() => {})
    },

    async sweep(named, before) {
      const names = await readdir(folder).catch(() => [])
      for (const name of names) {
        if (!isPhotoName(name) || named.has(name)) continue
        const path = join(folder, name)
        const isOld = await stat(path).then(
          ({ mtimeMs }) => mtimeMs < before,
          () => false,
        )
        if (isOld) await rm(path, { force: true })
      }
    },
  }
}

export function noPhoto(): NotFoundError {
  return new NotFoundError('No existe esa foto')
}
