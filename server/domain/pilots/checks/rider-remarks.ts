/** The riders of an imported file at whom a person should look: removed ones, and those with a DNI of another length. */

import type { ImportRow } from '../../import/import.ts'
import { shortened } from '../../text/text.ts'
import type { CountryCode } from '../countries.ts'
import { documentOf, readDocument } from '../document.ts'
import type { RemovedPilot } from '../history/removed.ts'
import { type OtherLength, otherLength } from '../national-document.ts'
import type { PilotId } from '../pilot-id.ts'

interface RemarkedRow {
  line: number
  /** The full name in the row. */
  rider: string
  /** The document, as the file has it. */
  document: string
}

export interface RiderRemarks {
  /** The rows of riders who were removed, and whose document nobody has now. */
  removed: (RemarkedRow & { id: PilotId })[]
  /** The number of rows whose DNI has another length than the documents of the country of the event. */
  foreignRows: number
  /** The first of them. */
  foreign: RemarkedRow[]
  /** The size of these documents; absent without such rows. */
  expected?: OtherLength
}

/** The most rows with a DNI of another length that are listed. */
const listed = 100

/** Finds these rows. `removed` has the removed riders by their documents: see `documentOf`. */
export function riderRemarks(
  rows: Iterable<ImportRow>,
  country: CountryCode | '',
  removed: ReadonlyMap<string, RemovedPilot>,
): RiderRemarks {
  const remarks: RiderRemarks = { removed: [], foreignRows: 0, foreign: [] }
  for (const { line, values, isAside, problem } of rows) {
    const document = isAside || problem ? undefined : readDocument(values)
    if (!document) continue
    const rider = shortened([values.name, values.lastname].filter(Boolean).join(' '), 60)
    const row = { line, rider, document: shortened(String(values.dni ?? values.documento ?? ''), 40) }
    const gone = removed.get(documentOf(document))
    if (gone) remarks.removed.push({ ...row, id: gone.pilot.id })
    const other = document.dni === null ? undefined : otherLength(document.dni, country)
    if (!other) continue
    remarks.foreignRows += 1
    if (remarks.foreign.length < listed) remarks.foreign.push(row)
    remarks.expected ??= other
  }
  return remarks
}
