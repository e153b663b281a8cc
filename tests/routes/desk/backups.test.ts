/** Tests of the backups that staff make, list and download in the browser. */
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { MachineError } from '#domain/errors'
import { eventsOf, openEvent } from '#domain/events/events'
import { Observable } from '../../../server/store/availability.ts'
import { readBackup } from '../../../server/store/backup/backup.ts'
import { restoreBackup } from '../../../server/store/backup/restore.ts'
import { writeBackup } from '../../../server/store/backup/write-backup.ts'
import type { Account } from '../../../server/store/documents/accounts.ts'
import { openFolder } from '../../../server/store/open.ts'
import { readChangeLog } from '../../../server/store/shared/stores.ts'
import { aFolder } from '../../support/folder.ts'
import { restore } from '../../support/merges.ts'
import { otherWork } from '../../support/other-work.ts'
import { aReceivedScan } from '../../support/passages.ts'
import { aDraft, aPicture, aRow } from '../../support/pilots.ts'
import { laptop } from '../../support/requests.ts'
import { orderHeaders } from '../../support/sent-orders.ts'
import { formRequest, openApp, registered, startTestServer } from '../../support/server.ts'
import { aSignal } from '../../support/signal.ts'
import { tracesIn } from '../../support/traces.ts'

const url = '/api/backups'

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
  const counts = { pilots: 1, photos: 1, badPhotos: 0, erased: 0, passages: 0 }
  expect(await restoreBackup(stores, await readBackup(path))).toEqual(counts)
  expect(await stores.accounts.list()).toEqual([{ user: 'ana', password: 'hash' }])
  await stores.close()
})

test('a backup has the events and the entries, and a restore keeps the events of this laptop', async () => {
  const { stores } = await openApp()
  const { id } = await stores.pilots.register(aDraft())
  const event = { ...openEvent(), name: 'Fecha 1' }
  await stores.settings.change({ events: { E: { ...event, openedAt: '2026-11-21T10:00:00.000Z' } } })
  await stores.pilots.changeEntries({ kind: 'enter', ids: [id] }, { ...event, id: 'E' }, 'ana')
  const folder = await aFolder()
  const path = join(folder, 'copia.tar.gz')
  await writeBackup(stores, path)
  const other = await openFolder(join(folder, 'data'))
  await other.settings.change({ events: { F: { ...event, openedAt: '2026-11-22T10:00:00.000Z' } } })
  await restoreBackup(other, await readBackup(path))
  const { events } = await other.settings.read()
  expect(eventsOf(events).map((one) => one.id)).toEqual(['F', 'E', 'primero'])
  expect((await other.pilots.get(id)).entries).toEqual((await stores.pilots.get(id)).entries)
  expect((await other.pilots.history(id)).map(({ kind }) => kind)).toContain('entries')
  await other.close()
})

