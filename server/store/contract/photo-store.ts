import type { PhotoName } from '#domain/pilot/pilot'

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
