/** The upload of another desk's backup: its bounds, and the number of pilots that its merge changes. */

/** The size limit of a backup that is uploaded, in bytes: that of more than 10,000 photos of the largest size. */
export const maxBackupBytes = 4_000_000_000

export const backupTooLarge =
  'La copia pesa más de 4 GB: en la laptop, escriba pilotos merge y el nombre del archivo'

/** The most choices of a request. More than these are left to `prefer`. */
export const maxChoices = 20_000

/** Returns true for the name of a backup. No spreadsheet has such a name. */
export function isBackupFile(name: string): boolean {
  return /\.(gz|tgz)$/i.test(name)
}

/** Returns the number of pilots that a merge adds, changes or removes. */
export function mergedPilots({
  new: added,
  joined,
  removed,
}: Record<'new' | 'joined' | 'removed', number>): number {
  return added + joined + removed
}
