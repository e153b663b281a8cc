/** Writes passages as a file: a CSV, an Excel workbook, or the JSON of the HTTP API. */
import { setImmediate } from 'node:timers/promises'
import { directionTexts, doubtTexts, resultText } from '#domain/gate/passage'
import type { PassageRecord } from '#domain/gate/schemas'
import type { ExportOptions } from '#domain/import/columns'
import { formatMoment } from '#domain/text/date'
import { excelForm, plainForm, writeLine } from '../spreadsheets/formats/csv.ts'
import { writeBook } from '../spreadsheets/pilot-file.ts'

/** Passages in parts of some hundred, as they are read. There can be many more passages than pilots. */
type Parts = AsyncIterable<readonly PassageRecord[]> | Iterable<readonly PassageRecord[]>

/** Writes passages in their order. `write` writes a workbook; the default does so in this thread. */
export async function writePassages(
  parts: Parts,
  { format, plain }: ExportOptions,
  write = writeBook,
): Promise<string | Uint8Array> {
  if (format === 'json') return `${JSON.stringify(await converted(parts, (passage) => passage), null, 2)}\n`
  if (format === 'xlsx') {
    // A worker receives a copy of the book, and a function cannot be copied.
    const columns = passageColumns.map(({ label, width }) => ({ label, width }))
    return write({ sheet: 'Lecturas', columns, rows: await converted(parts, passageCells) })
  }
  const form = plain ? plainForm : excelForm
  const labels = passageColumns.map(({ label }) => label)
  const lines = await converted(parts, (passage) => writeLine(passageCells(passage), form))
  return form.start + writeLine(labels, form) + lines.join('')
}

/** Converts each passage, and lets other requests run after each part. */
async function converted<Item>(parts: Parts, convert: (passage: PassageRecord) => Item): Promise<Item[]> {
  const items: Item[] = []
  for await (const part of parts) {
    for (const passage of part) items.push(convert(passage))
    await setImmediate()
  }
  return items
}

type Value = string | number | undefined

/** The columns of a spreadsheet. Widths are in characters. */
interface PassageColumn {
  label: string
  value: (passage: PassageRecord) => Value
  width?: number
}

const passageColumns: readonly PassageColumn[] = [
  { label: 'Lectura', value: ({ number }) => number, width: 8 },
  { label: 'Fecha y hora', value: ({ at }) => localTime(at), width: 20 },
  { label: 'Puerta', value: ({ gate }) => gate },
  { label: 'Sentido', value: ({ direction }) => directionTexts[direction], width: 10 },
  { label: 'Resultado', value: resultText },
  { label: 'Pasó', value: ({ admitted }) => yesNo(admitted), width: 8 },
  { label: 'Piloto', value: ({ pilot }) => pilot?.name, width: 28 },
  { label: 'N.º de piloto', value: ({ pilot }) => pilot?.npiloto, width: 14 },
  { label: 'Identificador', value: ({ pilot }) => pilot?.id },
  { label: 'Leído', value: ({ scanned }) => scanned, width: 40 },
  { label: 'Entrada anterior', value: ({ previous }) => previous && placeOf(previous), width: 30 },
  { label: 'Sin conexión', value: ({ offline }) => yesNo(offline), width: 14 },
  { label: 'Sin credencial', value: ({ cardless }) => yesNo(cardless), width: 14 },
  { label: 'Incidencia', value: ({ incident }) => yesNo(incident), width: 12 },
  { label: 'Resuelta', value: ({ settled }) => settled && localTime(settled.at), width: 20 },
  { label: 'Resolvió', value: ({ settled }) => settled?.by },
  { label: 'Motivo', value: ({ settled }) => settled?.reason, width: 40 },
  { label: 'Duda', value: ({ doubt }) => doubt && doubtTexts[doubt], width: 40 },
  { label: 'Hora del equipo', value: ({ device_time: time }) => time && localTime(time), width: 20 },
  { label: 'Deshecha', value: ({ corrected }) => yesNo(corrected), width: 12 },
  { label: 'Deshace', value: ({ corrects }) => corrects, width: 38 },
  { label: 'Quién', value: ({ by }) => by },
  { label: 'Equipo', value: ({ device }) => device, width: 26 },
  { label: 'Recibida', value: ({ received }) => localTime(received), width: 20 },
  { label: 'Identificador de la lectura', value: ({ id }) => id, width: 38 },
]

/** Returns the cells of one row. */
function passageCells(passage: PassageRecord): Value[] {
  return passageColumns.map(({ value }) => value(passage))
}

/** Returns a time where the laptop is, in the form that spreadsheet programs read as a time: `2026-11-21 09:42:07`. */
function localTime(iso: string): string {
  const at = new Date(iso)
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 19).replace('T', ' ')
}

function placeOf({ at, gate }: { at: string; gate: string }): string {
  return `${formatMoment(at)}, ${gate}`
}

function yesNo(value: boolean): string {
  return value ? 'sí' : 'no'
}
