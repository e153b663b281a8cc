/** Tests that an erased person leaves no trace in a folder, whatever fails, and comes back by no old file. */
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { defaultRules } from '#domain/credential/validity-rules'
import { newRiders, planImport } from '#domain/import/plan'
import { existingAmong } from '#domain/pilots/existing'
import { newPilotId } from '#domain/pilots/pilot-id'
import { type Sync, syncData } from '../../../server/files/atomic-file.ts'
import { mergeDesk, previewMerge } from '../../../server/merge/merge.ts'
import { readOther } from '../../../server/merge/other-desk.ts'
import { readBackup } from '../../../server/store/backup/backup.ts'
import { restoreBackup } from '../../../server/store/backup/restore.ts'
import { writeBackup } from '../../../server/store/backup/write-backup.ts'
import { openFolder } from '../../../server/store/open.ts'
import { type LocalStores, readChangeLog } from '../../../server/store/shared/stores.ts'
import { SlowHashes, Tombstones } from '../../../server/store/shared/tombstones.ts'
import { stopClock } from '../../support/clock.ts'
import { closing } from '../../support/closing.ts'
import { anEvent } from '../../support/events.ts'
import { aFolder, copyOf } from '../../support/folder.ts'
import { aReceivedScan, at } from '../../support/passages.ts'
import { aDraft, aForeigner, aPicture, aRow } from '../../support/pilots.ts'
import { tracesIn } from '../../support/traces.ts'

const eva = { name: 'Evangelina', lastname: 'Quispitúpac', email: 'evangelina@quis.pe', celular: 912345678 }

const open = (folder: string, sync?: Sync) => closing(openFolder(folder, { sync }))

/** Fills a folder with a rider who leaves traces everywhere, and one who stays. */
async function fill(folder: string, stores: LocalStores) {
  const jpeg = await aPicture('jpeg', 60, 60)
  const photo = await stores.photos.save(jpeg)
  const draft = aDraft({ ...eva, dni: 71234567 })
  const first = await stores.pilots.register(draft, photo, 'marta')
  const other = await stores.pilots.register(aDraft({ name: 'Otra' }), undefined, 'marta')
  await stores.pilots.update(first.id, { ...draft, dni: 71234568 })
  const copy = await stores.photos.save(jpeg)
  const second = await stores.pilots.revoke(first.id, 'marta', { of: photo, copy })
  await stores.pilots.seeContact(second.id, 'Norte')
  const scans = [first.id, second.id, other.id].map((id, index) =>
    aReceivedScan({
      pilot: id === other.id ? id : first.id,
      scanned: `http://x/credencial/${id}`,
      at: at(`09:1${index}`),
    }),
  )
  const incident = aReceivedScan({
    pilot: first.id,
    scanned: second.id,
    at: at('10:00'),
    status: 'expired',
    offline: true,
    admitted: true,
  })
  await stores.passages.record([...scans, incident], 'warn')
  await stores.passages.settle({
    settles: incident.id,
    at: at('10:05'),
    by: 'marta',
    reason: 'Evangelina pagó',
  })
  await stores.settings.change({
    mappings: {
      clave: { defaults: { email: eva.email }, cells: { 3: { name: eva.name } } },
      otra: { header: 2 },
    },
    events: {
      primero: {
        ...anEvent({
          reserved: [`${eva.name} ${eva.lastname}`, '71234567'].map((name, index) => ({
            ...{ number: String(index + 1), modalidad: 'RALLY', for: name },
          })),
        }),
        openedAt: '',
      },
    },
  })
  await mkdir(join(folder, 'backups'), { recursive: true })
  await writeBackup(stores, join(folder, 'backups', 'pilotos-1.tar.gz'))
  await writeBackup(stores, join(folder, 'backups', 'antes-de-importar-2.tar.gz'))
  const applied = await stores.photos.save(jpeg)
  await stores.applications.submit({
    ...{ id: 'a'.repeat(22), device: '192.168.1.77', language: 'es' },
    ...{ draft: { ...draft, dni: 71234568 }, photo: applied },
  })
  await writeFile(join(folder, 'journal-000001.jsonl.torn-1'), eva.lastname)
  await mkdir(join(folder, 'corrupt-1'))
  await writeFile(join(folder, 'corrupt-1', 'pilots.json'), eva.lastname)
  const needles = [
    ...Object.values(eva).map(String),
    '71234567',
    '71234568',
    first.id,
    second.id,
    photo,
    copy,
    applied,
    jpeg,
  ]
  return { first, second, other, draft, needles }
}

