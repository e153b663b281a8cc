/** Tests that no acknowledged change is lost to a kill, a power cut, a full disk or a second process. */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { copyFile, cp, mkdir, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { DiskFullError } from '#domain/errors'
import type { Pilot } from '#domain/pilot/pilot'
import type { OpenStores } from '../../../server/store/contract/stores.ts'
import { openFolder, openStores } from '../../../server/store/open.ts'
import { pilotos, pilotosProcess, serve } from '../../support/command.ts'
import { aFolder } from '../../support/folder.ts'
import { canMount } from '../../support/machine.ts'
import { aJudgedScan } from '../../support/passages.ts'
import { aDraft, aPicture } from '../../support/pilots.ts'
import { startScript, written } from '../../support/script.ts'
import { formRequest, openApp, registered, startTestServer } from '../../support/server.ts'

const rounds = 6
/** The number of writes that each writer has acknowledged before it is killed. */
const leastWrites = 5
const hasDisks = canMount()
const photoOf = ({ dni }: Pilot) => `the photo of ${dni}`

test(`a writer that is killed ${rounds} times, without its unsynced bytes, loses no acknowledged change`, async () => {
  const { lost, acknowledged, halfImports, badPhotos } = await crash(rounds)
  expect(acknowledged).toBeGreaterThanOrEqual(rounds * leastWrites)
  expect({ lost, halfImports, badPhotos }).toEqual({ lost: [], halfImports: [], badPhotos: [] })
}, 120_000)

test('the test finds a loss if the writer does not sync', async () => {
  const { lost } = await crash(1, 'unsynced')
  expect(lost.length).toBeGreaterThan(0)
})

/**
 * Kills a writer after a random number of writes, removes its unsynced bytes, and opens the folder. Repeats this
 * `times` times on one folder, and returns the DNIs and imports that are missing or incomplete.
 */
async function crash(times: number, ...mode: string[]) {
  const folder = join(await aFolder(), 'data')
  await mkdir(folder)
  const notes = join(await aFolder(), 'synced')
  await writeFile(notes, '')
  const acknowledged: number[] = []
  const result = {
    lost: [] as number[],
    acknowledged: 0,
    halfImports: [] as string[],
    badPhotos: [] as number[],
  }
  for (let round = 1; round <= times; round += 1) {
    const writer = startScript('crash-writer.ts', [folder, notes, String(round * 1_000_000), ...mode])
    await written(writer, leastWrites + Math.floor(Math.random() * 100))
    writer.process.kill('SIGKILL')
    await writer.ended
    acknowledged.push(...writer.lines.flatMap((line) => line.split(' ').map(Number)))
    await forgetUnsynced(folder, notes)

    const stores = await openFolder(folder).catch(() => undefined)
    const pilots = stores ? (await stores.pilots.list()).pilots : []
    const found = new Set(pilots.map(({ dni }) => dni))
    result.lost.push(...acknowledged.filter((dni) => !found.has(dni)))
    result.halfImports.push(...halves(pilots))
    if (stores) result.badPhotos.push(...(await withBadPhotos(stores, pilots)))
    await stores?.close()
    await noteAll(folder, notes)
  }
  result.acknowledged = acknowledged.length
  return result
}

/** Truncates every file to its synced size: a power cut loses at most the rest. */
async function forgetUnsynced(folder: string, notes: string): Promise<void> {
  const synced = new Map<number, number>()
  for (const line of (await readFile(notes, 'utf8')).split('\n')) {
    const [inode = 0, size = 0] = line.split(' ').map(Number)
    synced.set(inode, size)
  }
  for (const path of await filesIn(folder)) {
    const { ino, size } = await stat(path)
    await truncate(path, Math.min(size, synced.get(ino) ?? 0))
  }
}

/** Notes the current size of every file as synced, since the test itself has opened and closed the store. */
async function noteAll(folder: string, notes: string): Promise<void> {
  const sizes = await Promise.all((await filesIn(folder)).map((path) => stat(path)))
  await writeFile(notes, sizes.map(({ ino, size }) => `${ino} ${size}\n`).join(''), { flag: 'a' })
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

/** Returns the imports of which only some rows are stored. */
function halves(pilots: readonly Pilot[]): string[] {
  const rows = new Map<string, number>()
  for (const { club } of pilots) if (club?.startsWith('import ')) rows.set(club, (rows.get(club) ?? 0) + 1)
  return [...rows].filter(([, count]) => count !== 20).map(([club]) => club)
}

async function withBadPhotos({ photos }: OpenStores, pilots: readonly Pilot[]): Promise<number[]> {
  const bad: number[] = []
  for (const pilot of pilots) {
    const content = pilot.photo && (await photos.read(pilot.photo).catch(() => 'gone')).toString()
    if (pilot.photo && content !== photoOf(pilot)) bad.push(Number(pilot.dni))
  }
  return bad
}

test.skipIf(!hasDisks)(
  'an ext4 disk has every acknowledged change after a power cut, and a plain lowdb does not',
  async () => {
    const ours = await powerCut('crash-writer.ts', async (folder) => {
      const stores = await openFolder(folder)
      const { pilots } = await stores.pilots.list()
      await stores.close()
      return pilots.map(({ dni }) => Number(dni))
    })
    const lowdb = await powerCut('lowdb-writer.ts', async (folder) => {
      const text = await readFile(join(folder, 'pilots.json'), 'utf8').catch(() => '')
      try {
        return JSON.parse(text).pilots as number[]
      } catch {
        return []
      }
    })
    console.info(
      `power cut: of ${ours.acknowledged} acknowledged ${ours.lost} lost; lowdb: of ${lowdb.acknowledged}, ${lowdb.lost}`,
    )
    expect(ours.acknowledged).toBeGreaterThan(0)
    expect(ours.lost).toBe(0)
    expect(lowdb.lost).toBeGreaterThan(0)
  },
)

/** Copies the image of a disk while a writer uses it, without a sync, and counts the DNIs that the copy lacks. */
async function powerCut(script: string, read: (folder: string) => Promise<number[]>) {
  const folder = await aFolder()
  const disk = mountImage(folder, 'disk')
  const notes = join(folder, 'notes')
  const writer = startScript(script, [join(disk.path, 'data'), notes, '0'])
  await written(writer, 20)
  writer.process.kill('SIGSTOP')
  const acknowledged = writer.lines.flatMap((line) => line.split(' ').map(Number))
  await copyFile(disk.image, join(folder, 'copy.img'))
  writer.process.kill('SIGKILL')
  await writer.ended
  const copy = mountImage(folder, 'copy')
  const found = new Set(await read(join(copy.path, 'data')))
  return { acknowledged: acknowledged.length, lost: acknowledged.filter((dni) => !found.has(dni)).length }
}

/** Mounts `NAME.img` of a folder until the test ends. Creates the image if it is missing. */
function mountImage(folder: string, name: string, megabytes = 48): { image: string; path: string } {
  const image = join(folder, `${name}.img`)
  const path = join(folder, name)
  const isNew = !existsSync(image)
  if (isNew) {
    execFileSync('truncate', ['-s', `${megabytes}M`, image])
    execFileSync('mkfs.ext4', ['-q', '-F', image])
  }
  execFileSync('mkdir', ['-p', path])
  execFileSync('mount', ['-o', 'loop', image, path])
  onTestFinished(() => {
    execFileSync('umount', ['-l', path])
  })
  if (isNew) execFileSync('mkdir', [join(path, 'data')])
  if (isNew) execFileSync('sync', ['-f', path])
  return { image, path }
}

test.skipIf(!hasDisks)(
  'a write to a full disk is refused with 507 and loses nothing, and writes work again once there is space',
  async () => {
    const folder = await aFolder()
    const { path } = mountImage(folder, 'small', 6)
    const data = join(path, 'data')
    const { app, stores, reported } = await openApp({}, data)
    const record = await registered(app, aDraft(), await aPicture())

    execFileSync('sh', ['-c', `cat /dev/zero > ${join(path, 'filler')} 2>/dev/null || true`])
    const long = 'ñ'.repeat(2400)
    const answers = []
    for (let tries = 0; tries < 20; tries += 1) {
      answers.push(
        await app.inject(
          formRequest({ data_driver: aDraft({ participacion: long }), _img: await aPicture() }),
        ),
      )
    }
    const refused = answers.filter(({ statusCode }) => statusCode === 507)
    expect(reported.filter((error) => !(error instanceof DiskFullError))).toEqual([])
    expect(refused.length).toBeGreaterThan(0)
    expect(refused[0]?.json().error).toMatch(
      /^No se guardó: el disco de .* está lleno\. Libere espacio y repita$/,
    )
    const stored = answers.filter(({ statusCode }) => statusCode === 201).length
    expect(stored + refused.length).toBe(20)
    expect((await app.inject('/api?list=all')).json().total).toBe(1 + stored)
    expect((await app.inject(`/files/${record.attachment}`)).statusCode).toBe(200)
    // There is space for a part of an import only, so that the store must remove the written part.
    execFileSync('truncate', ['-s', '-300K', join(path, 'filler')])
    const rows = Array.from({ length: 1000 }, (_, index) => ({
      line: index,
      values: aDraft({ participacion: long }),
    }))
    await expect(stores.pilots.import(rows)).rejects.toMatchObject({ kind: 'disk-full' })
    const scans = Array.from({ length: 500 }, () => aJudgedScan({ scanned: long.slice(0, 500) }))
    await expect(stores.passages.record(scans, 'warn')).rejects.toMatchObject({ kind: 'disk-full' })
    expect((await stores.passages.list()).total).toBe(0)

    execFileSync('rm', [join(path, 'filler')])
    await registered(app, aDraft())
    await stores.passages.record(scans, 'warn')
    const asAfterACrash = join(await aFolder(), 'data')
    await cp(data, asAfterACrash, { recursive: true })
    const again = await openFolder(asAfterACrash)
    expect((await again.pilots.list()).total).toBe(2 + stored)
    expect((await again.passages.list()).total).toBe(500)
    expect(again.notes).toEqual([])
    await again.close()
  },
)

test.skipIf(!hasDisks)(
  'a folder on a read-only disk is served for reading, and a write is refused with the reason',
  async () => {
    const { path } = mountImage(await aFolder(), 'readonly')
    const data = join(path, 'data')
    const stores = await openFolder(data)
    const { id } = await stores.pilots.register(aDraft())
    await stores.close()
    execFileSync('mount', ['-o', 'remount,ro', path])
    const server = await serve(['--data', data])
    const list = await fetch(`${server.url}/api?list=all`)
    expect(await list.json()).toMatchObject({ total: 1, data: [{ id_driver: id }] })
    expect((await fetch(`${server.url}/credencial/${id}`)).status).toBe(200)
    const refused = await fetch(`${server.url}/api/pilots/${id}`, {
      method: 'DELETE',
      headers: { 'sec-fetch-site': 'same-origin' },
    })
    expect([refused.status, await refused.json()]).toEqual([
      500,
      { error: expect.stringContaining('el disco es de solo lectura') },
    ])
    expect(await server.stop()).toBe(0)
  },
)

test.skipIf(process.platform === 'win32')(
  'a command detects a server whose lock was deleted, and acknowledged changes survive the end of the server',
  async () => {
    const folder = await aFolder()
    const server = await serve(['--data', folder])
    await pilotos(['import', '-', '--data', folder], { input: JSON.stringify([aDraft({ dni: 1 })]) })
    await rm(join(folder, 'lock'))
    const refused = await pilotos(['import', '-', '--data', folder], {
      input: JSON.stringify([aDraft({ dni: 2 })]),
    })
    expect([refused.code, refused.stderr]).toEqual([
      3,
      expect.stringContaining('Alguien borró o cambió el archivo'),
    ])
    const second = await pilotosProcess(['serve', '--no-open', '--data', folder])
    expect([second.code, second.stderr]).toEqual([3, expect.stringContaining('Ya hay un kiosco abierto')])
    expect(await server.stop()).toBe(0)
    await pilotos(['import', '-', '--data', folder], { input: JSON.stringify([aDraft({ dni: 3 })]) })
    const { stdout } = await pilotos(['list', '--sort', 'dni', '--json', '--data', folder])
    expect(
      JSON.parse(stdout)
        .map(({ dni }: Pilot) => dni)
        .sort(),
    ).toEqual([1, 3])
  },
)

test.each([
  ['the files', async () => ({ folder: await aFolder() })],
  ['a running server', () => startTestServer()],
])('two processes that each write 500 pilots through %s store 1,000', async (_, open) => {
  const { folder } = await open()
  const writers = [0, 500].map((first) =>
    startScript('busy-writer.ts', [folder, String(first + 1), '500', '50']),
  )
  expect(await Promise.all(writers.map(({ ended }) => ended))).toEqual([0, 0])
  const stores = await openStores(folder)
  const { pilots } = await stores.pilots.list({ sort: 'dni' })
  await stores.close()
  expect(pilots.map(({ dni }) => dni)).toEqual(Array.from({ length: 1000 }, (_, index) => index + 1))
})
