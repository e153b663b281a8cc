/** Tests of `pilotos startlist`: on a folder, and beside a running server, whose versions it continues. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openEvent } from '#domain/events/events'
import { openStores } from '../../server/store/open.ts'
import { pilotos } from '../support/command.ts'
import { aFolder } from '../support/folder.ts'
import { aDraft } from '../support/pilots.ts'
import { startTestServer } from '../support/server.ts'

/** Enters three riders of RALLY, and returns a function that runs the command. */
async function filled(data: string) {
  const stores = await openStores(data)
  for (const npiloto of ['27', '8', '101']) {
    const draft = aDraft({ name: 'Ana', lastname: `Paz ${npiloto}`, npiloto, modalidad: 'RALLY' })
    const { id } = await stores.pilots.register(draft)
    await stores.pilots.changeEntries({ kind: 'enter', ids: [id] }, openEvent())
  }
  await stores.close()
  const out = join(await aFolder(), 'lista.csv')
  return async (...args: string[]) => {
    const { code, stderr } = await pilotos(['startlist', 'rally', '--out', out, '--data', data, ...args])
    const rows = (await readFile(out, 'utf8').catch(() => '')).split(/\r?\n/).slice(1, -1)
    return { code, stderr, numbers: rows.map((row) => row.split(';').slice(0, 3).join(' ')) }
  }
}

test('the command issues a list in the wanted order and in heats, and says what a person should look at', async () => {
  const run = await filled(await aFolder())
  expect(await run('--heat', '2')).toMatchObject({ code: 0, numbers: ['1 1 8', '1 2 27', '2 1 101'] })
  expect((await run('--order', 'inscripcion')).numbers).toEqual(['1 1 27', '1 2 8', '1 3 101'])
  const drawn = await run('--seed', '4821', '--final')
  expect(drawn.stderr).toMatch(/Definitiva, versión 3 · .* · Sorteo con la semilla 4821\n$/)
  expect((await run('--seed', '4821', '--final')).numbers).toEqual(drawn.numbers)
  const pasted = await run('--numbers', '101, 5 027')
  expect(pasted.numbers).toEqual(['1 1 101', '1 2 27'])
  expect(pasted.stderr).toContain('Atención: Nadie tiene estos números: 5\n')
  expect(pasted.stderr).toContain('no van en la lista: 8 Ana Paz 8\n')
})

test('beside a running server, the version goes on, and the server knows the list', async () => {
  const { url, folder } = await startTestServer()
  const run = await filled(folder)
  expect((await run()).stderr).toContain('Provisoria, versión 1')
  expect((await run('--final')).stderr).toContain('Definitiva, versión 2')
  const { data } = await (await fetch(`${url}/api/start-lists`)).json()
  expect(data).toMatchObject([{ modalidad: 'RALLY', version: 2, riders: 3, changes: [] }])
})

test('a wrong word is refused before anything is issued', async () => {
  const run = await filled(await aFolder())
  expect(await run('--order', 'sorteo')).toMatchObject({ code: 2, numbers: [] })
  expect((await run('--out', 'lista.doc')).stderr).toContain('.pdf o .csv')
  expect((await run('--heat', '0')).stderr).toContain('debe ser un número entero de 1 a 500')
  expect((await run()).stderr).toContain('versión 1')
})
