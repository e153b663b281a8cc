/** Tests of `pilotos backup`, `restore` and `doctor`, and of the server's automatic backups. */
import { chmod, cp, mkdir, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, onTestFinished, test, vi } from 'vitest'
import { defaultRules } from '#domain/credential/validity-rules'
import { newEvent } from '#domain/events/events'
import type { LoggedChange } from '#domain/pilots/history/history'
import type { Pilot } from '#domain/pilots/pilot'
import { preparePhoto } from '../../server/photos/pictures.ts'
import { removePilot, revokePilot } from '../../server/pilots/remove.ts'
import { startBackups } from '../../server/store/backup/automatic-backups.ts'
import { readBackup, version } from '../../server/store/backup/backup.ts'
import { listBackups } from '../../server/store/backup/backup-files.ts'
import { restoreBackup } from '../../server/store/backup/restore.ts'
import { writeBackup } from '../../server/store/backup/write-backup.ts'
import { openFolder } from '../../server/store/open.ts'
import type { Stores } from '../../server/store/shared/stores.ts'
import { stopClock } from '../support/clock.ts'
import { expectEnd, pilotos, pilotosProcess, startPilotos } from '../support/command.ts'
import { anEvent } from '../support/events.ts'
import { aFolder, sharedFolder } from '../support/folder.ts'
import { backupHead, historyLine, writeArchive, writeBomb } from '../support/hostile-backups.ts'
import { restore } from '../support/merges.ts'
import { openedStores, withStores } from '../support/opened-stores.ts'
import { aReceivedScan } from '../support/passages.ts'
import { aDraft, aPicture, aRow } from '../support/pilots.ts'
import { root } from '../support/root.ts'
import { startTestServer } from '../support/server.ts'

const hour = 60 * 60 * 1000

/** Returns a folder with two pilots, one with a photo and one with terms, an account, two passages, a settlement and a rule. */
async function aFullFolder(): Promise<string> {
  const folder = await aFolder()
  const stores = await openFolder(folder)
  const photo = await stores.photos.save(await preparePhoto(await aPicture('png', 60, 40)))
  await stores.pilots.register(aDraft(), photo)
  const { id } = await stores.pilots.register(aDraft({ participacion: 'ñ "x"\r\n,;' }))
  const suspension = { from: '2026-05-01', reason: 'Pago "pendiente"' }
  await stores.pilots.changeTerms([id], { until: '2027-06-30', medical: '2027-02-28', suspension })
  const validity = { ...defaultRules, Anual: { kind: 'days', days: 365 } } as const
  await stores.settings.change({ validity })
  await stores.accounts.put({ user: 'marta', password: 'hash', role: 'mesa' })
  const double = aReceivedScan({ offline: true, gate: 'Sur' })
  await stores.passages.record([aReceivedScan(), double], 'warn')
  const order = { settles: double.id, at: double.at, by: 'marta', reason: 'Entró con "su" padre' }
  await stores.passages.settle(order)
  await stores.close()
  return folder
}

/** A folder whose backup is larger than the buffers of streams. */
const large = sharedFolder((folder) =>
  withStores(folder, ({ pilots }) => pilots.import(Array.from({ length: 3000 }, (_, index) => aRow(index)))),
)

async function aLargeFolder(): Promise<string> {
  const folder = await aFolder()
  await cp(large(), folder, { recursive: true })
  return folder
}

/** Returns the pilots, photos, accounts, passages and rules of a folder, for comparison. */
function contents(folder: string) {
  return withStores(folder, async (stores) => {
    const { pilots } = await stores.pilots.list()
    const photos = await Promise.all(
      pilots.map(async ({ photo }) => photo && (await stores.photos.read(photo)).toString('base64')),
    )
    const [accounts, passages] = [await stores.accounts.list(), await stores.passages.log()]
    return { pilots, photos, accounts, passages, validity: (await stores.settings.read()).validity }
  })
}

