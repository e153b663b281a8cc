/** The kinds of large work during which others wait, each as the calls that a browser makes. */
import type { ExportFormat } from '#domain/import/export'
import { backupsPath, exportAddress, printPath, sessionPath } from '#domain/web/addresses'
import { account, type Filled } from '../shared/folders.ts'
import type { Server } from '../shared/processes.ts'
import { call, type Json, until, type Work } from './calls.ts'
import { importWork } from './import-work.ts'
import { photoWork } from './photo-work.ts'

const cards = 2000
const signIns = 16

/** Returns the kinds of work on a server, with inputs for a number of rounds. */
export async function allWork(server: Server, filled: Filled, rounds: number): Promise<Work[]> {
  const formats: ExportFormat[] = ['csv', 'json', 'xlsx']
  const exports = formats.map(
    (format): Work => [
      `export of 50,000, ${format.toUpperCase()}`,
      async () => {
        await call(server, 'GET', exportAddress({ format }))
      },
    ],
  )
  return [
    ...exports,
    ...(await importWork(server, rounds)),
    ['print of 2,000 cards', () => print(server, filled)],
    ['backup', async () => void (await call(server, 'POST', backupsPath()))],
    ...(await photoWork(server, filled)),
    ['16 sign-ins', () => signIn(server)],
  ]
}

async function print(server: Server, { pilots }: Filled): Promise<void> {
  const ids = pilots.slice(0, cards).map(({ id }) => id)
  const order = await call<Json<{ job: string }>>(server, 'POST', printPath(), {
    ids,
    layout: 'card',
    again: true,
  })
  const path = printPath(order.data[0].job)
  await until(
    async () => (await call<Json<{ url: string | null }>>(server, 'GET', path)).data[0].url !== null,
  )
  await call(server, 'DELETE', path)
}

/** Four people sign in at the same time, again and again. */
async function signIn(server: Server): Promise<void> {
  for (let count = 0; count < signIns; count += 4)
    await Promise.all(Array.from({ length: 4 }, () => call(server, 'POST', sessionPath, account)))
}
