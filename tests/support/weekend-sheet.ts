/**
 * The sheet of a weekend: 398 riders as the office of a federation sends them before an event, in capitals, with the
 * spellings of many hands, and without the document, the birth date or the number of 138 of them. The last rows repeat
 * four riders with their accents.
 */
import { fold } from '#domain/text/text'
import {
  at,
  book,
  type Cell,
  csv,
  day,
  eightDigits,
  type Rider,
  riders,
  serial,
  slashes,
} from './federations.ts'

export const weekendRiders = { all: 398, complete: 260, repeated: 4 }

/** A rider of the sheet, with the names as they are written elsewhere. */
interface WeekendRider extends Rider {
  surnames: string
  lacks: { document: boolean; birthday: boolean; number: boolean }
}

/** The values that riders do not have, by their place in each group of 26. */
const lacking: Record<number, (keyof WeekendRider['lacks'])[]> = {
  1: ['document'],
  4: ['birthday'],
  7: ['number'],
  10: ['document'],
  13: ['birthday'],
  16: ['number'],
  19: ['document'],
  22: ['birthday'],
  25: ['number', 'document'],
}

/** Surnames and names that are not written by the rule, by the place of their rider in each group of 26. */
const unusual: Record<number, readonly [surnames: string, name: string]> = {
  0: ['Núñez de la Cruz', 'María Fernanda'],
  3: ['McDonald Ríos', 'John'],
  6: ['D’Angelo Peña', 'José María'],
  9: ['de la Cruz y Torres', 'Juan de Dios'],
  12: ['O’Higgins Pérez-García', 'Víctor'],
  15: ['Del Águila Quispe II', 'Raúl'],
  18: ['Von Humboldt Ñaupari', 'Inés del Carmen'],
}

const weekend: readonly WeekendRider[] = riders(1500, weekendRiders.all).map((rider, index) => {
  const place = index % 26
  const [surnames, name] = unusual[place] ?? [`${rider.paternal} ${rider.maternal}`, rider.name]
  const lacks = lacking[place] ?? []
  return {
    ...rider,
    name,
    surnames,
    lacks: {
      document: lacks.includes('document'),
      birthday: lacks.includes('birthday'),
      number: lacks.includes('number'),
    },
  }
})

type WeekendColumn = readonly [header: string, cellOf: (rider: WeekendRider, index: number) => Cell]

const columns: readonly WeekendColumn[] = [
  ['Nº', ({ number, lacks }) => (lacks.number ? '' : number)],
  ['Apellidos / Nombres', ({ surnames, name }, index) => written(`${surnames}, ${name}`, index)],
  [
    'DNI / Pasap.',
    ({ dni, lacks }, index) => (lacks.document ? at(['', '', '-'], index) : document(dni, index)),
  ],
  ['F. Nac.', ({ born, lacks }, index) => (lacks.birthday ? '' : at([serial, slashes, day], index)(born))],
  ['Cel.', ({ celular }, index) => telephone(celular, index)],
  [
    'Correo / E-mail',
    ({ email }, index) => (index % 9 === 5 ? at(['', '-', 'NO TIENE'], Math.floor(index / 9)) : email),
  ],
  ['Nº Lic.', ({ licence }) => licence],
  [
    'Lic. / Tipo',
    (_, index) => at(['NACIONAL', 'NACIONAL', 'Nac.', 'nacional ', 'NACIONAL', 'Nacional'], index),
  ],
  ['Modalidad', (_, index) => at(['MX1', 'mx 1', 'MX-1', 'Mx.1', 'MX2', 'MX2', 'mx 2', 'MX 85'], index)],
  ['Club / Equipo', (_, index) => at(clubs, index)],
  [
    'G. Sang.',
    ({ blood }, index) =>
      index % 13 === 2 ? at(['', '?'], Math.floor(index / 13)) : spelledBlood(blood, index),
  ],
  ['Obs.', (_, index) => (index % 50 === 7 ? 'debe fotos' : '')],
]

const clubs = ['MX LIMA SUR', 'CLUB ANDINO', 'RACING TEAM TACNA', 'MOTO CLUB CUSCO', 'Escuela Ñandú']

/** Writes a name in capitals without accents, as nearly all are, and the Ñ of the keyboard. */
function written(name: string, index: number): string {
  if (index % 11 === 10) return name
  const plain = name.replace(/[^ñÑ]/g, fold).toUpperCase().replaceAll('’', "'")
  return plain.replace('MCDONALD', 'MC DONALD')
}

/** Writes a document: a passport, a DNI with its points, or a number that has lost the zero before it. */
function document(dni: number, index: number): Cell {
  if (index % 40 === 14) return `AB ${dni % 1_000_000}`
  return index % 7 === 3 ? eightDigits(dni).replace(/\B(?=(\d{3})+$)/g, '.') : dni
}

function telephone(celular: number, index: number): Cell {
  if (index % 20 === 4) return `${celular} / ${celular + 1}`
  return index % 25 === 6 ? '-' : celular
}

function spelledBlood(blood: string, index: number): string {
  const [group, sign] = [blood.slice(0, -1), blood.slice(-1)]
  return at([blood, `${group} ${sign === '+' ? 'POS' : 'NEG'}`, `${group} RH ${sign}`], index)
}

/** Returns the lines: the title, the header, the riders, and the four who are repeated with their accents. */
function lines(): Cell[][] {
  const cellsOf = (rider: WeekendRider, index: number) => columns.map(([, cellOf]) => cellOf(rider, index))
  const repeated = weekend.flatMap((rider, index) =>
    index % 26 === 0 && index < 26 * weekendRiders.repeated
      ? [cellsOf(rider, index).with(1, `${rider.surnames}, ${rider.name}`)]
      : [],
  )
  return [
    ['FEDERACIÓN DEPORTIVA DE MOTOCICLISMO – INSCRITOS II FECHA 2026'],
    columns.map(([header]) => header),
    ...weekend.map(cellsOf),
    ...repeated,
  ]
}

/** Returns the sheet as an XLSX. Its text is the same in every run. */
export function weekendXlsx(): Promise<Buffer> {
  return book({ INSCRITOS: lines() })
}

/** Returns the sheet as a CSV of Excel. Its dates are days, since a CSV has no format. */
export function weekendCsv(): Buffer {
  const written = lines().map((row) =>
    row.map((cell) => (cell instanceof Date ? slashes(cell.toISOString().slice(0, 10)) : cell)),
  )
  return Buffer.from(`\ufeff${csv(written, ';')}`)
}