test.each(['closed', 'open'])(
  'a backup of a folder whose server is %s restores pilots with their terms, photos, accounts, passages, settlements and rules',
  async (state) => {
    const folder = await aFullFolder()
    const expected = await contents(folder)
    const file = join(await aFolder(), 'copia.tar.gz')
    if (state === 'open') await startTestServer({ folder })
    expect(await pilotos(['backup', file, '--data', folder])).toEqual({
      code: 0,
      stdout: `${file}: 2 pilotos, 1 foto, 2 lecturas\n`,
      stderr: '',
    })

    const empty = await aFolder()
    expect(await pilotos(['restore', file, '--data', empty])).toEqual({
      code: 0,
      stdout: `2 pilotos, 1 foto y 2 lecturas de ${file}\n`,
      stderr: '',
    })
    expect(await contents(empty)).toEqual(expected)
  },
)

test('a backup that a browser has unpacked is restored, merged and listed, unless it is cut off', async () => {
  const folder = await aFullFolder()
  const [packed, file] = [join(await aFolder(), 'copia.tar.gz'), join(await aFolder(), 'copia.tar')]
  await pilotos(['backup', packed, '--data', folder])
  const unpacked = gunzipSync(await readFile(packed))
  await writeFile(file, unpacked)

  const empty = await aFolder()
  expect(await pilotos(['restore', file, '--data', empty])).toMatchObject({ code: 0 })
  expect(await contents(empty)).toEqual(await contents(folder))
  const other = await aFolder()
  expect(await pilotos(['merge', file, '--data', other])).toMatchObject({ code: 0 })
  expect((await contents(other)).pilots).toHaveLength(2)
  await mkdir(join(empty, 'backups'), { recursive: true })
  await cp(file, join(empty, 'backups', 'copia.tar'))
  expect((await listBackups(join(empty, 'backups'))).map(({ name }) => name)).toEqual(['copia.tar'])

  // The ends of files in the archive are multiples of 512.
  for (let length = 0; length < unpacked.length; length += 512) {
    await writeFile(file, unpacked.subarray(0, length))
    await expect(readBackup(file)).rejects.toThrow('no es una copia de PilotOS, o está incompleta')
  }
})

test.each(['closed', 'open'])(
  'a backup that cannot be written fails with the reason, with the server %s',
  async (state) => {
    const folder = await aLargeFolder()
    if (state === 'open') await startTestServer({ folder })
    const elsewhere = await aFolder()
    await writeFile(join(elsewhere, 'file'), '')
    for (const [path, reason] of [
      [join(elsewhere, 'missing', 'copia.tar.gz'), `no existe la carpeta ${join(elsewhere, 'missing')}`],
      [join(elsewhere, 'file', 'copia.tar.gz'), 'no es una carpeta'],
    ] as const) {
      expect(await pilotos(['backup', path, '--data', folder])).toEqual({
        code: 3,
        stdout: '',
        stderr: `pilotos: No se puede usar ${path}: ${reason}\n`,
      })
    }
    expect(await readdir(elsewhere)).toEqual(['file'])
  },
)

test('a restore that cannot back up the existing data first changes nothing', async () => {
  const folder = await aLargeFolder()
  const file = join(await aFolder(), 'copia.tar.gz')
  await pilotos(['backup', file, '--data', await aFullFolder()])
  const before = await contents(folder)
  await writeFile(join(folder, 'backups'), '')
  await expectEnd(pilotos(['restore', file, '--force', '--data', folder]), 3, 'No se puede usar')
  expect(await contents(folder)).toEqual(before)
})

test('a command whose event loop runs empty before it is done fails with a message', async () => {
  const hook = join(await aFolder(), 'hook.cjs')
  await writeFile(hook, "require('node:fs/promises').stat = () => new Promise(() => {})\n")
  const outcome = await pilotosProcess(['backup', '--data', await aFullFolder()], {
    env: { NODE_OPTIONS: `--require ${hook}` },
  })
  expect(outcome).toEqual({
    code: 3,
    stdout: '',
    stderr: 'pilotos: la orden se detuvo sin terminar, y lo que pedía puede no estar hecho. Repítala\n',
  })
})

