/** The photos of a data folder: JPEG files in `photos/`. */
import { readdir, readFile, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { isPhotoName } from '#domain/pilot/photo'
import { diskError, isMissing, makeFolder, type Sync, writeAtomically } from '../../files/atomic-file.ts'
import type { PhotoStore } from '../contract/photo-store.ts'
import { newPhotoName, noPhoto } from '../shared/photo-names.ts'

interface PhotoFolderOptions {
  sync?: Sync
  /** Throws if this process may no longer write to the data folder. */
  requireLock: () => Promise<void>
}

export function openPhotoFolder(folder: string, { sync, requireLock }: PhotoFolderOptions): PhotoStore {
  return {
    async save(jpeg, name = newPhotoName()) {
      if (!isPhotoName(name)) throw noPhoto()
      await requireLock()
      await makeFolder(folder)
      await writeAtomically(join(folder, name), jpeg, { sync })
      return name
    },

    async read(name) {
      if (!isPhotoName(name)) throw noPhoto()
      try {
        return await readFile(join(folder, name))
      } catch (error) {
        if (!isMissing(error)) throw diskError(error, folder)
        // Without the whole folder, nobody knows if the photo exists.
        await requireLock()
        throw noPhoto()
      }
    },

    async remove(name) {
      if (isPhotoName(name)) await rm(join(folder, name), { force: true })
    },

    async touch(name) {
      const now = new Date()
      // An error is ignored: the photo may have been removed.
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
