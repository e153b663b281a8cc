/** The files of riders that timing programs read: one table says the columns of each, and how a value is made. */

import { documentText } from '../pilot/document.ts'
import { numberKey } from '../pilot/duplicates.ts'
import type { Pilot } from '../pilot/pilot.ts'
import { ageOn } from '../text/date.ts'
import { asciiUpper } from './ascii.ts'

export const timingPrograms = ['orbits', 'crossmgr', 'raceresult', 'webscorer'] as const
export type TimingProgram = (typeof timingPrograms)[number]

/** A rider in one modalidad. A rider of several modalidades has a row in each. */
export interface TimingRow {
  pilot: Pilot
  modalidad: string
  number?: string
  transponder?: string
}

interface TimingColumn {
  label: string
  /** Returns the value as the program reads it; empty without one. `day` is the day of the file, `YYYY-MM-DD`. */
  value: (row: TimingRow, day: string) => string
}

export interface TimingFile {
  /** The name of the program, as people know it. */
  name: string
  /** The form of the file: see `writeTiming`. */
  form: 'csv' | 'semicolon' | 'tab' | 'xlsx'
  /** The end of the name of the file. */
  extension: 'csv' | 'txt' | 'xlsx'
  columns: readonly TimingColumn[]
  /** Rewrites every text. */
  text?: (text: string) => string
}

const column = (label: string, value: TimingColumn['value'] = () => ''): TimingColumn => ({ label, value })

const last: TimingColumn['value'] = ({ pilot }) => pilot.lastname
const first: TimingColumn['value'] = ({ pilot }) => pilot.name
const number: TimingColumn['value'] = ({ number = '' }) => number
const category: TimingColumn['value'] = ({ modalidad }) => modalidad
const transponder: TimingColumn['value'] = ({ transponder = '' }) => transponder
const club: TimingColumn['value'] = ({ pilot }) => pilot.club ?? ''
const city: TimingColumn['value'] = ({ pilot }) => pilot.ciudad ?? ''
const country: TimingColumn['value'] = ({ pilot }) => pilot.pais ?? ''
const licence: TimingColumn['value'] = ({ pilot }) =>
  numberKey(pilot.nlicencia ?? '') ? (pilot.nlicencia ?? '') : ''
const age: TimingColumn['value'] = ({ pilot }, day) => String(ageOn(pilot.fechanac, day))

/** The longest registration that Orbits keeps, in letters. */
const maxRegistration = 8

/** Returns a licence as Orbits takes it: capitals and digits. Empty if it is too long, since its rest would mean another. */
export function registrationOf(row: TimingRow, day = ''): string {
  const plain = asciiUpper(licence(row, day)).replace(/[^A-Z0-9]/g, '')
  return plain.length <= maxRegistration ? plain : ''
}

/**
 * The files. Sources: the import of competitors of MYLAPS Orbits; the sign-on sheet of CrossMgr (`ReadSignOnSheet.py`); the
 * fields of participants of RACE RESULT 12; the start list of Webscorer.
 */
export const timingFiles: Readonly<Record<TimingProgram, TimingFile>> = {
  orbits: {
    name: 'MYLAPS Orbits',
    form: 'csv',
    extension: 'csv',
    text: asciiUpper,
    columns: [
      column('No', number),
      column('Class', category),
      column('LastName', last),
      column('FirstName', first),
      column('CarRegistration'),
      column('DriverRegistration', registrationOf),
      column('Transponder1', transponder),
      column('Transponder2'),
      column('Additional1', club),
      column('Additional2', city),
      column('Additional3', country),
      ...[4, 5, 6, 7, 8].map((index) => column(`Additional${index}`)),
    ],
  },
  crossmgr: {
    name: 'CrossMgr',
    form: 'xlsx',
    extension: 'xlsx',
    columns: [
      column('Bib#', number),
      column('LastName', last),
      column('FirstName', first),
      column('Team', club),
      column('TeamCode'),
      column('City', city),
      column('StateProv'),
      column('Category', category),
      column('Age', age),
      column('Gender'),
      column('License', licence),
      column('NatCode'),
      column('UCI ID'),
      column('Tag', transponder),
      column('Tag2'),
    ],
  },
  raceresult: {
    name: 'RACE RESULT',
    form: 'semicolon',
    extension: 'csv',
    columns: [
      column('Bib', number),
      column('Lastname', last),
      column('Firstname', first),
      column('DateOfBirth', ({ pilot }) => pilot.fechanac),
      column('Club', club),
      column('City', city),
      column('Contest', category),
      column('License', licence),
      column('Transponder1', transponder),
    ],
  },
  webscorer: {
    name: 'Webscorer',
    form: 'tab',
    extension: 'txt',
    columns: [
      column('Bib', number),
      column('First name', first),
      column('Last name', last),
      column('Team name', club),
      column('Category', category),
      column('Age', age),
      column('City', city),
      column('Country', country),
      column('Chip ID', transponder),
    ],
  },
}

/** Returns the cells of all rows, without line ends, tabs and control characters, which no program reads in a cell. */
export function timingCells(program: TimingProgram, rows: readonly TimingRow[], day: string): string[][] {
  const { columns, text = (one) => one } = timingFiles[program]
  const cell = (value: string) => text(value.replace(/[\p{Control}\s]+/gu, ' ').trim())
  return rows.map((row) => columns.map(({ value }) => cell(value(row, day))))
}

/** Returns the rows of riders as they are registered, by modalidad and number. */
export function rowsOf(pilots: readonly Pilot[]): TimingRow[] {
  const rows = pilots.map((pilot): TimingRow => {
    const { modalidad, npiloto, transponder } = pilot
    return { pilot, modalidad, ...(npiloto && { number: npiloto }), ...(transponder && { transponder }) }
  })
  return rows.sort(
    (one, other) =>
      one.modalidad.localeCompare(other.modalidad, 'es') ||
      (one.number ?? '').localeCompare(other.number ?? '', 'es', { numeric: true }),
  )
}

/** A row as people recognize it. */
export function riderText({ pilot }: TimingRow): string {
  return `${pilot.name} ${pilot.lastname}, ${documentText(pilot)}`
}
