/** The photos in PostgreSQL: JPEG files under names that PilotOS generates. */
import { isPhotoName, newPhotoName, noPhoto } from '#domain/pilot/photo'
import type { PhotoStore } from '../contract/stores.ts'
import type { Database } from './connection/database.ts'

export type SharedPhotos = Omit<PhotoStore, 'sweep'> & {
  /** Removes each photo that no pilot names and that was last touched before `before`, in milliseconds since 1970. */
  sweep(before: number): Promise<void>
}

export function openPhotoTable(database: Database): SharedPhotos {
  return {
    async save(jpeg, name = newPhotoName()) {
      if (!isPhotoName(name)) throw noPhoto()
      await database.change(
        `INSERT INTO pilotos.photos (name, jpeg) VALUES ($1, $2)
          ON CONFLICT (name) DO UPDATE SET jpeg = excluded.jpeg, touched = now()`,
        [name, jpeg],
      )
      return name
    },

    async read(name) {
      const [row] = isPhotoName(name)
        ? await database.query("SELECT encode(jpeg, 'hex') FROM pilotos.photos WHERE name = $1", [name])
        : []
      if (!row) throw noPhoto()
      return Buffer.from(String(row[0]), 'hex')
    },

    async remove(name) {
      await database.change('DELETE FROM pilotos.photos WHERE name = $1', [name])
    },

    async touch(name) {
      await database.change('UPDATE pilotos.photos SET touched = now() WHERE name = $1', [name])
    },

    /** Uses one statement, so that concurrent sweeps see the same pilots. Only the clock of the database counts. */
    async sweep(before) {
      await database.change(
        `DELETE FROM pilotos.photos WHERE touched < now() - $1::interval
          AND NOT EXISTS (SELECT 1 FROM pilotos.pilots p WHERE p.photo = photos.name)`,
        [`${Math.round((Date.now() - before) / 1000)} seconds`],
      )
    },
  }
}
