/** Formats tables for the terminal: columns separated by spaces, one line per row. */
import width from 'fast-string-width'
import { formatDni } from '#domain/pilot/dni'
import { fullName } from '#domain/pilot/full-name'
import type { Pilot } from '#domain/pilot/pilot'
import { printable } from '#domain/text/control-characters'
import { formatDay } from '#domain/text/date'

const pilotColumns: [title: string, text: (pilot: Pilot) => string | number][] = [
  ['ID', ({ id }) => id],
  ['PILOTO', fullName],
  ['DNI', ({ dni }) => formatDni(dni)],
  ['LICENCIA', ({ nlicencia, licencia }) => `${nlicencia} ${licencia}`],
  ['N°', ({ npiloto }) => npiloto],
  ['MODALIDAD', ({ modalidad }) => modalidad],
  ['CLUB', ({ club }) => club],
  ['IMPRESA', ({ card }) => (card ? formatDay(card.at) : '')],
]

export function pilotTable(pilots: readonly Pilot[]): string {
  return table(
    pilotColumns.map(([title]) => title),
    pilots.map((pilot) => pilotColumns.map(([, text]) => text(pilot))),
  )
}

/** Returns a table whose columns are as wide as their widest cell, in the width that a terminal draws. */
export function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const lines = [head, ...rows].map((row) =>
    row.map((cell) => printable(String(cell)).replaceAll('\n', ' ').trimEnd()),
  )
  const widths = head.map((_, index) => Math.max(...lines.map((cells) => width(cells[index] ?? ''))))
  return lines.map((cells) => `${line(cells, widths)}\n`).join('')
}

function line(cells: readonly string[], widths: readonly number[]): string {
  return cells
    .map((cell, index) => cell + ' '.repeat((widths[index] ?? 0) - width(cell)))
    .join('  ')
    .trimEnd()
}
