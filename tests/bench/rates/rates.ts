/** Measures the server: requests per second as floors, gates, searches and memory. */
import type { Folders } from '../shared/folders.ts'
import { startServerProcess } from '../shared/processes.ts'
import { milliseconds, type Result } from '../shared/result.ts'
import { roster, searches } from '../shared/roster.ts'
import { gateResults } from './gates.ts'
import { memoryResult } from './memory.ts'
import { readingResults, searchTime } from './reading.ts'
import { writingResult } from './writing.ts'

export async function* rates(folders: Folders): AsyncGenerator<Result> {
  const [few, many] = [await folders.withPilots(10_000), await folders.withPilots(100_000)]
  yield await writingResult(folders.path)
  yield* await gateResults(folders.path)

  const typed = searches(roster(10_000), 60)
  let server = await startServerProcess(few)
  yield* await readingResults(server, folders.path, typed)
  const fewTime = await searchTime(server, typed)
  await server.stop()

  server = await startServerProcess(many)
  const manyTime = await searchTime(server, typed)
  yield {
    what: 'search of two words at 100,000',
    figure: milliseconds(manyTime),
    reference: `at 10,000 ${milliseconds(fewTime)}`,
    ratio: manyTime / fewTime,
    goal: { atMost: 5 },
  }
  yield await memoryResult(server, many, folders.path, typed)
  await server.stop()
}
