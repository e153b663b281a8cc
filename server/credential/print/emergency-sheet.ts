/** Draws the emergency sheet: a list of riders for the crew of the ambulance, by number. All lengths are in millimetres. */
import { describeDocument } from '#domain/pilots/document'
import { type FieldTable, fieldTable, fixedFields, ownFacts } from '#domain/pilots/own/field-table'
import { fullName, type Pilot } from '#domain/pilots/pilot'
import { formatMoment } from '#domain/text/date'
import { count } from '#domain/text/text'
import { palette, points } from '../../pdf/canvas.ts'
import { boldText as bold, type CellText, drawTable, softText as soft } from '../../pdf/table-pages.ts'
import type { EmergencySheet } from '../../workers/jobs.ts'

interface Column {
  title: string
  width: number
  /** The texts of a cell, one below the other. An absent text takes no room. */
  texts: (pilot: Pilot, table: FieldTable) => readonly CellText[]
}

const columns: readonly Column[] = [
  { title: 'N°', width: 17, texts: ({ npiloto }) => given(npiloto, (text) => bold(text, points(13))) },
  {
    title: 'PILOTO',
    width: 45,
    texts: (pilot) => [bold(fullName(pilot)), ...given(describeDocument(pilot), soft)],
  },
  {
    title: 'SANGRE',
    width: 16,
    // A minus sign is wider than a hyphen, and the sign of a blood type must not be overlooked.
    texts: ({ tiposangre: blood }) =>
      blood
        ? [{ ...bold(blood.replace('-', '\u2212'), points(13)), colour: palette.red }]
        : [soft('No sabe')],
  },
  {
    title: 'ALERGIAS Y MEDICACIÓN',
    width: 42,
    texts: (pilot, table) => [...given(pilot.alergias, bold), ...healthFacts(pilot, table)],
  },
  {
    title: 'CONTACTO',
    width: 42,
    texts: ({ emergencia_nombre: name, emergencia_parentesco: relation, emergencia_celular: phone }) => [
      ...given(phone, bold),
      ...given([name, relation].filter(Boolean).join(', '), soft),
    ],
  },
  {
    title: 'SEGURO Y PÓLIZA',
    width: 24,
    texts: ({ seguro, poliza }) => [...given(seguro, soft), ...given(poliza, soft)],
  },
]

/** Returns the texts about a pilot on the sheet. */
export function sheetTextsOf(pilot: Pilot, table = fixedFields): string[] {
  return columns.flatMap((column) => column.texts(pilot, table).map(({ text }) => text))
}

/** Returns the values of fields of one's own about the health of a pilot, each after its label. */
function healthFacts(pilot: Pilot, table: FieldTable): CellText[] {
  return ownFacts(table, pilot, 'credential', ({ dataGroup }) => dataGroup === 'health').map(
    ({ label, text }) => bold(`${label}: ${text}`),
  )
}

function given(text: string | null | undefined, style: (text: string) => CellText): CellText[] {
  return text ? [style(text)] : []
}

/** Returns the PDF of a sheet. Loads pdfkit. */
export function drawEmergencySheet(sheet: EmergencySheet): Promise<Uint8Array> {
  const { event, at, pilots, fields, paper } = sheet
  const table = fieldTable(fields)
  const drawn = {
    title: 'Hoja de emergencia',
    facts: [event, `${formatMoment(at)}, ${count(pilots.length, 'piloto')}`].filter(Boolean).join(' · '),
    foot: 'Datos de salud: solo para la ambulancia. Destruya la hoja después del evento.',
    columns,
    groups: [{ rows: pilots.map((pilot) => columns.map(({ texts }) => texts(pilot, table))) }],
    rowHeight: 10.5,
  }
  return drawTable(drawn, paper)
}