async function summaryOf(stores: LocalStores) {
  const log = await readChangeLog(stores.pilots)
  return {
    pilots: (await stores.pilots.list({ order: 'asc' })).pilots.map(({ name }) => name),
    revoked: (await stores.pilots.revocations()).length,
    changes: log.map(({ number }) => number),
    erased: log.flatMap(({ change }) => (change.erased === undefined ? [] : [change])),
    passages: await stores.passages.log(),
  }
}

test('a listener of the change that erases a person finds the erasure', async () => {
  const { pilots, erasures } = await open(await aFolder())
  const draft = aDraft(eva)
  const { id } = await pilots.register(draft)
  const found: Promise<string | undefined>[] = []
  onTestFinished(pilots.subscribe(() => void found.push(erasures.erasedAt(draft))))
  await erasures.erase([id])
  expect(await Promise.all(found)).toEqual([expect.any(String)])
})

test('an erased person leaves no trace in any file or archive, and the rest stays', async () => {
  const folder = await aFolder()
  const stores = await open(folder)
  const { first, second, other, needles } = await fill(folder, stores)
  const before = await summaryOf(stores)
  expect(await tracesIn(folder, needles)).not.toEqual([])
  await writeFile(join(folder, 'backups', 'rota.tar.gz'), 'x')
  expect(await stores.erasures.find('71.234.568')).toMatchObject({ code: second.id, document: '71234568' })
  const report = await stores.erasures.erase([first.id], 'marta')
  expect(report).toEqual({
    persons: 1,
    photos: 2,
    passages: 3,
    backups: 2,
    unread: ['rota.tar.gz'],
    removed: expect.arrayContaining(['corrupt-1', 'journal-000001.jsonl.torn-1']),
  })
  expect(await tracesIn(folder, needles)).toEqual([])
  const check = async (open: LocalStores) => {
    const after = await summaryOf(open)
    expect(after).toMatchObject({ pilots: ['Otra'], revoked: 0, erased: [{ by: 'marta', erased: 1 }] })
    expect(after.changes).toEqual([...before.changes, before.changes.length + 1])
    expect(after.passages.map(({ number }) => number)).toEqual(before.passages.map(({ number }) => number))
    expect(
      after.passages.map((entry) => ('pilot' in entry ? entry.pilot : undefined)).filter(Boolean),
    ).toEqual([other.id])
    expect(after.passages.at(-1)).toMatchObject({ reason: 'Motivo borrado' })
    expect((await open.settings.read()).mappings).toMatchObject({ otra: { header: 2 } })
  }
  await check(stores)
  // Everything is written on, and read again.
  const later = await stores.pilots.register(aDraft({ name: 'Nueva' }))
  await stores.pilots.remove(later.id)
  const scan = aReceivedScan({ pilot: undefined, scanned: second.id, at: at('11:00'), status: undefined })
  await stores.passages.record([scan], 'warn')
  expect((await stores.passages.log()).at(-1)).toMatchObject({ scanned: '', result: 'unknown' })
  await stores.close()
  const again = await open(folder)
  expect(again.notes).toEqual([])
  expect(await tracesIn(folder, needles)).toEqual([])
  expect((await again.pilots.list()).total).toBe(1)
  await expect(again.erasures.find('71234568')).rejects.toMatchObject({ kind: 'not-found' })
})

test('an erasure that cannot clear the queue says so, and has taken the person from the data and the archives', async () => {
  const folder = await aFolder()
  const stores = await open(folder)
  const { id } = await stores.pilots.register(aDraft(eva))
  await mkdir(join(folder, 'backups'))
  await writeBackup(stores, join(folder, 'backups', 'pilotos-1.tar.gz'))
  stores.erasures.subscribe(() => Promise.reject(new Error('full')))
  await expect(stores.erasures.erase([id])).rejects.toThrow('puede quedar una solicitud suya en Por aprobar')
  expect(await tracesIn(folder, [eva.name])).toEqual([])
})

