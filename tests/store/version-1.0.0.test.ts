/** Tests that the data of version 1.0.0 is opened with all that it held, changed and merged: see `version-1.0.0.ts`. */

import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readBackup } from '../../server/store/backup/backup.ts'
import { readState } from '../../server/store/folder/log/saved-state.ts'
import { formatVersion } from '../../server/store/folder/log/snapshot.ts'
import { openStores } from '../../server/store/open.ts'
import { readChangeLog } from '../../server/store/shared/stores.ts'
import { closing } from '../support/closing.ts'
import { pilotos } from '../support/command.ts'
import { aFolder } from '../support/folder.ts'
import { aDraft } from '../support/pilots.ts'
import { sharedPostgres } from '../support/postgres.ts'
import { registered } from '../support/server.ts'
import { describeStores, testOnDatabase, testOnFolder } from '../support/stores.ts'
import { type Contents, contentsOf, copies, expectedOf, type Opened, open } from '../support/version-1.0.0.ts'

const headers = { 'sec-fetch-site': 'same-origin' }

describeStores('%s of version 1.0.0', copies, (name, copy) => {
  test('is opened with all that it held', async () => {
    const data = await copy()
    const { doctor, lastChange, contents } = expectedOf(name)
    expect((await pilotos(['doctor', '--data', data])).code).toBe(doctor)
    const server = await open(data)
    expect(await contentsOf(server)).toEqual(contents)
    expect(await lastOf(server)).toBeGreaterThanOrEqual(lastChange)
  })

  test('is changed, and is opened again with the change', async () => {
    const data = await copy()
    const server = await open(data)
    const before = await contentsOf(server)
    const draft = aDraft({ dni: 47_000_001 })
    const { id_driver: id } = await registered(server.app, draft)
    const retention = { health: 6, contact: 7, everything: 8 }
    await server.app.inject({ method: 'PUT', url: '/api/settings', headers, payload: { retention } })
    await close(server)

    const again = await open(data)
    const after = await contentsOf(again)
    expect(keptIn(after)).toEqual({ ...keptIn(before), [`/api/pilots/${id}/history`]: expect.anything() })
    const [record] = (await again.app.inject(`/api?list=${id}`)).json().data
    expect(JSON.parse(record.data_driver)).toMatchObject(draft)
    expect((await again.app.inject('/api/settings')).json().data[0].retention).toEqual(retention)
  })

  // At the bounds, version 1.0.0 itself made no backup of some riders, and a merge left out the classes over the limit.
  test.skipIf(/cut off|bounds/.test(name))('and another desk are merged, and lose nothing', async () => {
    const data = await copy()
    const folder = await aFolder()
    const desk = await open(folder)
    await registered(desk.app, aDraft({ dni: 47_000_002, npiloto: '902' }))
    const server = await open(data)
    const all = [...(await thingsOf(server)), ...(await thingsOf(desk))]
    await close(server)
    await close(desk)
    const [own, other] = [join(folder, 'own.tar.gz'), join(folder, 'other.tar.gz')]
    const commands = [
      ['backup', own, '--data', data],
      ['backup', other, '--data', folder],
      ['merge', other, '--data', data, '--json'],
      ['merge', own, '--data', folder, '--json'],
    ]
    for (const command of commands) {
      const { code, stderr } = await pilotos(command)
      expect([code, stderr]).toEqual([0, expect.any(String)])
    }
    for (const merged of [data, folder])
      expect(await thingsOf(await open(merged))).toEqual(expect.arrayContaining(all))
  })
})

testOnFolder(
  'a folder of version 1.0.0 is taken over once, with a backup that has its settings',
  async () => {
    const data = await copyOf('folder')
    const earlier = JSON.parse(await readFile(join(data, 'settings.json'), 'utf8'))
    earlier.events.roto = 7
    await writeFile(join(data, 'settings.json'), JSON.stringify(earlier))
    const first = await openStores(data)
    const settings = await first.settings.read()
    await first.close()
    const [name = ''] = (await readdir(join(data, 'backups'))).filter((one) => one.startsWith('antes-de-act'))
    expect(first.notes.join()).toContain(name)
    expect(first.notes.join()).toContain('No se entienden, y quedan como estaban: /events/roto.')
    expect((await readState(data)).shared.values.get('/events/roto')).toBe(7)
    const { path: _, pilots, ...backup } = await readBackup(join(data, 'backups', name))
    expect(backup).toMatchObject({ events: settings.events, gate: settings.gate, brand: settings.brand })
    const { crc32: _sum, ...left } = JSON.parse(await readFile(join(data, 'settings.json'), 'utf8'))
    expect(Object.keys({ ...earlier, ...left }).sort()).toEqual(Object.keys(earlier).sort())
    expect(left).toEqual({ ...left, offset: earlier.offset, theme: earlier.theme })
    expect(left).not.toHaveProperty('events')
    expect(JSON.parse(await readFile(join(data, 'pilots.json'), 'utf8')).version).toBe(formatVersion)
    const second = await openStores(data)
    expect(await second.settings.read()).toEqual(settings)
    expect([second.notes, second.pilots.lastChange]).toEqual([[], first.pilots.lastChange])
    await second.close()
  },
)

