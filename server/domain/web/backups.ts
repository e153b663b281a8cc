/** The kinds of backups that a server has in its folder. */

/** `automatic`, or the command before which a backup was made. */
export const backupKinds = ['automatic', 'import', 'restore', 'other'] as const
export type BackupKind = (typeof backupKinds)[number]
