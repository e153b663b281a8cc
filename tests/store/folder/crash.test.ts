import { mkdir, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Pilot } from '#domain/pilot/pilot'
import type { OpenStores } from '../../../server/store/contract/stores.ts'
import { openFolder, openStores } from '../../../server/store/open.ts'
import { pilotos, pilotosProcess, serve } from '../../support/command.ts'
import { aFolder } from '../../support/folder.ts'
import { aDraft } from '../../support/pilots.ts'
import { startScript, written } from '../../support/script.ts'
import { startTestServer } from '../../support/server.ts'

const rounds = 6
/** The number of writes that each writer has acknowledged before it is killed. */
const leastWrites = 5
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