test('a folder that is closed during an erasure finishes it', async () => {
  const folder = await aFolder()
  const stores = await openFolder(folder)
  const { first, needles } = await fill(folder, stores)
  const erasing = stores.erasures.erase([first.id])
  await stores.close()
  expect(await erasing).toMatchObject({ persons: 1, backups: 2 })
  expect(await tracesIn(folder, needles)).toEqual([])
})

test('after a crash at any moment, the person is there and can be erased, or has left no trace', async () => {
  const folder = await aFolder()
  const copies: string[] = []
  let isArmed = false
  const stores = await open(folder, async (file) => {
    if (isArmed) copies.push(await copyOf(folder))
    await syncData(file)
  })
  const { first, second, needles } = await fill(folder, stores)
  isArmed = true
  await stores.erasures.erase([first.id])
  isArmed = false
  copies.push(await copyOf(folder))
  copies.push(...(await halfAppliedCopies(copies)))
  const found: boolean[] = []
  for (const copy of copies) {
    const reopened = await openFolder(copy)
    const isThere = (await reopened.pilots.list()).total === 2
    found.push(isThere)
    if (isThere) await reopened.erasures.erase([second.id])
    await reopened.close()
    expect(await tracesIn(copy, needles)).toEqual([])
    const last = await openFolder(copy)
    expect(last.notes).toEqual([])
    expect(await summaryOf(last)).toMatchObject({ pilots: ['Otra'], erased: [{ erased: 1 }] })
    await last.close()
  }
  expect(new Set(found)).toEqual(new Set([true, false]))
})

/** Returns copies of a folder with a committed erasure, of which only some files are in their places. */
async function halfAppliedCopies(copies: readonly string[]): Promise<string[]> {
  const made: string[] = []
  for (const copy of copies) {
    const staged = join(copy, 'erasing')
    const names = await readdir(staged).catch(() => [])
    const marks = names.filter((name) => name.endsWith('commit.json') || name.includes('commit.json.'))
    const [mark] = marks
    if (!mark) continue
    // The mark is written, and a crash comes before or after its rename.
    for (let count = 0; count < 5; count += 1) {
      const half = await copyOf(copy)
      await rename(join(half, 'erasing', mark), join(half, 'erasing', 'commit.json'))
      const { replace } = JSON.parse(await readFile(join(half, 'erasing', 'commit.json'), 'utf8'))
      for (const name of replace.slice(0, count)) await rename(join(half, 'erasing', name), join(half, name))
      made.push(half)
    }
  }
  expect(made.length).toBeGreaterThan(0)
  return made
}

test('forgotten values are in no file or archive any more and, after a crash at any moment, due or gone', async () => {
  const folder = await aFolder()
  const copies: string[] = []
  let isArmed = false
  const stores = await open(folder, async (file) => {
    if (isArmed) copies.push(await copyOf(folder))
    await syncData(file)
  })
  const draft = aDraft({ name: 'Eva', email: 'evangelina@quis.pe', celular: 912345678, ciudad: 'Tacna' })
  const { id } = await stores.pilots.register(draft)
  await stores.pilots.update(id, { ...draft, ciudad: 'Moquegua' })
  const other = await stores.pilots.register(aDraft({ name: 'Otra', ciudad: 'Ilo' }))
  const revoked = await stores.pilots.revoke(id)
  await mkdir(join(folder, 'backups'))
  await writeBackup(stores, join(folder, 'backups', 'pilotos-1.tar.gz'))
  const needles = ['evangelina@quis.pe', '912345678', 'Tacna', 'Moquegua']
  expect(await tracesIn(folder, needles)).not.toEqual([])
  const order = {
    ids: [revoked.id],
    group: 'contact' as const,
    basis: { rules: defaultRules, day: '2026-11-25' },
  }
  isArmed = true
  expect(await stores.erasures.forget(order, 'marta')).toEqual([revoked.id])
  isArmed = false
  const check = async (folder: string, stores: LocalStores) => {
    expect(await tracesIn(folder, needles)).toEqual([])
    expect(await stores.pilots.get(revoked.id)).toMatchObject({ name: 'Eva', email: null, celular: null })
    expect(await stores.pilots.get(other.id)).toEqual(other)
    const history = await stores.pilots.history(revoked.id)
    expect(history.map(({ kind }) => kind)).toEqual(['registered', 'changed', 'revoked', 'forgotten'])
  }
  await check(folder, stores)
  const [name = ''] = (await readdir(join(folder, 'backups'))).filter((one) => one.endsWith('.gz'))
  expect(await restoreBackup(stores, await readBackup(join(folder, 'backups', name)))).toMatchObject({
    pilots: 2,
  })
  expect(await tracesIn(folder, needles)).toEqual([])
  const found: boolean[] = []
  for (const copy of copies) {
    const reopened = await openFolder(copy)
    const isDue = (await reopened.pilots.get(revoked.id)).email !== null
    found.push(isDue)
    if (isDue) await reopened.erasures.forget(order, 'marta')
    await check(copy, reopened)
    await reopened.close()
  }
  expect(found).toContain(true)
})

