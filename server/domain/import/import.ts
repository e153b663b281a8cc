/** An import, as the browser, the server and the commands speak of it: its rows, its options and its report. */
import type { CheckedDraft } from '../pilot/pilot.ts'
import type { Column } from './columns.ts'

/** The largest file that is read, in bytes: some 400,000 pilots. */
export const maxFileBytes = 100 * 1024 * 1024

/** The advice for a file that is too large. */
export const divide = 'divídalo en varios e impórtelos uno por uno'

export const fileTooLarge = `El archivo pesa más de 100 MB: ${divide}`

/** The most bad cells that a report lists; it counts the others. */
export const maxRejections = 10_000

export interface ImportRow {
  /** Where it stands in the file: the line of a CSV, the row of a sheet, the place in a JSON array, from 1. */
  line: number
  values: Partial<Record<Column, unknown>>
  /** The check of the values, where it was done before the import needs it. */
  checked?: CheckedDraft
  /** Why a cell cannot be used, whatever the rule of its field says. */
  badCells?: Partial<Record<Column, string>>
  /** Why the row as a whole cannot be used. */
  problem?: string
}

export interface ImportOptions {
  /** Changes pilots whose DNI or identifier stands; without it they are rejected as duplicates. */
  update?: boolean
  /** Registers nothing when one row is bad. */
  strict?: boolean
  /** Reports what would be done, and does nothing. */
  dryRun?: boolean
}

/** One bad cell, or a whole bad row where `field` is absent. */
export interface Rejection {
  line: number
  field?: Column
  value?: string
  message: string
}

/** How an import went, in rows. */
export interface ImportReport {
  registered: number
  updated: number
  unchanged: number
  rejectedRows: number
  /** The lines of all rejected rows. */
  rejectedLines: number[]
  /** How many cells are bad, or whole rows. */
  badCells: number
  /** The bad cells of the first rejected rows: a bounded number of them. */
  rejected: Rejection[]
}