test('an identifier that is revoked during a backup stays revoked, and its pilot has the new one', async () => {
  const stores = await openedStores()
  const photo = await stores.photos.save(await preparePhoto(await aPicture('png', 60, 40)))
  const { id } = await stores.pilots.register(aDraft(), photo)
  await stores.pilots.issueCards([id], 'http://a')
  let next = ''
  const other = await restoredBackup(stores, async () => {
    next = (await revokePilot(stores, (await revokePilot(stores, id, '')).id, '')).id
  })
  await expect(other.pilots.get(id)).rejects.toMatchObject({ kind: 'gone' })
  const restored = await other.pilots.get(next)
  expect(restored).not.toHaveProperty('card')
  expect(await other.photos.read(String(restored.photo))).toEqual(await stores.photos.read(photo))
  expect(await other.pilots.namesPhoto(photo)).toBe(false)
})

test('a pilot who gets another code by a merge during a backup keeps the card, which stays valid', async () => {
  const stores = await openedStores()
  const { id } = await stores.pilots.register(aDraft())
  await stores.pilots.issueCards([id], 'http://a')
  const next = '7K3Q9XW2M4TB'
  const merged = { ...(await stores.pilots.get(id)), id: next }
  const joined = { id, next, at: '2026-11-25T10:00:00.000Z', joined: true } as const
  const other = await restoredBackup(stores, () =>
    restore(stores.merges, { pilots: [merged], revoked: [joined] }),
  )
  expect(await other.pilots.get(id)).toEqual(merged)
  expect(merged.card).toMatchObject({ address: 'http://a' })
})

/** Returns a folder with a backup of the stores, whose pilots change after they were listed. */
async function restoredBackup(stores: Stores, change: () => Promise<void>): Promise<Stores> {
  const pilots = new Proxy(stores.pilots, {
    get: (store, name) => async (argument: never) => {
      const result = await (store as never as Record<string | symbol, (one: never) => unknown>)[name]?.(
        argument,
      )
      if (name === 'list') await change()
      return result
    },
  })
  const path = join(await aFolder(), 'copia.tar.gz')
  await writeBackup({ ...stores, pilots }, path)
  const other = await openedStores()
  await restoreBackup(other, await readBackup(path))
  return other
}

test('a restore refuses to overwrite data without --force, and backs it up with --force', async () => {
  const folder = await aFullFolder()
  const file = join(await aFolder(), 'copia.tar.gz')
  await pilotos(['backup', file, '--data', folder])
  const other = await aFullFolder()
  const before = await contents(other)
  const refused = await pilotos(['restore', file, '--data', other])
  expect([refused.code, refused.stderr]).toEqual([
    1,
    `pilotos: La carpeta ${other} ya tiene 2 pilotos, 1 cuenta y 2 lecturas: use --force para reemplazarlo\n`,
  ])
  expect(await contents(other)).toEqual(before)

  const forced = await pilotos(['restore', file, '--data', other, '--force'])
  expect(forced.code).toBe(0)
  expect(await contents(other)).toEqual(await contents(folder))
  const [saved = ''] = await readdir(join(other, 'backups'))
  await pilotos(['restore', join(other, 'backups', saved), '--data', other, '--force'])
  expect(await contents(other)).toEqual(before)
})

test('a restore checks its file before it asks for --force', async () => {
  const folder = await aFullFolder()
  const missing = await pilotos(['restore', join(folder, 'nope.tar.gz'), '--data', folder])
  expect([missing.code, missing.stderr]).toEqual([
    1,
    `pilotos: No existe el archivo ${join(folder, 'nope.tar.gz')}\n`,
  ])
  const directory = await pilotos(['restore', folder, '--data', folder, '--force'])
  expect([directory.code, directory.stderr]).toEqual([
    1,
    `pilotos: ${folder} es una carpeta: diga el archivo de la copia\n`,
  ])
  expect(await readdir(folder)).not.toContain('backups')
})

test('a backup of thousands of pilots restores all of them', async () => {
  const folder = await aLargeFolder()
  const [file, empty] = [join(await aFolder(), 'copia.tar.gz'), await aFolder()]
  await pilotos(['backup', file, '--data', folder])
  const { code, stdout } = await pilotos(['restore', file, '--data', empty])
  expect([code, stdout]).toEqual([0, `3.000 pilotos y 0 fotos de ${file}\n`])
  expect(await contents(empty)).toEqual(await contents(folder))
})

