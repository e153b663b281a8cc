/** Writes for the terminal which riders of a file were removed, and whose DNI may be foreign. */
import type { ImportPreview } from '#domain/import/preview'
import {
  foreignAdvice,
  foreignRowsText,
  type RiderRemarks,
  removedRowsText,
} from '#domain/import/rider-remarks'
import { enumerate } from '#domain/text/text'
import { say } from './output.ts'

/** The number of rows of a kind that are named. */
const named = 20

export function sayRiders(
  { removed, foreignRows, foreign, expected }: RiderRemarks,
  { unit }: Pick<ImportPreview, 'unit'>,
): void {
  const place = ({ line, rider, document }: RiderRemarks['foreign'][number]) =>
    `${unit} ${line} (${rider}, ${document})`
  const places = (rows: RiderRemarks['foreign'], total: number) => {
    const more = total > named ? [`${total - named} más`] : []
    return enumerate([...rows.slice(0, named).map(place), ...more])
  }
  if (removed.length > 0) {
    say(`${removedRowsText(removed.length)}: ${places(removed, removed.length)}`)
    // The ids go into the command as far as it stays readable: the list has the others.
    const ids = removed.slice(0, named).map(({ id }) => id)
    say(`  para restaurarlos antes de importar: pilotos remove --undo ${ids.join(' ')}`)
  }
  if (expected)
    say(`${foreignRowsText(foreignRows, expected)}: ${places(foreign, foreignRows)}\n  ${foreignAdvice}`)
}