test('the backups of the folder are listed with their kind, size and date, and can be downloaded', async () => {
  const next = new Date('2026-11-22T15:00:00.000Z')
  const backupFailure = new Observable<Error | undefined>(undefined)
  const server = await openApp({ backupFailure, nextBackup: () => next })
  expect((await server.app.inject(url)).json().data[0]).toMatchObject({ files: [], failure: null })
  await registered(server.app)
  const folder = join(server.folder, 'backups')
  await mkdir(folder)
  const names = [
    'pilotos-2026-11-21-134500-123.tar.gz',
    'antes-de-importar-pilotos-x.tar.gz',
    'antes-de-unir-pilotos-x.tar.gz',
    'año.tar.gz',
  ]
  for (const name of names) await writeBackup(server.stores, join(folder, name))
  await writeFile(join(folder, '.pilotos-1.tar.gz.0.tmp'), 'half')
  await writeFile(join(folder, 'notas.txt'), 'secret')
  backupFailure.set(new MachineError('El disco está lleno'))

  const [info] = (await server.app.inject(url)).json().data
  expect(info).toMatchObject({ folder, is_automatic: true, failure: 'El disco está lleno' })
  expect(info.next).toBe(next.toISOString())
  expect(info.files.map(({ name, kind }: Record<string, string>) => [name, kind]).sort()).toEqual([
    ['antes-de-importar-pilotos-x.tar.gz', 'import'],
    ['antes-de-unir-pilotos-x.tar.gz', 'merge'],
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
  const passages = await stores.passages.record([aReceivedScan()], 'warn')
  const many = Array.from({ length: 20_000 }, () => passages.map((one) => ({ ...one, id: randomUUID() })))
  await restore(stores.merges, { entries: many.flat() })
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
  const post = () => fetch(base + url, { method: 'POST', headers: orderHeaders() })
  const failed = await post()
  expect([failed.status, await failed.json()]).toEqual([500, { error: 'No se puede leer la foto' }])
  expect(server.reported.map(({ message }) => message)).toEqual(['No se puede leer la foto'])

  const [held, release] = aSignal()
  read.mockImplementation(async () => {
    await held
    return aPicture()
  })
  const leaving = new AbortController()
  const one = fetch(base + url, { method: 'POST', headers: orderHeaders(), signal: leaving.signal }).catch(
    () => undefined,
  )
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

test('a backup that is being made when the server is closed is complete before its folder is removed', async () => {
  const server = await openApp()
  await registered(server.app, aDraft(), await aPicture())
  const read = vi.spyOn(server.stores.photos, 'read')
  const closing = new Promise<void>((resolve) => {
    read.mockImplementation(async () => {
      const closed = server.app.close()
      // The hooks of the routes run, and have nothing to wait for but this.
      for (let turn = 0; turn < 1000; turn += 1) await setImmediate()
      resolve(closed)
      return aPicture()
    })
  })
  const answer = await server.app.inject({ ...laptop, method: 'POST', url })
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/gzip'])
  await closing
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

describe('a restore while the kiosk is open', () => {
  const restoreUrl = (name: string) => `${url}/${encodeURIComponent(name)}/restore`
  const name = 'pilotos-2026-11-21-134500-123.tar.gz'

  /** Opens an app with a pilot with a photo and a passage, makes a backup, then changes all of this. */
  async function openChanged() {
    const server = await openApp({ backupFailure: new Observable<Error | undefined>(undefined) })
    const { app, stores } = server
    const { id_driver: ana } = await registered(app, aDraft({ name: 'Ana' }), await aPicture())
    await stores.accounts.put({ user: 'luis', password: 'old', role: 'mesa' })
    await stores.passages.record([aReceivedScan({ scanned: ana, pilot: ana })], 'warn')
    const folder = join(server.folder, 'backups')
    await mkdir(folder)
    await writeBackup(stores, join(folder, name))
    await stores.pilots.remove(ana)
    const { id_driver: luz } = await registered(app, aDraft({ name: 'Luz' }))
    await stores.accounts.put({ user: 'luis', password: 'new', role: 'mesa' })
    await stores.accounts.put({ user: 'Norte 1', password: 'x', role: 'puerta', gate: 'Norte' })
    await stores.passages.record([aReceivedScan({ scanned: luz, pilot: luz }), aReceivedScan()], 'warn')
    const contents = async () => ({
      names: (await stores.pilots.list()).pilots.map((pilot) => pilot.name),
      accounts: (await stores.accounts.list()).map(({ user, password }) => `${user} ${password}`).sort(),
      passages: (await stores.passages.log()).length,
    })
    return { ...server, folder, contents }
  }

  const changed = { names: ['Luz'], accounts: ['Norte 1 x', 'luis new'], passages: 3 }
  const restored = { names: ['Ana'], accounts: ['Norte 1 x', 'luis old'], passages: 1 }

  test('says what it replaces, keeps what was there in a backup, and keeps the paired phones with their sessions', async () => {
    const { app, stores, folder, contents } = await openChanged()
    const phone = (await stores.accounts.list()).find(({ gate }) => gate)
    const session = await stores.sessions.start(phone as Account)
    expect((await app.inject(restoreUrl(name))).json().data).toEqual([
      {
        now: { pilots: 1, photos: 0, passages: 3 },
        backup: { pilots: 1, photos: 1, passages: 1 },
        desk: hostname(),
        erases: [],
      },
    ])
    expect(await contents()).toEqual(changed)
    const answer = await app.inject({ ...laptop, method: 'POST', url: restoreUrl(name) })
    const { saved, ...counts } = answer.json().data[0]
    expect([answer.statusCode, counts]).toEqual([
      200,
      { pilots: 1, photos: 1, erased: 0, bad_photos: 0, passages: 1 },
    ])
    expect(await contents()).toEqual(restored)
    expect((await stores.sessions.find(session))?.user).toBe('Norte 1')
    expect((await readBackup(join(folder, saved))).pilots.map((pilot) => pilot.name)).toEqual(['Luz'])
    const last = await app.inject({ ...laptop, method: 'POST', url: restoreUrl(saved) })
    expect([last.statusCode, await contents()]).toEqual([200, changed])
  })

  test('is done once if its order comes again, and keeps who was registered meanwhile', async () => {
    const { app, contents } = await openChanged()
    const order = { method: 'POST', url: restoreUrl(name), headers: orderHeaders() } as const
    const first = await app.inject(order)
    await registered(app, aDraft({ name: 'Eva' }))
    const again = await app.inject(order)
    expect([again.statusCode, again.json()]).toEqual([200, first.json()])
    expect((await contents()).names).toEqual(['Eva', 'Ana'])
  })

  test('names whom another desk erased, and erases them only if the order says so', async () => {
    const { app, stores, folder } = await openChanged()
    const desk = await openFolder(await aFolder())
    onTestFinished(() => desk.close())
    const here = join(folder, 'hecha-aqui.tar.gz')
    await writeBackup(stores, here)
    await restoreBackup(desk, await readBackup(here))
    await desk.erasures.erase((await desk.pilots.list()).pilots.map(({ id }) => id))
    await writeBackup(desk, join(folder, 'otra.tar.gz'))
    const [{ erases }] = (await app.inject(restoreUrl('otra.tar.gz'))).json().data
    expect(erases).toMatchObject([{ name: expect.stringContaining('Luz') }])
    const restore = (payload?: object) =>
      app.inject({ ...laptop, method: 'POST', url: restoreUrl('otra.tar.gz'), payload })
    const history = async () => JSON.stringify(await readChangeLog(stores.pilots))
    expect((await restore()).json().data).toMatchObject([{ pilots: 0, erased: 0 }])
    expect([await stores.erasures.list(), await history()]).toEqual([[], expect.stringContaining('Luz')])
    expect((await restore({ eraseToo: 'sí' })).statusCode).toBe(400)
    expect((await restore({ eraseToo: true })).json().data).toMatchObject([{ pilots: 0 }])
    expect(await history()).not.toContain('Luz')
    expect((await readBackup(here)).pilots).toHaveLength(1)
  })

  test('waits for changes that have begun, and refuses others until it is done', async () => {
    const { app, stores, contents } = await openChanged()
    const register = (name: string) => app.inject(formRequest({ data_driver: aDraft({ name }) }))
    const hold = (target: object, method: string) => {
      const [held, release] = aSignal()
      const [arrived, arrive] = aSignal()
      const original = Reflect.get(target, method).bind(target)
      Reflect.set(target, method, async (...args: unknown[]) => {
        Reflect.set(target, method, original)
        arrive()
        await held
        return original(...args)
      })
      return { arrived, release }
    }
    const registering = hold(stores.pilots, 'register')
    const replacing = hold(stores.merges, 'restore')
    const early = register('Eva')
    await registering.arrived
    const restoring = app.inject({ ...laptop, method: 'POST', url: restoreUrl(name) })
    const removal = { ...laptop, method: 'DELETE', url: '/api/pilots/000000000000' } as const
    await expect.poll(async () => (await app.inject(removal)).statusCode).toBe(503)
    expect((await contents()).names).toEqual(['Luz'])
    registering.release()
    expect((await early).statusCode).toBe(201)
    await replacing.arrived
    const refused = await register('Rosa')
    expect([refused.statusCode, refused.json().error, refused.headers['retry-after']]).toEqual([
      503,
      'Se está restaurando una copia, y no se guardó nada: inténtelo en un momento',
      '5',
    ])
    replacing.release()
    const { saved } = (await restoring).json().data[0]
    expect(await contents()).toEqual(restored)
    expect((await register('Rosa')).statusCode).toBe(201)
    // Nothing that was answered is lost: it is in the backup that the restore has made.
    await app.inject({ ...laptop, method: 'POST', url: restoreUrl(saved) })
    expect((await contents()).names).toEqual(expect.arrayContaining(['Eva', 'Luz']))
  })

  test('brings nobody back who is erased while the file is checked', async () => {
    const { app, stores, folder } = await openChanged()
    const jpeg = await aPicture()
    const { id_driver: id } = await registered(app, aDraft({ name: 'Evangelina', dni: 71234567 }), jpeg)
    await stores.pilots.import(Array.from({ length: 300 }, (_, index) => aRow(index)))
    await writeBackup(stores, join(folder, name))
    const body = { document: '71234567' }
    const erasing = app.inject({ ...laptop, method: 'POST', url: `/api/pilots/${id}/erase`, payload: body })
    const restoring = app.inject({ ...laptop, method: 'POST', url: restoreUrl(name) })
    expect((await erasing).statusCode).toBe(200)
    expect((await restoring).json().data).toMatchObject([{ pilots: 301 }])
    expect((await stores.pilots.list({ search: 'Evangelina' })).total).toBe(0)
    expect(await tracesIn(join(folder, '..'), ['Evangelina', '71234567', id])).toEqual([])
  })

  test('leaves everything as it was if it fails in the middle, and says so', async () => {
    const server = await openChanged()
    const { app, stores, contents } = server
    const before = await contents()
    vi.spyOn(stores.merges, 'restore').mockRejectedValueOnce(new MachineError('El disco está lleno'))
    const answer = await app.inject({ ...laptop, method: 'POST', url: restoreUrl(name) })
    expect([answer.statusCode, answer.json().error]).toEqual([
      500,
      'La copia no se restauró: El disco está lleno. Todo quedó como estaba',
    ])
    expect(server.reported).toHaveLength(1)
    expect(await contents()).toEqual(before)
    expect((await registered(app)).id_driver).toBeTruthy()
  })

  test('refuses a damaged file and a database in words, and changes nothing', async () => {
    const { app, folder, contents } = await openChanged()
    await writeFile(join(folder, 'rota.tar.gz'), 'no')
    for (const method of ['GET', 'POST'] as const) {
      const answer = await app.inject({ ...laptop, method, url: restoreUrl('rota.tar.gz') })
      expect([answer.statusCode, answer.json().error]).toEqual([
        400,
        expect.stringContaining('no es una copia de PilotOS, o está incompleta'),
      ])
    }
    expect(await contents()).toEqual(changed)
    const database = await openApp()
    const answer = await database.app.inject({ ...laptop, method: 'POST', url: restoreUrl(name) })
    expect([answer.statusCode, answer.json().error]).toEqual([
      409,
      expect.stringContaining('Los datos están en una base de datos'),
    ])
  })
})
