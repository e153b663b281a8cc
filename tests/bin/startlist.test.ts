/** Tests of `pilotos startlist`: on a folder, and beside a running server, whose versions it continues. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openEvent } from '#domain/events/events'
import { openStores } from '../../server/store/open.ts'
import { pilotos } from '../support/command.ts'
import { aFolder } from '../support/folder.ts'
import { withStores } from '../support/opened-stores.ts'
import { aDraft } from '../support/pilots.ts'
import { startTestServer } from '../support/server.ts'

/** Enters three riders of RALLY, in categories if there are some, and returns a function that runs the command. */
async function filled(data: string, event = openEvent(), ...categories: string[]) {
  const stores = await openStores(data)
  for (const [index, npiloto] of ['27', '8', '101'].entries()) {
    const draft = aDraft({ name: 'Ana', lastname: `Paz ${npiloto}`, npiloto, modalidad: 'RALLY' })
    const { id } = await stores.pilots.register(draft)
    const category = categories[index]
    const chosen = category ? { categories: { RALLY: { id: category } } } : {}
    await stores.pilots.changeEntries({ kind: 'enter', ids: [id], ...chosen }, event)
  }
  await stores.close()
  const out = join(await aFolder(), 'lista.csv')
  return async (...args: string[]) => {
    const { code, stderr } = await pilotos(['startlist', '--out', out, '--data', data, ...args])
    const rows = (await readFile(out, 'utf8').catch(() => '')).split(/\r?\n/).slice(1, -1)
    return { code, stderr, numbers: rows.map((row) => row.split(';').slice(0, 3).join(' ')) }
  }
}

test('the command issues a list in the wanted order and in heats, and says what a person should look at', async () => {
  const run = await filled(await aFolder())
  expect(await run('rally', '--heat', '2')).toMatchObject({
    code: 0,
    numbers: ['1 1 8', '1 2 27', '2 1 101'],
  })
  expect((await run('rally', '--order', 'inscripcion')).numbers).toEqual(['1 1 27', '1 2 8', '1 3 101'])
  const drawn = await run('rally', '--seed', '4821', '--final')
  expect(drawn.stderr).toMatch(/Definitiva, versión 3 · .* · Sorteo con la semilla 4821\n$/)
  expect((await run('rally', '--seed', '4821', '--final')).numbers).toEqual(drawn.numbers)
  const pasted = await run('rally', '--numbers', '101, 5 027')
  expect(pasted.numbers).toEqual(['1 1 101', '1 2 27'])
  expect(pasted.stderr).toContain('Atención: Nadie tiene estos números: 5\n')
  expect(pasted.stderr).toContain('no van en la lista: 8 Ana Paz 8\n')
})

test('the command makes the list of a category, or those of all in one file, and names those that there are', async () => {
  const data = await aFolder()
  const categories = ['MX1', 'MX2'].map((name) => ({ id: name, modalidad: 'RALLY', name, places: 1 }))
  const event = { ...openEvent(), categories }
  await withStores(data, ({ settings }) => settings.change({ events: { primero: event } }))
  const run = await filled(data, event, 'MX1', 'MX2', 'MX1')
  const alone = await run('mx 1')
  expect(alone).toMatchObject({ code: 0, numbers: ['1 1 27', '2 1 101'] })
  expect(alone.stderr).toContain('Atención: Son 2 y en una manga cabe 1: van en 2 mangas\n')
  expect((await run('RALLY · MX2')).numbers).toEqual(['1 1 8'])
  const all = await run('--all', '--final')
  expect(all.numbers).toEqual(['1 1 27', '2 1 101', '1 1 8'])
  expect(all.stderr).toMatch(/Lista de salida de RALLY · MX1, 2 pilotos, en .*\nDefinitiva, versión 2/)
  expect(all.stderr).toMatch(/Lista de salida de RALLY · MX2, 1 piloto, en .*\nDefinitiva, versión 2/)
  const unknown = await run('mx9')
  expect(unknown.code).toBe(1)
  expect(unknown.stderr).toContain('mx9 no corre en Primer evento: elija entre ')
  expect(unknown.stderr).toContain(', TUNING OFF, RALLY · MX1 o RALLY · MX2')
  expect((await run('mx1', '--all')).code).toBe(2)
})

test('beside a running server, the version goes on, and the server knows the list', async () => {
  const { url, folder } = await startTestServer()
  const run = await filled(folder)
  expect((await run('rally')).stderr).toContain('Provisoria, versión 1')
  expect((await run('rally', '--final')).stderr).toContain('Definitiva, versión 2')
  const { data } = await (await fetch(`${url}/api/start-lists`)).json()
  expect(data).toMatchObject([{ modalidad: 'RALLY', version: 2, riders: 3, changes: [] }])
})

test('a wrong word is refused before anything is issued', async () => {
  const run = await filled(await aFolder())
  expect(await run('rally', '--order', 'sorteo')).toMatchObject({ code: 2, numbers: [] })
  expect((await run('rally', '--out', 'lista.doc')).stderr).toContain('.pdf o .csv')
  expect((await run('rally', '--heat', '0')).stderr).toContain('debe ser un número entero de 1 a 500')
  expect((await run('rally')).stderr).toContain('versión 1')
})
