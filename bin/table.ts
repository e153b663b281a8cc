/** Pilots as a table of a terminal. */
import Table from 'cli-table3'
import { fullName, type Pilot } from '#domain/pilot'

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
  table.push(...pilots.map((pilot) => columns.map(([, text]) => oneLine(String(text(pilot))))))
  return `${table.toString().replace(/ +$/gm, '')}\n`
}

function oneLine(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a control character must not reach the terminal
  return text.replace(/[\u0000-\u001f\u007f-\u009f]+/g, ' ')
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
