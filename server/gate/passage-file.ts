/** Writes passages as a file: a CSV, an Excel workbook, or the JSON of the HTTP API. */
import { directionTexts, doubtTexts, resultText } from '#domain/gate/passage'
import type { PassageRecord } from '#domain/gate/schemas'
import type { ExportOptions } from '#domain/import/columns'
import { formatMoment } from '#domain/text/date'
import type { WriteBook } from '../spreadsheets/pilot-file.ts'
import { type Parts, type RecordColumn, writeRecords } from '../spreadsheets/records-file.ts'

/** Writes passages in their order. There can be many more passages than pilots. */
export function writePassages(
  parts: Parts<PassageRecord>,
  options: ExportOptions,
  write?: WriteBook,
): Promise<string | Uint8Array> {
  return writeRecords(parts, { sheet: 'Lecturas', columns: passageColumns }, options, write)
}

const passageColumns: readonly RecordColumn<PassageRecord>[] = [
  { label: 'Lectura', value: ({ number }) => number, width: 8 },
  { label: 'Fecha y hora', value: ({ at }) => localTime(at), width: 20 },
  { label: 'Puerta', value: ({ gate }) => gate },
  { label: 'Sentido', value: ({ direction }) => directionTexts[direction], width: 10 },
  { label: 'Resultado', value: resultText },
  { label: 'Pasó', value: ({ admitted }) => yesNo(admitted), width: 8 },
  { label: 'Piloto', value: ({ pilot }) => pilot?.name, width: 28 },
  { label: 'N.º en el evento', value: ({ pilot }) => pilot?.number, width: 16 },
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
