/** `pilotos import`: registers every good row of a file and reports every bad row. */
import { createReadStream } from 'node:fs'
import { readdir, readFile, realpath, stat } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { Command } from 'commander'
import { clockWarning } from '#domain/clock'
import {
  MalformedError,
  NotFoundError,
  PilotosError,
  TooLargeError,
  UnmappedError,
  UsageError,
} from '#domain/errors'
import { openEvent } from '#domain/events/events'
import { categoriesTold, findingsOf } from '#domain/import/findings'
import {
  fileTooLarge,
  type ImportOptions,
  type ImportOrder,
  type ImportReport,
  maxFileBytes,
  maxFileName,
} from '#domain/import/import'
import type { FileRow } from '#domain/import/row-reader'
import { comparePictures, isSystemFile, pictureKind, unreadablePicture } from '#domain/photos/pictures'
import { documentCountryOf } from '#domain/pilots/documents/national-documents'
import { type FieldTable, fieldTable } from '#domain/pilots/own/field-table'
import { inTheTerminal } from '#domain/staff/roles'
import { visible } from '#domain/text/names'
import { count, wellFormed } from '#domain/text/text'
import { ClockCheck } from '../../../server/data-source.ts'
import { diskError, isMissing } from '../../../server/files/atomic-file.ts'
import { readPlain } from '../../../server/files/plain-file.ts'
import { backUpBefore, remarkRiders, rememberMapping } from '../../../server/import/import-table.ts'
import { previewOf, remarksOf, requireColumns, requireRows } from '../../../server/import/preview.ts'
import { writeRejects } from '../../../server/import/rejects.ts'
import type { MappingRequest } from '../../../server/spreadsheets/mapping/map-file.ts'
import type { ImportTable } from '../../../server/spreadsheets/table.ts'
import { isZip, readTable, TableReader } from '../../../server/spreadsheets/table-reader.ts'
import { writeSafetyBackup } from '../../../server/store/backup/backup-files.ts'
import { backupFolderOf } from '../../../server/store/data-address.ts'
import { importWithPhotos } from '../../../server/store/shared/import-with-photos.ts'
import type { Stores } from '../../../server/store/shared/stores.ts'
import { Workers } from '../../../server/workers/workers.ts'
import {
  type DataOptions,
  dataOption,
  type Installed,
  newFile,
  ReportedFailure,
  withStores,
} from '../../terminal/options.ts'
import {
  print,
  progressBar,
  requireWritable,
  say,
  standardOutput,
  withProgress,
  writeOut,
} from '../../terminal/output.ts'
import { hintFor, type MappingOptions, mappingOf, mappingOptions, requireOwn } from './import-options.ts'
import { sayFinding, sayFindings, sayUnderstood, sayUndo, summary } from './import-report.ts'

interface ImportCommandOptions extends DataOptions, ImportOptions, MappingOptions {
  rejects?: string
  photos?: string
  keepEntries?: boolean
}

export function importCommand(installed: Installed): Command {
  const command = new Command('import')
    .description('registra los pilotos de un archivo XLSX, CSV o JSON y dice qué filas están mal')
    .argument('<archivo>', 'el archivo; - lee la entrada')
    .addOption(dataOption())
    .option('--dry-run', 'dice qué haría, sin guardar nada')
    .option('--update', 'cambia a los pilotos que ya existen con ese documento o identificador')
    .option('--keep-entries', 'con --update, deja como están las inscripciones del evento abierto')
    .option('--replace-suspensions', 'cambia también las suspensiones que siguen por las del archivo')
    .option(
      '--incomplete',
      'guarda como incompletos los pilotos a los que les falta algo: la mesa los completa después',
    )
    .option('--erased', 'registra otra vez también a quienes se borraron para siempre')
    .option('--strict', 'si una sola fila está mal, no registra ninguna')
    .option(
      '--rejects <archivo>',
      'escribe aquí las filas malas, con el motivo; con -, en la salida',
      newFile,
    )
    .option(
      '--photos <carpeta>',
      'pone las fotos cuyo nombre es un documento, una licencia o un número de piloto',
    )
  for (const option of mappingOptions()) command.addOption(option)
  return command
    .addHelpText('after', '\nEjemplo:\n  pilotos import data/example.csv --dry-run')
    .action((path: string, options: ImportCommandOptions) => importFile(path, options, installed))
}

