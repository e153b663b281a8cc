/** Writes ZIP archives without anything that depends on the machine or the moment. */
import { type Zippable, zipSync } from 'fflate'
import type { Entry } from './entries.ts'

export function zip(entries: readonly Entry[], mtime: Date): Buffer {
  const files: Zippable = {}
  for (const { path, content } of entries) files[path] = [content, { level: 9, mtime: localTime(mtime) }]
  return Buffer.from(zipSync(files))
}

/** A ZIP has local times without a zone, so the time in UTC is written as if it were local. */
function localTime(time: Date): Date {
  return new Date(
    time.getUTCFullYear(),
    time.getUTCMonth(),
    time.getUTCDate(),
    time.getUTCHours(),
    time.getUTCMinutes(),
    time.getUTCSeconds(),
  )
}
