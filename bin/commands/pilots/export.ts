/** `pilotos export`: writes the pilots to a file. */
import { extname } from 'node:path'
import { Command, Option } from 'commander'
import { UsageError } from '#domain/errors'
import { openEvent } from '#domain/events/events'
import { type TimingProgram, timingFiles, timingPrograms } from '#domain/events/timing/timing-files'
import { timingWarnings, warningLine } from '#domain/events/timing/timing-warnings'
import type { ExportOptions } from '#domain/import/columns'
import { today } from '#domain/text/date'
import { count } from '#domain/text/text'
import { readFieldTable } from '../../../server/settings/current-settings.ts'
import { writeExport } from '../../../server/spreadsheets/pilot-file.ts'
import { writeTiming } from '../../../server/spreadsheets/timing-file.ts'
import { timingRows } from '../../../server/store/queries/select.ts'
import {
  type DataOptions,
  dataOption,
  exportOptionsOf,
  searchOption,
  withFileOptions,
  withStores,
} from '../../terminal/options.ts'
import { print, say, writeOut } from '../../terminal/output.ts'

interface ExportCommandOptions extends DataOptions, Partial<ExportOptions> {
  search?: string
  /** The timing program that reads the file. */
  for?: TimingProgram
}

/** Writes the pilots to a file that `import` reads back without loss. */
export function exportCommand(): Command {
  const command = new Command('export')
    .description('escribe los pilotos en un archivo que import vuelve a leer sin perder nada')
    .addOption(dataOption())
  return withFileOptions(command)
    .addOption(searchOption())
    .addOption(
      new Option('--for <programa>', 'para un programa de cronometraje, que no se vuelve a importar').choices(
        timingPrograms,
      ),
    )
    .addHelpText(
      'after',
      '\nEjemplos:\n  pilotos export pilotos.csv\n  pilotos export carrera.csv --for orbits',
    )
    .action(exportPilots)
}

async function exportPilots(out: string | undefined, options: ExportCommandOptions): Promise<void> {
  const { search, data } = options
  if (options.for) return exportTiming(out, options, options.for)
  const how = exportOptionsOf(out, options)
  const { pilots, total, fields, event } = await withStores({ data }, async (stores) => ({
    ...(await stores.pilots.list({ search, isExact: true, order: 'asc' })),
    fields: await readFieldTable(stores),
    event: openEvent((await stores.settings.read()).events).id,
  }))
  const content = await writeExport(pilots, { ...how, table: fields, event })
  if (out === undefined) return print(content)
  await writeOut(out, content)
  say(`${count(total, 'piloto')} en ${out}`)
}

/** Writes the file of a timing program, after the warnings about it. @throws UsageError */
async function exportTiming(
  out: string | undefined,
  { search, data, format, plain }: ExportCommandOptions,
  program: TimingProgram,
): Promise<void> {
  const { name, extension, form } = timingFiles[program]
  if (format || plain) throw new UsageError(`--for ya dice la forma del archivo: quite --format y --plain`)
  if (form === 'xlsx' && out === undefined && process.stdout.isTTY)
    throw new UsageError('diga en qué archivo va el libro de Excel')
  if (out !== undefined && extname(out).toLowerCase() !== `.${extension}`)
    throw new UsageError(`${name} lee un archivo .${extension}: elija otro nombre que ${out}`)
  const rows = await withStores({ data }, async (stores) => {
    const { pilots } = await stores.pilots.list({ search, isExact: true, order: 'asc' })
    const { id: event } = openEvent((await stores.settings.read()).events)
    return timingRows(stores, pilots, { event })
  })
  for (const warning of timingWarnings(program, rows, today())) say(warningLine(warning))
  const content = await writeTiming(program, rows, today())
  if (out === undefined) return print(content)
  await writeOut(out, content)
  const riders = new Set(rows.map(({ pilot }) => pilot.id)).size
  const more = rows.length > riders ? ` (${count(rows.length, 'fila')})` : ''
  say(`${count(riders, 'piloto')}${more} para ${name} en ${out}`)
}
