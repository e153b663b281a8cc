/** Measures the start of commands, compared with a Node process that does nothing. */
import type { Folders } from '../shared/folders.ts'
import { pilotos, startServerProcess, timeOf } from '../shared/processes.ts'
import { measureAlternately, milliseconds, type Result } from '../shared/result.ts'

/** Measures three commands, two of them with 10,000 pilots. */
export async function* start(folders: Folders): AsyncGenerator<Result> {
  const data = await folders.withPilots(10_000)
  const nothing = () => timeOf([process.execPath, '-e', '0'])
  const firstAnswer = async () => {
    const server = await startServerProcess(data, '/api?list=all&per_page=1')
    await server.stop()
    return server.opened
  }
  const list = [...pilotos, 'list', '--limit', '20', '--data', data]
  yield await beside('pilotos --version', () => timeOf([...pilotos, '--version']), nothing, 1.15)
  yield await beside('pilotos list --limit 20', () => timeOf(list), nothing, 2.5)
  yield await beside('pilotos serve, first answer', firstAnswer, nothing, 4)
}

async function beside(
  what: string,
  ours: () => Promise<number>,
  nothing: () => Promise<number>,
  atMost: number,
): Promise<Result> {
  await ours()
  const [time, reference] = await measureAlternately(15, Math.min, ours, nothing)
  return {
    what,
    figure: milliseconds(time),
    reference: `node -e 0 ${milliseconds(reference)}`,
    ratio: time / reference,
    goal: { atMost },
  }
}
