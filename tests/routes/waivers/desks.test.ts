/** Tests that signatures of two desks are joined, and are in backups, and that an erasure leaves nothing of a drawing. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Pilot } from '#domain/pilots/pilot'
import { makeFolder } from '../../../server/files/atomic-file.ts'
import { readBackup } from '../../../server/store/backup/backup.ts'
import { restoreBackup } from '../../../server/store/backup/restore.ts'
import { writeBackup } from '../../../server/store/backup/write-backup.ts'
import { openFolder } from '../../../server/store/open.ts'
import type { Stores } from '../../../server/store/shared/stores.ts'
import { aFolder } from '../../support/folder.ts'
import { mergeBackup, otherDesk } from '../../support/other-desk.ts'
import { aDraft } from '../../support/pilots.ts'
import { ask, write } from '../../support/requests.ts'
import { openApp, registered } from '../../support/server.ts'
import { tracesIn } from '../../support/traces.ts'

const strokes = 'M100 200l300 -80l300 140'
const at = '2026-11-28T15:00:00.000Z'

/** Opens a server with a waiver and two riders. */
async function openSigning() {
  const server = await openApp()
  const written = await ask(server, 'PUT', '/api/waiver', { text: 'Texto de aquí.' })
  const [{ hash }] = written.body.data
  const ids = []
  for (const dni of [70000001, 70000002])
    ids.push((await registered(server.app, aDraft({ dni }))).id_driver as Pilot['id'])
  const [ana = '', eva = ''] = ids as readonly Pilot['id'][]
  return { ...server, hash, ana: ana as Pilot['id'], eva: eva as Pilot['id'] }
}

const signedAt = async ({ pilots }: Pick<Stores, 'pilots'>, id: Pilot['id']) =>
  (await pilots.get(id)).waivers?.map(({ version, by, paper }) => [version, by, paper ? 'papel' : 'trazos'])

test('a merge joins the signatures of two desks, and brings the texts below which they stand', async () => {
  const server = await openSigning()
  const { stores, hash, ana, eva } = server
  const other = 'b'.repeat(64)
  const path = await otherDesk(stores, async (desk) => {
    await desk.settings.change({ waivers: { [other]: { version: 2, text: 'Texto de allá.' } } })
    await desk.pilots.sign(ana, { version: 1, hash, at, by: 'luis', strokes }, 'luis')
    await desk.pilots.sign(eva, { version: 2, hash: other, at, by: 'luis', strokes }, 'luis')
  })
  await stores.pilots.sign(ana, { version: 1, hash, at, by: 'ana', paper: true }, 'ana')
  await stores.pilots.sign(eva, { version: 1, hash, at, by: 'ana', strokes }, 'ana')
  await mergeBackup(server, path)
  expect(await signedAt(stores, ana)).toEqual([[1, 'luis', 'trazos']])
  expect(await signedAt(stores, eva)).toEqual([
    [1, 'ana', 'trazos'],
    [2, 'luis', 'trazos'],
  ])
  const { waivers = {} } = await stores.settings.read()
  expect(
    Object.values(waivers)
      .map(({ text }) => text)
      .sort(),
  ).toEqual(['Texto de allá.', 'Texto de aquí.'])
  expect((await server.app.inject(`/api/pilots/${eva}/waiver.pdf`)).statusCode).toBe(200)
})

test('a restored backup has the signatures and their texts, and the gate asks for the same', async () => {
  const { stores, hash, ana } = await openSigning()
  await stores.pilots.sign(ana, { version: 1, hash, at, strokes, guardian: { name: 'Rosa', document: '1' } })
  const path = await otherDesk(stores, async () => {})
  const folder = await aFolder()
  const other = await openFolder(folder)
  await restoreBackup(other, await readBackup(path))
  const stored = await other.pilots.get(ana)
  const { waivers = {}, events = {} } = await other.settings.read()
  await other.close()
  expect(stored.waivers).toEqual((await stores.pilots.get(ana)).waivers)
  expect(waivers[hash]).toEqual({ version: 1, text: 'Texto de aquí.' })
  expect(Object.values(events).map(({ waiver }) => waiver)).toEqual([hash])
})

test('an erased person leaves no drawing in the folder and in its backups', async () => {
  const server = await openSigning()
  const { stores, hash, ana, eva, folder } = server
  const drawing = 'M111 222l333 -44l55 166'
  await stores.pilots.sign(ana, {
    version: 1,
    hash,
    at,
    strokes: drawing,
    guardian: { name: 'Zoraida', document: '987' },
  })
  await stores.pilots.sign(eva, { version: 1, hash, at, strokes })
  await makeFolder(join(folder, 'backups'))
  await writeBackup(stores, join(folder, 'backups', 'pilotos-2026-11-28-150000.tar.gz'))
  expect((await tracesIn(folder, [drawing])).length).toBeGreaterThan(1)
  const erased = await write(server, 'POST', `/api/pilots/${ana}/erase`, { document: '70000001' })
  expect(erased.statusCode).toBe(200)
  expect(await tracesIn(folder, [drawing, 'Zoraida'])).toEqual([])
  expect(await signedAt(stores, eva)).toHaveLength(1)
})
