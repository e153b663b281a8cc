/**
 * The three sheets of one weekend in Chile: 350 riders of enduro, karting and motocross in 17 categories, as three clubs
 * send them. Categories use the same numbers, some riders are in two sheets or in two categories, some have no number or that
 * of another rider, and one has the document of somebody else. The sheets of one seed are the same in every run.
 */
import type { GivenEvent } from '#domain/events/event'
import { anEvent } from './events.ts'
import { at, book, type Cell, csv, riders, slashes } from './federations.ts'
import { randomIntegers } from './random.ts'

interface SheetClass {
  name: string
  riders: number
  /** The first number, and the ranges of the category. */
  from?: number
  numbers?: string
}

const classes: Record<string, readonly SheetClass[]> = {
  ENDURO: [
    { name: 'Súper Expertos', riders: 24 },
    { name: 'Expertos', riders: 24 },
    { name: 'Enduro 1', riders: 22 },
    { name: 'Enduro 2', riders: 22 },
    { name: 'Damas', riders: 12 },
  ],
  KARTING: ['KZ2', 'Máster A', 'Máster B', 'Rotax Max', 'Rotax Junior', 'Mini'].map((name) => ({
    ...{ name, riders: 21, numbers: '1-99' },
  })),
  MOTOCROSS: [
    { name: 'MX1', riders: 20 },
    { name: 'MX2', riders: 20 },
    { name: '85 cc', riders: 20, from: 801, numbers: '801-899' },
    { name: '65 cc', riders: 20, from: 601, numbers: '601-699' },
    { name: 'Veteranos', riders: 20 },
    { name: 'Promocional', riders: 20 },
  ],
}
const modalidades = Object.keys(classes)

/** The event, whose modalidades the folder must have. */
export const weekend: GivenEvent = anEvent({
  ...{ name: 'Gran Premio del Maule', place: 'Talca', country: 'CL', modalidades, sharedNumbers: true },
  categories: modalidades.flatMap((modalidad) =>
    (classes[modalidad] ?? []).map(({ name, numbers }) => ({ modalidad, name, numbers })),
  ) as never,
})

/** A row of a sheet. */
export interface SheetRow {
  name: string
  surnames: string
  /** The place of the person among all. */
  person: number
  /** The document, such as `12345678-5`. */
  rut: string
  modalidad: string
  category: string
  /** The number of the sheet: empty for none. */
  number: string
  /** True for a rider who has another row in the same sheet. */
  isTwice?: boolean
  /** The document of somebody else, which stands in the sheet. */
  mistyped?: string
}

/** Returns the rows, by sheets, and the files. */
export async function threeSheets(seed: number) {
  const rows = makeRows(randomIntegers(seed))
  const rut = ({ rut, mistyped = rut }: SheetRow) => mistyped
  const [enduro = [], karting = [], motocross = []] = [
    tableOf(rows, 'ENDURO', 'RUT', (row) => rut(row).replace(/\B(?=(\d{3})+-)/g, '.')),
    // Half of this club leaves the check digit out.
    tableOf(rows, 'KARTING', 'Documento', (row, index) =>
      rut(row).slice(0, index % 2 === 0 ? undefined : -2),
    ),
    tableOf(rows, 'MOTOCROSS', 'RUT', (row) => rut(row).replace('-', '')),
  ]
  return {
    rows,
    files: [
      { name: 'enduro.xlsx', content: await book({ Inscritos: enduro }) },
      { name: 'karting.csv', content: Buffer.from(`\ufeff${csv(karting, ';')}`) },
      { name: 'motocross.csv', content: Buffer.from(`\ufeff${csv(motocross, ',')}`) },
    ],
  }
}

const header = ['Apellidos', 'Nombres', 'F. Nac.', 'Cel.', 'Correo', 'Nº Lic.', 'Tipo Lic.', 'Club', 'G.S.']

/** Returns the table of a sheet, whose documents are in the column `document`. */
function tableOf(
  rows: readonly SheetRow[],
  modalidad: string,
  document: string,
  written: (row: SheetRow, index: number) => string,
): Cell[][] {
  const own = rows.filter((row) => row.modalidad === modalidad)
  return [
    ['Nº', document, ...header, 'Historial', 'Categoría'],
    ...own.map((row, index) => {
      const { born, celular, email, licence, blood, club, history } = at(persons, row.person)
      const its = [row.surnames, row.name, slashes(born), celular, email, licence, 'Anual', club, blood]
      return [row.number, written(row, index), ...its, history, row.category]
    }),
  ]
}

function makeRows(below: (below: number) => number): SheetRow[] {
  const rows: SheetRow[] = []
  for (const modalidad of modalidades)
    for (const { name: category, riders: count, from = 1 } of classes[modalidad] ?? [])
      for (let place = 0; place < count; place += 1) {
        const { name, paternal, maternal } = at(persons, rows.length)
        // Some have the number of another rider of the category, and some have none.
        const number = String(from + (place % 12 === 11 ? place - 3 : place))
        rows.push({
          ...{ name, surnames: `${paternal} ${maternal}`, person: rows.length, modalidad, category },
          rut: rutOf(rows.length, below),
          number: place % 17 === 16 ? at(['S/N', '-', ''], rows.length) : number,
        })
      }
  const drawn = (count: number, modalidad: string, category?: string) => {
    const all = rows.filter(
      (row) => row.modalidad === modalidad && (category ?? row.category) === row.category,
    )
    const start = below(all.length)
    return Array.from({ length: count }, (_, index) => at(all, start + index * 5))
  }
  const again = (row: SheetRow, category: string, number: number, modalidad = row.modalidad) =>
    rows.push({ ...row, modalidad, category, number: String(number), isTwice: modalidad === row.modalidad })
  // Riders of two modalidades have a row in each sheet, and those of two categories two rows in one.
  const [enduro, karting, kz2] = [drawn(8, 'ENDURO'), drawn(6, 'KARTING'), drawn(6, 'KARTING', 'KZ2')]
  for (const [index, row] of enduro.entries()) again(row, 'KZ2', 40 + index, 'KARTING')
  for (const [index, row] of karting.entries()) again(row, 'MX1', 50 + index, 'MOTOCROSS')
  for (const [index, row] of kz2.entries()) again(row, 'Máster A', 60 + index)
  const [mistyped] = rows.filter((row) => row.category === 'Mini' && !karting.includes(row))
  if (mistyped) mistyped.mistyped = rows.find((row) => !enduro.includes(row))?.rut
  return rows
}

const persons = riders(1000, 350)

/** Returns a document with its check digit, which is modulo 11. */
function rutOf(index: number, below: (below: number) => number): string {
  const body = String(7_000_000 + index * 41_017 + below(40_000))
  const sum = [...body].reverse().reduce((all, digit, place) => all + Number(digit) * (2 + (place % 6)), 0)
  return `${body}-${at(['0', 'K', ...'987654321'], sum % 11)}`
}
