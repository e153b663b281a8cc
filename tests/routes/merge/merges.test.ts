/** Tests of the merges of other desks' backups in the browser. */

import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { firstEventId } from '#domain/events/event'
import { openEvent } from '#domain/events/events'
import type { MergeChoices, MergeReport } from '#domain/merge/calls'
import { maxBackupBytes } from '#domain/merge/merge'
import type { LoggedChange } from '#domain/pilots/history/history'
import { readBackup } from '../../../server/store/backup/backup.ts'
import { BackupReader } from '../../../server/store/backup/backup-reader.ts'
import type { OpenStores } from '../../../server/store/shared/stores.ts'
import { aFolder } from '../../support/folder.ts'
import { backupHead, historyLine, writeArchive } from '../../support/hostile-backups.ts'
import { edit, otherDesk } from '../../support/other-desk.ts'
import { aDraft } from '../../support/pilots.ts'
import { sameOrigin, write } from '../../support/requests.ts'
import { root } from '../../support/root.ts'
import { formRequest, openApp, registered, type TestServer } from '../../support/server.ts'
import { aSignal } from '../../support/signal.ts'

const headers = sameOrigin
const url = '/api/merges'

function send({ app }: TestServer, payload: Buffer, changes: Record<string, string> = {}) {
  const type = { 'content-type': 'application/gzip' }
  return app.inject({ method: 'POST', url, headers: { ...headers, ...type, ...changes }, payload })
}

async function upload(server: TestServer, backup: Buffer): Promise<{ id: string; report: MergeReport }> {
  const answer = await send(server, backup)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().data[0]
}

function post(server: TestServer, path: string, payload: MergeChoices = {}) {
  return write(server, 'POST', `${url}/${path}`, payload)
}

/** Begins to send a backup. */
async function begin({ app }: TestServer, backup: Buffer) {
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  const type = { 'content-type': 'application/gzip', 'content-length': backup.length }
  const sending = request({ port, path: url, method: 'POST', headers: { ...headers, ...type } })
  const answer = once(sending, 'response')
  sending.write(backup.subarray(0, 200))
  return { sending, answer }
}

/** Returns the names of the backups that lie on the disk. */
async function uploadsOf({ folder }: TestServer): Promise<string[]> {
  const [uploads] = (await readdir(folder)).filter((name) => name.startsWith('upload-'))
  return uploads ? (await readdir(join(folder, uploads))).filter((name) => name.endsWith('.gz')) : []
}

/** Returns the bytes of the backup of another desk after its work. */
async function otherBackup(
  { stores }: TestServer,
  work: (other: OpenStores) => Promise<void> = async () => {},
): Promise<Buffer> {
  return readFile(await otherDesk(stores, work))
}

const clubsOf = async ({ stores }: TestServer) =>
  (await stores.pilots.list({ order: 'asc' })).pilots.map(({ name, club }) => `${name} ${club}`)

/** Opens a server whose club of Ana differs from that of another desk, which has registered Luz too. */
async function openWithConflict() {
  const server = await openApp()
  const ana = await registered(server.app, aDraft({ name: 'Ana', dni: 70000001, club: 'Uno' }))
  const backup = await otherBackup(server, async (other) => {
    await edit(other, 70000001, { club: 'Norte' })
    await other.pilots.register(aDraft({ name: 'Luz', club: 'Norte' }), undefined, 'luis')
  })
  await edit(server.stores, 70000001, { club: 'Sur' })
  const chosen: MergeChoices = { conflicts: [{ id_driver: ana.id_driver, field: 'club', side: 'other' }] }
  return { server, backup, chosen, id: ana.id_driver }
}

test('a desk that has only categories and reserved numbers more brings them, says so, and an undo takes them away, also after a rename', async () => {
  const server = await openApp()
  const categories = [{ id: 'rally-r1', modalidad: 'RALLY', name: 'R1' }]
  const reserved = [{ number: '7', modalidad: 'RALLY', for: 'Ana' }]
  const own = { ...openEvent(), name: 'Copa', categories, reserved }
  await server.stores.settings.change({ events: { [firstEventId]: own } })
  await registered(server.app)
  const partsOf = async () => {
    const { categories, reserved } = openEvent((await server.stores.settings.read()).events)
    return [categories.map(({ id }) => id), reserved.map((one) => `${one.number} ${one.for}`)]
  }
  const before = await partsOf()
  const theirs = {
    ...own,
    categories: [...categories, { id: 'rally-r2', modalidad: 'RALLY', name: 'R2' }],
    reserved: [
      { number: '07', modalidad: 'RALLY', category: 'rally-r2', for: 'Luz' },
      { number: '8', modalidad: 'RALLY', category: 'rally-r2', for: 'Luz' },
    ],
  }
  const backup = await otherBackup(server, ({ settings }) =>
    settings.change({ events: { [firstEventId]: theirs } }),
  )
  const { id, report } = await upload(server, backup)
  expect(report).toMatchObject({
    hasChanges: true,
    fields: [
      'Se agrega a «Copa»: RALLY · R2',
      'Se agrega a «Copa»: 1 número reservado',
      'En «Copa» no se reserva el 07 para Luz: aquí ya está reservado',
    ],
  })
  const [{ change }] = (await post(server, id)).json().data
  expect(await partsOf()).toEqual([
    ['rally-r1', 'rally-r2'],
    ['7 Ana', '8 Luz'],
  ])
  expect((await upload(server, backup)).report).toMatchObject({ hasChanges: false })
  // The places of the reserved numbers have the name of the modalidad from before.
  const renamed = await write(server, 'PUT', '/api/classes/modalidad/RALLY', { name: 'Raid' })
  expect(renamed.statusCode).toBe(200)
  const undone = await write(server, 'POST', '/api/import/undo', { change })
  expect(undone.json().data).toEqual([{ removed: 0, restored: 0 }])
  expect(await partsOf()).toEqual(before)
})

