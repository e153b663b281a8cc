/** Tests of the contract of a merge: on a folder, through a running server, and on PostgreSQL. */
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { ReservedNumber } from '#domain/events/reserved/reserved'
import { changeKey } from '#domain/pilots/history/history'
import type { Waiver } from '#domain/waivers/waiver'
import { mergeDesk, previewMerge, readOtherBackup } from '../../server/merge/merge.ts'
import { preparePhoto } from '../../server/photos/pictures.ts'
import { readBackup } from '../../server/store/backup/backup.ts'
import { restoreBackup } from '../../server/store/backup/restore.ts'
import { writeBackup } from '../../server/store/backup/write-backup.ts'
import { openFolder } from '../../server/store/open.ts'
import { readChangeLog } from '../../server/store/shared/stores.ts'
import { closing } from '../support/closing.ts'
import { anEvent } from '../support/events.ts'
import { everyStore } from '../support/every-store.ts'
import { aFolder } from '../support/folder.ts'
import { account, aMerge, contentsOf, desk, earlier, fill, lastChangeOf, restore } from '../support/merges.ts'
import { aReceivedScan, at } from '../support/passages.ts'
import { aDraft, aPicture, aPilot } from '../support/pilots.ts'
import { describeStores } from '../support/stores.ts'

const stores = everyStore()

/** The stores that notify subscribers. A command that calls a server has none. */
const direct = ['the files of a folder', 'PostgreSQL', 'PostgreSQL behind PgBouncer']