test('a backup that lacks pilots, is of a newer program, or unpacks to too many bytes is refused', async () => {
  const [folder, empty] = [await aFolder(), await aFolder()]
  const path = join(folder, 'copia.tar.gz')
  const refusal = async () => {
    const { code, stderr } = await pilotos(['restore', path, '--data', empty])
    return [code, stderr]
  }
  await writeArchive(path, { 'pilotos.json': backupHead({ count: 1 }) })
  expect(await refusal()).toEqual([
    1,
    expect.stringContaining('no es una copia de PilotOS, o está incompleta'),
  ])
  await writeArchive(path, { 'pilotos.json': backupHead({ version: version + 1 }) })
  expect(await refusal()).toEqual([1, expect.stringContaining('de una versión más nueva de PilotOS')])
  await writeBomb(path)
  expect(await refusal()).toEqual([1, expect.stringContaining('lo que ninguna copia de PilotOS ocupa')])
  expect(await readdir(empty)).toEqual([])
})

test('a backup without rules leaves the stored ones, and one with incomplete passages or wrong rules is refused', async () => {
  const folder = await aFullFolder()
  const { passages, validity } = await contents(folder)
  const path = join(await aFolder(), 'copia.tar.gz')
  await writeArchive(path, { 'pilotos.json': backupHead() })
  expect((await pilotos(['restore', path, '--force', '--data', folder])).code).toBe(0)
  const restored = { pilots: [], photos: [], accounts: [], passages: [], validity }
  expect(await contents(folder)).toEqual(restored)

  const lines = passages.map((passage) => `${JSON.stringify(passage)}\n`)
  for (const content of [lines[0], `${lines[0]}${lines[0]}`, `${lines[0]}{}\n`]) {
    await writeArchive(path, {
      'pilotos.json': backupHead({ passages: 2 }),
      'passages/000001.jsonl': String(content),
    })
    await expectEnd(pilotos(['restore', path, '--force', '--data', folder]), 1, 'no es una copia de PilotOS')
  }
  await writeArchive(path, { 'pilotos.json': backupHead({ desk: 'N'.repeat(256) }) })
  await expect(readBackup(path)).rejects.toMatchObject({ kind: 'malformed' })
  await writeArchive(path, { 'pilotos.json': backupHead({ validity: [] }) })
  await expectEnd(pilotos(['restore', path, '--force', '--data', folder]), 1, 'no es una copia de PilotOS')
  expect(await contents(folder)).toEqual(restored)
})

test('a backup that is refused names the value that cannot be read', async () => {
  const [path, id] = [join(await aFolder(), 'copia.tar.gz'), '7K3Q9XW2M4TB']
  const ana = { id, photo: null, ...aDraft({ name: 'Ana', lastname: 'Paz' }) }
  const wrong = { ...ana, since: 'ayer' }
  for (const [what, head, files] of [
    ['/desk de pilotos.json', { desk: 'N'.repeat(256) }, {}],
    ['/accounts de pilotos.json', { accounts: undefined }, {}],
    ['«Registro» de Ana Paz', {}, { 'pilots/000001.jsonl': `${JSON.stringify(wrong)}\n` }],
    [
      '«Correo Electronico» de Ana Paz',
      {},
      { 'pilots/000001.jsonl': `${JSON.stringify({ ...ana, email: '-@' })}\n` },
    ],
    ['«Registro» de Ana Paz', {}, { 'history/000001.jsonl': historyLine(1, { put: [wrong] }) }],
    [
      'la línea 2 de history/000001.jsonl',
      {},
      { 'history/000001.jsonl': `${historyLine(1, { put: [ana] })}{}\n` },
    ],
    ['la línea 1 de passages/000001.jsonl', {}, { 'passages/000001.jsonl': '{"number":1}\n' }],
  ] as const) {
    await writeArchive(path, {
      'pilotos.json': backupHead({ count: Number('pilots/000001.jsonl' in files), ...head }),
      ...files,
    })
    await expect(readBackup(path)).rejects.toThrow(`o está incompleta: no se puede leer ${what}`)
  }
})

