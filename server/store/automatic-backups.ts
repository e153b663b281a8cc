/** The backups that the kiosk makes by itself, and how backups are named. */
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from './atomic-file.ts'
import { writeBackup } from './backup.ts'
import type { LocalDesk } from './desk.ts'

/** `pilotos-2026-11-21-134500-123.tar.gz`, to the millisecond: names in the order of their times, and none twice. */
export function backupFileName(now = new Date()): string {
  const [day, time = ''] = now.toISOString().split('T')
  return `pilotos-${day}-${time.slice(0, 12).replaceAll(':', '').replace('.', '-')}.tar.gz`
}

export interface AutomaticBackups {
  folder: string
  stop(): Promise<void>
}

const hour = 60 * 60 * 1000
const kept = 10

/**
 * Every hour in which something has changed, and at the start where the last one is older than that, writes a backup
 * into `backups`; keeps the last ten.
 */
export function startBackups(
  desk: LocalDesk,
  dataFolder: string,
  { every = hour, report }: { every?: number; report: (error: Error) => void },
): AutomaticBackups {
  const folder = join(dataFolder, 'backups')
  let saved: string | undefined
  let running = Promise.resolve()

  async function backUp(): Promise<void> {
    // Read before the pilots are: what changes meanwhile belongs to the next one.
    const version = await desk.version()
    if (version === saved) return
    await makeFolder(folder)
    await writeBackup(desk, join(folder, backupFileName()))
    saved = version
    for (const name of (await automatic(folder)).slice(0, -kept))
      await rm(join(folder, name), { force: true })
  }

  async function start(): Promise<void> {
    const { total } = await desk.pilots.list({ perPage: 1 })
    const last = (await automatic(folder)).at(-1)
    const age = last ? Date.now() - (await stat(join(folder, last))).mtimeMs : Number.POSITIVE_INFINITY
    if (total === 0) saved = await desk.version()
    else if (age > every) await backUp()
  }

  const next = (work: () => Promise<void>) => {
    running = running.then(work).catch(report)
  }
  next(start)
  const timer = setInterval(() => next(backUp), every)
  timer.unref()
  return {
    folder,
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}

/** The backups that were made here, oldest first. */
async function automatic(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(() => [])).filter((name) => name.startsWith('pilotos-')).sort()
}
