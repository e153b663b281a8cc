/** Pilots as a table of a terminal. */
import Table from 'cli-table3'
import { fullName, type Pilot } from '#domain/pilot'
import { shown } from '#domain/text'

const columns: [title: string, text: (pilot: Pilot) => string | number][] = [
  ['ID', ({ id }) => id],
  ['PILOTO', fullName],
  ['DNI', ({ dni }) => dni],
  ['LICENCIA', ({ nlicencia, licencia }) => `${nlicencia} ${licencia}`],
  ['N°', ({ npiloto }) => npiloto],
  ['MODALIDAD', ({ modalidad }) => modalidad],
  ['CLUB', ({ club }) => club],
]

export function pilotTable(pilots: readonly Pilot[]): string {
  const table = new Table({
    head: columns.map(([title]) => title),
    chars: noBorders,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 2 },
  })
  table.push(
    ...pilots.map((pilot) => columns.map(([, text]) => shown(String(text(pilot))).replaceAll('\n', ' '))),
  )
  return `${table.toString().replace(/ +$/gm, '')}\n`
}

const noBorders = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: '',
}