test('the history in a backup is checked, and a pilot that breaks the rules cannot be recovered from it', async () => {
  const [folder, empty] = [await aFolder(), await aFolder()]
  const path = join(folder, 'copia.tar.gz')
  const id = '7K3Q9XW2M4TB'
  const crafted = (pilot: object) =>
    writeArchive(path, {
      'pilotos.json': backupHead(),
      'history/000001.jsonl': historyLine(1, { put: [pilot] }) + historyLine(2, { remove: [id] }),
    })
  await crafted({ id })
  expect((await pilotos(['restore', path, '--data', empty])).stderr).toContain('no es una copia de PilotOS')

  await crafted({ id, photo: null, ...aDraft({ email: 'no address' }) })
  expect((await pilotos(['restore', path, '--data', empty])).code).toBe(0)
  await expectEnd(
    pilotos(['remove', id, '--undo', '--data', empty]),
    1,
    'tiene datos que no se pueden guardar (Correo Electronico)',
  )
  for (let start = 0; start < 3; start += 1) {
    const server = await startTestServer({ folder: empty })
    await server.close()
  }
})

test('a backup names its desk, and keeps cards that stay valid and changes of other desks through a restore', async () => {
  const id = '7K3Q9XW2M4TB'
  const path = join(await aFolder(), 'copia.tar.gz')
  const revoked = [{ id: '0000000000AA', at: '2026-01-02T00:00:00Z', next: id, joined: true }]
  const pilot = { id, since: '2026-01-01T00:00:00Z', photo: null, ...aDraft() }
  const record = { passages: [], moved: [], accounts: [], past: [], replaced: [], settled: [], open: [] }
  const merged = { desk: 'SUR', ...record }
  await writeArchive(path, {
    'pilotos.json': backupHead({ revoked, count: 1 }),
    'pilots/000001.jsonl': `${JSON.stringify(pilot)}\n`,
    'history/000001.jsonl':
      historyLine(1, { put: [pilot], by: 'la laptop SUR', desk: 'SUR' }, true) +
      historyLine(2, { put: [pilot], merged }),
  })
  expect(await readBackup(path)).toMatchObject({ desk: 'NORTE', revoked })
  const data = await aFolder()
  expect(await pilotos(['restore', path, '--data', data])).toMatchObject({ code: 0 })
  await pilotos(['backup', join(data, 'otra.tar.gz'), '--data', data])
  const changes: LoggedChange[] = []
  const again = await readBackup(join(data, 'otra.tar.gz'), (change) => changes.push(change))
  expect(again).toMatchObject({ desk: hostname(), revoked })
  expect(changes.map(({ past, change: { desk, merged } }) => [past, desk, merged?.desk])).toEqual([
    [true, 'SUR', undefined],
    [true, undefined, 'SUR'],
    [undefined, undefined, undefined],
  ])
})

test('a photo in a backup that is not an image is left out of a restore and reported', async () => {
  const folder = await aFullFolder()
  const [photo = ''] = await readdir(join(folder, 'photos'))
  await writeFile(join(folder, 'photos', photo), '<script>')
  const path = join(await aFolder(), 'copia.tar.gz')
  await pilotos(['backup', path, '--data', folder])
  const empty = await aFolder()
  expect(await pilotos(['restore', path, '--data', empty])).toEqual({
    code: 0,
    stdout: `2 pilotos, 0 fotos y 2 lecturas de ${path}\n`,
    stderr: '1 foto de la copia no es una imagen, y se dejó fuera\n',
  })
})

test('a restore with --force moves damaged data to another folder, and succeeds', async () => {
  const folder = await aFullFolder()
  const expected = await contents(folder)
  const file = join(await aFolder(), 'copia.tar.gz')
  await pilotos(['backup', file, '--data', folder])
  await writeFile(join(folder, 'pilots.json'), '')
  await writeFile(join(folder, 'pilots.json.bak'), '')
  expect((await pilotos(['restore', file, '--data', folder])).code).toBe(3)
  await expectEnd(pilotos(['restore', file, '--data', folder, '--force']), 0, 'Lo que había quedó en')
  expect(await contents(folder)).toEqual(expected)
})

test('a backup never overwrites a file, and gets a generated name in a folder', async () => {
  const folder = await aFullFolder()
  const out = await aFolder()
  const { stdout } = await pilotos(['backup', out, '--data', folder])
  expect(stdout).toMatch(/pilotos-\d{4}-\d\d-\d\d-\d{6}-\d{3}\.tar\.gz: 2 pilotos, 1 foto, 2 lecturas\n$/)
  const [name = ''] = await readdir(out)
  await expectEnd(pilotos(['backup', join(out, name), '--data', folder]), 1, 'Ya existe')
})