async function importFile(path: string, options: ImportCommandOptions, installed: Installed): Promise<void> {
  const {
    rejects,
    photos,
    data,
    dryRun,
    update,
    replaceSuspensions,
    strict,
    erased,
    incomplete,
    keepEntries,
  } = options
  if (rejects) await requireOther(rejects, path)
  const bytes = await readInput(path)
  const mapping = mappingOf(options)
  // The rejected rows are the data if they go to stdout.
  const tell = rejects === standardOutput ? (text: string) => say(text.trimEnd()) : print
  await withStores({ data }, async (stores) => {
    await sayClock(stores)
    const { mappings, events, fields } = await stores.settings.read()
    const known = fieldTable(fields)
    const open = openEvent(events)
    requireOwn(mapping, known, open)
    const remembered = options.forget ? {} : mappings
    const event = keepEntries ? undefined : open
    const country = documentCountryOf(open)
    const request = { mapping, remembered, fields, categories: event?.categories, country }
    const table = await tableIn(bytes, installed, request)
    const preview = previewOf(table, known)
    const clubs = await stores.pilots.clubs()
    sayUnderstood(preview, known)
    requireMapping(table, options, known)
    if (!photos) requireRows(table)
    if (rejects) await requireWritable(rejects)
    const pictures = photos ? await readPictureFolder(photos) : undefined
    const how = { dryRun, update, replaceSuspensions, strict, erased, incomplete, event, fields }
    const backup = await backUpBefore(stores, table.rows, how, () =>
      writeSafetyBackup(stores, backupFolderOf(data), 'importar'),
    )
    if (backup) say(`Lo que había quedó en ${backup}`)
    const riders = await remarkRiders(stores, table.rows)
    const { report, photoChange, isComplete } = await interruptible(() =>
      importAll(stores, table, { ...how, file: fileNameOf(path) }, pictures, { installed, tell }),
    )
    if (!dryRun && report.registered + report.updated + report.unchanged > 0)
      await rememberMapping(stores.settings, table.names, table.mapping.remembered, mapping).catch(
        (error: Error) =>
          say(`La importación está hecha, pero no se recordó lo que se eligió: ${error.message}`),
      )
    const told = {
      ...{ ...preview, report, remarks: remarksOf(table, clubs, known, event), riders },
      suspensions: { rows: report.otherSuspensionRows, listed: report.otherSuspensions },
      unread: { texts: report.unreadTexts, listed: report.unread },
      ...categoriesTold(report),
      warnings: report.warnings,
    }
    const findings = findingsOf(told, how)
    sayFindings(findings, report, preview, known, event?.categories)
    await tell(summary(report, how))
    sayFinding(findings.sheets)
    if (rejects) await writeRejectsTo(rejects, table, report, how)
    sayUndo(report.change, photoChange)
    if (report.rejectedRows > 0 || !isComplete) throw new ReportedFailure(1)
  })
}

/** Says that the clock stands before what is stored, as the kiosk does. */
async function sayClock(stores: Stores): Promise<void> {
  const clock = new ClockCheck(stores)
  await clock.load()
  if (clock.problem) say(clockWarning(clock.problem))
}

/** @throws MalformedError with the command that imports the file, if its columns cannot be imported */
function requireMapping(table: ImportTable, options: ImportCommandOptions, known: FieldTable): void {
  try {
    requireColumns(table, options, known)
  } catch (error) {
    if (!(error instanceof UnmappedError)) throw error
    const given = process.argv.slice(process.argv.indexOf('import') + 1)
    throw new MalformedError(error.message + hintFor(table, given, options, known))
  }
}

