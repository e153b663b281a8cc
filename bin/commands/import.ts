/** `pilotos import`: registers every good row of a file and reports every bad row. */
import { createReadStream } from 'node:fs'
import { readFile, realpath, stat } from 'node:fs/promises'
import { extname } from 'node:path'
import { Command } from 'commander'
import { inTheTerminal } from '#domain/author'
import { MalformedError, NotFoundError, PilotosError, TooLargeError, UsageError } from '#domain/errors'
import { columnLabel, reasonColumn } from '#domain/import/columns'
import {
  fileTooLarge,
  type ImportOptions,
  type ImportReport,
  type ImportRow,
  maxFileBytes,
} from '#domain/import/import'
import { type ImportPreview, locationOf, unusedColumns } from '#domain/import/preview'
import { count, enumerate, shortened } from '#domain/text/text'
import { importWithPhotos } from '../../server/actions/import-with-photos.ts'
import { diskError, isMissing } from '../../server/files/atomic-file.ts'
import { writeRejects } from '../../server/spreadsheets/csv.ts'
import { previewOf } from '../../server/spreadsheets/preview.ts'
import { readTable } from '../../server/spreadsheets/read.ts'
import { requireColumns, requireRows } from '../../server/spreadsheets/requirements.ts'
import { isZip } from '../../server/spreadsheets/signatures.ts'
import type { ImportTable } from '../../server/spreadsheets/table.ts'
import { TableReader } from '../../server/spreadsheets/table-reader.ts'
import type { Stores } from '../../server/store/contract/stores.ts'
import type { Installed } from '../installed.ts'
import { type DataOptions, dataOption, withStores } from '../options.ts'
import { type PictureFolder, readPicture, readPictureFolder } from '../picture-folder.ts'
import { ReportedFailure } from '../reported-failure.ts'
import { print, requireWritable, say, writeOut } from '../terminal/output.ts'
import { withProgress } from '../terminal/progress.ts'
import { table as tableOf } from '../terminal/table.ts'

interface ImportCommandOptions extends DataOptions, ImportOptions {
  rejects?: string
  photos?: string
}

export function importCommand(installed: Installed): Command {
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
    .action((path: string, options: ImportCommandOptions) => importFile(path, options, installed))
}

async function importFile(path: string, options: ImportCommandOptions, installed: Installed): Promise<void> {
  const { rejects, photos, data, ...how } = options
  if (rejects) await requireOther(rejects, path)
  const table = await tableIn(await readInput(path), installed)
  const preview = previewOf(table)
  sayUnderstood(preview)
  requireColumns(table.header, how)
  if (!photos) requireRows(table)
  if (rejects) await requireWritable(rejects)
  const pictures = photos ? await readPictureFolder(photos) : undefined
  await withStores({ data }, async (stores) => {
    const { report, isComplete } = await interruptible(() => importAll(stores, table, how, pictures))
    sayRejected(report, preview)
    await print(summary(report, how))
    if (rejects) await writeRejectsTo(rejects, table, report, how)
    if (report.rejectedRows > 0 || !isComplete) throw new ReportedFailure(1)
  })
}

/** Imports the rows, and the pictures if there are any. */
async function importAll(
  stores: Stores,
  table: ImportTable,
  how: ImportOptions,
  pictures: PictureFolder | undefined,
): Promise<{ report: ImportReport; isComplete: boolean }> {
  const options = { ...how, by: inTheTerminal }
  if (!pictures) return { report: await stores.pilots.import(withBar(table), options), isComplete: true }
  const { paths, problems } = pictures
  const prepared = withProgress('Preparando fotos', paths.entries(), ([index]) => index / paths.length)
  const {
    report,
    photos,
    problems: unused,
  } = await importWithPhotos(stores, table.rows, options, values(prepared), readPicture)
  const all = [...problems, ...unused]
  all.forEach(say)
  await print(`${count(photos, 'foto puesta', 'fotos puestas')}, ${count(all.length, 'foto')} sin poner\n`)
  return { report, isComplete: all.length === 0 }
}

