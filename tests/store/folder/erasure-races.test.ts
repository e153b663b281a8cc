/** Tests of what happens beside an erasure to backups, histories and journals. */
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { defaultRules } from '#domain/credential/validity-rules'
import { PilotosError } from '#domain/errors'
import type { LoggedChange } from '#domain/pilots/history/history'
import { syncData } from '../../../server/files/atomic-file.ts'
import { lockFolder } from '../../../server/files/folder-lock.ts'
import { commitDecision } from '../../../server/merge/merge.ts'
import { readBackup } from '../../../server/store/backup/backup.ts'
import { alone, writeSafetyBackup } from '../../../server/store/backup/backup-files.ts'
import { writeBackup } from '../../../server/store/backup/write-backup.ts'
import { openJournal } from '../../../server/store/folder/log/journal.ts'
import { DurableLengthFile } from '../../../server/store/folder/log/synced-file.ts'
import { openFolder } from '../../../server/store/open.ts'
import type { StoredMerge } from '../../../server/store/shared/merges.ts'
import { readChangeLog, type Stores } from '../../../server/store/shared/stores.ts'
import { closing } from '../../support/closing.ts'
import { aFolder } from '../../support/folder.ts'
import { aDraft, aRow } from '../../support/pilots.ts'

const open = (folder: string) => closing(openFolder(folder, { journalBytes: 1 }))

test('the first backup of all waits for values that were being forgotten before', async () => {
  const folder = await aFolder()
  const backups = join(folder, 'backups')
  const stores = await open(folder)
  const written = await alone(backups, async () => {
    const writing = writeSafetyBackup(stores, backups, 'restaurar')
    for (let turn = 0; turn < 5000; turn += 1) await setImmediate()
    expect(await readdir(backups)).toEqual([])
    return [writing]
  })
  expect((await readBackup(await (written[0] ?? ''))).pilots).toEqual([])
})

test('the backup of a merge that is decided again is not removed while archives are rewritten', async () => {
  const backups = join(await aFolder(), 'backups')
  await mkdir(backups)
  const saved = join(backups, 'antes-de-unir.tar.gz')
  await writeFile(saved, '')
  const commit = vi.fn().mockRejectedValueOnce(new PilotosError('conflict', '')).mockResolvedValue(1)
  const stores = { merges: { commit } } as unknown as Stores
  const [deciding] = await alone(backups, async () => {
    const begun = commitDecision(stores, async () => ({ saved, order: {} as StoredMerge }))
    for (let turn = 0; turn < 5000; turn += 1) await setImmediate()
    expect(await readdir(backups)).toEqual(['antes-de-unir.tar.gz'])
    return [begun]
  })
  await deciding
  expect(await readdir(backups)).toEqual([])
})

test('a history that is rewritten between two of its pages is not read on, and a backup then begins anew', async () => {
  const stores = await open(await aFolder())
  const { id } = await stores.pilots.register(aDraft({ name: 'Evangelina' }))
  for (let count = 0; count < 2; count += 1)
    await stores.pilots.import(Array.from({ length: 700 }, (_, index) => aRow(index)))
  const { next } = await stores.pilots.changeLog()
  const path = join(await aFolder(), 'copia.tar.gz')
  const read = stores.pilots.changeLog.bind(stores.pilots)
  const basis = { rules: defaultRules, day: '2026-11-25' }
  vi.spyOn(stores.pilots, 'changeLog').mockImplementation(async (after) => {
    // Only the first time, there is something to forget.
    if (after) await stores.erasures.forget({ ids: [id], group: 'contact', basis })
    return read(after)
  })
  await writeBackup(stores, path)
  const changes: LoggedChange[] = []
  expect((await readBackup(path, (change) => changes.push(change))).pilots).toHaveLength(1401)
  expect(changes).toEqual(await readChangeLog(stores.pilots))
  await expect(stores.pilots.changeLog(next)).rejects.toThrow('repítalo')
})

test('a journal refuses a change once it is closed, or whose number does not follow that of its last line', async () => {
  const folder = await aFolder()
  const stores = await openFolder(folder)
  await stores.pilots.register(aDraft())
  await stores.pilots.register(aDraft())
  const path = join(folder, 'journal-000001.jsonl')
  const before = await readFile(path)
  const durableLength = new DurableLengthFile(folder, {})
  onTestFinished(() => durableLength.close())
  const options = { folder, file: 1, sync: syncData, durableLength, requireLock: async () => {} }
  await expect(openJournal({ ...options, lastChange: 1 })).rejects.toThrow('no termina en el último cambio')
  const journal = await openJournal({ ...options, lastChange: 2 })
  expect(await journal.append([{ remove: [] }])).toMatchObject([{ number: 3 }])
  await journal.close()
  const { size } = await stat(path)
  await expect(journal.append([{ remove: [] }])).rejects.toThrow()
  await expect(stores.pilots.register(aDraft())).rejects.toThrow('no termina en el último cambio')
  expect((await stat(path)).size).toBe(size)
  await writeFile(path, before)
  await expect(stores.pilots.register(aDraft())).rejects.toThrow('cierre PilotOS y ábralo otra vez')
  await stores.close()
})

test.each([
  ['backups', 'backups.lock', (folder: string) => alone(join(folder, 'backups'), async () => {})],
  ['data', 'lock', open],
])('a clock that is set forward ends no wait for another program with the %s', async (_, name, begin) => {
  const folder = await aFolder()
  await mkdir(join(folder, 'backups'))
  const lock = await lockFolder(folder, undefined, name)
  let time = Date.now()
  vi.spyOn(Date, 'now').mockImplementation(() => (time += 3_600_000))
  onTestFinished(() => void vi.restoreAllMocks())
  const begun = begin(folder).then(
    () => 'begun',
    ({ message }) => message,
  )
  for (let turn = 0; turn < 5000; turn += 1) await setImmediate()
  await lock?.release()
  expect(await begun).toBe('begun')
})
