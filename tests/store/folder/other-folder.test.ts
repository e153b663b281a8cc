/** Tests that the data folder of another desk is read for a merge, and that nothing in it changes. */
import { cp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { basename, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { syncData } from '../../../server/files/atomic-file.ts'
import { readOther, readOtherFolder } from '../../../server/merge/other-desk.ts'
import { hasCommit } from '../../../server/store/folder/log/staging.ts'
import { openFolder } from '../../../server/store/open.ts'
import { readChangeLog } from '../../../server/store/shared/stores.ts'
import { closing } from '../../support/closing.ts'
import { aFolder } from '../../support/folder.ts'
import { account, aMerge, contentsOf, fill } from '../../support/merges.ts'
import { aDraft } from '../../support/pilots.ts'

/** Returns the content and the time of each file and folder. */
async function everything(folder: string) {
  const names = await readdir(folder, { recursive: true })
  return Promise.all(
    ['', ...names.sort()].map(async (name) => {
      const { mtimeMs, ctimeMs, mode, size } = await stat(join(folder, name))
      const bytes = await readFile(join(folder, name)).catch(() => undefined)
      return { name, mtimeMs, ctimeMs, mode, size, bytes: bytes?.toString('base64') }
    }),
  )
}

/** Returns a folder with data, a photo and a merge of a third desk, and its stores. */
async function aDesk(desk?: string) {
  const folder = await aFolder()
  const stores = await closing(openFolder(folder, { desk }))
  const photo = await stores.photos.save(Buffer.from('a photo'))
  await stores.pilots.register(aDraft(), photo)
  const side = await fill(stores)
  await stores.merges.commit(aMerge(side).order)
  await stores.accounts.add({ user: 'Puerta Norte 1', password: 'phone:x', role: 'puerta', gate: 'Norte' })
  return { folder, stores, photo }
}

test('the folder of another desk is read as its stores read it, also while it is used, and no byte of it changes', async () => {
  const { folder, stores, photo } = await aDesk('Mesa Norte')
  const before = await everything(folder)
  const { eachPhoto, ...other } = await readOtherFolder(folder)
  const photos: [string, string][] = []
  await eachPhoto(async (name, jpeg) => void photos.push([name, jpeg.toString()]))
  expect(await everything(folder)).toEqual(before)

  const { pilots, revoked, passages, accounts } = await contentsOf(stores)
  expect(other).toEqual({
    desk: 'Mesa Norte',
    erased: [],
    pilots,
    revoked,
    passages,
    accounts: accounts.filter(({ gate }) => !gate),
    settings: {},
    log: await readChangeLog(stores.pilots),
  })
  expect(other.accounts.map(({ user }) => user)).toEqual(['marta', account.user])
  expect(photos).toEqual([[photo, 'a photo']])
  await stores.close()
  expect(await readOther(folder)).toMatchObject(other)
})

test('a folder is read whole while a server stores changes in it and writes snapshots', async () => {
  const folder = await aFolder()
  const stores = await closing(openFolder(folder, { journalBytes: 1000 }))
  const { id } = await stores.pilots.register(aDraft())
  const draft = aDraft()
  let changes = 1
  let isWriting = true
  const writing = (async () => {
    for (; isWriting; changes += 1) await stores.pilots.update(id, { ...draft, club: `Club ${changes}` })
  })()
  onTestFinished(() => writing)
  while (changes < 150) {
    const before = changes
    const { pilots, log } = await readOtherFolder(folder)
    expect(log.map(({ number }) => number)).toEqual(log.map((_, index) => index + 1))
    expect(log.length).toBeGreaterThanOrEqual(before)
    expect(log.at(-1)?.change.put).toEqual(pilots)
  }
  isWriting = false
  await writing
  expect((await readdir(folder)).filter((name) => name.startsWith('journal-')).length).toBeGreaterThan(2)
})

test('a copy of a folder after a crash is read as it would be opened, and stays as it is', async () => {
  const folder = await aFolder()
  const copies: string[] = []
  let isArmed = false
  const stores = await openFolder(folder, {
    sync: async (file) => {
      await syncData(file)
      const copy = await aFolder()
      if (isArmed) await cp(folder, copy, { recursive: true, filter: (path) => !/lock$/.test(path) })
      if (isArmed) copies.push(copy)
    },
  })
  onTestFinished(() => stores.close())
  const { order } = aMerge(await fill(stores))
  isArmed = true
  await stores.merges.commit(order)
  isArmed = false
  expect(copies.length).toBeGreaterThan(4)
  for (const copy of copies) {
    const before = await everything(copy)
    if (await hasCommit(copy)) {
      await expect(readOtherFolder(copy)).rejects.toThrow('abra PilotOS con esa carpeta una vez')
      continue
    }
    const { pilots, revoked, passages, accounts, log } = await readOtherFolder(copy)
    expect(await everything(copy)).toEqual(before)
    const opened = await openFolder(copy)
    const past = log.filter((one) => one.past)
    expect({ pilots, revoked, passages, accounts, past }).toEqual(await contentsOf(opened))
    await opened.close()
  }
})

test('the desk of a folder without its name has the name of the folder', async () => {
  const { folder, stores } = await aDesk()
  await stores.close()
  expect((await readOtherFolder(folder)).desk).toBe(hostname())
  for (const name of ['pilots.json', 'pilots.json.bak']) {
    const { crc32: _sum, desk: _desk, ...snapshot } = JSON.parse(await readFile(join(folder, name), 'utf8'))
    await writeFile(join(folder, name), JSON.stringify(snapshot))
  }
  expect((await readOtherFolder(folder)).desk).toBe(basename(folder))
})

test('a path without data, or with damaged or invalid data, is refused with what is wrong', async () => {
  const empty = await aFolder()
  await expect(readOther(join(empty, 'no'))).rejects.toThrow()
  await expect(readOtherFolder(join(empty, 'no'))).rejects.toMatchObject({
    kind: 'not-found',
    message: expect.stringContaining('No existe la carpeta'),
  })
  await mkdir(join(empty, 'photos'))
  await expect(readOther(empty)).rejects.toMatchObject({
    kind: 'malformed',
    message: expect.stringContaining('no es una carpeta de datos de PilotOS'),
  })
  expect(await readdir(empty)).toEqual(['photos'])

  const { folder, stores } = await aDesk()
  await stores.close()
  const path = join(folder, 'pilots.json')
  const { crc32: _sum, ...snapshot } = JSON.parse(await readFile(path, 'utf8'))
  const [first, ...others] = snapshot.pilots
  await writeFile(path, JSON.stringify({ ...snapshot, pilots: [{ ...first, tiposangre: 'Z+' }, ...others] }))
  await expect(readOther(folder)).rejects.toMatchObject({
    kind: 'malformed',
    message: expect.stringContaining(`(${first.id})`),
  })
  await writeFile(path, JSON.stringify({ ...snapshot, version: 99 }))
  await expect(readOther(folder)).rejects.toThrow('es de una versión más nueva de PilotOS')
  await writeFile(path, JSON.stringify({ ...snapshot, version: 3 }))
  await expect(readOther(folder)).rejects.toThrow('es de un PilotOS anterior a la versión 1.0.0')
  await rm(path)
  await rm(join(folder, 'pilots.json.bak'))
  await expect(readOther(folder)).rejects.toMatchObject({
    kind: 'machine',
    message: expect.stringContaining('Falta el archivo de datos'),
  })
})