/** Stops the timers until the test ends: an hour passes when the test says so. */
function stopTimers(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
}

const isWaiting = () => vi.getTimerCount() === 1
const report = (error: Error) => expect.fail(error.message)

test('the server backs up automatically after changes, and keeps the last ten backups', async () => {
  const folder = await aFolder()
  const stores = await openedStores(folder)
  stopTimers()
  const backups = startBackups(stores, folder, { every: hour, report })
  const anHourLater = async () => {
    await expect.poll(isWaiting).toBe(true)
    vi.advanceTimersByTime(hour)
    await expect.poll(isWaiting).toBe(true)
  }
  const made = async () => (await readdir(backups.folder).catch(() => [])).length
  await anHourLater()
  expect(await made()).toBe(0)
  await stores.pilots.register(aDraft())
  for (const _ of ['changed', 'unchanged', 'unchanged']) await anHourLater()
  expect(await made()).toBe(1)
  for (let second = 0; second < 14; second += 1)
    await writeFile(join(backups.folder, `pilotos-2020-01-01-0000${second + 10}.tar.gz`), '')
  await stores.pilots.register(aDraft())
  await anHourLater()
  await backups.stop()
  expect(await made()).toBe(10)
  expect((await readdir(backups.folder)).sort().at(-1)).not.toContain('2020')
})

test('a restart does not put off the next automatic backup, and makes none if nothing has changed since the last', async () => {
  const folder = await aFolder()
  const stores = await openedStores(folder)
  stopTimers()
  const start = async () => {
    const backups = startBackups(stores, folder, { every: hour, report })
    await expect.poll(isWaiting).toBe(true)
    return backups
  }
  const made = () => readdir(join(folder, 'backups'))
  await stores.pilots.register(aDraft())
  await (await start()).stop()
  const [first = ''] = await made()
  const ago = async (minutes: number) => {
    const then = new Date(Date.now() - minutes * 60_000)
    await utimes(join(folder, 'backups', first), then, then)
  }

  await ago(50)
  const minutes = async () => {
    const backups = await start()
    await backups.stop()
    return Math.round((Number(backups.next) - Date.now()) / 60_000)
  }
  expect(await minutes()).toBe(10)
  // Nothing has changed, however old the backup is.
  await ago(300)
  await (await start()).stop()
  expect(await made()).toEqual([first])

  await stores.pilots.register(aDraft())
  await ago(50)
  const backups = await start()
  vi.advanceTimersByTime(11 * 60_000)
  await expect.poll(isWaiting).toBe(true)
  await backups.stop()
  expect(await made()).toHaveLength(2)
})

test('automatic backups continue after a failed one, and report the failure until one succeeds', async () => {
  const folder = await aFolder()
  const stores = await openedStores(folder)
  await stores.pilots.register(aDraft())
  await writeFile(join(folder, 'backups'), '')
  const told: (string | undefined)[] = []
  const backups = startBackups(stores, folder, { every: 20, report: () => {} })
  onTestFinished(() => backups.stop())
  backups.failure.subscribe((failure) => told.push(failure?.message))
  await expect.poll(() => told[0]).toBe(`No se puede usar ${backups.folder}: no es una carpeta`)
  await rm(backups.folder)
  await expect.poll(() => told.length > 1 && told.at(-1) === undefined).toBe(true)
  expect(await readdir(backups.folder)).toHaveLength(1)
})

test('the newest automatic backups are kept even if the others have later dates', async () => {
  const folder = await aFolder()
  const stores = await openedStores(folder)
  await stores.pilots.register(aDraft())
  const names = Array.from({ length: 10 }, (_, day) => `pilotos-2099-01-${day + 10}-000000-000.tar.gz`)
  await mkdir(join(folder, 'backups'))
  const inTheFuture = new Date('2099-01-10T00:00:00Z')
  for (const name of names) {
    await writeFile(join(folder, 'backups', name), '')
    await utimes(join(folder, 'backups', name), inTheFuture, inTheFuture)
  }
  const backups = startBackups(stores, folder, { every: 20, report })
  onTestFinished(() => backups.stop())
  const made = async () => (await readdir(backups.folder)).filter((name) => !names.includes(name))
  await expect.poll(async () => (await made()).length).toBe(1)
  await stores.pilots.register(aDraft())
  await expect.poll(async () => (await made()).length).toBe(2)
  await backups.stop()
  expect(await readdir(backups.folder)).toHaveLength(10)
})

