/** Tests of categories beside other features: an erasure, a retired modalidad, a backup from before them. */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readBackup } from '../../../server/store/backup/backup.ts'
import { restoreBackup } from '../../../server/store/backup/restore.ts'
import { anEvent } from '../../support/events.ts'
import { aFolder } from '../../support/folder.ts'
import { downloadBackup } from '../../support/other-desk.ts'
import { aDraft } from '../../support/pilots.ts'
import { ask } from '../../support/requests.ts'
import { openApp, registered, startTestServer, type TestServer } from '../../support/server.ts'

const categories = [
  { modalidad: 'RALLY', name: 'Juvenil', age: { to: 17, on: 'year-end' } },
  { modalidad: 'RALLY', name: 'Mayores', age: { from: 18, on: 'year-end' } },
]

/** Names the first event, with the categories, and enters a rider of RALLY in the one of the young. */
async function entered(server: TestServer, draft = aDraft({ modalidad: 'RALLY', npiloto: '7' })) {
  await ask(server, 'PUT', '/api/events/primero', { ...anEvent(), categories })
  const { id_driver: id } = await registered(server.app, draft)
  const reason = 'Permiso de su tía Rosa'
  const done = await ask(server, 'POST', '/api/entries', {
    ...{ event: 'primero', ids: [id] },
    categories: { RALLY: { id: 'rally-juvenil', reason } },
  })
  expect(done.body.data[0]).toMatchObject({ changed: 1 })
  return { id, reason }
}

test('an erased person leaves no reason of an exception and no reserved number in any file of the folder', async () => {
  const folder = await aFolder()
  const server = await openApp({}, folder)
  const draft = aDraft({ name: 'Zenobia', lastname: 'Xicohtencatl', modalidad: 'RALLY', npiloto: '7' })
  const { id, reason } = await entered(server, draft)
  const reserved = [
    { number: '1', modalidad: 'RALLY', category: 'rally-mayores', for: 'zenobia xicohtencatl' },
  ]
  const put = await ask(server, 'PUT', '/api/events/primero', { ...anEvent(), categories, reserved })
  expect(put.status).toBe(200)
  const traces = async () => {
    const files = await readdir(folder, { recursive: true, withFileTypes: true })
    const found = await Promise.all(
      files
        .filter((file) => file.isFile())
        .map(async ({ parentPath, name }) => {
          const text = (await readFile(join(parentPath, name), 'utf8')).toLowerCase()
          return ['xicohtencatl', reason.toLowerCase()].filter((word) => text.includes(word))
        }),
    )
    return new Set(found.flat())
  }
  expect(await traces()).toEqual(new Set(['xicohtencatl', reason.toLowerCase()]))
  const erased = await ask(server, 'POST', `/api/pilots/${id}/erase`, { document: String(draft.dni) })
  expect(erased.status).toBe(200)
  expect(await traces()).toEqual(new Set())
})

test('a modalidad that is retired keeps the categories and the entries in it, and an earlier backup is restored beside them', async () => {
  const folder = await aFolder()
  const first = await startTestServer({ folder })
  const backup = await downloadBackup(first.url)
  await first.close()

  const server = await openApp({}, folder)
  const { id } = await entered(server)
  const retired = await ask(server, 'POST', '/api/classes/modalidad/RALLY/retire', { retired: true })
  expect(retired.status, JSON.stringify(retired.body)).toBeLessThan(300)
  const [event] = (await ask(server, 'GET', '/api/events')).body.data
  expect(event.categories).toMatchObject([{ id: 'rally-juvenil' }, { id: 'rally-mayores' }])
  const moved = await ask(server, 'PUT', `/api/entries/${id}`, {
    ...{ event: 'primero', modalidad: 'RALLY', to: { category: { id: 'rally-mayores' } } },
  })
  expect(moved.body.data[0].pilots[0].entries).toMatchObject([{ category: 'rally-mayores' }])

  const path = join(await aFolder(), 'copia.tar.gz')
  await writeFile(path, backup)
  await restoreBackup(server.stores, await readBackup(path))
  const [after] = (await ask(server, 'GET', '/api/events')).body.data
  expect(after.name).toBe('Copa Andina')
  expect(after.categories).toHaveLength(2)
  expect((await ask(server, 'GET', '/api/count')).body.data[0]).toMatchObject({ total: 0, entered: 0 })
})