function* values<Value>(entries: Iterable<[number, Value]>): Generator<Value> {
  for (const [, value] of entries) yield value
}

/** Runs `work`. On Ctrl-C, tells the person the outcome of the import and exits with code 130. */
async function interruptible<Result>(work: () => Promise<Result>): Promise<Result> {
  const stop = () => {
    say('\nSe interrumpió: se importó todo o nada. Mire con pilotos list, y repita la orden si hace falta.')
    process.exit(130)
  }
  process.once('SIGINT', stop)
  try {
    return await work()
  } finally {
    process.off('SIGINT', stop)
  }
}

/** Rejects a file for the rejected rows that is the input itself: the good rows would be lost. @throws UsageError */
async function requireOther(rejects: string, input: string): Promise<void> {
  if (extname(rejects).toLowerCase() === '.xlsx')
    throw new UsageError('los rechazados se escriben como CSV: diga un archivo .csv')
  const real = (path: string) => realpath(path).catch(() => undefined)
  const [one, other] = [await real(rejects), input === '-' ? undefined : await real(input)]
  if (one && one === other) throw new UsageError('--rejects no puede ser el mismo archivo que se importa')
}

async function writeRejectsTo(
  path: string,
  table: ImportTable,
  report: ImportReport,
  { dryRun, strict }: ImportOptions,
): Promise<void> {
  if (report.rejectedRows === 0) return say(`No hay filas rechazadas: no se escribió ${path}`)
  try {
    await writeOut(path, writeRejects(table, report))
  } catch (error) {
    const done = dryRun || strict ? '' : 'La importación está hecha. '
    throw error instanceof PilotosError
      ? new PilotosError(error.kind, `${done}No se escribieron los rechazados: ${error.message}`)
      : error
  }
  if (strict) say(`En ${path} están solo las filas malas: corríjalas en el archivo entero`)
}

/** Reads a table. An Excel workbook is read in its own process, so that a hostile file can end only that process. */
async function tableIn(bytes: Buffer, installed: Installed): Promise<ImportTable> {
  if (!isZip(bytes)) return readTable(bytes)
  return new TableReader(installed).read(bytes)
}

/** Returns the rows, and draws a progress bar while they are read. */
function withBar(table: ImportTable): Iterable<ImportRow> {
  let last: number | undefined
  return withProgress('Importando', table.rows, ({ line }) => {
    last ??= table.lastLine()
    return line / last
  })
}

async function readInput(path: string): Promise<Buffer> {
  if (path === '-') return readAll(process.stdin)
  try {
    const found = await stat(path)
    if (found.isDirectory())
      throw new MalformedError(`${path} es una carpeta: diga un archivo XLSX, CSV o JSON`)
    // A pipe or a device has no size.
    if (!found.isFile()) return await readAll(createReadStream(path))
    if (found.size > maxFileBytes) throw new TooLargeError(fileTooLarge)
    return await readFile(path)
  } catch (error) {
    if (error instanceof PilotosError) throw error
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

/** Prints every column with its field and its first cells. */
function sayUnderstood(preview: ImportPreview): void {
  const { form, unit, columns, first } = preview
  say(`${form}\n`)
  const rows = columns.flatMap(({ name, column }, index) =>
    column === null && !name.trim()
      ? []
      : [[name, fieldOf(column), ...first.map(({ cells }) => short(cells[index]))]],
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

function sayRejected({ rejected, badCells }: ImportReport, preview: ImportPreview): void {
  for (const rejection of rejected) {
    const { value, message } = rejection
    say(
      `${locationOf(rejection, preview)}: ${message}${value === undefined ? '' : ` (${shortened(value, 40)})`}`,
    )
  }
  if (badCells > rejected.length) say(`y ${count(badCells - rejected.length, 'celda')} más`)
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
