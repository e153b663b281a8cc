/**
 * Reads imported files: their bytes in this process, whose format it recognizes, or in a separate process that sends the lines
 * in batches, one file at a time: see `forkReader`. The last file is kept for a while, so that a correction need not wait until
 * it is read again.
 */
import type { ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { MalformedError, TooLargeError } from '#domain/errors'
import { withKnownNames } from '#domain/import/cells/capitals'
import { fileTooLarge, maxFileBytes } from '#domain/import/import'
import {
  defaultsIn,
  type Encoding,
  type ImportMapping,
  mergedMapping,
  rowChoicesIn,
} from '#domain/import/mapping'
import type { FileLine, FileRow } from '#domain/import/row-reader'
import { type FieldTable, fieldTable } from '#domain/pilots/own/field-table'
import { checkDraft } from '#domain/pilots/pilot'
import { errorOf, forkReader, type ReadEnd, send, sendResult } from '../workers/reader-child.ts'
import { createMutex } from '../workers/turns.ts'
import { tooMuchMemory, tooSlow } from './formats/bounds.ts'
import { readCsv } from './formats/csv.ts'
import { withDamages } from './formats/damaged-cells.ts'
import { decode } from './formats/encoding.ts'
import { beginsWith, foreignBytes, foreignText } from './formats/foreign-files.ts'
import { readJson } from './formats/json.ts'
import { columnOf } from './mapping/column-names.ts'
import { findHeader } from './mapping/header.ts'
import { type MappingRequest, mapFile } from './mapping/map-file.ts'
import { type FileContent, type ImportTable, rowReaderOf, type TableHead } from './table.ts'

export interface TableReaderOptions {
  /** The path of the built `server/reader.ts`, or of the source itself if tsx runs the sources. */
  readerFile: string
  /** The timeout for one file, in milliseconds. */
  deadline?: number
  /** The largest heap of the process, in MB. The unpacked parts of an Excel workbook have their own limit. */
  memory?: number
}

export class TableReader {
  #runExclusive = createMutex()
  #closing = new AbortController()
  #last: LastReading | undefined
  #forgetting: NodeJS.Timeout | undefined

  constructor(private readonly options: TableReaderOptions) {}

  /**
   * Reads a file like `readTable`. `signal` cancels the reading.
   * @throws MalformedError if the file is not readable or `signal` is aborted, TooLargeError
   */
  read(bytes: Uint8Array, request: MappingRequest = {}, signal?: AbortSignal): Promise<ImportTable> {
    return this.#runExclusive(() => this.#read(bytes, request, signal))
  }

  /** Cancels all readings. */
  close(): void {
    this.#closing.abort()
    this.#keep(undefined)
  }

  /** Keeps a reading of a file of usual size for ten minutes. */
  #keep(reading: LastReading | undefined): void {
    clearTimeout(this.#forgetting)
    this.#last = reading
    if (reading) this.#forgetting = setTimeout(() => this.#keep(undefined), keptTime).unref()
  }

  async #read(
    bytes: Uint8Array,
    request: MappingRequest,
    signal = this.#closing.signal,
  ): Promise<ImportTable> {
    const digest = bytes.length > largestKept ? undefined : createHash('sha256').update(bytes).digest('hex')
    const last = this.#last
    if (last && last.digest === digest && last.reading === readingOf(request, last.head)) {
      const next = await correctedAgain(last, request)
      this.#keep(next)
      return { ...next.head, rows: withKnownNames(next.rows) }
    }
    const { readerFile, deadline = 60_000, memory = 1024 } = this.options
    const leaving = AbortSignal.any([signal, this.#closing.signal])
    const late = AbortSignal.timeout(deadline)
    const child = forkReader({ readerFile, memory, signal: AbortSignal.any([leaving, late]) })
    // If the process ends before it has read all bytes, the write fails; `receive` reports the failure.
    child.stdin?.on('error', () => {}).end(bytes)
    child.send(withoutCorrections(request))
    const read = await receive(child, request).catch((error: Error) => {
      if (leaving.aborted) throw new MalformedError('Se canceló la lectura del archivo')
      throw late.aborted ? new TooLargeError(tooSlow) : error
    })
    if (!read) throw new TooLargeError(tooMuchMemory)
    const { head, lines, rows } = read
    const isKept = digest !== undefined && lines.length <= mostKept
    this.#keep(isKept ? { digest, reading: readingOf(request, head), head, lines, rows, request } : undefined)
    return { ...head, rows: withKnownNames(rows) }
  }
}

/** The size in bytes and the lines of the largest file that is kept, and the time for which it is kept, in milliseconds. */
const [largestKept, mostKept, keptTime] = [4 * 1024 * 1024, 20_000, 10 * 60_000]

/** The last file as its process has read it. */
interface LastReading {
  digest: string
  /** The choices on which the reading depends: see `readingOf`. */
  reading: string
  head: TableHead
  lines: readonly FileLine[]
  /** The last request, and the rows that it has made of the lines. */
  request: MappingRequest
  rows: readonly FileRow[]
}

/**
 * Returns a text that is equal for requests that read a file alike, although they correct its cells otherwise. A value
 * for the empty cells of a column is a correction too; one for a field without a column may change what is suggested.
 */
function readingOf(request: MappingRequest, { mapping: { columns } }: TableHead): string {
  const { mapping: { defaults = {}, ...others } = {}, ...rest } = withoutCorrections(request)
  const targets = new Set<unknown>(columns.map(({ target }) => target))
  const added = Object.entries(defaults).filter(([name]) => name === 'tipodoc' || !targets.has(name))
  return JSON.stringify([others, added, rest])
}

/** The number of rows that are converted at a time, which takes a few milliseconds. */
const rowsAtATime = 500

/** Converts the lines again, except those to which the choices of the request do what those of the last one did. */
async function correctedAgain(last: LastReading, request: MappingRequest): Promise<LastReading> {
  const head = corrected(last.head, request)
  const table = fieldTable(request.fields)
  const read = rowReaderOf(head, request, table)
  const [typed, typedBefore] = [request, last.request].map(({ mapping }) => mapping?.cells ?? {})
  const isSame = isDeepStrictEqual(head.mapping, last.head.mapping)
  const rows: FileRow[] = []
  for (const [index, line] of last.lines.entries()) {
    const row = last.rows[index]
    const isKept = isSame && isDeepStrictEqual(typed?.[line.line], typedBefore?.[line.line])
    rows.push(row && isKept ? row : checked(read(line), table))
    if (rows.length % rowsAtATime === 0) await setImmediate()
  }
  return { ...last, head, request, rows }
}

/** Adds the corrections of a request to the mapping. */
function corrected(head: TableHead, { mapping: wanted = {} }: MappingRequest): TableHead {
  const { remembered, defaults } = head.mapping
  return {
    ...head,
    mapping: {
      ...head.mapping,
      ...rowChoicesIn(wanted),
      defaults: { ...kindIn(defaults), ...defaultsIn(mergedMapping(remembered, wanted)) },
    },
  }
}

/** Returns the kind of documents that the name of their column has given. */
function kindIn({ tipodoc }: ImportMapping['defaults'] = {}): ImportMapping['defaults'] {
  return tipodoc === undefined ? {} : { tipodoc }
}

/**
 * Returns the table, or undefined if the process ends before it has sent everything. Each row is checked on arrival:
 * checking all rows at once, when the import begins, would block other requests.
 * @throws PilotosError
 */
function receive(
  child: ChildProcess,
  request: MappingRequest,
): Promise<{ head: TableHead; lines: FileLine[]; rows: FileRow[] } | undefined> {
  let head: TableHead | undefined
  let read: ReturnType<typeof rowReaderOf> | undefined
  const lines: FileLine[] = []
  const rows: FileRow[] = []
  const table = fieldTable(request.fields)
  return new Promise((resolve, reject) => {
    child.on('message', (message: ReadMessage) => {
      if ('head' in message) {
        head = corrected(message.head, request)
        read = rowReaderOf(head, request, table)
      } else if ('lines' in message) {
        lines.push(...message.lines)
        for (const line of message.lines) if (read) rows.push(checked(read(line), table))
      } else if ('end' in message) {
        resolve(head && { head, lines, rows })
      } else {
        reject(errorOf(message))
      }
    })
    child.on('error', reject)
    child.on('disconnect', () => resolve(undefined))
  })
}

function checked(row: FileRow, table: FieldTable): FileRow {
  return row.isAside ? row : { ...row, checked: checkDraft(row.values, table) }
}

/** Leaves out the corrections of cells, which only the receiver applies. */
function withoutCorrections({ mapping: wanted = {}, ...rest }: MappingRequest): MappingRequest {
  return { mapping: { ...wanted, cells: undefined, ...rowChoicesIn({}) }, ...rest }
}

export type ReadMessage = { head: TableHead } | { lines: FileLine[] } | ReadEnd

/** The limits of a batch. A batch of this size takes a few milliseconds to receive. */
const [rowsPerBatch, charactersPerBatch] = [500, 256 * 1024]

/** In the process: reads a file from stdin, and sends its lines in batches. */
export function sendTable(request: MappingRequest): Promise<void> {
  return sendResult(async () => {
    const content = await readContent(await buffer(process.stdin), request.mapping?.encoding)
    const { head, rows } = mapFile(content, request)
    await send({ head })
    for (const batch of batches(rows((line) => line))) await send({ lines: batch })
  })
}

function* batches(lines: Iterable<FileLine>): Generator<FileLine[]> {
  let [batch, characters]: [FileLine[], number] = [[], 0]
  for (const line of lines) {
    batch.push(line)
    for (const cell of line.cells) if (typeof cell === 'string') characters += cell.length
    if (batch.length < rowsPerBatch && characters < charactersPerBatch) continue
    yield batch
    ;[batch, characters] = [[], 0]
  }
  if (batch.length > 0) yield batch
}

/** Reads the bytes of a CSV, JSON or XLSX file and maps its columns. @throws MalformedError, TooLargeError */
export async function readTable(bytes: Uint8Array, request: MappingRequest = {}): Promise<ImportTable> {
  const { head, rows } = mapFile(await readContent(bytes, request.mapping?.encoding), request)
  const reader = rowReaderOf(head, request, fieldTable(request.fields))
  return { ...head, rows: withKnownNames([...rows(reader)]) }
}

/** Reads a file; a text file in the encoding that a person chose, if any. @throws MalformedError, TooLargeError */
export async function readContent(bytes: Uint8Array, encoding?: Encoding): Promise<FileContent> {
  if (bytes.length > maxFileBytes) throw new TooLargeError(fileTooLarge)
  const foreign = foreignBytes(bytes)
  if (foreign) throw new MalformedError(foreign)
  if (isZip(bytes)) {
    if (encoding) throw new MalformedError('Un libro de Excel no tiene codificación: quite --encoding')
    return withDamages(await (await import('./formats/xlsx-book.ts')).readXlsx(bytes))
  }
  const decoded = await decode(bytes, encoding)
  const { text } = decoded
  if (!text.trim()) throw new MalformedError('El archivo está vacío')
  const other = foreignText(text)
  if (other) throw new MalformedError(other)
  if (/^\s*[[{]/.test(text)) return withDamages(readJson(text), text)
  const content = readCsv(decoded)
  // A text with a null character is a binary file, such as a picture or a PDF, unless it has a header.
  if (text.includes('\0') && !hasHeader(content))
    throw new MalformedError('El archivo no es una planilla: se importan archivos XLSX, CSV o JSON')
  return withDamages(content, text)
}

function hasHeader({ sheets: [{ lines }] }: FileContent): boolean {
  return findHeader(lines)?.cells.some((cell) => columnOf(String(cell)) !== undefined) ?? false
}

/** Returns true for a ZIP, the container of Excel workbooks and similar documents. */
export function isZip(bytes: Uint8Array): boolean {
  return beginsWith(bytes, [0x50, 0x4b, 3, 4])
}
