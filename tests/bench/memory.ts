/** What a kiosk has in memory: beside the files of its pilots: snapshot and journal. */
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Server, startServerProcess } from './processes.ts'
import { searchTime } from './reading.ts'
import type { Result } from './result.ts'

/** `kiosk` serves the 100,000 pilots of `data`, and has been searched for `searches`, as the other one is here. */
export async function memoryResult(
  server: Server,
  data: string,
  folder: string,
  searches: string[],
): Promise<Result> {
  const none = await startServerProcess(join(folder, 'none'))
  await searchTime(none, searches)
  // Time to do at leisure what is done after the start.
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