test('the doctor finds no problem in a valid folder, with and without a running server', async () => {
  const folder = await aFullFolder()
  const closed = await pilotos(['doctor', '--data', folder])
  expect(closed.code).toBe(0)
  expect(closed.stdout).toContain('bien      2 pilotos tras 4 cambios: los archivos de datos se leen enteros')
  expect(closed.stdout).toContain('bien      2 lecturas')
  expect(closed.stdout).toContain(`bien      Los datos están en ${folder}`)
  expect(closed.stdout).toContain('El formato de los datos no es más nuevo que este PilotOS')
  expect(closed.stdout).not.toContain('PROBLEMA')
  await startTestServer({ folder })
  expect((await pilotos(['doctor', '--data', folder])).stdout).toContain(
    'Un kiosco está abierto con esta carpeta',
  )
})

test('the doctor names the ten most frequent invented values, says where to find them, and ends with 0', async () => {
  const folder = await aFolder()
  const licences = Array.from({ length: 10 }, (_, index) => ({ nlicencia: '-'.repeat(index + 1) }))
  const drafts = [...licences, ...Array.from({ length: 3 }, () => ({ celular: 999999999 }))]
  const rows = drafts.map((changes, index) => aRow(index, aDraft(changes)))
  await withStores(folder, ({ pilots }) => pilots.import(rows))
  const { code, stdout } = await pilotos(['doctor', '--data', folder])
  expect([code, stdout]).toEqual([
    0,
    expect.stringContaining(
      'atención  3 pilotos tienen «999999999» en Celular\natención  1 piloto tiene «-» en',
    ),
  ])
  expect(stdout.match(/ piloto tiene /g)).toHaveLength(9)
  expect(stdout).toContain(
    `atención  Hay 1 dato más por revisar
          → véalos en la lista: Resumen, «Datos por revisar». Ponga el dato de cada piloto o, si no hay, «No tiene»\n`,
  )
})

test('the photo of a removed pilot outlives the start of a server, and is in a backup that restores the pilot', async () => {
  const folder = await aFullFolder()
  const stores = await openFolder(folder)
  const pilot = (await stores.pilots.list()).pilots.find(({ photo }) => photo) as Pilot
  const jpeg = await stores.photos.read(String(pilot.photo))
  const replaced = await stores.photos.save(jpeg)
  // Both photos are old, but only the removal touches one of them.
  const longAgo = new Date(Date.now() - 100 * 24 * hour)
  for (const name of [pilot.photo, replaced])
    await utimes(join(folder, 'photos', String(name)), longAgo, longAgo)
  await removePilot(stores, pilot, 'marta')
  await stores.close()
  const server = await startTestServer({ folder })
  expect((await fetch(`${server.url}/files/${pilot.photo}`)).status).toBe(200)
  expect((await fetch(`${server.url}/files/${replaced}`)).status).toBe(404)

  const file = join(await aFolder(), 'copia.tar.gz')
  expect(await pilotos(['backup', file, '--data', folder])).toMatchObject({ code: 0 })
  const other = await aFolder()
  await pilotos(['restore', file, '--data', other])
  const restored = await openedStores(other)
  expect((await restored.pilots.removed()).removed).toEqual([{ pilot, at: expect.any(String), by: 'marta' }])
  expect(await restored.pilots.undoRemove(pilot.id)).toEqual(pilot)
  expect(await restored.photos.read(String(pilot.photo))).toEqual(jpeg)
})

/** Returns a folder with two riders and an event that were stored while the clock was two days ahead. */
async function aFolderFromTheFuture(): Promise<string> {
  const folder = await aFolder()
  stopClock(new Date(Date.now() + 48 * hour))
  await withStores(folder, async ({ pilots, settings }) => {
    for (const npiloto of ['1', '2']) await pilots.register(aDraft({ npiloto }))
    const event = newEvent(undefined, anEvent({ name: 'Copa' }), { now: new Date().toISOString(), change: 2 })
    await settings.change({ events: { E: event } })
  })
  vi.useRealTimers()
  return folder
}

