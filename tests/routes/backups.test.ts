/** Tests of the backups that staff make, list and download in the browser. */
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { MachineError } from '#domain/errors'
import { Observable } from '../../server/async/observable.ts'
import { readBackup, restoreBackup, writeBackup } from '../../server/backup/backup.ts'
import { openFolder } from '../../server/store/open.ts'
import { aFolder } from '../support/folder.ts'
import { otherWork } from '../support/other-work.ts'
import { aJudgedScan } from '../support/passages.ts'
import { aDraft, aPicture } from '../support/pilots.ts'
import { openApp, registered, startTestServer } from '../support/server.ts'

const url = '/api/backups'
const lan = { remoteAddress: '192.168.1.77', headers: { host: '192.168.1.20:4780' } }
const laptop = { headers: { 'sec-fetch-site': 'same-origin' } }

test('a backup that is made in the browser is named by its date and can be restored', async () => {
  const server = await openApp()
  await registered(server.app, aDraft({ name: 'Ana' }), await aPicture())
  await server.stores.accounts.put({ user: 'ana', password: 'hash' })
  const answer = await server.app.inject({ ...laptop, method: 'POST', url })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-disposition']).toMatch(
    /^attachment; filename="pilotos-\d{4}-\d\d-\d\d-\d{6}-\d{3}\.tar\.gz"$/,
  )
  const folder = await aFolder()
  const path = join(folder, 'copia.tar.gz')
  await writeFile(path, answer.rawPayload)
  const stores = await openFolder(join(folder, 'data'))
  expect(await restoreBackup(stores, await readBackup(path))).toEqual({
    pilots: 1,
    photos: 1,
    badPhotos: 0,
    passages: 0,
  })
  expect(await stores.accounts.list()).toEqual([{ user: 'ana', password: 'hash' }])
  await stores.close()
})

test('the backups of the folder are listed with their kind, size and date, and can be downloaded', async () => {
  const next = new Date('2026-11-22T15:00:00.000Z')
  const backupFailure = new Observable<Error | undefined>(undefined)
  const server = await openApp({ backupFailure, nextBackup: () => next })
  expect((await server.app.inject(url)).json().data[0]).toMatchObject({ files: [], failure: null })
  await registered(server.app)
  const folder = join(server.folder, 'backups')
  await mkdir(folder)
  const names = ['pilotos-2026-11-21-134500-123.tar.gz', 'antes-de-importar-pilotos-x.tar.gz', 'año.tar.gz']
  for (const name of names) await writeBackup(server.stores, join(folder, name))
  await writeFile(join(folder, '.pilotos-1.tar.gz.0.tmp'), 'half')
  await writeFile(join(folder, 'notas.txt'), 'secret')
  backupFailure.set(new MachineError('El disco está lleno'))

  const [info] = (await server.app.inject(url)).json().data
  expect(info).toMatchObject({ folder, is_automatic: true, failure: 'El disco está lleno' })
  expect(info.next).toBe(next.toISOString())
  expect(info.files.map(({ name, kind }: Record<string, string>) => [name, kind]).sort()).toEqual([
    ['antes-de-importar-pilotos-x.tar.gz', 'import'],
    ['año.tar.gz', 'other'],
    ['pilotos-2026-11-21-134500-123.tar.gz', 'automatic'],
  ])
  for (const { name, size } of info.files) {
    const file = await server.app.inject(`${url}/${encodeURIComponent(name)}`)
    expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'application/gzip'])
    expect(file.rawPayload.length).toBe(size)
  }
})

test('no name leads out of the folder of the backups', async () => {
  const server = await openApp()
  const folder = join(server.folder, 'backups')
  await mkdir(join(folder, 'inside.tar.gz'), { recursive: true })
  await writeFile(join(server.folder, 'outside.tar.gz'), 'secret')
  await writeFile(join(folder, 'notas.txt'), 'secret')
  await symlink(join(server.folder, 'outside.tar.gz'), join(folder, 'link.tar.gz')).catch(() => {})
  const names = ['../outside.tar.gz', '..\\outside.tar.gz', '../settings.json', 'notas.txt', 'inside.tar.gz']
  for (const name of [...names, 'link.tar.gz', join(server.folder, 'outside.tar.gz'), 'a\0.tar.gz']) {
    const answer = await server.app.inject(`${url}/${encodeURIComponent(name)}`)
    expect([name, answer.statusCode]).toEqual([name, 404])
    expect(answer.body).not.toContain('secret')
  }
})

