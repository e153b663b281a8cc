/**
 * The files of riders that timing programs read: one table says the columns of each, and how a value is made. Some of
 * these programs read no other letters than capitals of ASCII.
 */

import { groupsBy } from '../../groups.ts'
import { documentText } from '../../pilots/document.ts'
import type { Pilot } from '../../pilots/pilot.ts'
import { wordKey } from '../../pilots/rules.ts'
import { ageOn, today } from '../../text/date.ts'
import { numberKey } from '../../text/names.ts'
import { inOrder } from '../../text/text.ts'
import { type Category, categoryOf } from '../categories/category.ts'
import { countingDay } from '../categories/fit.ts'
import { entriesIn } from '../entry.ts'
import { type EntryFilter, meetsFilter } from '../entry-filter.ts'
import type { RaceEvent } from '../event.ts'

export const timingPrograms = ['orbits', 'crossmgr', 'raceresult', 'webscorer'] as const
export type TimingProgram = (typeof timingPrograms)[number]

/** A rider in one modalidad. A rider of several modalidades has a row in each. */
export interface TimingRow {
  pilot: Pilot
  modalidad: string
  /** The class of the program: the category or, without one, the modalidad. */
  category: string
  /** The day on which the category counts the age, `YYYY-MM-DD`. Without one, it is the day of the file. */
  ageDay?: string
  number?: string
  transponder?: string
}

interface TimingColumn {
  label: string
  /** Returns the value as it is stored; empty without one. `day` is the day of the file, `YYYY-MM-DD`. */
  value: (row: TimingRow, day: string) => string
  /** The most capitals and digits of a registration, which has nothing else. The program would cut a longer one. */
  longest?: number
}

export interface TimingFile {
  /** The name of the program, as people know it. */
  name: string
  /** The form of the file: see `writeTiming`. */
  form: 'csv' | 'semicolon' | 'tab' | 'xlsx'
  /** The end of the name of the file. */
  extension: 'csv' | 'txt' | 'xlsx'
  columns: readonly TimingColumn[]
  /** True if the program reads nothing but ASCII: see `asciiUpper`. */
  isAscii?: boolean
  /** The part of a file in which a number can be that of one rider only: each category, or the whole file. */
  numbersWithin: 'category' | 'file'
  /** True if the program does not read a rider whose number has letters. */
  readsOnlyDigits?: boolean
  /** Returns equal keys for transponders that are the same for the program, and an empty key for one that is none. */
  transponderKey: (transponder: string) => string
}

const column = (
  label: string,
  value: TimingColumn['value'] = () => '',
  more: Pick<TimingColumn, 'longest'> = {},
): TimingColumn => ({ label, value, ...more })

const last: TimingColumn['value'] = ({ pilot }) => pilot.lastname
const first: TimingColumn['value'] = ({ pilot }) => pilot.name
const number: TimingColumn['value'] = ({ number = '' }) => number
const category: TimingColumn['value'] = ({ category }) => category
const transponder: TimingColumn['value'] = ({ transponder = '' }) => transponder
const club: TimingColumn['value'] = ({ pilot }) => pilot.club ?? ''
const city: TimingColumn['value'] = ({ pilot }) => pilot.ciudad ?? ''
const country: TimingColumn['value'] = ({ pilot }) => pilot.pais ?? ''
const licence: TimingColumn['value'] = ({ pilot }) =>
  numberKey(pilot.nlicencia ?? '') ? (pilot.nlicencia ?? '') : ''
const age: TimingColumn['value'] = ({ pilot, ageDay }, day) =>
  pilot.fechanac === undefined ? '' : String(ageOn(pilot.fechanac, ageDay ?? day))

const exactly = (transponder: string): string => transponder.trim().toUpperCase()

/** CrossMgr drops spaces and the zeros at the start, and reads an O as a zero: `GetCleanTag` and `GetTagNums`. */
const asCrossMgr = (transponder: string): string =>
  asciiUpper(transponder).replace(/\s/g, '').replaceAll('O', '0').replace(/^0+/, '')

/**
 * The files. Sources: the import of competitors of MYLAPS Orbits; the sign-on sheet of CrossMgr (`ReadSignOnSheet.py`, which
 * keeps one row for each number); the fields and the import of participants of RACE RESULT, whose numbers are integers and
 * which skips a number that is there already; the start list of Webscorer.
 */
