/** Tests of the small documents of a data folder, also of those that are damaged or missing. */
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { DocumentKind } from '../../../server/store/documents/stored-document.ts'
import { JsonDocument } from '../../../server/store/folder/json-documents.ts'
import { diagnose, openFolder } from '../../../server/store/open.ts'
import { closing } from '../../support/closing.ts'
import { aFolder } from '../../support/folder.ts'
import { aDraft } from '../../support/pilots.ts'
import { openApp } from '../../support/server.ts'

const numbers: DocumentKind<readonly number[]> = {
  empty: [],
  lost: 'Los números ya no están',
  parse: ({ all }) => (Array.isArray(all) ? all.map(Number) : undefined),
  contentOf: (all) => ({ all }),
}

/** Returns a document of numbers, and the path of its file. */
async function aDocument() {
  const path = join(await aFolder(), 'numbers.json')
  return { path, document: new JsonDocument(path, numbers) }
}

test('changes at once are made one after the other, and a change without a result leaves the file as it is', async () => {
  const { path, document } = await aDocument()
  expect((await document.read()).data).toEqual([])
  expect(await document.change(() => undefined)).toBeUndefined()
  expect(await readdir(join(path, '..'))).toEqual([])
  await Promise.all([1, 2, 3].map((number) => document.change((all) => [...all, number])))
  const stored = JSON.parse(await readFile(path, 'utf8'))
  expect(stored).toEqual({ all: [1, 2, 3], crc32: expect.stringMatching(/^[0-9a-f]{8}$/) })
})

test('only a changed content is parsed again, also one of the same length', async () => {
  const { path, document } = await aDocument()
  await document.change(() => [1])
  const { data } = await document.read()
  expect((await document.read()).data).toBe(data)
  await writeFile(path, '{"all": [2]}\n')
  expect((await document.read()).data).toEqual([2])
})

test('a change by a person, without the checksum, counts; damage costs a running program nothing, and another one reads nothing', async () => {
  const { path, document } = await aDocument()
  await document.change(() => [1])
  await writeFile(path, '{"all": [7]}')
  expect(await document.change((all) => [...all, 8])).toEqual([7, 8])
  for (const damaged of ['{"all": [7,', '', (await readFile(path, 'utf8')).replace('8', '9')]) {
    await writeFile(path, damaged)
    await expect(new JsonDocument(path, numbers).read()).rejects.toThrow(`${path} está dañado`)
    expect((await document.read()).data).toEqual([7, 8])
  }
  await document.change((all) => [...all, 9])
  expect((await new JsonDocument(path, numbers).read()).data).toEqual([7, 8, 9])
})

/** A folder with all documents, which a kiosk has seen. */
async function filledFolder() {
  const folder = await aFolder()
  for (const port of [4780, 4781]) {
    const stores = await openFolder(folder)
    await stores.settings.change({ address: `http://10.0.0.1:${port}` })
    const account = { user: 'marta', password: 'hash' }
    await stores.accounts.put(account)
    await stores.sessions.start(account)
    await stores.pairings.add({ hash: 'a', gate: 'Norte', expires: new Date().toISOString() })
    const id = `${port}`.padStart(22, '0')
    await stores.applications.submit({ id, device: 'a', draft: aDraft(), photo: null, language: 'es' })
    await stores.close()
  }
  const stores = await openFolder(folder)
  await stores.noteDocuments()
  await stores.close()
  return folder
}

const damages = {
  cut: (bytes: Buffer) => bytes.subarray(0, -3),
  'with one byte changed': (bytes: Buffer) => {
    const copy = Buffer.from(bytes)
    copy.writeUInt8(copy.readUInt8(12) ^ 1, 12)
    return copy
  },
  empty: () => Buffer.alloc(0),
  missing: () => undefined,
}

describe.each([
  ['accounts.json', /Nadie puede entrar desde otro equipo/],
  ['sessions.json', /tienen que entrar otra vez/],
  ['pairings.json', /haga otros/],
  ['applications.json', /que las envíen otra vez/],
  ['settings.json', /Vale lo que tenía antes de su último cambio/],
])('the document %s', (name, meaning) => {
  test.each(Object.entries(damages))(
    'that is %s is told, set aside, and costs nothing else',
    async (_how, damage) => {
      const folder = await filledFolder()
      const path = join(folder, name)
      const damaged = damage(await readFile(path))
      if (damaged) await writeFile(path, damaged)
      else await rm(path)
      expect(await diagnose(folder)).toContainEqual(
        expect.objectContaining({
          level: damaged ? 'problem' : 'warning',
          text: expect.stringContaining(path),
        }),
      )
      const stores = await closing(openFolder(folder))
      expect(stores.damage).toEqual([expect.stringMatching(meaning)])
      expect(stores.damage[0]).toContain(path)
      expect(stores.notes).toEqual(stores.damage)
      const aside = (await readdir(folder)).filter((one) => one.startsWith(`${name}.corrupt-`))
      expect(await Promise.all(aside.map((one) => readFile(join(folder, one))))).toEqual(
        damaged ? [damaged] : [],
      )
      await stores.pilots.register(aDraft())
      const { address } = await stores.settings.read()
      expect(address).toBe(`http://10.0.0.1:${name === 'settings.json' ? 4780 : 4781}`)
      expect(await stores.accounts.list()).toHaveLength(name === 'accounts.json' ? 0 : 1)
      expect(await stores.applications.list()).toHaveLength(name === 'applications.json' ? 0 : 2)
      await stores.noteDocuments()
      await stores.close()
      const again = await closing(openFolder(folder))
      expect(again.notes).toEqual([])
    },
  )
})

test('with damaged accounts nobody enters from the network, and the laptop works and is told', async () => {
  const folder = await filledFolder()
  await writeFile(join(folder, 'accounts.json'), '{"accounts": [')
  const { app } = await openApp({}, folder)
  const [here] = (await app.inject('/api/session')).json().data
  expect(here).toMatchObject({ role: 'admin', has_accounts: false })
  expect(here.damage).toEqual([expect.stringContaining('accounts.json')])
  expect((await app.inject('/api?list=all')).statusCode).toBe(200)
  const away = { remoteAddress: '192.168.1.77' }
  expect((await app.inject({ ...away, url: '/api?list=all' })).statusCode).toBe(401)
  expect((await app.inject({ ...away, url: '/api/session' })).json().data[0]).not.toHaveProperty('damage')
  expect((await stat(join(folder, 'pilots.json'))).isFile()).toBe(true)
})
