/** The contract of the store of photos. */
import type { PhotoName } from '#domain/pilot/pilot'

export interface PhotoStore {
  /** Stores a JPEG from `preparePhoto` under a new name, or under `name`, which a backup gives. */
  save(jpeg: Buffer, name?: PhotoName): Promise<PhotoName>

  /** Reads the JPEG. @throws NotFoundError */
  read(name: PhotoName): Promise<Buffer>

  /** Removes a photo. Does nothing if there is no photo with this name. */
  remove(name: PhotoName): Promise<void>

  /** Sets the age of a photo to zero, so that `sweep` keeps it for as long as a new photo. */
  touch(name: PhotoName): Promise<void>

  /** Removes every photo that is not in `named` and is older than `before`, in milliseconds since 1970. */
  sweep(named: ReadonlySet<PhotoName>, before: number): Promise<void>
}