testOnFolder('damaged tombstones of version 1.0.0 are set aside and told, and refuse no start', async () => {
  const data = await copyOf('folder')
  await writeFile(join(data, 'erased.json'), '[{')
  const stores = await closing(openStores(data))
  expect(stores.notes.join()).toMatch(/erased\.json está dañado, y quedó apartado .*traer de vuelta/)
  expect((await readdir(data)).filter((name) => name.startsWith('erased.json.corrupt-'))).toHaveLength(1)
  expect((await stores.pilots.list()).total).toBeGreaterThan(0)
})

testOnFolder('a takeover that is cut off after its change is finished at the next opening', async () => {
  const data = await copyOf('folder')
  const path = join(data, 'settings.json')
  const earlier = await readFile(path)
  const first = await openStores(data)
  const settings = await first.settings.read()
  await first.close()
  await writeFile(path, earlier)
  const second = await closing(openStores(data))
  expect(await second.settings.read()).toEqual(settings)
  expect(second.pilots.lastChange).toBe(first.pilots.lastChange)
})

testOnDatabase(
  'a kiosk of version 1.0.0 stores nothing in a database that another one has taken over',
  async () => {
    const address = await copyOf('database')
    const admin = (text: string) => sharedPostgres().admin(text, address.split('/').at(-1))
    await admin('SELECT number FROM pilotos.state FOR UPDATE')
    await close(await open(address))
    for (const write of [
      'SELECT number FROM pilotos.state FOR UPDATE',
      "INSERT INTO pilotos.documents (name, revision, content) VALUES ('settings/', 'x', '{}')",
    ])
      await expect(admin(write)).rejects.toThrow(/column "\w+" .*does not exist/)
  },
)

function copyOf(kind: 'folder' | 'database'): Promise<string> {
  return (copies[kind][`a ${kind}`] as () => Promise<string>)()
}

async function close({ app, stores }: Opened): Promise<void> {
  await app.close()
  await stores.close()
}

/** Returns what a new rider and another setting leave as it is. */
function keptIn(contents: Contents): Contents {
  const kept = /history|removed|till|passages|fields|waiver|accounts|applications|files/
  return Object.fromEntries(Object.entries(contents).filter(([url]) => kept.test(url)))
}

/** Returns the number of the last change that was not made by another desk. */
async function lastOf({ stores }: Opened): Promise<number> {
  const own = (await readChangeLog(stores.pilots)).filter(({ past }) => !past)
  return Math.max(...own.map(({ number }) => number))
}

/** Returns a text for each thing that no merge may lose. */
async function thingsOf({ app }: Opened): Promise<string[]> {
  const get = async (url: string) => (await app.inject(url)).json().data
  const things: unknown[] = []
  for (const { id_driver: id, data_driver, attachment } of await get('/api?list=all')) {
    things.push([id, JSON.parse(data_driver)])
    const { statusCode } = await app.inject(`/files/${attachment}`)
    if (statusCode === 200) things.push([id, attachment])
    for (const { at, kind } of await get(`/api/pilots/${id}/history`))
      if (kind !== 'restored') things.push([id, at])
  }
  for (const { id, name } of await get('/api/events')) {
    if (name) things.push([id, name])
    const [{ receipts }] = await get(`/api/till/report?event=${id}`)
    for (const { payment } of receipts) things.push(payment)
  }
  for (const { id, at, result } of await get('/api/passages?limit=500')) things.push([id, at, result])
  for (const url of ['/api/fields', '/api/classes'])
    for (const { name, label } of await get(url)) things.push([name, label])
  return things.map((thing) => JSON.stringify(thing))
}
