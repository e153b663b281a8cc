/** Tests of one data folder that a server and commands use at a time. */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Pilot } from '#domain/pilots/pilot'
import { lacks } from '../../support/abilities.ts'
import { expectEnd, pilotos } from '../../support/command.ts'
import { aFolder } from '../../support/folder.ts'
import { withStores } from '../../support/opened-stores.ts'
import { aDraft } from '../../support/pilots.ts'
import { startScript } from '../../support/script.ts'
import { startTestServer } from '../../support/server.ts'

test.skipIf(lacks('moves of open files'))(
  'a command detects a server whose lock was deleted, and acknowledged changes survive the end of the server',
  async () => {
    const folder = await aFolder()
    const server = await startTestServer({ folder, expectsErrors: true })
    await pilotos(['import', '-', '--data', folder], { input: JSON.stringify([aDraft({ dni: 1 })]) })
    await rm(join(folder, 'lock'))
    await expectEnd(
      pilotos(['import', '-', '--data', folder], {
        input: JSON.stringify([aDraft({ dni: 2 })]),
      }),
      3,
      'Alguien borró o cambió el archivo',
    )
    await expectEnd(pilotos(['serve', '--no-open', '--data', folder]), 3, 'Ya hay un kiosco abierto')
    await server.close()
    await pilotos(['import', '-', '--data', folder], { input: JSON.stringify([aDraft({ dni: 3 })]) })
    const { stdout } = await pilotos(['list', '--sort', 'dni', '--json', '--data', folder])
    expect(
      JSON.parse(stdout)
        .map(({ dni }: Pilot) => dni)
        .sort(),
    ).toEqual([1, 3])
  },
)

test.each([
  ['the files', async () => ({ folder: await aFolder() })],
  ['a running server', () => startTestServer()],
])('two processes that each write 500 pilots through %s store 1,000', async (_, open) => {
  const { folder } = await open()
  const writers = [0, 500].map((first) =>
    startScript('busy-writer.ts', [folder, String(first + 1), '500', '50']),
  )
  expect(await Promise.all(writers.map(({ ended }) => ended))).toEqual([0, 0])
  const { pilots } = await withStores(folder, ({ pilots }) => pilots.list({ sort: 'dni' }))
  expect(pilots.map(({ dni }) => dni)).toEqual(Array.from({ length: 1000 }, (_, index) => index + 1))
})
