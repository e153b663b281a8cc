/** Reads the chips of a sheet, in the process that reads files: each line has the code and, if known, the label and whether it is rented. */
import { buffer } from 'node:stream/consumers'
import { MalformedError, TooLargeError } from '#domain/errors'
import { understoodCell } from '#domain/import/cells/cells'
import type { FileLine } from '#domain/import/row-reader'
import { maxChipLabel, maxEntryTransponder } from '#domain/stored/limits'
import { visible } from '#domain/text/names'
import { fold, isBlank, shortened } from '#domain/text/text'
import { type Chip, chipProblems, maxChips, storedChips } from '#domain/till/loans'
import { searchedLines } from '../spreadsheets/mapping/header.ts'
import type { FileContent } from '../spreadsheets/table.ts'
import { readContent } from '../spreadsheets/table-reader.ts'
import { errorOf, forkReader, type ReadEnd, send, sendResult } from '../workers/reader-child.ts'

export interface ChipsRequest {
  /** The chips that the event has. */
  chips: readonly Chip[]
}

interface ReadChips {
  chips: Chip[]
  /** The lines that cannot be used, and why. */
  problems: { line: number; message: string }[]
}

/** The time for a file, in milliseconds, and the largest heap of the process, in MB. */
const [deadline, memory] = [60_000, 1024]

/** @throws MalformedError, TooLargeError */
export function readChips(bytes: Uint8Array, request: ChipsRequest, readerFile: string): Promise<ReadChips> {
  const child = forkReader({ readerFile, memory, signal: AbortSignal.timeout(deadline) })
  // If the process ends before it has read all bytes, the write fails.
  child.stdin?.on('error', () => {}).end(bytes)
  child.send(request)
  return new Promise((resolve, reject) => {
    const tooLarge = new TooLargeError('El archivo es demasiado grande para una lista de chips')
    child.on('message', (message: ReadChips | ReadEnd) => {
      if ('chips' in message) resolve(message)
      else if (!('end' in message)) reject(errorOf(message))
    })
    child.on('error', () => reject(tooLarge))
    child.on('disconnect', () => reject(tooLarge))
  })
}

/** In the process: reads the chips from stdin, and sends them. */
export function sendChips({ chips }: ChipsRequest): Promise<void> {
  return sendResult(async () => send(chipsIn(await readContent(await buffer(process.stdin)), chips)))
}

const columnNames = {
  code: /^(codigo|code|chip|transponder|tag)\b/,
  label: /^(etiqueta|label|rotulo|nombre|numero|nro|n)\b/,
  rented: /^(alquila|alquiler|rented|renta)/,
}

const yes = /^(si|s|x|1|true|verdadero|yes|alquilad[oa]|alquiler)$/
const no = /^(|no|n|0|false|falso|propi[oa])$/

/** @throws MalformedError if there is no line with a chip */
function chipsIn({ sheets, names }: FileContent, stored: readonly Chip[]): ReadChips {
  const { lines } = sheets.find(({ isHidden }) => !isHidden) ?? sheets[0]
  const problems: ReadChips['problems'] = []
  const rows: { line: number; chip: Chip }[] = []
  let columns = names && columnsOf(names)
  let searched = 0
  for (const line of lines) {
    if (line.cells.every(isBlank)) continue
    searched += 1
    const header = !columns && searched <= searchedLines ? columnsOf(line.cells) : undefined
    if (header) {
      // The lines above it are titles.
      for (const all of [rows, problems]) all.length = 0
      columns = header
      continue
    }
    const chip = chipOf(line, columns ?? { code: 0, label: 1, rented: 2 })
    if (typeof chip === 'string') problems.push({ line: line.line, message: chip })
    else rows.push({ line: line.line, chip })
    if (rows.length + problems.length > maxChips) throw new MalformedError(`Son hasta ${maxChips} chips`)
  }
  if (rows.length + problems.length === 0) throw new MalformedError('No hay ningún chip en la lista')
  const found = chipProblems(
    stored,
    rows.map(({ chip }) => chip),
  )
  const isBad = (index: number) => found[index] !== undefined
  problems.push(...rows.flatMap(({ line }, index) => (found[index] ? [{ line, message: found[index] }] : [])))
  problems.sort((one, other) => one.line - other.line)
  return { chips: rows.filter((_, index) => !isBad(index)).map(({ chip }) => chip), problems }
}

/** Returns the columns of a header, or undefined for a line that is none. */
function columnsOf(cells: readonly unknown[]) {
  const keys = cells.map((cell) =>
    fold(String(cell ?? ''))
      .replace(/[^a-z0-9]+/g, ' ')
      .trim(),
  )
  const at = (name: RegExp) => keys.findIndex((key) => name.test(key))
  const code = at(columnNames.code)
  return code < 0 || keys.some((key) => /\d/.test(key))
    ? undefined
    : { code, label: at(columnNames.label), rented: at(columnNames.rented) }
}

type Columns = NonNullable<ReturnType<typeof columnsOf>>

/** Returns the chip of a line, or what is wrong with the line. */
function chipOf({ cells, cellProblems = {}, problem }: FileLine, columns: Columns): Chip | string {
  const bad = problem ?? Object.values(columns).flatMap((index) => cellProblems[index]?.message ?? [])[0]
  if (bad !== undefined) return bad
  const textAt = (index: number) => visible(String(understoodCell(cells[index]) ?? ''))
  const [code, label, rented] = [textAt(columns.code), textAt(columns.label), fold(textAt(columns.rented))]
  if (code === '') return 'Falta el código'
  if (/^\d[\d.,]*e\+\d+$/i.test(code))
    return `Excel acortó el código a ${code}: dé a su columna el formato de texto, y escríbalo entero`
  if (!/\d/.test(code)) return `El código no tiene cifras: «${shortened(code, maxEntryTransponder)}»`
  if (code.length > maxEntryTransponder)
    return `El código tiene ${code.length} letras: son hasta ${maxEntryTransponder}`
  if (label.length > maxChipLabel)
    return `La etiqueta tiene ${label.length} letras: son hasta ${maxChipLabel}`
  if (!yes.test(rented) && !no.test(rented)) return `Alquilado es sí o no, y dice «${textAt(columns.rented)}»`
  const [chip] = storedChips([{ code, label, rented: yes.test(rented) }])
  return chip ?? 'Falta el código'
}
