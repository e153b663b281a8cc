/** The riders whom a timing program would not tell from each other, or would not recognize, before the file is made. */

import { groupsBy } from '../../groups.ts'
import { numberKey } from '../../text/names.ts'
import { count, enumerate, enumerateFirst } from '../../text/text.ts'
import {
  lostLetters,
  registrationOf,
  riderText,
  type TimingProgram,
  type TimingRow,
  textOf,
  timingFiles,
} from './timing-files.ts'

export interface TimingWarning {
  kind:
    | 'no-number'
    | 'no-digits'
    | 'same-number'
    | 'no-transponder'
    | 'same-transponder'
    | 'letters'
    | 'registration'
  program: TimingProgram
  /** The number or the transponders that several riders have, or the letters that are lost. */
  values: string[]
  /** The classes in which several riders have a number. */
  categories: string[]
  riders: string[]
}

/**
 * Returns the warnings for a program, the most serious first, by its rules in `timingFiles`. `day` is the day of the file,
 * `YYYY-MM-DD`.
 */
export function timingWarnings(
  program: TimingProgram,
  rows: readonly TimingRow[],
  day: string,
): TimingWarning[] {
  const { columns, isAscii, numbersWithin, readsOnlyDigits, transponderKey } = timingFiles[program]
  const warning = (
    kind: TimingWarning['kind'],
    found: readonly TimingRow[],
    values: readonly string[] = [],
  ): TimingWarning[] => {
    const categories = kind === 'same-number' ? unique(found.map(({ category }) => category)) : []
    const riders = unique(found.map(riderText))
    return riders.length > 0 ? [{ kind, program, values: unique(values), categories, riders }] : []
  }
  const isRead = ({ number = '' }: TimingRow) => !readsOnlyDigits || /^\d*$/.test(number.trim())
  const hasNumber = ({ number }: TimingRow) => numberKey(number) !== undefined
  const tagOf = ({ transponder = '' }: TimingRow) => transponderKey(transponder) || undefined
  const lostOf = (row: TimingRow) =>
    isAscii ? columns.flatMap((column) => lostLetters(textOf(column, row, day))) : []
  const withLost = rows.filter((row) => lostOf(row).length > 0)
  const isCut = (row: TimingRow) =>
    columns.some(
      (column) =>
        column.longest !== undefined && registrationOf(textOf(column, row, day)).length > column.longest,
    )

  const numbers = groups(rows.filter(isRead), ({ number, category }) => {
    const key = numberKey(number)
    return key && (numbersWithin === 'file' ? key : `${category} ${key}`)
  })
  // A rider may use one transponder in several classes, unless the program takes each number for another rider.
  const ownerOf = ({ pilot, number = '' }: TimingRow) =>
    numbersWithin === 'file' ? `${pilot.id} ${numberKey(number)}` : pilot.id
  const tags = groups(rows, tagOf).filter((group) => new Set(group.map(ownerOf)).size > 1)
  return [
    ...warning(
      'no-number',
      rows.filter((row) => !hasNumber(row)),
    ),
    ...warning(
      'no-digits',
      rows.filter((row) => hasNumber(row) && !isRead(row)),
    ),
    ...numbers.flatMap((group) => warning('same-number', group, [group[0]?.number ?? ''])),
    ...tags.flatMap((group) =>
      warning(
        'same-transponder',
        group,
        group.map(({ transponder = '' }) => transponder.trim()),
      ),
    ),
    ...warning(
      'no-transponder',
      rows.filter((row) => tagOf(row) === undefined),
    ),
    ...warning('letters', withLost, withLost.flatMap(lostOf)),
    ...warning('registration', rows.filter(isCut)),
  ]
}

/** Returns the rows that share a key, in groups of two and more. */
function groups(rows: readonly TimingRow[], keyOf: (row: TimingRow) => string | undefined): TimingRow[][] {
  return [...groupsBy(rows, keyOf)].flatMap(([key, group]) =>
    key !== undefined && group.length > 1 ? [group] : [],
  )
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)]
}

/** The most lost letters that a warning names. */
const mostLetters = 10

/** Says a warning in Spanish, without the names: `3 pilotos sin número`. */
export function warningText({ kind, program, values, categories, riders }: TimingWarning): string {
  const { name, columns, numbersWithin } = timingFiles[program]
  const pilots = count(riders.length, 'piloto')
  const have = `${riders.length === 1 ? 'lo tiene' : 'lo tienen'} ${pilots}`
  const [first = ''] = values
  const longest = columns.find((column) => column.longest !== undefined)?.longest
  const letters = values.slice(0, mostLetters).map((letter) => `«${letter}»`)
  const texts: Record<TimingWarning['kind'], string> = {
    'no-number': `${pilots} sin número: el programa no los reconoce`,
    'no-digits': `${pilots} con letras en el número: ${name} solo lee números`,
    'same-number': `El ${first} de ${enumerate(categories)} ${have}${numbersWithin === 'file' ? `: ${name} lee solo una de sus filas` : ''}`,
    'no-transponder': `${pilots} sin transponder`,
    'same-transponder':
      values.length === 1
        ? `El transponder ${first} ${have}${riders.length === 1 ? ` con varios números: ${name} lo lee con uno` : ''}`
        : `Los transponders ${enumerate(values)} son el mismo para ${name}: ${have}`,
    letters: `${pilots} con letras que ${name} no lee, que van como «?» o se omiten: ${letters.join(' ')}`,
    registration: `${pilots} con una licencia de más de ${longest} letras, que ${name} cortaría: va vacía`,
  }
  return texts[kind]
}

/** Says a warning with the names: `2 pilotos sin número: Eva Paz, 71234567, y Luz Sur, 71234568`. */
export function warningLine(warning: TimingWarning, mostNamed = 10): string {
  const { riders } = warning
  const named = riders.slice(0, mostNamed).map((one) => `«${one}»`)
  return `${warningText(warning)}: ${enumerateFirst(named, riders.length)}`
}
