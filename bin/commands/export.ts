/** `pilotos export`: writes the pilots to a file that `import` reads back without loss. */
import { extname } from 'node:path'
import { Command, Option } from 'commander'
import { UsageError } from '#domain/errors'
import { type ExportFormat, exportFormats } from '#domain/import/export'
import { count } from '#domain/text/text'
import { writeExport } from '../../server/spreadsheets/export.ts'
import { type DataOptions, dataOption, searchOption, withStores } from '../options.ts'
import { print, say, writeOut } from '../terminal/output.ts'

interface ExportOptions extends DataOptions {
  format?: ExportFormat
  plain?: boolean
  search?: string
}

export function exportCommand(): Command {
  return new Command('export')
    .description('escribe los pilotos en un archivo que import vuelve a leer sin perder nada')
    .argument('[archivo]', 'dónde; sin él, a la salida')
    .addOption(dataOption())
    .addOption(
      new Option('--format <formato>', 'formato; si no se dice, el del nombre').choices(exportFormats),
    )
    .option('--plain', 'CSV para programas: con comas y sin BOM, en vez del que abre Excel')
    .addOption(searchOption())
    .addHelpText('after', '\nEjemplo:\n  pilotos export pilotos.csv')
    .action(exportPilots)
}

async function exportPilots(out: string | undefined, options: ExportOptions): Promise<void> {
  const { plain, search, data } = options
  const format = options.format ?? formatOf(out)
  if (plain && format !== 'csv') throw new UsageError('--plain es para CSV: quítelo, o elija --format csv')
  if (format === 'xlsx' && out === undefined && process.stdout.isTTY)
    throw new UsageError('diga en qué archivo va el libro de Excel')
  const { pilots, total } = await withStores({ data }, (stores) =>
    stores.pilots.list({ search, isExact: true, order: 'asc' }),
  )
  const content = await writeExport(pilots, { format, plain })
  if (out === undefined) return print(content)
  await writeOut(out, content)
  say(`${count(total, 'piloto')} en ${out}`)
}

/** Returns the format of a file by its name. @throws UsageError */
export function formatOf(out: string | undefined): ExportFormat {
  const extension = extname(out ?? '').toLowerCase()
  if (['', '.csv', '.txt'].includes(extension)) return 'csv'
  const format = exportFormats.find((known) => `.${known}` === extension)
  if (format) return format
  throw new UsageError(
    `no se sabe escribir ${extension}: use .csv, .json o .xlsx, o diga el formato con --format`,
  )
}
