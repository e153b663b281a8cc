/** `pilotos export`: the pilots as a file that `import` reads back without loss. */
import { extname } from 'node:path'
import { Command, Option } from 'commander'
import { writeCsv } from '#domain/csv'
import { UsageError } from '#domain/errors'
import { writeJson } from '#domain/json'
import { count } from '#domain/text'
import { pilotsPerPart } from '#domain/wire'
import { type DataOptions, dataOption, searchOption, withDesk } from '../options.ts'
import { print, say, writeOut } from '../output.ts'
import { withProgress } from '../progress.ts'

interface ExportOptions extends DataOptions {
  format?: keyof typeof formats
  search?: string
}

const formats = { csv: writeCsv, json: writeJson }

export function exportCommand(): Command {
  return new Command('export')
    .description('escribe los pilotos en un archivo que import vuelve a leer sin perder nada')
    .argument('[archivo]', 'dónde; sin él, a la salida')
    .addOption(dataOption())
    .addOption(
      new Option('--format <formato>', 'formato; si no se dice, el del nombre').choices(Object.keys(formats)),
    )
    .addOption(searchOption())
    .addHelpText('after', '\nEjemplo:\n  pilotos export pilotos.csv')
    .action(exportPilots)
}

async function exportPilots(out: string | undefined, { format, search, data }: ExportOptions): Promise<void> {
  const write = formats[format ?? formatOf(out)]
  const { pilots, total } = await withDesk({ data }, (desk) => desk.pilots.list({ search, order: 'asc' }))
  let written = 0
  const parts = withProgress('Escribiendo', write(pilots), () => {
    written += pilotsPerPart
    return written / total
  })
  if (out === undefined) return print(parts)
  await writeOut(out, parts)
  say(`${count(total, 'piloto')} en ${out}`)
}

function formatOf(out: string | undefined): keyof typeof formats {
  const extension = extname(out ?? '').toLowerCase()
  if (extension === '.json') return 'json'
  if (['', '.csv', '.txt'].includes(extension)) return 'csv'
  throw new UsageError(`no se sabe escribir ${extension}: use .csv o .json, o diga el formato con --format`)
}