test('a merge that would do something else than was shown is not stored, but shown again', async () => {
  const { server, backup, chosen } = await openWithConflict()
  const { id } = await upload(server, backup)
  await post(server, `${id}/preview`, chosen)
  await edit(server.stores, 70000001, { club: 'Centro' })
  const refused = (await post(server, id, chosen)).json().data[0]
  expect(refused).toMatchObject({ stored: false, report: { conflicts: [{ this: { value: 'Centro' } }] } })
  expect(await clubsOf(server)).toEqual(['Ana Centro'])

  // The same, for a change between the decision and its storage, as another server of a database can make it.
  const { merges } = server.stores
  const commit = merges.commit.bind(merges)
  merges.commit = async (order) => {
    merges.commit = commit
    await edit(server.stores, 70000001, { club: 'Este' })
    return commit(order)
  }
  const late = (await post(server, id, chosen)).json().data[0]
  expect(late).toMatchObject({ stored: false, report: { conflicts: [{ this: { value: 'Este' } }] } })
  expect(await readdir(join(server.folder, 'backups'))).toEqual([])
  expect((await post(server, id, chosen)).json().data[0].stored).toBe(true)
  expect(await clubsOf(server)).toEqual(['Ana Norte', 'Luz Norte'])
})

test('others cannot change anything during a merge, and read why', async () => {
  const { server, backup, chosen } = await openWithConflict()
  const { id } = await upload(server, backup)
  await post(server, `${id}/preview`, chosen)
  const { merges } = server.stores
  const commit = merges.commit.bind(merges)
  const [arrived, arrive] = aSignal()
  const [held, release] = aSignal()
  merges.commit = async (order) => {
    arrive()
    await held
    return commit(order)
  }
  const merging = post(server, id, chosen)
  await arrived
  const refused = await server.app.inject(formRequest({ data_driver: aDraft() }))
  expect([refused.statusCode, refused.json().error]).toEqual([
    503,
    'Se están uniendo los datos de otra mesa, y no se guardó nada: inténtelo en un momento',
  ])
  expect((await post(server, id, chosen)).statusCode).toBe(503)
  release()
  expect((await merging).json().data[0].stored).toBe(true)
  expect((await server.app.inject(formRequest({ data_driver: aDraft() }))).statusCode).toBe(201)
})

test('a file that is no backup is refused without a path of the server, and removed', async () => {
  const server = await openApp()
  const { id_driver } = await registered(server.app)
  const path = join(await aFolder(), 'copia.tar.gz')
  const good = await otherBackup(server)
  await writeArchive(path, { 'pilotos.json': backupHead({ version: 99 }) })
  const newer = await readFile(path)
  await writeArchive(path, { 'pilotos.json': backupHead({ version: 5 }) })
  const earlier = await readFile(path)
  await writeArchive(path, {
    'pilotos.json': backupHead(),
    'history/000001.jsonl': historyLine(1, { put: [{ id: id_driver }] }),
  })
  const broken = await readFile(path)
  const noBackup = 'El archivo no es una copia de PilotOS, o está incompleta'
  for (const [file, message] of [
    [randomBytes(500), noBackup],
    [Buffer.alloc(0), noBackup],
    [good.subarray(0, good.length - 100), noBackup],
    [broken, noBackup],
    [newer, /^El archivo es una copia de una versión más nueva de PilotOS/],
    [earlier, /^El archivo es de un PilotOS anterior a la versión 1\.0\.0/],
  ] as const) {
    const answer = await send(server, file)
    expect([answer.statusCode, answer.json().error]).toEqual([400, expect.stringMatching(message)])
  }
  expect(await uploadsOf(server)).toEqual([])
})

