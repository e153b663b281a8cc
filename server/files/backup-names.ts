/** The names of backup files. */

/**
 * Returns a name like `pilotos-2026-11-21-134500-123.tar.gz`. The milliseconds make names unique, and names sort by
 * time.
 */
export function backupFileName(now = new Date()): string {
  const [day, time = ''] = now.toISOString().split('T')
  return `pilotos-${day}-${time.slice(0, 12).replaceAll(':', '').replace('.', '-')}.tar.gz`
}

/** Returns true for the name of a backup, and false for the temporary file that a crash has left. */
export function isBackupName(name: string): boolean {
  return /^[^.].*\.tar\.gz$/.test(name)
}
