/** The names of backup files. */

/** `pilotos-2026-11-21-134500-123.tar.gz`, to the millisecond: names in the order of their times, and none twice. */
export function backupFileName(now = new Date()): string {
  const [day, time = ''] = now.toISOString().split('T')
  return `pilotos-${day}-${time.slice(0, 12).replaceAll(':', '').replace('.', '-')}.tar.gz`
}

/** Whether a file in the folder of backups is one, and not what a crash has left of one. */
export function isBackupName(name: string): boolean {
  return /^[^.].*\.tar\.gz$/.test(name)
}
