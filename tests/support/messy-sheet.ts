/** One large sheet of a federation with everything that people type into cells, for tests of the whole way of an import. */
import { at, type Cell, csv, eightDigits, type FileColumn, riders, slashes, surnames } from './federations.ts'

/** The number of riders in the sheet that the tests count keys and clicks with. */
const messyRiders = 500

const titles = ['ZONA SUR', 'ZONA NORTE', 'ZONA CENTRO', 'Zona Oriente', 'INVITADOS']

const clubs = ['Andino MX', 'Club Andino MX', 'Motoclub Cusco', 'Motoclub Cuzco', 'Escuela Ñandú']

const columns: readonly FileColumn[] = [
  ['N°', (_, index) => (index % 100) + 1],
  ['Apellidos y Nombres', (rider) => `${surnames(rider)}, ${rider.name}`],
  ['Doc. Identidad', ({ dni }, index) => `${eightDigits(dni)}${index % 12 === 7 ? `-${index % 10}` : ''}`],
  ['F. Nac.', ({ born }, index) => (index === 33 || index === 250 ? '31/02/1999' : slashes(born))],
  ['Cel / WhatsApp', ({ celular }, index) => telephone(celular, index)],
  [
    'Correo',
    ({ email }, index) => (index % 11 < 2 ? at(['-', 'no tiene'], index) : index % 30 === 3 ? 's/n' : email),
  ],
  ['N° Licencia', ({ licence }) => licence],
  // The rider after six has the same modalidad.
  ['Dorsal', ({ number }, index) => (index === 16 ? '482' : number)],
  ['Tipo Licencia', ({ licencia }) => licencia],
  ['Categoría', ({ modalidad }, index) => spelled(modalidad, index)],
  ['Club', (_, index) => (index % 40 === 9 ? '-' : at(clubs, index * 3 + Math.floor(index / 50)))],
  ['GS', ({ blood }, index) => (index % 9 === 0 ? '' : blood)],
]

function telephone(celular: number, index: number): string {
  if (index % 20 === 4) return `${celular} / ${celular + 1}`
  return index % 25 === 6 ? 's/n' : String(celular)
}

function spelled(modalidad: string, index: number): string {
  if (modalidad === 'MOTOCROSS') return 'MX'
  if (index % 100 === 41) return 'Enduro Ind.'
  return modalidad === 'VELOCROSS' && index % 5 === 0 ? 'Velocros' : modalidad
}

/** Returns the lines of the sheet: a title, the header, and groups of 100 riders below the title of their zone. */
function messyLines(count: number): Cell[][] {
  const all = riders(1000, count).map((rider, index, others) => {
    const cells = columns.map(([, cellOf]) => cellOf(rider, index))
    // The last rider has the document of the first.
    return index === count - 1 ? cells.with(2, eightDigits(others[0]?.dni ?? 0)) : cells
  })
  const zones = Array.from({ length: Math.ceil(count / 100) }, (_, zone) => [
    [at(titles, zone), ...Array<Cell>(columns.length - 1).fill('')],
    ...all.slice(zone * 100, zone * 100 + 100),
  ])
  return [['RELACIÓN DE PILOTOS 2026'], columns.map(([header]) => header), ...zones.flat()]
}

/** Returns the sheet as a CSV. */
export function messyCsv(count = messyRiders): Buffer {
  return Buffer.from(`\ufeff${csv(messyLines(count), ';')}`)
}
