/** Tests of the contract of the erasures: on a folder, through a running server, and on PostgreSQL. */
import { mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { defaultRules } from '#domain/credential/validity-rules'
import { mergeDesk, readOtherBackup } from '../../server/merge/merge.ts'
import { undoImportOrMerge } from '../../server/merge/undo.ts'
import { readBackup } from '../../server/store/backup/backup.ts'
import { restoreBackup, ridersErasedBy } from '../../server/store/backup/restore.ts'
import { eraseFromBackups } from '../../server/store/backup/rewritten-backups.ts'
import { writeBackup } from '../../server/store/backup/write-backup.ts'
import { openFolder } from '../../server/store/open.ts'
import { type OpenStores, readChangeLog } from '../../server/store/shared/stores.ts'
import { Tombstones } from '../../server/store/shared/tombstones.ts'
import { stopClock } from '../support/clock.ts'
import { closing } from '../support/closing.ts'
import { anEvent } from '../support/events.ts'
import { everyStore } from '../support/every-store.ts'
import { aFolder } from '../support/folder.ts'
import { contentsOf } from '../support/merges.ts'
import { aReceivedScan, at } from '../support/passages.ts'
import { aDraft, aPicture, aRow } from '../support/pilots.ts'
import { describeStores } from '../support/stores.ts'

const stores = everyStore()

const otherName = 'Otra Núñez Peña'
const eva = { name: 'Evangelina', lastname: 'Quispitúpac', email: 'evangelina@quis.pe', celular: 912345678 }

describeStores('with %s', stores, (_store, openStore) => {
  const open = () => closing(openStore())

  /** Opens a store with a rider who had two codes and two documents, and with one who stays. */
  async function filled() {
    const opened = await open()
    const { pilots, photos, passages } = opened
    const photo = await photos.save(await aPicture('jpeg', 60, 60))
    const draft = aDraft({ ...eva, dni: 71234567 })
    const first = await pilots.register(draft, photo, 'marta')
    const other = await pilots.register(aDraft({ name: 'Otra' }), undefined, 'marta')
    await pilots.update(first.id, { ...draft, dni: 71234568 }, { by: 'marta' })
    const second = await pilots.revoke(first.id, 'marta')
    const scans = [first, second, other].map(({ id }, index) =>
      aReceivedScan({ pilot: id, scanned: id, at: at(`09:1${index}`) }),
    )
    await passages.record(scans, 'warn')
    const reserved = ['Evangelina Quispitúpac', '71234568', otherName].map((name, index) => ({
      ...{ number: String(index + 1), modalidad: 'RALLY', for: name },
    }))
    await opened.settings.change({ events: { primero: { ...anEvent({ reserved }), openedAt: '' } } })
    const traces = [...Object.values(eva).map(String), '71234567', '71234568', first.id, second.id, photo]
    /** Returns what is left of the person in all that the store tells. */
    const left = async () => {
      const log = await readChangeLog(pilots)
      const { events } = await opened.settings.read()
      const text = JSON.stringify([log, events, await contentsOf(opened), await pilots.removed()])
      return traces.filter((trace) => text.includes(trace))
    }
    expect(await left()).toEqual(traces)
    return { stores: opened, draft, first, second, other, photo, left }
  }

  async function backupOf(from: OpenStores): Promise<string> {
    const path = join(await aFolder(), 'copia.tar.gz')
    await writeBackup(from, path)
    return path
  }

  test('a person is found by every code and document, and erased with all of them', async () => {
    const { stores, first, second, other, photo, left } = await filled()
    const { erasures, pilots, passages, photos } = stores
    const name = 'Evangelina Quispitúpac'
    for (const text of [second.id, '71.234.568', '71234567'])
      expect(await erasures.find(text)).toMatchObject({ name })
    const report = await erasures.erase([first.id], 'marta')
    expect(report).toEqual({ persons: 1, photos: 1, passages: 2, backups: 0, unread: [], removed: [] })
    expect(await left()).toEqual([])
    const { events } = await stores.settings.read()
    expect(events?.primero?.reserved).toMatchObject([{ number: '3', for: otherName }])
    expect((await pilots.list()).pilots).toEqual([other])
    expect((await passages.log()).map((entry) => 'pilot' in entry && entry.pilot)).toEqual([
      false,
      false,
      other.id,
    ])
    await expect(photos.read(photo)).rejects.toMatchObject({ kind: 'not-found' })
    const last = (await readChangeLog(pilots)).at(-1)?.change
    expect(last).toMatchObject({ erased: 1, by: expect.stringContaining('marta') })
    for (const text of [first.id, second.id, '71234568'])
      await expect(erasures.find(text)).rejects.toMatchObject({ kind: 'not-found' })
    await expect(erasures.erase([first.id])).rejects.toMatchObject({ kind: 'not-found' })
    await expect(pilots.get(second.id)).rejects.toMatchObject({ kind: 'not-found' })
  })

  test('several persons, also removed ones, are erased in one change; an unknown code erases nobody', async () => {
    const { stores, second, other, left } = await filled()
    await stores.pilots.remove(second.id)
    const wrong = stores.erasures.erase([other.id, 'ZZZZZZZZZZZZ'])
    await expect(wrong).rejects.toMatchObject({ kind: 'not-found' })
    expect(await stores.erasures.erase([second.id, other.id])).toMatchObject({ persons: 2, passages: 3 })
    expect(await left()).toEqual([])
    expect(await contentsOf(stores)).toMatchObject({ pilots: [], revoked: [] })
  })

  test('an older backup brings nobody back, and a newer one erases elsewhere', async () => {
    const { stores, first, left } = await filled()
    const old = await backupOf(stores)
    await stores.erasures.erase([first.id])
    expect(await restoreBackup(stores, await readBackup(old))).toMatchObject({ pilots: 1, erased: 1 })
    expect(await left()).toEqual([])
    const fresh = await backupOf(stores)
    const elsewhere = await open()
    await restoreBackup(elsewhere, await readBackup(old))
    await restoreBackup(elsewhere, await readBackup(fresh), { eraseToo: true })
    expect(await elsewhere.erasures.list()).toMatchObject([{ stones: [] }, ...(await stores.erasures.list())])
    expect(await restoreBackup(elsewhere, await readBackup(old))).toMatchObject({ pilots: 1, erased: 1 })
    expect(JSON.stringify(await readChangeLog(elsewhere.pilots))).not.toContain(eva.lastname)
  })

  test('a restore leaves out a person who was erased after the backup was read, also from its file', async () => {
    const { stores, first, left } = await filled()
    const path = await backupOf(stores)
    const read = await readBackup(path)
    await stores.erasures.erase([first.id])
    await eraseFromBackups(dirname(path), new Tombstones(await stores.erasures.list()))
    expect(await restoreBackup(stores, read)).toMatchObject({ pilots: 1, erased: 1 })
    expect(await left()).toEqual([])
  })

  test.each([
    ['before its photos are stored', 'photos', 'save'],
    ['before its data is stored', 'merges', 'restore'],
  ] as const)(
    'a restore brings nobody back who is erased %s, also if it stops there',
    async (_, part, method) => {
      const { stores, first, photo, left } = await filled()
      const path = await backupOf(stores)
      let isErased = false
      const store = stores[part] as object as Record<string, (...args: unknown[]) => Promise<unknown>>
      const erasing = async (...args: unknown[]) => {
        if (!isErased) await stores.erasures.erase([first.id])
        isErased = true
        const result = await store[method]?.(...args)
        // The power goes once the data is there.
        if (method === 'restore' && result !== false) throw new Error('power')
        return result
      }
      const beside = { ...stores, [part]: { ...stores[part], [method]: erasing } }
      const restored = restoreBackup(beside, await readBackup(path))
      if (method === 'restore') await expect(restored).rejects.toThrow('power')
      else expect(await restored).toMatchObject({ pilots: 1, erased: 1 })
      expect((await stores.pilots.list()).pilots).toMatchObject([{ name: 'Otra' }])
      expect(await left()).toEqual([])
      await expect(stores.photos.read(photo)).rejects.toMatchObject({ kind: 'not-found' })
    },
  )

  test('who is registered again stays when a desk that learned of the erasure later passes it on', async () => {
    const { stores, draft, first } = await filled()
    const elsewhere = await open()
    await restoreBackup(elsewhere, await readBackup(await backupOf(stores)))
    await stores.erasures.erase([first.id])
    const again = await stores.pilots.register({ ...draft, dni: 71234568 })
    expect(await elsewhere.erasures.add(await stores.erasures.list())).toMatchObject({ persons: 1 })
    expect(await stores.erasures.add(await elsewhere.erasures.list())).toMatchObject({ persons: 0 })
    expect(await stores.pilots.get(again.id)).toEqual(again)
  })

  test('who is registered again stays at every later erasure, also if the clock was ahead at the first one', async () => {
    const { stores, draft, first, other } = await filled()
    const { pilots, erasures } = stores
    const old = await backupOf(stores)
    stopClock(new Date(Date.now() + 14 * 60_000))
    await erasures.erase([first.id])
    vi.useRealTimers()
    const again = await pilots.register({ ...draft, dni: 71234568 })
    const third = await pilots.register(aDraft({ name: 'Tercera' }))
    const fresh = await backupOf(stores)
    expect(await erasures.erase([other.id])).toMatchObject({ persons: 1 })
    expect(await pilots.get(again.id)).toEqual(again)
    // Another desk, which has both, learns of both erasures.
    const elsewhere = await open()
    await restoreBackup(elsewhere, await readBackup(fresh))
    expect(await elsewhere.erasures.add(await erasures.list())).toMatchObject({ persons: 1 })
    expect((await elsewhere.pilots.list({ order: 'asc' })).pilots.map(({ id }) => id)).toEqual([
      again.id,
      third.id,
    ])
    expect(await restoreBackup(stores, await readBackup(fresh))).toMatchObject({ pilots: 2, erased: 1 })
    expect(await pilots.get(again.id)).toMatchObject({ dni: 71234568 })
    expect(await restoreBackup(stores, await readBackup(old))).toMatchObject({ pilots: 0, erased: 2 })
  })

  test('a person who is erased twice is erased from what was saved between', async () => {
    const { stores, draft, first, left } = await filled()
    const rider = { ...draft, dni: 71234568 }
    await stores.erasures.erase([first.id])
    const again = await stores.pilots.register(rider)
    const between = await backupOf(stores)
    await stores.erasures.erase([again.id])
    expect(await restoreBackup(stores, await readBackup(between))).toMatchObject({ pilots: 1, erased: 1 })
    expect(await left()).toEqual([])
    const third = await stores.pilots.register(rider)
    const last = await backupOf(stores)
    expect(await restoreBackup(stores, await readBackup(last))).toMatchObject({ pilots: 2, erased: 0 })
    expect(await stores.pilots.get(third.id)).toMatchObject({ name: eva.name })
  })

  test('an old spreadsheet asks before it registers the person again', async () => {
    const { stores, draft, first, second, left } = await filled()
    await stores.erasures.erase([first.id])
    const rows = [aRow(0, { ...draft, dni: 71234568, id_driver: second.id }), aRow(1, { ...draft })]
    expect(await stores.pilots.import(rows, { update: true })).toMatchObject({ rejectedRows: 2 })
    expect(await left()).toEqual([])
    const erasedAt = async (fechanac?: string) =>
      (await stores.erasures.erasedAt({ dni: 71234567, tipodoc: null, documento: null, fechanac })) ?? ''
    expect(await erasedAt(draft.fechanac)).toMatch(/^2/)
    // The document alone says nothing: a list of all documents is short.
    expect([await erasedAt(), await erasedAt('1950-01-01')]).toEqual(['', ''])
    expect(await stores.pilots.import(rows.slice(1), { erased: true })).toMatchObject({ registered: 1 })
    const back = await backupOf(stores)
    expect(await restoreBackup(stores, await readBackup(back))).toMatchObject({ pilots: 2, erased: 0 })
  })

  /** Returns the backup of a desk that began as this one, erased everybody and registered another rider. */
  async function backupOfEraser(from: OpenStores): Promise<string> {
    const desk = await closing(openFolder(await aFolder()))
    await restoreBackup(desk, await readBackup(await backupOf(from)))
    await desk.erasures.erase((await desk.pilots.list()).pilots.map(({ id }) => id))
    await desk.pilots.register(aDraft({ name: 'Sur' }))
    return backupOf(desk)
  }

  async function aBackupFolder(): Promise<string> {
    const folder = join(await aFolder(), 'backups')
    await mkdir(folder)
    return folder
  }

  test('a list of another desk that names everybody erases nobody without a yes, then or later', async () => {
    const { stores, other, left } = await filled()
    const [before, list] = [await left(), await stores.erasures.list()]
    const path = await backupOfEraser(stores)
    const folder = await aBackupFolder()
    const { report } = await mergeDesk(stores, await readOtherBackup(path), { by: 'marta', folder })
    const names = [`${eva.name} ${eva.lastname}`, expect.stringContaining(other.name)]
    expect(report).toMatchObject({ new: 1, removed: 0, erased: 0, erases: names.map((name) => ({ name })) })
    expect([await stores.erasures.list(), await left()]).toEqual([list, before])
    const pilots = (await stores.pilots.list()).pilots
    expect(pilots.map(({ name }) => name).sort()).toEqual([eva.name, other.name, 'Sur'].sort())

    const backup = await readBackup(path)
    expect((await ridersErasedBy(stores, backup)).map(({ name }) => name)).toEqual([eva.name, other.name])
    expect(await restoreBackup(stores, backup)).toMatchObject({ pilots: 1, erased: 0 })
    expect([await stores.erasures.list(), await left()]).toEqual([list, before])
    const sur = pilots.find(({ name }) => name === 'Sur')
    expect(await stores.erasures.erase([sur?.id ?? ''])).toMatchObject({ persons: 1 })
    expect(await left()).toEqual(before)
  })

  test('a merge that erases whom the other desk erased leaves the archives, from which its undo brings all back', async () => {
    const { stores, photo, left } = await filled()
    const [before, list] = [await contentsOf(stores), await stores.erasures.list()]
    const [path, folder] = [await backupOfEraser(stores), await aBackupFolder()]
    const archive = join(folder, 'pilotos-hecha-antes.tar.gz')
    await writeBackup(stores, archive)
    const how = { by: 'marta', folder, choices: { eraseToo: true } }
    const merged = await mergeDesk(stores, await readOtherBackup(path), how)
    expect(merged.report).toMatchObject({ new: 1, erased: 2 })
    expect(await left()).toEqual([])
    expect(await contentsOf(stores)).toMatchObject({ pilots: [{ name: 'Sur' }], revoked: [] })
    const stones = new Tombstones(await stores.erasures.list())
    expect(await eraseFromBackups(folder, stones)).toEqual({ backups: 0, unread: [] })
    for (const one of [archive, merged.saved ?? ''])
      expect((await readBackup(one)).pilots.map(({ name }) => name)).toContain(eva.name)

    const undo = () => undoImportOrMerge(stores, merged.change ?? 0, { by: 'marta', folder })
    expect(await undo()).toEqual({ removed: 1, restored: 2 })
    const byId = (one: { id: string }, two: { id: string }) => (one.id < two.id ? -1 : 1)
    const after = await contentsOf(stores)
    expect([...after.pilots].sort(byId)).toEqual([...before.pilots].sort(byId))
    expect([after.revoked, after.passages]).toEqual([before.revoked, before.passages])
    expect((await stores.photos.read(photo)).length).toBeGreaterThan(0)
    expect((await stores.erasures.list()).filter(({ stones }) => stones.length > 0)).toEqual(list)
    expect(await mergeDesk(stores, await readOtherBackup(path), { by: 'marta', folder })).toMatchObject({
      report: { erased: 0, erases: [{}, {}] },
    })
  })

  test('a merge whose erasure fails can be undone, and one whose backup is gone cannot', async () => {
    const { stores } = await filled()
    const names = async () => (await stores.pilots.list()).pilots.map(({ name }) => name).sort()
    const before = await names()
    const [path, folder] = [await backupOfEraser(stores), await aBackupFolder()]
    const how = { by: 'marta', folder, choices: { eraseToo: true } }
    const failing = {
      ...stores.erasures,
      list: () => stores.erasures.list(),
      add: () => Promise.reject(new Error('full')),
    }
    const merge = mergeDesk({ ...stores, erasures: failing as never }, await readOtherBackup(path), how)
    await expect(merge).rejects.toThrow('full')
    expect(await names()).toEqual(['Sur'])
    const [{ change = 0 } = {}] = await stores.pilots.imports()
    await undoImportOrMerge(stores, change, { by: 'marta', folder })
    expect(await names()).toEqual(before)

    const { change: second = 0, saved = '' } = await mergeDesk(stores, await readOtherBackup(path), how)
    await rm(saved)
    await expect(undoImportOrMerge(stores, second, { by: 'marta', folder })).rejects.toMatchObject({
      kind: 'conflict',
      message: expect.stringContaining('ya no está'),
    })
    expect(await names()).toEqual(['Sur'])
  })

  test('a merge with a desk that still has the person leaves the person out', async () => {
    const { stores, first, left } = await filled()
    const desk = await closing(openFolder(await aFolder()))
    await restoreBackup(desk, await readBackup(await backupOf(stores)))
    await desk.pilots.register(aDraft({ name: 'Sur' }))
    await stores.erasures.erase([first.id])
    const folder = join(await aFolder(), 'backups')
    await mkdir(folder)
    const { report } = await mergeDesk(stores, await readOtherBackup(await backupOf(desk)), {
      by: 'marta',
      folder,
    })
    expect(report).toMatchObject({ erased: 1, new: 1 })
    expect(await left()).toEqual([])
  })

  test('a forgotten group leaves all states, and the rest stays', async () => {
    const { stores, second, other } = await filled()
    const basis = { rules: defaultRules, day: '2026-11-25' }
    const order = { ids: [second.id, 'ZZZZZZZZZZZZ'], group: 'contact' as const, basis }
    expect(await stores.erasures.forget(order, 'marta')).toEqual([second.id])
    const text = JSON.stringify([await readChangeLog(stores.pilots), await contentsOf(stores)])
    expect([eva.email, String(eva.celular)].filter((value) => text.includes(value))).toEqual([])
    expect(await stores.pilots.get(second.id)).toMatchObject({ name: eva.name, email: null, celular: null })
    expect(await stores.pilots.get(other.id)).toEqual(other)
    const history = await stores.pilots.history(second.id)
    expect(history.map(({ kind }) => kind)).toEqual(['registered', 'changed', 'revoked', 'forgotten'])
    expect(await stores.erasures.forget(order, 'marta')).toEqual([])
  })
})
