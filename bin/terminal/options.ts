/** The options and arguments that several commands share, what they stand for, and the folder of the data without them. */

import { readdir } from 'node:fs/promises'
import { isIP } from 'node:net'
import { basename, extname, join, resolve } from 'node:path'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { defaultPort } from '#domain/api/addresses'
import type { StatusBasis, StatusFilter } from '#domain/credential/status'
import type { Installation } from '#domain/desk/installation'
import { NotFoundError, UsageError } from '#domain/errors'
import { requiredCategory } from '#domain/events/categories/meant'
import { type EnteredKind, inCategory } from '#domain/events/entered-kinds'
import type { RaceEvent } from '#domain/events/event'
import { type ExportFormat, type ExportOptions, exportFormats } from '#domain/import/columns'
import { isDocumentOf } from '#domain/pilots/document'
import { fieldNames } from '#domain/pilots/fields'
import { type PilotId, readPilotId } from '#domain/pilots/pilot-id'
import { checkSearch } from '#domain/pilots/search/search'
import { enumerate } from '#domain/text/text'
import { publicAddress } from '../../server/network/public-address.ts'
import { isDatabase, type Machine, userFolder } from '../../server/store/data-address.ts'
import { openStores } from '../../server/store/open.ts'
import { holderOf, holdersOf } from '../../server/store/queries/select.ts'
import { findServer } from '../../server/store/running-server.ts'
import type { Stores } from '../../server/store/shared/stores.ts'
import { say, standardOutput } from './output.ts'

export interface DataOptions {
  data: string
}

export function dataOption(): Option {
  return new Option('--data <carpeta>', 'carpeta de los datos, o postgres://USUARIO@SERVIDOR/BASE')
    .env('PILOTOS_DATA')
    .default('data')
}

export function searchOption(): Option {
  return new Option('--search <texto>', 'solo los pilotos que tienen todas estas palabras').argParser(
    (text) => {
      const problem = checkSearch(text)
      if (problem) throw new UsageError(problem)
      return text
    },
  )
}

export function limitOption(): Option {
  return new Option('--limit <número>', 'cuántos como máximo').argParser(integer(1, 1_000_000))
}

export function sortOption(): Option {
  return new Option('--sort <campo>', 'ordena por un campo').choices(fieldNames)
}

/**
 * An option whose values people type as Spanish words. The values themselves are accepted too, since scripts of earlier
 * versions have them.
 */
export function wordOption<Value extends string>(
  flags: string,
  description: string,
  words: Readonly<Record<Value, string>>,
): Option {
  const values = Object.keys(words) as Value[]
  const choices = values.map((value) => words[value])
  return new Option(flags, description).choices(choices).argParser((text) => {
    const found = values.find((value) => value === text || words[value] === text)
    if (found === undefined) throw new InvalidArgumentError(`elija entre ${choices.join(', ')}`)
    return found
  })
}

/** The words for the statuses, in lower case, as people type them. */
const statusWords = { vigente: 'valid', vencida: 'expired', suspendida: 'suspended' } as const
export type StatusWord = keyof typeof statusWords

export function statusOption(): Option {
  const words = Object.keys(statusWords)
  return new Option('--status <estado>', `solo con la credencial ${enumerate(words, 'o')}`).choices(words)
}

export function statusFilter(word: StatusWord | undefined, basis: StatusBasis): StatusFilter | undefined {
  return word && { kind: statusWords[word], ...basis }
}

/** Returns the riders whom the options name by their entries in an event. @throws UsageError, NotFoundError */
export function enteredOf(
  { entered, category }: { entered?: EnteredKind; category?: string },
  event: Pick<RaceEvent, 'categories'>,
): string | undefined {
  if (category === undefined) return entered
  if (entered !== undefined) throw new UsageError('--category ya es de los inscritos: quite --entered')
  return inCategory(requiredCategory(event, category).id)
}

/** Returns a parser of integers from `min` to `max`, for an option's `argParser`. */
export function integer(min: number, max: number): (text: string) => number {
  return (text) => {
    const number = /^\d+$/.test(text) ? Number(text) : Number.NaN
    if (!(number >= min && number <= max)) {
      throw new InvalidArgumentError(`debe ser un número entero de ${min} a ${max}`)
    }
    return number
  }
}

