/** Tests that no acknowledged change is lost, and none is stored by half, when a program is killed or stopped at any moment. */
import { mkdir, readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Pilot } from '#domain/pilots/pilot'
import { openFolder } from '../../server/store/open.ts'
import type { OpenStores } from '../../server/store/shared/stores.ts'
import { startPilotos } from '../support/command.ts'
import { aFolder } from '../support/folder.ts'
import { aDraft } from '../support/pilots.ts'
import { startScript, written } from '../support/script.ts'

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

test('an import that is stopped by Ctrl-C at any moment stores all of the file or nothing', async () => {
  const rows = Array.from({ length: 20_000 }, (_, index) => aDraft({ dni: index + 1 }))
  const file = join(await aFolder(), 'planilla.json')
  await writeFile(file, JSON.stringify(rows))
  const stopAt = async (bytes: number) => {
    const data = await aFolder()
    const child = startPilotos(['import', file, '--data', data])
    const ended = new Promise((resolve) => child.on('close', resolve))
    const journal = join(data, 'journal-000001.jsonl')
    const written = async () => (await stat(journal).catch(() => ({ size: -1 }))).size
    const isDue = async () => child.exitCode !== null || (await written()) >= bytes
    await expect.poll(isDue, { interval: 1 }).toBe(true)
    child.kill('SIGINT')
    await ended
    const stores = await openFolder(data)
    onTestFinished(() => stores.close())
    return (await stores.pilots.list({ perPage: 1 })).total
  }
  for (const bytes of [0, 1, 1_000_000, 4_000_000]) {
    expect([0, rows.length]).toContain(await stopAt(bytes))
  }
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