test('a backup that is discarded, left, forgotten or in the way of the end of the server is removed', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const server = await openApp()
  await registered(server.app)
  const backup = await otherBackup(server)
  const { id } = await upload(server, backup)
  const discard = () => write(server, 'DELETE', `${url}/${id}`)
  expect([(await discard()).statusCode, (await discard()).statusCode]).toEqual([204, 404])
  const gone = await post(server, id)
  expect([gone.statusCode, gone.json().error]).toEqual([404, 'Esa copia ya no está: elíjala otra vez'])

  const { sending, answer } = await begin(server, backup)
  await expect.poll(() => uploadsOf(server)).toHaveLength(1)
  sending.destroy()
  await expect(answer).rejects.toThrow()
  await expect.poll(() => uploadsOf(server)).toEqual([])

  const { id: forgotten } = await upload(server, backup)
  vi.advanceTimersByTime(59 * 60 * 1000)
  expect((await post(server, `${forgotten}/preview`)).statusCode).toBe(200)
  vi.advanceTimersByTime(59 * 60 * 1000)
  expect(await uploadsOf(server)).toEqual([`${forgotten}.tar.gz`])
  vi.advanceTimersByTime(2 * 60 * 1000)
  await expect.poll(() => uploadsOf(server)).toEqual([])

  await upload(server, backup)
  await server.app.close()
  expect((await readdir(server.folder)).filter((name) => name.startsWith('upload-'))).toEqual([])
})

test('a small file that unpacks to 300 MB of short lines is refused, and so is one that takes too much memory', async () => {
  const server = await openApp()
  await registered(server.app)
  const path = join(await aFolder(), 'copia.tar.gz')
  const lines = (bytes: number) => ({
    'pilotos.json': backupHead({ count: 1 }),
    'pilots/000001.jsonl': Buffer.alloc(bytes, '1\n'),
  })
  await writeArchive(path, lines(300_000_000))
  const answering = send(server, await readFile(path))
  expect((await server.app.inject('/api/session')).statusCode).toBe(200)
  const answer = await answering
  expect([answer.statusCode, answer.json().error]).toEqual([413, expect.stringContaining('MB al abrirse')])
  // Its first line is no pilot.
  await writeArchive(path, lines(60_000_000))
  expect((await send(server, await readFile(path))).json().error).toContain('no es una copia de PilotOS')
  expect(await uploadsOf(server)).toEqual([])

  const readerFile = join(root, 'dist/program/reader.cjs')
  const backup = await otherBackup(server)
  await writeFile(path, backup)
  const small = new BackupReader({ readerFile, memory: 1 })
  await expect(small.readWithHistory(path)).rejects.toMatchObject({
    kind: 'too-large',
    message: expect.stringContaining('necesita demasiada memoria'),
  })
  const reader = new BackupReader({ readerFile })
  const { pilots, history } = await reader.readWithHistory(path)
  const inProcess: LoggedChange[] = []
  const expected = await readBackup(path, (change) => inProcess.push(change))
  expect([pilots, history]).toEqual([expected.pilots, inProcess])
})

test('a backup of more than 4 GB, another type and too many choices are refused', async () => {
  const server = await openApp()
  await registered(server.app)
  const backup = await otherBackup(server)
  expect((await send(server, backup, { 'content-length': String(maxBackupBytes + 1) })).statusCode).toBe(413)
  expect((await send(server, backup, { 'content-type': 'text/csv' })).statusCode).toBe(415)
  const { id } = await upload(server, backup)
  const same = Array.from({ length: 20_001 }, () => ({ this: 'A', other: 'B' }))
  const tooMany = await post(server, `${id}/preview`, { same })
  expect([tooMany.statusCode, tooMany.json().error]).toEqual([
    400,
    'Son demasiadas respuestas: únalas en varias veces',
  ])
  expect((await post(server, id, { prefer: 'both' as 'this' })).json().error).toBe('El lado es this u other')
})

test('a third backup takes the place of the one that was not used for the longest time', async () => {
  const server = await openApp()
  await registered(server.app)
  const backup = await otherBackup(server)
  const [first, second] = [await upload(server, backup), await upload(server, backup)]
  expect((await post(server, `${first.id}/preview`)).statusCode).toBe(200)
  const third = await upload(server, backup)
  expect((await post(server, `${second.id}/preview`)).statusCode).toBe(404)
  for (const { id } of [first, third]) expect((await post(server, id)).statusCode).toBe(200)
  await upload(server, backup)
})

test('an erasure drops an upload that waits, and does not wait for one that is being received', async () => {
  const server = await openApp()
  const { id_driver: code } = await registered(server.app, aDraft({ name: 'Eva', dni: 70000003 }))
  const backup = await otherBackup(server, async (other) => {
    await other.pilots.register(aDraft({ name: 'Luz' }))
  })
  const { id } = await upload(server, backup)
  const { sending, answer } = await begin(server, backup)
  await expect.poll(() => uploadsOf(server)).toHaveLength(2)
  const erased = await write(server, 'POST', `/api/pilots/${code}/erase`, { document: '70000003' })
  expect(erased.statusCode).toBe(200)
  expect((await post(server, id)).statusCode).toBe(404)
  expect(await uploadsOf(server)).toHaveLength(1)

  sending.end(backup.subarray(200))
  const [response] = await answer
  const { data } = JSON.parse(Buffer.concat(await response.toArray()).toString())
  expect(data[0].report).toMatchObject({ new: 1, erased: 1 })
  expect((await post(server, data[0].id)).json().data[0]).toMatchObject({ stored: true })
  expect((await server.stores.pilots.list()).pilots.map(({ name }) => name)).toEqual(['Luz'])
})