/** Reads the file of an output, which is absent for stdout. */
function fileOrOutput(path: string): string | undefined {
  return path === standardOutput ? undefined : newFile(path)
}

/** Reads the file of an output that cannot go to stdout, such as a PDF that is written in parts. */
export function fileOnly(path: string): string {
  if (path === standardOutput) throw new InvalidArgumentError('se escribe en un archivo: diga su nombre')
  return newFile(path)
}

/**
 * Reads the name of a file that is written. One that Windows gives to a device, or cannot have, is refused on every system,
 * since the file would be lost there, or could not be copied to it. Source: "Naming Files, Paths, and Namespaces", Microsoft.
 */
export function newFile(path: string): string {
  const name = basename(path)
  if (/^(con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³])(\..*)?$/i.test(name))
    throw new InvalidArgumentError(`${name} es el nombre de un aparato en Windows: elija otro`)
  const sign = /[<>:"|?*]/.exec(name)?.[0]
  if (sign)
    throw new InvalidArgumentError(`un archivo no puede tener ${sign} en su nombre en Windows: elija otro`)
  if (/[. ]$/.test(name) && !/^\.+$/.test(name))
    throw new InvalidArgumentError(
      'el nombre de un archivo no termina con un punto ni un espacio: elija otro',
    )
  return path
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

/** Accepts `http://` or `https://`, a host and an optional port. */
export function publicUrlOption(): Option {
  return new Option('--public-url <dirección>', 'dirección que llevan los QR').argParser((text) => {
    const url = URL.canParse(text) ? new URL(text) : undefined
    if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search || url.hash) {
      throw new InvalidArgumentError('debe ser como http://192.168.1.20:4780')
    }
    return url.origin
  })
}

/** Accepts addresses and networks of proxies, separated by commas or in a repeated option. */
export function trustProxyOption(): Option {
  return new Option(
    '--trust-proxy <direcciones>',
    'proxys que están delante del kiosco, como 127.0.0.1 o 10.0.0.0/8: solo a ellos se les cree X-Forwarded-For',
  ).argParser((text, earlier: string[] = []) => [...earlier, ...text.split(',').map(proxyAddress)])
}

function proxyAddress(text: string): string {
  const address = text.trim()
  const [, ip = '', bits] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(address) ?? []
  const mostBits = isIP(ip) === 4 ? 32 : 128
  if (isIP(ip) === 0 || (bits !== undefined && !(Number(bits) >= 1 && Number(bits) <= mostBits))) {
    throw new InvalidArgumentError('debe ser una dirección como 127.0.0.1, o una red como 10.0.0.0/8')
  }
  return address
}

/** Returns a pilot's identifier in its stored form. @throws NotFoundError if no pilot can have this identifier */
export function requireId(text: string): PilotId {
  const id = readPilotId(text)
  if (!id) throw new NotFoundError(`No existe un piloto con el identificador ${text}`)
  return id
}

/** Opens the data folder or the database, and closes it when `use` has ended. */
export async function withStores<Result>(
  { data, setDamageAside }: DataOptions & { setDamageAside?: boolean },
  use: (stores: Stores) => Promise<Result>,
): Promise<Result> {
  const stores = await openStores(data, { setDamageAside, onWait: sayWaiting })
  stores.notes.forEach(say)
  try {
    return await use(stores)
  } finally {
    await stores.close()
  }
}

/** Says that another command has the data. */
export function sayWaiting(): void {
  say('Otra orden está usando estos datos: se espera a que termine…')
}

/**
 * Returns the first known address: `publicUrl`, the address of the running server, the address that was used last,
 * or the address that a server on this laptop would have.
 */
export async function cardAddress(
  { settings }: Stores,
  { data, publicUrl }: { data: string; publicUrl?: string },
): Promise<string> {
  if (publicUrl) return publicAddress({ publicUrl, port: defaultPort }).url()
  const server = isDatabase(data) ? undefined : await findServer(data)
  return server?.publicUrl ?? (await settings.read()).address ?? publicAddress({ port: defaultPort }).url()
}

