/** The server calls that make photos of the pictures in a ZIP. */
import { picturesPath } from '#domain/web/addresses'
import type { PictureImportInfo, PicturePreviewInfo } from '#domain/web/file-schemas'
import { call, callForOne, first, posted } from './api.ts'
import { upload } from './upload.ts'

export const pictureApi = {
  /** Uploads a ZIP, and returns what would happen. `onSent` receives the number of bytes that are sent. */
  async upload(zip: File, onSent: (bytes: number) => void, signal: AbortSignal): Promise<PicturePreviewInfo> {
    return first(
      await upload<PicturePreviewInfo>(picturesPath(), zip, { type: 'application/zip', onSent, signal }),
    )
  },

  start: (job: string, replace: boolean, signal: AbortSignal) =>
    callForOne<PictureImportInfo>(picturesPath(job), { ...posted({ replace }), signal }),

  progress: (job: string, signal: AbortSignal) =>
    callForOne<PictureImportInfo>(picturesPath(job), { signal }),

  /** Removes the ZIP. The request reaches the server even from a page that is being closed. */
  async cancel(job: string): Promise<void> {
    await call(picturesPath(job), { method: 'DELETE', keepalive: true })
  },
}
