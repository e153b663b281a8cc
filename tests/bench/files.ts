/** Benchmarks of import and export as whole processes, compared with sqlite-utils and csv-stringify. */
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { plainForm, writeCsv } from '../../server/spreadsheets/formats/csv.ts'
import { root } from '../support/root.ts'
import { isInstalled, outputOf, pilotos, timeOf } from './processes.ts'
import { measureAlternately, milliseconds, type Result, type Skipped } from './result.ts'
import { roster } from './roster.ts'

/** Measures an import. Leaves the data folder in `folder`, named after the number of its pilots. */
export async function importResult(
  folder: string,
  pilots: number,
  atMost: number,
): Promise<Result | Skipped> {
  const what = `import of ${pilots.toLocaleString('en')}`
  const csv = join(folder, `${pilots}.csv`)
  const database = join(folder, 'sqlite.db')
  const data = join(folder, String(pilots))
  await writeFile(
    csv,
    writeCsv(
      roster(pilots).map((draft) => ({ id: '', photo: null, ...draft })),
      plainForm,
    ),
  )
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

export async function exportResult(data: string, folder: string): Promise<Result> {
  const json = join(folder, 'pilots.json')
  const out = join(folder, 'out.csv')
  await timeOf([...pilotos, 'export', json, '--data', data])
  const script = [
    process.execPath,
    join(root, 'tests/bench/stringify.js'),
    json,
    join(folder, 'stringified.csv'),
  ]
  const [ours, reference] = await measureAlternately(
    3,
    Math.min,
    () => timeOf([...pilotos, 'export', out, '--data', data]),
    async () => Number(await outputOf(script)),
  )
  return {
    what: 'export of 100,000 to CSV',
    figure: milliseconds(ours),
    reference: `csv-stringify, in memory ${milliseconds(reference)}`,
    ratio: ours / reference,
    goal: { atMost: 1.5 },
  }
}

/** Flushes earlier writes to the disk, so that no measurement includes the writes of another one. */
async function settle(): Promise<void> {
  if (isInstalled('sync')) await timeOf(['sync'])
}