/** Imports the rows, and the pictures if there are any. */
async function importAll(
  stores: Stores,
  table: ImportTable,
  how: ImportOrder,
  pictures: PictureFolder | undefined,
  { installed, tell }: { installed: Installed; tell: (text: string) => unknown },
): Promise<{ report: ImportReport; photoChange?: number; isComplete: boolean }> {
  const options = { ...how, by: inTheTerminal }
  if (!pictures) return { report: await stores.pilots.import(withBar(table), options), isComplete: true }
  const { paths, problems } = pictures
  const bar = progressBar('Preparando fotos')
  const workers = new Workers(installed)
  const {
    report,
    photoChange,
    photos,
    problems: unused,
  } = await importWithPhotos(stores, table.rows, options, {
    paths,
    readPhoto: async (path) =>
      Buffer.from(await workers.run('prepare-photo', await readPicture(path), { kind: 'picture' })),
    onPictures: (done) => bar.show(done / paths.length),
  }).finally(() => {
    bar.end()
    return workers.close()
  })
  const all = [...problems, ...unused.map(({ name, reason }) => `${name}: ${reason}`)]
  all.forEach(say)
  await tell(`${count(photos, 'foto puesta', 'fotos puestas')}, ${count(all.length, 'foto')} sin poner\n`)
  return { report, photoChange, isComplete: all.length === 0 }
}

/** Returns the name of a file, with which its import is listed. The input has none. */
function fileNameOf(path: string): string | undefined {
  return path === '-' ? undefined : visible(wellFormed(basename(path))).slice(0, maxFileName)
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
  { dryRun, strict, fields }: ImportOrder,
): Promise<void> {
  if (report.rejectedRows === 0)
    return say(`No hay filas rechazadas${path === standardOutput ? '' : `: no se escribió ${path}`}`)
  try {
    await writeOut(path, writeRejects(table, report, fieldTable(fields)))
  } catch (error) {
    const done = dryRun || strict ? '' : 'La importación está hecha. '
    throw error instanceof PilotosError
      ? new PilotosError(error.kind, `${done}No se escribieron los rechazados: ${error.message}`)
      : error
  }
  if (strict && path !== standardOutput)
    say(`En ${path} están solo las filas malas: corríjalas en el archivo entero`)
}

/** Reads a table. An Excel workbook is read in its own process, so that a hostile file can end only that process. */
async function tableIn(bytes: Buffer, installed: Installed, request: MappingRequest): Promise<ImportTable> {
  if (!isZip(bytes)) return readTable(bytes, request)
  return new TableReader(installed).read(bytes, request)
}

/** Returns the rows, and draws a progress bar while they are read. */
function withBar(table: ImportTable): Iterable<FileRow> {
  const last = table.rows.at(-1)?.line ?? 1
  return withProgress('Importando', table.rows, ({ line }) => line / last)
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

interface PictureFolder {
  /** The paths of the pictures that can be read. */
  paths: string[]
  /** One message in Spanish for each other entry that may be meant as a picture. */
  problems: string[]
}

/** Lists the pictures in a folder, by name. @throws NotFoundError, MalformedError, MachineError */
async function readPictureFolder(folder: string): Promise<PictureFolder> {
  try {
    if (!(await stat(folder)).isDirectory())
      throw new MalformedError(`${folder} no es una carpeta: diga la de las fotos`)
    const entries = (await readdir(folder, { withFileTypes: true }))
      .filter(({ name }) => !isSystemFile(name))
      .sort((one, other) => comparePictures(one.name, other.name))
    const folders = entries.filter((entry) => entry.isDirectory())
    const names = entries.filter((entry) => !entry.isDirectory()).map(({ name }) => name)
    return {
      paths: names.filter((name) => pictureKind(name) === 'readable').map((name) => join(folder, name)),
      problems: [
        ...names
          .filter((name) => pictureKind(name) === 'unreadable')
          .map((name) => `${name}: ${unreadablePicture}`),
        ...folders.map(({ name }) => `${name}: es una carpeta: no se mira dentro`),
      ],
    }
  } catch (error) {
    if (error instanceof PilotosError) throw error
    throw isMissing(error) ? new NotFoundError(`No existe la carpeta ${folder}`) : diskError(error, folder)
  }
}

/** Reads a picture. @throws PilotosError of the kind `malformed`, which the import reports without ending */
export async function readPicture(path: string): Promise<Buffer> {
  try {
    return await readPlain(path)
  } catch (error) {
    throw new PilotosError('malformed', diskError(error, path).message)
  }
}
