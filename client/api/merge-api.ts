/** The server calls that merge the backup of another desk. */

import type { MergeAnswer, MergeChoices, MergeReport, MergeUploadInfo } from '#domain/merge/calls'
import { mergePath, mergePreviewPath } from '#domain/web/addresses'
import { call, callForOne, first, posted } from './api.ts'
import { upload } from './upload.ts'

export const mergeApi = {
  /** Uploads a backup, and returns what its merge would do. `onSent` receives the number of bytes that are sent. */
  async upload(file: File, onSent: (bytes: number) => void, signal: AbortSignal): Promise<MergeUploadInfo> {
    return first(
      await upload<MergeUploadInfo>(mergePath(), file, { type: 'application/gzip', onSent, signal }),
    )
  },

  /** Returns what a merge would do with the choices of a person. */
  preview: (id: string, choices: MergeChoices, signal: AbortSignal) =>
    callForOne<MergeReport>(mergePreviewPath(id), { ...posted(choices), signal }),

  /** Merges, unless it would do something else than the last preview says. */
  confirm: (id: string, choices: MergeChoices) => callForOne<MergeAnswer>(mergePath(id), posted(choices)),

  /** Removes the backup. The request reaches the server even from a page that is being closed. */
  async discard(id: string): Promise<void> {
    await call(mergePath(id), { method: 'DELETE', keepalive: true })
  },
}
