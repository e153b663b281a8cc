/** The commands that write files to hand on: `export` and `export-person`. */
import { stat } from 'node:fs/promises'
import { extname } from 'node:path'
import { Command, Option } from 'commander'
import { PilotosError, UsageError } from '#domain/errors'
import { openEvent } from '#domain/events/events'
import { type TimingProgram, timingFiles, timingPrograms } from '#domain/events/timing/programs'
import { timingWarnings, warningLine } from '#domain/events/timing/warnings'
import { type ExportFormat, type ExportOptions, exportFormats } from '#domain/import/export'
import { today } from '#domain/text/date'
import { count } from '#domain/text/text'
import { findPersonData } from '../../../server/privacy/person-data.ts'
import { personFileName, writePersonZip } from '../../../server/privacy/person-files.ts'
import { writeExport } from '../../../server/spreadsheets/pilot-file.ts'
import { writeTiming } from '../../../server/spreadsheets/timing-file.ts'
import { listBackups } from '../../../server/store/backup/backup-files.ts'
import { backupFolderOf } from '../../../server/store/data-address.ts'
import { timingRows } from '../../../server/store/queries/select.ts'
import {
  type DataOptions,
  dataOption,
  fileOnly,
  fileOrOutput,
  pilotArgument,
  searchOption,
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
  const { pilots, total } = await withStores({ data }, (stores) =>
    stores.pilots.list({ search, isExact: true, order: 'asc' }),
  )
  const content = await writeExport(pilots, how)
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

/** `pilotos export-person`: writes all that is stored about one person, to hand it over. Never overwrites a file. */
export function exportPersonCommand(): Command {
  return new Command('export-person')
    .description('escribe en un ZIP todo lo que se guarda de una persona, para entregárselo')
    .argument('<id>', `${pilotArgument}; también de un piloto borrado`)
    .argument('[archivo]', 'dónde; sin él, datos- y el documento', fileOnly)
    .addOption(dataOption())
    .addHelpText(
      'after',
      '\nEjemplos:\n  pilotos export-person 70123456\n  pilotos export-person 7K3Q9XW2M4TB datos.zip',
    )
    .action(exportPerson)
}

async function exportPerson(id: string, out: string | undefined, { data }: DataOptions): Promise<void> {
  if (out !== undefined) await requireFree(out)
  const person = await withStores({ data }, async (stores) =>
    findPersonData(stores, id, await listBackups(backupFolderOf(data))),
  )
  const path = out ?? personFileName(person)
  await requireFree(path)
  await writeOut(path, writePersonZip(person))
  const { registrations } = person
  const total = (of: (one: (typeof registrations)[number]) => readonly unknown[]) =>
    registrations.reduce((sum, one) => sum + of(one).length, 0)
  const parts = [
    count(registrations.length, 'registro'),
    count(
      total(({ history }) => history),
      'cambio',
    ),
    count(
      total(({ passages }) => passages),
      'lectura',
    ),
  ]
  await print(`${path}: ${parts.join(', ')}\n`)
}

/** @throws PilotosError if there is a file */
async function requireFree(path: string): Promise<void> {
  if (await stat(path).catch(() => undefined))
    throw new PilotosError('malformed', `Ya existe ${path}: elija otro nombre`)
}

/** Adds the argument and the options of a command that writes an export. */
export function withFileOptions(command: Command): Command {
  return command
    .argument('[archivo]', 'dónde; sin él, o con -, a la salida', fileOrOutput)
    .addOption(
      new Option('--format <formato>', 'formato; si no se dice, el del nombre').choices(exportFormats),
    )
    .option('--plain', 'CSV para programas: con comas y sin BOM, en vez del que abre Excel')
}

/** Returns the format of an export, which the name of its file gives without an option. @throws UsageError */
export function exportOptionsOf(
  out: string | undefined,
  { format = formatOf(out), plain }: Partial<ExportOptions>,
): ExportOptions {
  if (plain && format !== 'csv') throw new UsageError('--plain es para CSV: quítelo, o elija --format csv')
  if (format === 'xlsx' && out === undefined && process.stdout.isTTY)
    throw new UsageError('diga en qué archivo va el libro de Excel')
  return { format, plain }
}

function formatOf(out: string | undefined): ExportFormat {
  const extension = extname(out ?? '').toLowerCase()
  if (['', '.csv', '.txt'].includes(extension)) return 'csv'
  const format = exportFormats.find((known) => `.${known}` === extension)
  if (format) return format
  throw new UsageError(
    `no se sabe escribir ${extension}: use .csv, .json o .xlsx, o diga el formato con --format`,
  )
}
