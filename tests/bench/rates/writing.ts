/** Measures durable registrations over HTTP, 32 at once, compared with a server that stores nothing. */
import { join } from 'node:path'
import { root } from '../../support/root.ts'
import { outputOf, type Server, startServer, startServerProcess } from '../shared/processes.ts'
import { measureAlternately, perSecond, type Result } from '../shared/result.ts'

const seconds = 2
/** The distance between the first DNIs of two runs. It is more than the registrations of one run. */
const registrations = 100_000

export async function writingResult(folder: string): Promise<Result> {
  const server = await startServerProcess(join(folder, 'registrations'))
  const script = join(root, 'tests/bench/rates/storing-nothing.ts')
  const bare = await startServer(
    [process.execPath, '--import', 'tsx', script, '{port}', join(folder, 'nothing')],
    '/api/session',
  )
  let firstDni = 1
  const register = async ({ url }: Server): Promise<number> => {
    firstDni += registrations
    const question = JSON.stringify({ url, connections: 32, seconds, firstDni })
    return Number(await outputOf([process.execPath, join(root, 'tests/bench/rates/register.js'), question]))
  }
  await register(server)
  await register(bare)
  const [ours, reference] = await measureAlternately(
    3,
    Math.max,
    () => register(server),
    () => register(bare),
  )
  await server.stop()
  await bare.stop()
  return {
    what: 'registrations, 32 at once, durable',
    figure: perSecond(ours),
    reference: `nothing stored ${perSecond(reference)}`,
    ratio: ours / reference,
    goal: { atLeast: 0.5 },
  }
}
