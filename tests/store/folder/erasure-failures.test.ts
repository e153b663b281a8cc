/** Tests that an erasure which fails at a full disk leaves the whole person or nothing, and says what to do. */
import { mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Sync, syncData } from '../../../server/files/atomic-file.ts'
import { writeBackup } from '../../../server/store/backup/write-backup.ts'
import { openFolder } from '../../../server/store/open.ts'
import type { LocalStores } from '../../../server/store/shared/stores.ts'
import { closing } from '../../support/closing.ts'
import { aFolder } from '../../support/folder.ts'
import { aReceivedScan } from '../../support/passages.ts'
import { aDraft, aPicture, aRow } from '../../support/pilots.ts'
import { tracesIn } from '../../support/traces.ts'

const open = (folder: string, sync?: Sync) => closing(openFolder(folder, { sync }))

/** Fills a folder with one rider among many, an archive and a mapping that name the rider. */
async function fill(folder: string, stores: LocalStores) {
  const jpeg = await aPicture('jpeg', 60, 60)
  const photo = await stores.photos.save(jpeg)
  const draft = aDraft({ name: 'Evangelina', dni: 71234567 })
  const { id } = await stores.pilots.register(draft, photo)
  await stores.pilots.register(aDraft({ name: 'Otra' }))
  await stores.passages.record([aReceivedScan({ pilot: id, scanned: id })], 'warn')
  await stores.settings.change({ mappings: { clave: { defaults: { name: 'Evangelina' } } } })
  await mkdir(join(folder, 'backups'))
  await writeBackup(stores, join(folder, 'backups', 'pilotos-1.tar.gz'))
  return { id, needles: ['Evangelina', '71234567', id, photo, jpeg] }
}

/** Returns a sync that counts while it is armed, and finds a full disk at one count and after it. */
function fullDisk() {
  const state = { count: 0, fullAt: Number.POSITIVE_INFINITY, isArmed: false }
  const sync: Sync = async (file) => {
    if (state.isArmed && ++state.count >= state.fullAt)
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    await syncData(file)
  }
  return { sync, state }
}

test('at a full disk the program works on with the person or says what to do, and can be repeated', async () => {
  const outcomes: string[] = []
  for (let fullAt = 1; outcomes.at(-1) !== 'done'; fullAt += 1) {
    const folder = await aFolder()
    const { sync, state } = fullDisk()
    const stores = await open(folder, sync)
    const { id, needles } = await fill(folder, stores)
    Object.assign(state, { fullAt, isArmed: true })
    const error = await stores.erasures.erase([id]).then(
      () => undefined,
      (thrown: Error) => thrown,
    )
    state.isArmed = false
    if (!error) outcomes.push('done')
    else {
      expect(error.message).toMatch(/lleno.*(libere|Libere)/)
      // The files that were written already leave their space to the gates.
      expect(await readdir(folder)).not.toContain('erasing')
      // There is space again, and people work on without closing anything.
      await stores.pilots.register(aDraft({ name: 'Nueva' }))
      await stores.passages.record([aReceivedScan({})], 'warn')
      const isThere = (await stores.pilots.list({ search: 'Evangelina' })).total === 1
      outcomes.push(isThere ? 'whole' : 'gone')
      if (isThere) await stores.erasures.erase([id])
    }
    await stores.close()
    const again = await open(folder)
    expect(await tracesIn(folder, needles)).toEqual([])
    expect((await again.pilots.list({ search: 'Evangelina' })).total).toBe(0)
    await again.close()
    expect((await readdir(folder)).filter((name) => /^erasing|^\./.test(name))).toEqual([])
    await rm(folder, { recursive: true })
  }
  expect(new Set(outcomes)).toEqual(new Set(['whole', 'gone', 'done']))
})

test('a file that cannot be replaced after the commit stops all changes, and the next opening erases', async () => {
  const folder = await aFolder()
  const passages = join(folder, 'passages.jsonl')
  let isArmed = false
  const stores = await open(folder, async (file) => {
    await syncData(file)
    const staged = isArmed ? await readdir(join(folder, 'erasing')).catch(() => []) : []
    if (!staged.some((name) => name.includes('commit.json'))) return
    isArmed = false
    await rename(passages, `${passages}.away`)
    await mkdir(passages)
  })
  const { id, needles } = await fill(folder, stores)
  const rows = Array.from({ length: 3000 }, (_, index) => aRow(index))
  await stores.pilots.import(rows)
  const all = (await stores.pilots.list()).total
  isArmed = true
  const restart = /cierre PilotOS y ábralo otra vez/
  const erasing = expect(stores.erasures.erase([id])).rejects.toThrow(restart)
  // A gate scans meanwhile.
  await expect.poll(() => isArmed).toBe(false)
  const scanning = expect(stores.passages.record([aReceivedScan()], 'warn')).rejects.toThrow(restart)
  await Promise.all([erasing, scanning])
  await expect(stores.pilots.register(aDraft())).rejects.toThrow(restart)
  await expect(stores.passages.record([aReceivedScan()], 'warn')).rejects.toThrow(restart)
  await expect(stores.erasures.erase([id])).rejects.toThrow(restart)
  await stores.close()
  await rmdir(passages)
  await rename(`${passages}.away`, passages)
  const again = await open(folder)
  expect(again.notes).toEqual(['Un borrado para siempre se había cortado: se terminó'])
  expect((await again.pilots.list()).total).toBe(all - 1)
  expect(await tracesIn(folder, needles)).toEqual([])
})
