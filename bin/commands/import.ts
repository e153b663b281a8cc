/** `pilotos import`: registers every good row of a file and reports every bad one. */
import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { Command } from 'commander'
import { missingFields } from '#domain/columns'
import { writeRejects } from '#domain/csv'
import { MalformedError, NotFoundError } from '#domain/errors'
import type { ImportOptions, ImportReport } from '#domain/import-plan'
import { type ImportRow, type ImportTable, readTable } from '#domain/import-table'
import { count, enumerate } from '#domain/text'
import { diskError, isMissing } from '../../server/store/atomic-file.ts'
import { type DataOptions, dataOption, withDesk } from '../options.ts'
import { print, requireWritable, say, writeOut } from '../output.ts'
import { attachPhotos, picturesIn } from '../photos.ts'
import { withProgress } from '../progress.ts'

interface ImportCommandOptions extends DataOptions, ImportOptions {
  rejects?: string
  photos?: string
}

export function importCommand(): Command {
  return new Command('import')
    .description('registra los pilotos de un archivo CSV o JSON y dice qué filas están mal')
    .argument('<archivo>', 'el archivo; - lee la entrada')
    .addOption(dataOption())
    .option('--dry-run', 'dice qué haría, sin guardar nada')
    .option('--update', 'cambia a los pilotos que ya existen con ese DNI o identificador')
    .option('--strict', 'si una sola fila está mal, no registra ninguna')
    .option('--rejects <archivo>', 'escribe aquí las filas malas, con el motivo')
    .option('--photos <carpeta>', 'pone las fotos cuyo nombre es un DNI, una licencia o un número de piloto')
    .addHelpText('after', '\nEjemplo:\n  pilotos import data/example.csv --dry-run')
    .action(importFile)
}

async function importFile(path: string, options: ImportCommandOptions): Promise<void> {
  const { rejects, photos, data, ...how } = options
  const table = readTable(await readInput(path))
  requireFields(table, how)
  if (rejects) await requireWritable(rejects)
  const pictures = photos ? await picturesIn(photos) : []
  await withDesk({ data }, async (desk) => {
    const report = await desk.pilots.import(watched(table), how)
    sayRejected(report, table.unit)
    if (rejects) await writeOut(rejects, writeRejects(table, report.rejected))
    await print(summary(report, how))
    if (report.rejectedRows > 0) process.exitCode = 1
    if (photos) {
      const allAttached = await attachPhotos(desk, pictures, how.dryRun ? table.rows : [], how)
      if (!allAttached) process.exitCode = 1
    }
  })
}

/** The rows, with a bar where there are many. */
function watched(table: ImportTable): Iterable<ImportRow> {
  let last: number | undefined
  return withProgress('Importando', table.rows, ({ line }) => {
    last ??= table.lastLine()
    return line / last
  })
}

async function readInput(path: string): Promise<Buffer> {
  if (path === '-') return buffer(process.stdin)
  try {
    return await readFile(path)
  } catch (error) {
    throw isMissing(error) ? new NotFoundError(`No existe el archivo ${path}`) : diskError(error, path)
  }
}

/** A file of new pilots must have every column; one of updates only has those that it changes. */
function requireFields({ header }: ImportTable, { update }: ImportOptions): void {
  const missing = missingFields(header)
  if (!update && missing.length > 0) {
    throw new MalformedError(`Al archivo le faltan columnas: ${enumerate(missing)}`)
  }
  if (update && missing.includes('dni') && !header.includes('id_driver')) {
    throw new MalformedError('Para cambiar pilotos, el archivo necesita la columna dni o id_driver')
  }
}

function sayRejected({ rejected }: ImportReport, unit: ImportTable['unit']): void {
  for (const { line, field, value, message } of rejected) {
    const cell = value === undefined ? '' : ` (${shortened(value)})`
    say(`${unit} ${line}${field ? `, ${field}` : ''}: ${message}${cell}`)
  }
}

function shortened(value: string): string {
  const line = value.replace(/\s+/g, ' ').trim()
  return line.length > 40 ? `${line.slice(0, 39)}…` : line
}

function summary(report: ImportReport, { dryRun, strict }: ImportOptions): string {
  const { registered, updated, unchanged, rejectedRows } = report
  const parts = [
    count(registered, 'registrado'),
    updated > 0 && count(updated, 'actualizado'),
    unchanged > 0 && count(unchanged, 'sin cambios', 'sin cambios'),
    count(rejectedRows, 'rechazado'),
  ].filter(Boolean)
  const note = strict && rejectedRows > 0 ? ' (--strict: no se guardó ninguno)' : ''
  return `${dryRun ? 'Ensayo, no se guardó nada: ' : ''}${parts.join(', ')}${note}\n`
}
