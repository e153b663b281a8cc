/** The photos: JPEG files under names that the server makes. */
import { randomBytes } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { NotFoundError } from '#domain/errors'
import { isPhotoName } from '#domain/photo'
import type { PhotoName } from '#domain/pilot'
import { pilotIdFrom } from '#domain/pilot-id'
import { diskError, isMissing, makeFolder, writeAtomically } from './atomic-file.ts'

export interface PhotoStore {
  /** Stores a JPEG that `preparePhoto` has made, under a new name. */
  save(jpeg: Buffer): Promise<PhotoName>

  /** @throws NotFoundError */
  read(name: PhotoName): Promise<Buffer>

  /** Removes a photo; none of that name is no error. */
  remove(name: PhotoName): Promise<void>
}

export function openPhotoFolder(folder: string): PhotoStore {
  return {
    async save(jpeg) {
      await makeFolder(folder)
      const name = `${pilotIdFrom(randomBytes(12))}.jpg`
      await writeAtomically(join(folder, name), jpeg)
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
  }
}

function noPhoto(): NotFoundError {
  return new NotFoundError('No existe esa foto')
}
