/** Tests of what lies in the place of a file: a pipe, or a file of some gigabytes. */
import { execFileSync } from 'node:child_process'
import { mkdir, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readPicture } from '../../../bin/commands/import/import.ts'
import { readOther } from '../../../server/merge/other-desk.ts'
import { preparePhoto } from '../../../server/photos/pictures.ts'
import { readBackup } from '../../../server/store/backup/backup.ts'
import { eraseFromBackups } from '../../../server/store/backup/rewritten-backups.ts'
import { writeBackup } from '../../../server/store/backup/write-backup.ts'
import { diagnose, openFolder } from '../../../server/store/open.ts'
import { Tombstones } from '../../../server/store/shared/tombstones.ts'
import { lacks } from '../../support/abilities.ts'
import { aFolder } from '../../support/folder.ts'
import { aDraft, aPicture } from '../../support/pilots.ts'

/** Fills a data folder with a rider who has a photo, and returns the name of the photo. */
async function filled(folder: string): Promise<string> {
  const stores = await openFolder(folder)
  const photo = await stores.photos.save(await preparePhoto(await aPicture('png', 60, 40)))
  await stores.pilots.register(aDraft(), photo)
  await stores.close()
  return photo
}

async function pipeAt(path: string): Promise<void> {
  await rm(path, { force: true })
  execFileSync('mkfifo', [path])
}

/** Makes a file of 3 GB that takes no room on the disk. */
async function hugeAt(path: string): Promise<void> {
  await writeFile(path, '')
  await truncate(path, 3_000_000_000)
}

const names = [
  ...['pilots.json', 'journal-000002.jsonl', 'durable.json', 'past.jsonl', 'passages.jsonl'],
  ...['accounts.json', 'settings.json', 'erased.json'],
] as const

const isPipe = (path: string) => `No se puede usar ${path}: es una tubería (FIFO), y no un archivo. Quítelo`

describe.skipIf(lacks('FIFOs'))('a pipe', () => {
  test.each(names)('in the place of %s is named by a merge, an opening and doctor', async (name) => {
    const folder = await aFolder()
    await filled(folder)
    const path = join(folder, name)
    await pipeAt(path)
    const message = expect.stringContaining(isPipe(path))
    await expect(readOther(folder)).rejects.toMatchObject({ kind: 'machine', message })
    expect(await diagnose(folder)).toContainEqual({ level: 'problem', text: message })
    const opened = openFolder(folder).then(async (stores) => {
      await stores.accounts
        .list()
        .then(() => stores.settings.read())
        .finally(() => stores.close())
    })
    // Nothing reads the history from elsewhere at an opening.
    if (name !== 'past.jsonl') await expect(opened).rejects.toMatchObject({ message })
    else await opened
  })

  test('in the place of a photo is named by a merge, a backup, a page and doctor, once', async () => {
    const folder = await aFolder()
    const photo = await filled(folder)
    const path = join(folder, 'photos', photo)
    await pipeAt(path)
    const message = expect.stringContaining(isPipe(path))
    const { eachPhoto } = await readOther(folder)
    await expect(eachPhoto(async () => {})).rejects.toMatchObject({ message })
    expect((await diagnose(folder)).filter(({ text }) => text.includes('FIFO'))).toEqual([
      { level: 'problem', text: message },
    ])
    const stores = await openFolder(folder)
    await expect(stores.photos.read(photo)).rejects.toMatchObject({ message })
    await expect(writeBackup(stores, join(folder, 'copia.tar.gz'))).rejects.toMatchObject({ message })
    await stores.close()
  })

  test('in the place of a backup is named by a merge and a restore, and keeps no erasure waiting', async () => {
    const folder = await aFolder()
    await filled(folder)
    const path = join(folder, 'copia.tar.gz')
    await pipeAt(path)
    const refusal = {
      kind: 'malformed',
      message: `${path} es una tubería (FIFO), y no un archivo: diga el archivo de la copia`,
    }
    await expect(readOther(path)).rejects.toMatchObject(refusal)
    await expect(readBackup(path)).rejects.toMatchObject(refusal)
    const backups = join(folder, 'backups')
    await mkdir(backups)
    await rename(path, join(backups, 'copia.tar.gz'))
    const stones = new Tombstones([]).withErasure(
      { codes: new Set('A'), identities: [], others: new Set() },
      new Date().toISOString(),
    )
    expect(await eraseFromBackups(backups, stones)).toEqual({ backups: 0, unread: ['copia.tar.gz'] })
  })

  test('among pictures is named, and the import goes on', async () => {
    const path = join(await aFolder(), '20000001.jpg')
    await pipeAt(path)
    await expect(readPicture(path)).rejects.toMatchObject({
      kind: 'malformed',
      message: expect.stringContaining(isPipe(path)),
    })
  })
})

test.each(['pilots.json', 'journal-000002.jsonl', 'passages.jsonl'])(
  '%s of 3 GB is named by a merge, an opening and doctor',
  async (name) => {
    const folder = await aFolder()
    await filled(folder)
    const path = join(folder, name)
    await hugeAt(path)
    const text = `No se puede usar ${path}: pesa 3.000,0 MB, y puede pesar hasta 1.000,0 MB`
    const message = expect.stringContaining(text)
    await expect(readOther(folder)).rejects.toMatchObject({ kind: 'machine', message })
    expect(await diagnose(folder)).toContainEqual({ level: 'problem', text: message })
    await expect(openFolder(folder)).rejects.toMatchObject({ message })
  },
)

test('a history with a line of some gigabytes is named', async () => {
  const folder = await aFolder()
  await filled(folder)
  const path = join(folder, 'past.jsonl')
  await hugeAt(path)
  await expect(readOther(folder)).rejects.toMatchObject({
    kind: 'machine',
    message: expect.stringContaining(`No se puede usar ${path}: tiene una línea de más de`),
  })
})