/** The argument of a command that names a pilot: an identifier, or the document as people write it. */
export const pilotArgument = 'identificador, como sale en la lista, DNI u otro documento'

/**
 * Returns the identifier of the pilot with this code or document: `7K3Q9XW2M4TB`, `70123456`, `AB123`, `Pasaporte
 * AB123`. An identifier may belong to no pilot.
 * @throws NotFoundError if `text` is no identifier, and no pilot or several have this document
 */
export async function pilotIdOf(stores: Stores, text: string): Promise<PilotId> {
  return holderOf(stores, await namedCode(stores, text))
}

/** Returns the identifiers of all `texts`, each once: see `pilotIdOf`. */
export async function pilotIdsOf(stores: Stores, texts: readonly string[]): Promise<PilotId[]> {
  const codes: PilotId[] = []
  for (const text of texts) codes.push(await namedCode(stores, text))
  return holdersOf(stores, codes)
}

async function namedCode({ pilots }: Stores, text: string): Promise<PilotId> {
  const digits = text.replaceAll('.', '')
  const isNumber = /^\d+$/.test(digits)
  const id = readPilotId(text)
  if (id && !isNumber) return id
  const search = isNumber ? String(Number(digits)) : text
  const found = checkSearch(search) ? [] : (await pilots.list({ search })).pilots
  const [pilot, other] = found.filter((one) => isDocumentOf(one, text))
  if (pilot && other)
    throw new NotFoundError(
      `Varios pilotos tienen el documento ${text}: escriba también su tipo, o el identificador`,
    )
  if (pilot) return pilot.id
  if (!id) throw new NotFoundError(`No existe un piloto con el identificador o documento ${text}`)
  return id
}

/** The error that ends a command which has already printed its findings: it carries only the exit code. */
export class ReportedFailure extends Error {
  constructor(readonly exitCode: 1 | 3) {
    super(`the command ended with ${exitCode}`)
  }
}

/** How the program is installed, and the paths of the files that are built beside it. */
export interface Installed {
  installation: Installation
  /** The folder of the pages. */
  clientFolder: string
  /** The script of the process that reads imported files. */
  readerFile: string
  /** The script of the worker threads. */
  workerFile: string
  /** The folder of an unpacked or installed release. A clone has none. */
  releaseFolder?: string
}

/**
 * Returns `data` in the current folder for a clone, and the user's folder of data for a release, so that a new release
 * replaces the folder of the program and finds the data.
 */
export function defaultDataFolder(
  { releaseFolder }: Pick<Installed, 'releaseFolder'>,
  machine?: Machine,
): string {
  return releaseFolder ? userFolder(machine) : 'data'
}

/** Sets the default folder of a command and of all its subcommands, also in their help. */
export function setDefaultData(command: Command, folder: string): void {
  const option = command.options.find(({ long }) => long === '--data')
  if (option) {
    option.default(folder)
    command.setOptionValueWithSource('data', folder, 'default')
  }
  for (const below of command.commands) setDefaultData(below, folder)
}

/**
 * Returns the folders with data that a release does not use although a person may expect it: beside the program, and
 * in the current folder, where a clone keeps its data. A clone has none.
 */
export async function findUnusedData(data: string, { releaseFolder }: Installed): Promise<string[]> {
  if (!releaseFolder || isDatabase(data)) return []
  const candidates = new Set([
    join(releaseFolder, 'data'),
    join(releaseFolder, '..', 'data'),
    resolve('data'),
  ])
  candidates.delete(resolve(data))
  const found: string[] = []
  for (const folder of candidates) if (await hasPilots(folder)) found.push(folder)
  return found
}

/** Describes data that is not used, and how to take it over. */
export function unusedDataText(folder: string): { text: string; advice: string } {
  return {
    text: `Hay datos de PilotOS en ${folder}, y no se usan`,
    advice: `para verlos, --data "${folder}"; para traerlos, pilotos backup con ese --data, y pilotos restore`,
  }
}

async function hasPilots(folder: string): Promise<boolean> {
  const names = await readdir(folder).catch(() => [])
  return names.some((name) => /^(pilots\.json|journal-\d+\.jsonl)$/.test(name))
}