test('a retention of nobody, since the rider was removed while the archives were written, leaves no change', async () => {
  const folder = await aFolder()
  let onSync: (() => Promise<void>) | undefined
  const stores = await open(folder, async (file) => {
    const work = onSync
    onSync = undefined
    await work?.()
    await syncData(file)
  })
  const { id } = await stores.pilots.register(aDraft())
  await mkdir(join(folder, 'backups'))
  await writeBackup(stores, join(folder, 'backups', 'pilotos-1.tar.gz'))
  onSync = () => stores.pilots.remove(id)
  const basis = { rules: defaultRules, day: '2026-11-25' }
  expect(await stores.erasures.forget({ ids: [id], group: 'contact', basis }, 'marta')).toEqual([])
  expect((await readChangeLog(stores.pilots)).map(({ change }) => change.forgotten)).toEqual([
    undefined,
    undefined,
  ])
})

test('a restore of an older backup leaves the person out and says how many, also where nobody was erased', async () => {
  const [folder, place] = [await aFolder(), await aFolder()]
  const stores = await open(folder)
  const { first, needles } = await fill(folder, stores)
  const old = join(place, 'vieja.tar.gz')
  await writeBackup(stores, old)
  await stores.erasures.erase([first.id])
  const fresh = join(place, 'nueva.tar.gz')
  await writeBackup(stores, fresh)
  expect(await restoreBackup(stores, await readBackup(old))).toMatchObject({
    pilots: 1,
    photos: 0,
    erased: 1,
  })
  expect(await tracesIn(folder, needles)).toEqual([])

  // Another laptop still has the person, and learns of the erasure from the newer backup.
  const second = await aFolder()
  const other = await open(second)
  await restoreBackup(other, await readBackup(old))
  expect(await tracesIn(second, needles)).not.toEqual([])
  await restoreBackup(other, await readBackup(fresh), { eraseToo: true })
  expect(await tracesIn(second, needles)).toEqual([])
  expect(await restoreBackup(other, await readBackup(old))).toMatchObject({ pilots: 1, erased: 1 })
  expect(await tracesIn(second, needles)).toEqual([])
})

test('a merge with a desk that still has the person brings nobody back, and erases at the other desk too if a person says so', async () => {
  const [folder, place, second] = [await aFolder(), await aFolder(), await aFolder()]
  const stores = await open(folder)
  const { first, needles } = await fill(folder, stores)
  const base = join(place, 'base.tar.gz')
  await writeBackup(stores, base)
  const other = await open(second)
  await restoreBackup(other, await readBackup(base))
  await other.pilots.register(aDraft({ name: 'Sur' }))
  await stores.erasures.erase([first.id])

  expect(await previewMerge(stores, await readOther(second))).toMatchObject({ erased: 1, new: 1 })
  const merged = await mergeDesk(stores, await readOther(second), {
    by: 'marta',
    folder: join(folder, 'backups'),
  })
  expect(merged.report).toMatchObject({ erased: 1, new: 1 })
  expect(await tracesIn(folder, needles)).toEqual([])
  expect((await stores.pilots.list()).total).toBe(2)

  const asked = await previewMerge(other, await readOther(folder))
  expect(asked).toMatchObject({
    erased: 0,
    erases: [{ name: `${eva.name} ${eva.lastname}` }],
  })
  const how = { by: 'marta', folder: join(second, 'backups'), choices: { eraseToo: true } }
  const { saved = '' } = await mergeDesk(other, await readOther(folder), how)
  // The backup of before the merge still has the person, so that the merge can be undone.
  expect((await tracesIn(second, needles)).every((trace) => trace.includes(basename(saved)))).toBe(true)
  await rm(saved)
  expect(await tracesIn(second, needles)).toEqual([])
  expect((await other.pilots.list()).total).toBe(2)
})