describeStores('with %s', stores, (store, openStore) => {
  const open = () => closing(openStore())

  async function filled() {
    const opened = await open()
    const side = await fill(opened)
    return { ...opened, stores: opened, side, ...aMerge(side) }
  }

  test('after a merge, all of its parts are there', async () => {
    const { stores, merges, side, order, leo, otherEva, scan, settlement } = await filled()
    const { ana, eva } = side
    const number = await merges.commit(order)
    expect(number).toBe(side.lastChange + 1)

    const contents = await contentsOf(stores)
    expect(contents.pilots).toHaveLength(3)
    expect(contents.pilots).toEqual(expect.arrayContaining([{ ...ana, club: 'Club Sur' }, otherEva, leo]))
    expect(contents.revoked).toEqual([{ id: eva.id, at: at('18:00'), next: otherEva.id, joined: true }])
    expect(contents.past).toMatchObject([
      { number: 1, at: earlier, past: true, change: { by: 'ana', desk, put: [leo] } },
      { number: 2, at: earlier, past: true, change: { by: `la terminal de ${desk}`, desk } },
    ])
    const [ofAna, ofEva] = side.passages
    expect(contents.passages).toEqual(
      [ofAna, scan, settlement, { ...ofEva, pilot: otherEva.id }].map((entry, index) => ({
        ...entry,
        number: index + 1,
      })),
    )
    expect(contents.accounts.map(({ user }) => user)).toEqual(['marta', 'luis'])
    expect(contents.accounts).toContainEqual(account)
    expect(await stores.pilots.imports()).toEqual([
      { change: number, at: expect.any(String), by: 'marta', desk, pilots: 3, isUndone: false },
    ])
  })

  test('a merge that brings nothing but reserved numbers of an event of both desks is stored, and a second one has nothing', async () => {
    const stores = await open()
    const other = await closing(openFolder(await aFolder()))
    const [one, two] = ['1', '2'].map((number) => ({ number, modalidad: 'RALLY', for: `Piloto ${number}` }))
    const eventsWith = (reserved: ReservedNumber[]) => ({
      primero: { ...anEvent({ reserved }), openedAt: '' },
    })
    await stores.settings.change({ events: eventsWith(one ? [one] : []) })
    await other.settings.change({ events: eventsWith(two ? [two] : []) })
    const folder = join(await aFolder(), 'backups')
    await mkdir(folder)
    await writeBackup(other, join(folder, 'otra.tar.gz'))
    const desk = await readOtherBackup(join(folder, 'otra.tar.gz'))
    await mergeDesk(stores, desk, { by: 'marta', folder })
    expect((await stores.settings.read()).events?.primero?.reserved).toEqual([one, two])
    expect(await previewMerge(stores, desk)).toMatchObject({ hasChanges: false })
  })

  test('what could not be read again is refused by its name, before anything of a merge or a restore is stored', async () => {
    const { stores, pilots, photos, merges, side, order, scan } = await filled()
    const { id } = side.ana
    const signedFrom = (first: number): Waiver[] =>
      Array.from({ length: 300 }, (_, index) => ({
        ...{ version: 1, hash: String(first + index).padStart(64, '0'), at: earlier, paper: true },
      }))
    const { photo: _none, ...ana } = await pilots.setFact(id, 'waivers', signedFrom(0))
    const other = await closing(openFolder(await aFolder()))
    const photo = await other.photos.save(await preparePhoto(await aPicture()))
    await restore(other.merges, { pilots: [{ ...ana, photo, waivers: signedFrom(300) }] })
    const folder = join(await aFolder(), 'backups')
    await mkdir(folder)
    await writeBackup(other, join(folder, 'otra.tar.gz'))
    const there = await readOtherBackup(join(folder, 'otra.tar.gz'))

    const before = await contentsOf(stores)
    const waivers = [...signedFrom(0), ...signedFrom(300)]
    const put = [{ ...side.ana, waivers }]
    const lastChange = await lastChangeOf(pilots)
    const add = [{ ...scan, gate: 'x'.repeat(1001) }]
    const reason = /No se guardó nada: «Deslinde» de Ana/
    await expect(previewMerge(stores, there)).rejects.toThrow(reason)
    await expect(mergeDesk(stores, there, { by: 'marta', folder })).rejects.toThrow(reason)
    await expect(merges.commit({ ...order, lastChange, change: { put } })).rejects.toThrow(reason)
    await expect(restore(merges, { pilots: put })).rejects.toThrow(reason)
    await expect(pilots.setFact(id, 'waivers', waivers)).rejects.toThrow(reason)
    await expect(
      merges.commit({ ...order, lastChange, passages: { ...order.passages, add } }),
    ).rejects.toThrow(/No se guardó nada: Una lectura de x/)
    expect(await contentsOf(stores)).toEqual(before)
    await expect(photos.read(photo)).rejects.toMatchObject({ kind: 'not-found' })
    expect(await readdir(folder)).toEqual(['otra.tar.gz'])
  })

  test('the record of a merge is in the history as it was stored', async () => {
    const { pilots, merges, order } = await filled()
    const number = await merges.commit(order)
    const parts = (await readChangeLog(pilots)).filter((one) => !one.past && one.number === number)
    expect(parts.at(-1)?.change).toMatchObject({
      remove: order.change.remove,
      revoke: order.change.revoke,
      merged: order.change.merged,
    })
  })

  test('a joined code leads to its pilot, with the history of both codes, and is not listed as removed', async () => {
    const { pilots, merges, side, order, otherEva } = await filled()
    await merges.commit(order)
    expect(await pilots.get(side.eva.id)).toEqual(otherEva)
    const history = await pilots.history(side.eva.id)
    expect(history).toHaveLength(3)
    expect(history[0]).toEqual({ at: earlier, kind: 'registered', by: `la terminal de ${desk}`, desk })
    expect(history[1]).toMatchObject({ by: 'marta' })
    expect(history[2]).toMatchObject({ kind: 'merged', by: 'marta' })
    expect(await pilots.history(otherEva.id)).toEqual(history)
    expect(await pilots.removed()).toEqual({ removed: [], total: 0 })
  })

  test('a joined code whose pilot was revoked later is revoked', async () => {
    const { pilots, merges, side, order, otherEva } = await filled()
    await merges.commit(order)
    const revoked = await pilots.revoke(otherEva.id, 'marta')
    await expect(pilots.get(side.eva.id)).rejects.toMatchObject({ kind: 'gone' })
    await expect(pilots.get(otherEva.id)).rejects.toMatchObject({ kind: 'gone' })
    expect(await pilots.get(revoked.id)).toMatchObject({ name: 'Eva' })
    expect(await pilots.removed()).toEqual({ removed: [], total: 0 })
  })

  test('a merge that does not know the last change is refused, and stores nothing', async () => {
    const { stores, pilots, merges, side, order } = await filled()
    await pilots.update(side.ana.id, aDraft({ name: 'Ana María' }))
    const before = await contentsOf(stores)
    await expect(merges.commit(order)).rejects.toMatchObject({ kind: 'conflict' })
    expect(await contentsOf(stores)).toEqual(before)
  })

  test('of two merges at once that know the same last change, one is stored', async () => {
    const { merges, order, side } = await filled()
    const results = await Promise.allSettled([merges.commit(order), merges.commit(order)])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(results).toContainEqual({ status: 'fulfilled', value: side.lastChange + 1 })
    expect(results).toContainEqual({
      status: 'rejected',
      reason: expect.objectContaining({ kind: 'conflict' }),
    })
  })

  test('a merge and a restore make room for the fields that were defined since they were planned', async () => {
    const { stores, merges, order } = await filled()
    const field = { kind: 'texto', label: 'Bus', audience: 'desk' } as const
    await stores.settings.changeItem('fields', { kind: 'add', item: field })
    const labels = async () =>
      Object.values((await stores.settings.read()).fields ?? {}).map(({ label }) => label)
    const fields = { propio_numero_bus: { label: 'Bus', audience: 'desk', order: 1 } } as const
    await merges.commit({ ...order, lastChange: order.lastChange + 1, fields })
    expect(await labels()).toEqual(['Bus', 'Bus (número)'])
    await restore(merges, { settings: { fields } })
    expect((await labels()).sort()).toEqual(['Bus', 'Bus (texto)'])
  })

  test('the changes that a backup of the store itself brings back count once', async () => {
    const { stores } = await filled()
    const path = join(await aFolder(), 'copia.tar.gz')
    await writeBackup(stores, path)
    await restoreBackup(stores, await readBackup(path))
    const keys = (await readChangeLog(stores.pilots)).map(changeKey)
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([])
  })

  test('the same parts once more change nothing', async () => {
    const { stores, merges, order } = await filled()
    const number = await merges.commit(order)
    const once = await contentsOf(stores)
    expect(await merges.commit({ ...order, lastChange: number })).toBeGreaterThan(number)
    const twice = await contentsOf(stores)
    expect(twice).toEqual({ ...once, pilots: expect.arrayContaining(once.pilots) })
    expect(twice.pilots).toHaveLength(once.pilots.length)
  })

  test('an account whose name is taken, also in another spelling, stays as it is', async () => {
    const { merges, accounts, order } = await filled()
    const same = { ...account, user: 'Marta' }
    await merges.commit({ ...order, accounts: { add: [same, account], drop: [] } })
    expect((await accounts.list()).map(({ user }) => user)).toEqual(['marta', 'luis'])
  })

  test('a merge is undone as a whole, and is listed as undone', async () => {
    const { stores, merges, side, order, undo, leo } = await filled()
    const { revoked, passages, accounts } = await contentsOf(stores)
    const number = await merges.commit(order)
    await merges.commit(undo(number))
    const after = await contentsOf(stores)
    expect(after).toMatchObject({ revoked, passages, accounts })
    expect(after.pilots).toHaveLength(2)
    expect(after.pilots).toEqual(expect.arrayContaining([side.ana, side.eva]))
    expect(await stores.pilots.get(side.eva.id)).toEqual(side.eva)
    await expect(stores.pilots.get(leo.id)).rejects.toMatchObject({ kind: 'not-found' })
    expect(await stores.pilots.removed()).toEqual({ removed: [], total: 0 })
    expect(await stores.pilots.imports()).toMatchObject([{ change: number, desk, isUndone: true }])
  })

  test('passages that a gate records after a merge follow its passages', async () => {
    const { stores, passages, merges, order, leo } = await filled()
    await merges.commit(order)
    const [recorded] = await passages.record([aReceivedScan({ pilot: leo.id, at: at('10:00') })], 'warn')
    expect(recorded?.number).toBe(5)
    const { passages: log } = await contentsOf(stores)
    expect(log.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5])
  })

  test.runIf(direct.includes(store))(
    'subscribers are told that any pilot and any passage may have changed, also after a restore',
    async () => {
      const { pilots, passages, merges, side, order, leo } = await filled()
      const told = vi.fn()
      onTestFinished(pilots.subscribe(({ number, ids }) => number > side.lastChange && told(ids)))
      const ofPassages = new Promise<unknown>((resolve) => onTestFinished(passages.subscribe(resolve)))
      await merges.commit(order)
      expect(await ofPassages).toEqual([])
      await restore(merges, { pilots: [leo] })
      expect(told.mock.calls).toEqual([[undefined], [undefined]])
    },
  )

  test('a merge of more pilots than a line of a journal has is one merge', async () => {
    const { stores, pilots, merges, order, otherEva } = await filled()
    const many = Array.from({ length: 1100 }, (_, index) =>
      aPilot(`MANY${String(index).padStart(8, '0')}`, aDraft({ name: 'Zoë' })),
    )
    const change = { ...order.change, put: [...many, ...(order.change.put ?? [])] }
    const number = await merges.commit({ ...order, change })
    expect(await pilots.imports()).toMatchObject([{ change: number, desk, pilots: 1103 }])
    expect((await contentsOf(stores)).pilots).toHaveLength(1103)
    expect(await pilots.history(many[0]?.id ?? '')).toMatchObject([{ kind: 'merged', by: 'marta' }])
    const ofEva = await pilots.history(otherEva.id)
    expect(ofEva.map(({ kind }) => kind).slice(2)).toEqual(['merged'])
  })
})