export const timingFiles: Readonly<Record<TimingProgram, TimingFile>> = {
  orbits: {
    name: 'MYLAPS Orbits',
    form: 'csv',
    extension: 'csv',
    isAscii: true,
    numbersWithin: 'category',
    transponderKey: exactly,
    columns: [
      column('No', number),
      column('Class', category),
      column('LastName', last),
      column('FirstName', first),
      column('CarRegistration'),
      column('DriverRegistration', licence, { longest: 8 }),
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
    numbersWithin: 'file',
    readsOnlyDigits: true,
    transponderKey: asCrossMgr,
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
    numbersWithin: 'file',
    readsOnlyDigits: true,
    transponderKey: exactly,
    columns: [
      column('Bib', number),
      column('Lastname', last),
      column('Firstname', first),
      column('DateOfBirth', ({ pilot }) => pilot.fechanac ?? ''),
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
    numbersWithin: 'category',
    transponderKey: exactly,
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

/** Returns the cells of all rows. */
export function timingCells(program: TimingProgram, rows: readonly TimingRow[], day: string): string[][] {
  const { columns, isAscii } = timingFiles[program]
  return rows.map((row) =>
    columns.map((column) => {
      const text = textOf(column, row, day)
      const { longest } = column
      if (longest === undefined) return isAscii ? asciiUpper(text) : text
      const registration = registrationOf(text)
      // The rest of a longer one would mean another registration.
      return registration.length <= longest ? registration : ''
    }),
  )
}

/**
 * Returns the value of a cell, without line ends, tabs, control characters and those that turn the direction of a text,
 * which no program reads in a cell.
 */
export function textOf({ value }: TimingColumn, row: TimingRow, day: string): string {
  return inOrder(value(row, day))
    .replace(/[\p{Control}\s]+/gu, ' ')
    .trim()
}

/** Returns the capitals and digits of a text, which are all that a registration has. */
export function registrationOf(text: string): string {
  return asciiUpper(text).replace(/[^A-Z0-9]/g, '')
}

/**
 * Returns the rows of the entries of riders in an event that meet a filter, by modalidad, category and number. An event
 * without days is today.
 */
export function rowsOfEntries(
  pilots: readonly Pilot[],
  event: Pick<RaceEvent, 'id' | 'categories' | 'modalidades' | 'first'>,
  filter: EntryFilter = { event: event.id },
): TimingRow[] {
  const { categories, modalidades, first } = event
  const same = groupsBy([...modalidades, ...categories.map(({ name }) => name)], wordKey)
  // Two modalidades may have a category of one name, which the program would take for one class. Not `categoryTitle`: a
  // program that reads ASCII has no `·`.
  const labelOf = ({ modalidad, name }: Category) =>
    (same.get(wordKey(name))?.length ?? 0) > 1 ? `${modalidad} ${name}` : name
  return sorted(
    pilots.flatMap((pilot) =>
      entriesIn(pilot, event.id)
        .filter((entry) => meetsFilter(entry, filter))
        .map((entry): TimingRow => {
          const { modalidad, number, transponder } = entry
          const category = categoryOf(event, entry)
          return {
            ...{ pilot, modalidad, category: category ? labelOf(category) : modalidad },
            ...(category?.age && { ageDay: countingDay(category.age.on, first || today()) }),
            ...(number !== undefined && { number }),
            ...(transponder !== undefined && { transponder }),
          }
        }),
    ),
  )
}

/** Returns the rows of riders as they are registered, by modalidad and number. */
export function rowsOf(pilots: readonly Pilot[]): TimingRow[] {
  const rows = pilots.map((pilot): TimingRow => {
    const { modalidad = '', npiloto, transponder } = pilot
    return {
      ...{ pilot, modalidad, category: modalidad },
      ...(npiloto && { number: npiloto }),
      ...(transponder && { transponder }),
    }
  })
  return sorted(rows)
}

function sorted(rows: TimingRow[]): TimingRow[] {
  return rows.sort(
    (one, other) =>
      one.modalidad.localeCompare(other.modalidad, 'es') ||
      one.category.localeCompare(other.category, 'es', { numeric: true }) ||
      (one.number ?? '').localeCompare(other.number ?? '', 'es', { numeric: true }),
  )
}

/** A row as people recognize it. */
export function riderText({ pilot }: TimingRow): string {
  return [`${pilot.name} ${pilot.lastname}`, documentText(pilot)].filter(Boolean).join(', ')
}

/** The letters and signs that Unicode does not take apart into one of ASCII and marks. */
const letters: Readonly<Record<string, string>> = {
  Æ: 'AE',
  Œ: 'OE',
  Ø: 'O',
  Ð: 'D',
  Þ: 'TH',
  Ł: 'L',
  Đ: 'D',
  '°': 'O',
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '«': '"',
  '»': '"',
  '–': '-',
  '—': '-',
}

const isAscii = /^[ -~]*$/

/** A character that is not a printable one of ASCII. */
const other = /[^ -~]/gu

/**
 * Writes `?` for a character that is lost: see `lostLetters`.
 * @example asciiUpper('Íñigo Peña') // 'INIGO PENA'
 */
export function asciiUpper(text: string): string {
  return withoutMarks(text).replace(other, (letter) => letters[letter] ?? '?')
}

/**
 * Returns the characters, in capitals, that have nothing like them in ASCII, each once.
 * @example lostLetters('Peña Жук') // ['Ж', 'У', 'К']
 */
export function lostLetters(text: string): string[] {
  // Most texts of a long list are ASCII already.
  if (isAscii.test(text)) return []
  const found = withoutMarks(text).match(other) ?? []
  return [...new Set(found.filter((letter) => letters[letter] === undefined))]
}

function withoutMarks(text: string): string {
  return text.normalize('NFKD').toUpperCase().normalize('NFKD').replace(/\p{M}/gu, '')
}