test('an archive keeps who was registered again, also one that obeys an erasure only at the next opening', async () => {
  const folder = await aFolder()
  const stores = await open(folder)
  const { first, other, draft } = await fill(folder, stores)
  const older = await copyOf(join(folder, 'backups'))
  stopClock(new Date(Date.now() + 14 * 60_000))
  await stores.erasures.erase([first.id])
  vi.useRealTimers()
  const again = await stores.pilots.register({ ...draft, dni: 71234568 })
  const newer = join(folder, 'backups', 'pilotos-3.tar.gz')
  await writeBackup(stores, newer)
  const idsIn = async (path: string) => (await readBackup(path)).pilots.map(({ id }) => id)
  expect(await stores.erasures.erase([other.id])).toMatchObject({ persons: 1, backups: 3 })
  expect(await idsIn(newer)).toEqual([again.id])
  await stores.close()
  // Archives come back from a USB stick, and nobody has noted what they obey.
  await cp(older, join(folder, 'backups'), { recursive: true })
  await rm(join(folder, 'backups', '.erased'))
  await (await open(folder)).close()
  expect(await idsIn(newer)).toEqual([again.id])
  expect(await idsIn(join(folder, 'backups', 'pilotos-1.tar.gz'))).toEqual([])
})

test('an import prepares the hashes of all new riders, so that nothing waits for them', async () => {
  const hashes = new SlowHashes()
  const prepared = new Set<string>()
  const prepare = hashes.prepare.bind(hashes)
  hashes.prepare = async (texts) => {
    const all = [...texts]
    for (const text of all) prepared.add(text)
    await prepare(all)
  }
  const asked: string[] = []
  const of = hashes.of.bind(hashes)
  hashes.of = (text) => {
    asked.push(text)
    return of(text)
  }
  const person = {
    codes: new Set<string>(),
    identities: ['DNI 41000001 1980-01-01'],
    others: new Set<string>(),
  }
  const stones = new Tombstones([], hashes).withErasure(person, at('10:00'))
  asked.length = 0
  const rows = [
    aRow(0, { ...aDraft({ dni: 41000001, fechanac: '1980-01-01' }) }),
    aRow(1, { ...aDraft(), dni: '9.876.543', fechanac: '14/05/1998' }),
    aRow(2, { ...aForeigner() }),
  ]
  const pilots = existingAmong([], [])
  await stones.prepare(newRiders(rows, pilots))
  const { report } = planImport({
    rows,
    pilots,
    options: {},
    newId: newPilotId,
    now: at('11:00'),
    isErased: (rider, code) => stones.isErased(rider, code),
  })
  expect(report).toMatchObject({ registered: 2, erasedRows: 1 })
  expect(asked).toHaveLength(3)
  expect(asked.filter((text) => !prepared.has(text))).toEqual([])
})

test('an erased person stays away from a merge of an older backup, whatever document of the folder is missing', async () => {
  const folder = await aFolder()
  const stores = await open(folder)
  const { id } = await stores.pilots.register(aDraft({ ...eva, dni: 71234567 }))
  await stores.pilots.register(aDraft({ name: 'Otra' }))
  const backup = join(await aFolder(), 'antes.tar.gz')
  await writeBackup(stores, backup)
  await stores.erasures.erase([id])
  await stores.close()
  const isOfLog = /^(pilots\.json|journal-|passages\.jsonl|durable\.json)/
  for (const name of await readdir(folder))
    if (!isOfLog.test(name)) await rm(join(folder, name), { recursive: true })
  const again = await open(folder)
  const { report } = await mergeDesk(again, await readOther(backup), { by: 'marta', folder: await aFolder() })
  expect(report).toMatchObject({ new: 0 })
  expect((await again.pilots.list()).pilots.map(({ name }) => name)).toEqual(['Otra'])
})
