/** Benchmarks of import and export as whole processes, compared with sqlite-utils and with the libraries alone. */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../../support/root.ts'
import type { Folders } from '../shared/folders.ts'
import { isInstalled, outputOf, pilotos, timeOf } from '../shared/processes.ts'
import { measureAlternately, milliseconds, type Result, type Skipped } from '../shared/result.ts'

export async function* files(folders: Folders): AsyncGenerator<Result | Skipped> {
  yield await importResult(folders, 10_000, 0.7)
  yield await importResult(folders, 100_000, 0.35)
  const data = await folders.withPilots(100_000)
  const json = join(folders.path, 'pilots.json')
  await timeOf([...pilotos, 'export', json, '--data', data])
  const out = (name: string) => join(folders.path, name)
  yield await besideLibrary({
    what: 'export of 100,000 to CSV',
    ours: [...pilotos, 'export', out('out.csv'), '--data', data],
    library: 'csv-stringify, in memory',
    script: [join(root, 'tests/bench/commands/stringify.js'), json, out('stringified.csv')],
  })
  yield await besideLibrary({
    what: 'export of 100,000 to XLSX',
    ours: [...pilotos, 'export', out('out.xlsx'), '--data', data],
    library: 'write-excel-file, in memory',
    script: [join(root, 'tests/bench/commands/workbook-writer.js'), json, out('written.xlsx')],
  })
}

/** Measures an import, and leaves the data folder. */
async function importResult(folders: Folders, pilots: number, atMost: number): Promise<Result | Skipped> {
  const what = `import of ${pilots.toLocaleString('en')}`
  const csv = await folders.csv(pilots)
  const database = join(folders.path, 'sqlite.db')
  const data = folders.dataOf(pilots)
  const ours = async () => {
    await rm(data, { recursive: true, force: true })
    await settle()
    return timeOf([...pilotos, 'import', csv, '--data', data])
  }
  const theirs = async () => {
    await rm(database, { force: true })
    await settle()
    return timeOf(['sqlite-utils', 'insert', database, 'pilots', csv, '--csv'])
  }
  if (!isInstalled('sqlite-utils')) {
    await ours()
    return { what, skipped: 'sqlite-utils is not installed' }
  }
  const [time, reference] = await measureAlternately(pilots > 10_000 ? 4 : 7, Math.min, ours, theirs)
  return {
    what,
    figure: milliseconds(time),
    reference: `sqlite-utils ${milliseconds(reference)}`,
    ratio: time / reference,
    goal: { atMost },
  }
}

interface Compared {
  what: string
  /** The command of PilotOS. */
  ours: readonly string[]
  library: string
  /** A script that prints the milliseconds in which the library writes the same records. */
  script: readonly string[]
}

async function besideLibrary({ what, ours, library, script }: Compared): Promise<Result> {
  const [time, reference] = await measureAlternately(
    3,
    Math.min,
    () => timeOf(ours),
    async () => Number(await outputOf([process.execPath, ...script])),
  )
  return {
    what,
    figure: milliseconds(time),
    reference: `${library} ${milliseconds(reference)}`,
    ratio: time / reference,
    goal: { atMost: 1.5 },
  }
}

/** Flushes earlier writes to the disk, so that no measurement includes the writes of another one. */
async function settle(): Promise<void> {
  if (isInstalled('sync')) await timeOf(['sync'])
}
