/** `pilotos import`: registers every good row of a file and reports every bad one. */
import { readFile, stat } from 'node:fs/promises'
import { Command } from 'commander'
import { inTheTerminal } from '#domain/author'
import { columnLabel, reasonColumn } from '#domain/columns'
import { writeRejects } from '#domain/csv'
import { NotFoundError, TooLargeError } from '#domain/errors'
import { fileTooLarge, maxFileBytes } from '#domain/file-size'
import type { ImportOptions, ImportReport } from '#domain/import-plan'
import { type ImportPreview, placeOf, previewOf, unusedColumns } from '#domain/import-preview'
import { type ImportRow, type ImportTable, readTable, requireImportable } from '#domain/import-table'
import { count, enumerate, shortened } from '#domain/text'
import { diskError, isMissing } from '../../server/store/atomic-file.ts'
import { type DataOptions, dataOption, withDesk } from '../options.ts'
import { print, requireWritable, say, writeOut } from '../output.ts'
import { attachPhotos, picturesIn } from '../photos.ts'
import { withProgress } from '../progress.ts'
import { table as tableOf } from '../table.ts'

interface ImportCommandOptions extends DataOptions, ImportOptions {
  rejects?: string
  photos?: string
}

export function importCommand(): Command {
  return new Command('import')
    .description('registra los pilotos de un archivo XLSX, CSV o JSON y dice qué filas están mal')
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
  const table = await readTable(await readInput(path))
  const preview = previewOf(table)
  sayUnderstood(preview)
  if (!photos) requireImportable(table, how)
  if (rejects) await requireWritable(rejects)
  const pictures = photos ? await picturesIn(photos) : []
  await withDesk({ data }, async (desk) => {
    const report = await desk.pilots.import(watched(table), { ...how, by: inTheTerminal })
    sayRejected(report, preview)
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
  if (path === '-') return readAll(process.stdin)
  try {
    if ((await stat(path)).size > maxFileBytes) throw new TooLargeError(fileTooLarge)
    return await readFile(path)
  } catch (error) {
    throw isMissing(error) ? new NotFoundError(`No existe el archivo ${path}`) : diskError(error, path)
  }
}

async function readAll(input: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of input) {
    parts.push(part)
    bytes += part.length
    if (bytes > maxFileBytes) throw new TooLargeError(fileTooLarge)
  }
  return Buffer.concat(parts)
}

/** Every column with the field that it became, and its first cells. */
function sayUnderstood(preview: ImportPreview): void {
  const { form, unit, columns, first } = preview
  say(`${form}\n`)
  const rows = columns.flatMap(({ name, column }, place) =>
    column === null && !name.trim()
      ? []
      : [[name, fieldOf(column), ...first.map(({ cells }) => short(cells[place]))]],
  )
  const head = ['COLUMNA', 'CAMPO', ...first.map(({ line }) => `${unit} ${line}`.toUpperCase())]
  say(tableOf(head, rows))
  const unused = unusedColumns(preview)
  if (unused.length > 0) say(`No se usa: ${enumerate(unused)}\n`)
}

function fieldOf(column: ImportPreview['columns'][number]['column']): string {
  return !column || column === reasonColumn ? '—' : columnLabel(column)
}

function short(cell = ''): string {
  return shortened(cell, 24)
}

function sayRejected({ rejected }: ImportReport, preview: ImportPreview): void {
  for (const rejection of rejected) {
    const { value, message } = rejection
    say(
      `${placeOf(rejection, preview)}: ${message}${value === undefined ? '' : ` (${shortened(value, 40)})`}`,
    )
  }
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