test('backups are for staff, and another site cannot make one', async () => {
  const { app } = await openApp()
  const phone = { ...lan, headers: { ...lan.headers, origin: 'http://192.168.1.20:4780' } }
  expect((await app.inject({ ...lan, url })).statusCode).toBe(401)
  expect((await app.inject({ ...phone, method: 'POST', url })).statusCode).toBe(401)
  expect((await app.inject({ ...lan, url: `${url}/pilotos-1.tar.gz` })).statusCode).toBe(401)
  const other = { headers: { 'sec-fetch-site': 'cross-site' } }
  expect((await app.inject({ ...other, method: 'POST', url })).statusCode).toBe(403)
  expect((await app.inject({ ...other, url })).statusCode).toBe(403)
})

test('a backup that cannot be read back is not called good, and leaves no file', async () => {
  const server = await openApp()
  await registered(server.app)
  const { folder } = server
  vi.spyOn(server.stores.pilots, 'revocations').mockResolvedValue([{ id: 'no code' } as never])
  const answer = await server.app.inject({ ...laptop, method: 'POST', url })
  expect(answer.statusCode).toBe(500)
  expect(answer.json().error).toContain('no se pudo leer de vuelta, y no se guardó')
  expect(server.reported).toHaveLength(1)
  const path = join(folder, 'copia.tar.gz')
  await expect(writeBackup(server.stores, path)).rejects.toMatchObject({ kind: 'machine' })
  expect((await readdir(folder, { recursive: true })).filter((name) => /copia|\.tmp$/.test(name))).toEqual([])
})

test('a backup of many passages is read back in turns with other work', async () => {
  const { stores, folder } = await openApp()
  const passages = await stores.passages.record([aJudgedScan()], 'warn')
  const many = Array.from({ length: 20_000 }, () => passages.map((one) => ({ ...one, id: randomUUID() })))
  await stores.passages.replace(many.flat())
  const work = otherWork()
  onTestFinished(work.end)
  /** The checked times in each turn of the event loop. */
  const checked = new Map<number, number>()
  const parse = Date.parse
  vi.spyOn(Date, 'parse').mockImplementation((text) => {
    checked.set(work.turns, (checked.get(work.turns) ?? 0) + 1)
    return parse(text)
  })
  onTestFinished(() => void vi.restoreAllMocks())
  await writeBackup(stores, join(folder, 'copia.tar.gz'))
  const counts = [...checked.values()]
  const total = counts.reduce((sum, count) => sum + count, 0)
  expect(total).toBeGreaterThanOrEqual(many.length)
  expect(Math.max(...counts)).toBeLessThan(total / 2)
})

test('a backup that fails is refused and reported, and two at once make others wait', async () => {
  const server = await openApp()
  await registered(server.app, aDraft(), await aPicture())
  const read = vi.spyOn(server.stores.photos, 'read')
  read.mockRejectedValueOnce(new MachineError('No se puede leer la foto'))
  const base = await server.app.listen({ port: 0, host: '127.0.0.1' })
  const post = () => fetch(base + url, { method: 'POST', ...laptop })
  const failed = await post()
  expect([failed.status, await failed.json()]).toEqual([500, { error: 'No se puede leer la foto' }])
  expect(server.reported.map(({ message }) => message)).toEqual(['No se puede leer la foto'])

  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  read.mockImplementation(async () => {
    await held
    return aPicture()
  })
  const leaving = new AbortController()
  const one = fetch(base + url, { method: 'POST', ...laptop, signal: leaving.signal }).catch(() => undefined)
  const two = post()
  await expect.poll(() => read.mock.calls.length).toBe(3)
  const three = await post()
  expect([three.status, three.headers.get('retry-after')]).toEqual([503, '10'])
  // A client that leaves makes room for another backup.
  leaving.abort()
  await one
  const four = untilAdmitted(post)
  await expect.poll(() => read.mock.calls.length).toBe(4)
  release()
  for (const answer of [await two, await four])
    expect((await answer.arrayBuffer()).byteLength).toBe(Number(answer.headers.get('content-length')))
})

async function untilAdmitted(post: () => Promise<Response>): Promise<Response> {
  for (let left = 500; left > 0; left -= 1) {
    const answer = await post()
    if (answer.status !== 503) return answer
  }
  throw new Error('There was no room for another backup')
}

test('the server says when the next automatic backup is due', async () => {
  const { url: base, folder } = await startTestServer()
  const info = async () => {
    const { data } = (await (await fetch(base + url)).json()) as { data: { next: string; folder: string }[] }
    return data[0]
  }
  await expect.poll(async () => (await info())?.next).not.toBeNull()
  const soon = await info()
  expect(Date.parse(soon?.next ?? '') - Date.now()).toBeGreaterThan(50 * 60 * 1000)
  expect(soon?.folder).toBe(join(folder, 'backups'))
})