test('the doctor, an import and the kiosk say that the clock stands before what is stored, with both times', async () => {
  const folder = await aFolderFromTheFuture()
  const { code, stdout } = await pilotos(['doctor', '--data', folder])
  expect(code).toBe(0)
  const time = String.raw`\d\d/\d\d/\d{4}, \d\d:\d\d`
  const clock = (machine: string) =>
    new RegExp(`El reloj de ${machine} dice ${time}, y lo último guardado es del ${time}`)
  expect(stdout).toMatch(clock('esta máquina'))
  expect(stdout).toMatch(/Copa dice que se abrió el .+, que todavía no llega/)
  expect(stdout).toMatch(/3 cambios dicen una hora que todavía no llega, hasta el .+: entre el 1 y el 3/)
  const dry = ['import', join(root, 'data', 'example.csv'), '--dry-run', '--data']
  expect((await pilotos([...dry, folder])).stderr).toMatch(clock('esta laptop'))
  const kiosk = startPilotos(['serve', '--port', '0', '--no-https', '--data', folder])
  onTestFinished(() => void kiosk.kill())
  let stderr = ''
  kiosk.stderr?.setEncoding('utf8').on('data', (text) => {
    stderr += text
  })
  await expect.poll(() => stderr, { timeout: 30_000 }).toMatch(clock('esta laptop'))
  const right = await pilotos(['doctor', '--data', await aFullFolder()])
  expect(right.stdout).not.toMatch(/reloj|todavía no llega/)
  expect((await pilotos([...dry, await aFullFolder()])).stderr).not.toContain('reloj')
})

test('the doctor reports data of a newer version, and does not call its format known', async () => {
  const folder = await aFullFolder()
  await writeFile(join(folder, 'pilots.json'), '{"version":99,"riders":[]}')
  const { code, stdout } = await pilotos(['doctor', '--data', folder])
  expect([code, stdout]).toEqual([
    3,
    expect.stringContaining(`PROBLEMA  ${join(folder, 'pilots.json')} es de una versión más nueva`),
  ])
  expect(stdout).not.toContain('El formato de los datos no es')
})

test('the doctor reports each problem with advice, and changes nothing', async () => {
  const folder = await aFullFolder()
  const [photo = ''] = await readdir(join(folder, 'photos'))
  await rm(join(folder, 'photos', photo))
  await writeFile(join(folder, 'photos', '0123456789AB.jpg'), '')
  await mkdir(join(folder, 'backups'))
  await writeFile(join(folder, 'backups', '.pilotos-2026-01-01-000000-000.tar.gz.x.tmp'), '')
  await chmod(join(folder, 'pilots.json'), 0o644)
  // A kiosk has just removed the file that names it.
  await symlink(join(folder, 'gone'), join(folder, 'kiosk.json'))
  const { crc32: _sum, ...state } = JSON.parse(await readFile(join(folder, 'pilots.json'), 'utf8'))
  await writeFile(join(folder, 'pilots.json'), JSON.stringify({ ...state, at: '2999-01-01T00:00:00.000Z' }))
  const { code, stdout } = await pilotos(['doctor', '--data', folder])
  expect(code).toBe(0)
  for (const text of [
    'una foto que no está',
    '1 foto sin piloto',
    'El reloj de esta máquina dice',
    'Otros usuarios',
    'No hay ninguna copia',
  ]) {
    expect(stdout).toContain(text)
  }
  expect(stdout.match(/→/g)).toHaveLength(4)

  await writeFile(join(folder, 'pilots.json'), '')
  await rm(join(folder, 'pilots.json.bak'))
  const damaged = await pilotos(['doctor', '--data', folder])
  expect([damaged.code, damaged.stdout]).toEqual([
    3,
    expect.stringContaining('PROBLEMA  El archivo de datos está dañado'),
  ])
  expect(await readFile(join(folder, 'pilots.json'), 'utf8')).toBe('')
  expect((await pilotos(['doctor', '--data', join(folder, 'nada')])).code).toBe(3)
})
