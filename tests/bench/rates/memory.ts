/** Compares a server's memory for its pilots with the size of their files, the snapshot and the journal. */
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Server, startServerProcess } from '../shared/processes.ts'
import type { Result } from '../shared/result.ts'
import { searchTime } from './reading.ts'

/**
 * Compares `server`, which serves the 100,000 pilots of `data`, with a server without pilots. `server` has answered
 * `searches` before, as the empty one does here.
 */
export async function memoryResult(
  server: Server,
  data: string,
  folder: string,
  searches: string[],
): Promise<Result> {
  const none = await startServerProcess(join(folder, 'none'))
  await searchTime(none, searches)
  // Leaves time for the work that is deferred until after the start.
  await delay(2000)
  const more = (await server.memory()) - (await none.memory())
  await none.stop()
  const files = (await readdir(data)).filter((name) => /^(pilots\.json|journal-\d+\.jsonl)$/.test(name))
  const sizes = await Promise.all(files.map(async (name) => (await stat(join(data, name))).size))
  const size = sizes.reduce((sum, one) => sum + one, 0)
  return {
    what: 'memory for 100,000 pilots',
    figure: megabytes(more),
    reference: `their files ${megabytes(size)}`,
    ratio: more / size,
    goal: { atMost: 4 },
  }
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`
}
