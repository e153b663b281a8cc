/** Tables of a terminal: columns apart from each other by spaces, one line a row. */
import Table from 'cli-table3'
import { fullName, type Pilot } from '#domain/pilot'
import { shown } from '#domain/text'

const pilotColumns: [title: string, text: (pilot: Pilot) => string | number][] = [
  ['ID', ({ id }) => id],
  ['PILOTO', fullName],
  ['DNI', ({ dni }) => dni],
  ['LICENCIA', ({ nlicencia, licencia }) => `${nlicencia} ${licencia}`],
  ['N°', ({ npiloto }) => npiloto],
  ['MODALIDAD', ({ modalidad }) => modalidad],
  ['CLUB', ({ club }) => club],
]

export function pilotTable(pilots: readonly Pilot[]): string {
  return table(
    pilotColumns.map(([title]) => title),
    pilots.map((pilot) => pilotColumns.map(([, text]) => text(pilot))),
  )
}

export function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const drawn = new Table({
    head: [...head],
    chars: noBorders,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 2 },
  })
  drawn.push(...rows.map((row) => row.map((cell) => shown(String(cell)).replaceAll('\n', ' '))))
  return `${drawn.toString().replace(/ +$/gm, '')}\n`
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
