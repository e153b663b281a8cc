/** `pilotos export`: writes the pilots to a file that `import` reads back without loss. */
import { extname } from 'node:path'
import { Command, Option } from 'commander'
import { UsageError } from '#domain/errors'
import { type ExportFormat, type ExportOptions, exportFormats } from '#domain/import/export'
import { count } from '#domain/text/text'
import { writeExport } from '../../server/spreadsheets/export.ts'
import { type DataOptions, dataOption, searchOption, withStores } from '../options.ts'
import { print, say, writeOut } from '../terminal/output.ts'

interface ExportCommandOptions extends DataOptions, Partial<ExportOptions> {
  search?: string
}

export function exportCommand(): Command {
  const command = new Command('export')
    .description('escribe los pilotos en un archivo que import vuelve a leer sin perder nada')
    .addOption(dataOption())
  return withFileOptions(command)
    .addOption(searchOption())
    .addHelpText('after', '\nEjemplo:\n  pilotos export pilotos.csv')
    .action(exportPilots)
}

async function exportPilots(out: string | undefined, options: ExportCommandOptions): Promise<void> {
  const { search, data } = options
  const how = exportOptionsOf(out, options)
  const { pilots, total } = await withStores({ data }, (stores) =>
    stores.pilots.list({ search, isExact: true, order: 'asc' }),
  )
  const content = await writeExport(pilots, how)
  if (out === undefined) return print(content)
  await writeOut(out, content)
  say(`${count(total, 'piloto')} en ${out}`)
}

/** Adds the argument and the options of a command that writes an export. */
export function withFileOptions(command: Command): Command {
  return command
    .argument('[archivo]', 'dónde; sin él, a la salida')
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
