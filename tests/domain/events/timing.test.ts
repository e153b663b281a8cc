/** Tests of the files for timing programs: their columns, and what is odd about the riders. */

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { noEvent } from '#domain/events/event'
import {
  asciiUpper,
  lostLetters,
  rowsOf,
  rowsOfEntries,
  type TimingProgram,
  type TimingRow,
  timingCells,
  timingFiles,
  timingPrograms,
} from '#domain/events/timing/timing-files'
import { timingWarnings, warningLine, warningText } from '#domain/events/timing/timing-warnings'
import { newPilotId } from '#domain/pilots/pilot-id'
import { numberKey } from '#domain/text/names'
import { aDraft, aPilot } from '../../support/pilots.ts'

const day = '2026-11-25'
const rider = (changes: Parameters<typeof aDraft>[0] = {}) => aPilot(newPilotId(), aDraft(changes))
const eva = rider({
  name: 'Éva',
  lastname: "O'Núñez",
  dni: 71234567,
  fechanac: '2008-11-26',
  nlicencia: 'FM-0042',
  npiloto: '27',
  modalidad: 'MOTOCROSS',
  club: 'Moto Club "Sur"',
  ciudad: 'Tacna',
  pais: 'Perú',
  transponder: '0401',
})

/** Returns the values of one rider by the labels of their columns, without the empty ones. */
function valuesIn(program: TimingProgram, pilot = eva): Record<string, string> {
  const [cells = []] = timingCells(program, rowsOf([pilot]), day)
  const pairs = timingFiles[program].columns.map(({ label }, index) => [label, cells[index] ?? ''] as const)
  return Object.fromEntries(pairs.filter(([, value]) => value !== ''))
}

describe('the file of', () => {
  test('Orbits has its columns, in capitals of ASCII, with a licence of at most 8 letters', () => {
    expect(timingFiles.orbits.columns.map(({ label }) => label).join()).toBe(
      'No,Class,LastName,FirstName,CarRegistration,DriverRegistration,Transponder1,Transponder2,' +
        'Additional1,Additional2,Additional3,Additional4,Additional5,Additional6,Additional7,Additional8',
    )
    expect(valuesIn('orbits')).toEqual({
      No: '27',
      Class: 'MOTOCROSS',
      LastName: "O'NUNEZ",
      FirstName: 'EVA',
      DriverRegistration: 'FM0042',
      Transponder1: '0401',
      Additional1: 'MOTO CLUB "SUR"',
      Additional2: 'TACNA',
      Additional3: 'PERU',
    })
    expect(valuesIn('orbits', { ...eva, nlicencia: 'FM-2026-0001' })).not.toHaveProperty('DriverRegistration')
  })

  test('CrossMgr has the headers of its sign-on sheet', () => {
    expect(timingFiles.crossmgr.columns.map(({ label }) => label).join()).toBe(
      'Bib#,LastName,FirstName,Team,TeamCode,City,StateProv,Category,Age,Gender,License,NatCode,UCI ID,Tag,Tag2',
    )
    expect(valuesIn('crossmgr')).toEqual({
      'Bib#': '27',
      LastName: "O'Núñez",
      FirstName: 'Éva',
      Team: 'Moto Club "Sur"',
      City: 'Tacna',
      Category: 'MOTOCROSS',
      Age: '17',
      License: 'FM-0042',
      Tag: '0401',
    })
  })

  test('RACE RESULT and Webscorer has only what they know, and neither an e-mail nor a telephone', () => {
    expect(valuesIn('raceresult')).toMatchObject({
      Bib: '27',
      Contest: 'MOTOCROSS',
      DateOfBirth: '2008-11-26',
    })
    expect(valuesIn('webscorer')).toMatchObject({
      Bib: '27',
      Category: 'MOTOCROSS',
      'Chip ID': '0401',
      Age: '17',
    })
    for (const program of ['orbits', 'crossmgr', 'raceresult', 'webscorer'] as const)
      expect(Object.values(valuesIn(program)).join()).not.toMatch(/inigo@|987654321|71234567/)
  })
})

test('riders stand by modalidad and number, and a cell has no line end', () => {
  const pilots = ['10', '9', 'S/N'].map((npiloto) =>
    rider({ npiloto, modalidad: 'VELOCROSS', club: 'Uno\n\tDos' }),
  )
  const rows = rowsOf([...pilots, eva])
  expect(rows.map(({ number }) => number)).toEqual(['27', '9', '10', 'S/N'])
  expect(timingCells('webscorer', rows, day)[1]).toContain('Uno Dos')
})

/** Returns what the desk reads about some riders. */
const textsFor = (program: TimingProgram, ...pilots: ReturnType<typeof rider>[]) =>
  timingWarnings(program, rowsOf(pilots), day).map(warningText)

test('a warning names who has no number, the same number or the same transponder', () => {
  const pilots = [
    eva,
    rider({ name: 'Luz', npiloto: '027', modalidad: 'MOTOCROSS', transponder: '9' }),
    rider({ name: 'Ana', npiloto: '27', modalidad: 'VELOCROSS', transponder: '9 ' }),
    rider({ name: 'Eva', npiloto: 'S/N' }),
  ]
  const warnings = timingWarnings('webscorer', rowsOf(pilots), day)
  expect(warnings.map(warningText)).toEqual([
    '1 piloto sin número: el programa no los reconoce',
    'El 27 de MOTOCROSS lo tienen 2 pilotos',
    'El transponder 9 lo tienen 2 pilotos',
    '1 piloto sin transponder',
  ])
  expect(warnings[1] && warningLine(warnings[1])).toMatch(
    /: «Éva O'Núñez, 71234567» y «Luz Núñez Peña, \d{8}»$/,
  )
})

describe('of riders who are entered', () => {
  const at = '2026-11-20T12:00:00.000Z'
  const event = {
    ...noEvent,
    id: 'primero',
    first: '2026-06-05',
    categories: [
      { id: 'motocross-mx1', modalidad: 'MOTOCROSS', name: 'MX1' },
      { id: 'motocross-85', modalidad: 'MOTOCROSS', name: '85 cc', age: { to: 15, on: 'year-end' } },
      { id: 'motocross-novatos', modalidad: 'MOTOCROSS', name: 'Novatos' },
      { id: 'velocross-novatos', modalidad: 'VELOCROSS', name: 'NOVATOS' },
    ],
  } as const
  const entered = (name: string, number: string, ...categories: string[]) => ({
    ...rider({ name, fechanac: '2010-11-26', npiloto: number, transponder: `${name} ${number}` }),
    entries: categories.map((category) => {
      const modalidad = category.startsWith('velocross') ? 'VELOCROSS' : 'MOTOCROSS'
      return {
        event: event.id,
        modalidad,
        number,
        at,
        transponder: name,
        ...(category.includes('-') && { category }),
      }
    }),
  })

  test('the class is the category, with the modalidad where two have one name, or the modalidad without one', () => {
    const pilots = [
      entered('Ana', '7', 'motocross-mx1'),
      entered('Eva', '8', 'motocross-novatos', 'velocross-novatos'),
      entered('Luz', '9', 'motocross'),
      entered('Sol', '1', 'motocross-85'),
    ]
    const rows = rowsOfEntries(pilots, event)
    const cellsOf = (program: TimingProgram, label: string) => {
      const index = timingFiles[program].columns.findIndex((column) => column.label === label)
      return timingCells(program, rows, day).map((cells) => cells[index])
    }
    const classes = ['85 cc', 'MOTOCROSS', 'MOTOCROSS Novatos', 'MX1', 'VELOCROSS NOVATOS']
    expect(cellsOf('crossmgr', 'Category')).toEqual(classes)
    expect(cellsOf('raceresult', 'Contest')).toEqual(classes)
    expect(cellsOf('webscorer', 'Category')).toEqual(classes)
    expect(cellsOf('orbits', 'Class')).toEqual(classes.map((one) => one.toUpperCase()))
    // Sol is 16 on 31 December, and 15 on the day of the file.
    expect(cellsOf('crossmgr', 'Age')).toEqual(['16', '15', '15', '15', '15'])
  })

  test('one number in two categories is a warning only for a program that knows a number once', () => {
    const rows = rowsOfEntries(
      [entered('Ana', '7', 'motocross-mx1'), entered('Eva', '07', 'motocross-85')],
      event,
    )
    for (const program of ['orbits', 'webscorer'] as const)
      expect(timingWarnings(program, rows, day).map(({ kind }) => kind)).not.toContain('same-number')
    for (const program of ['crossmgr', 'raceresult'] as const) {
      const [warning] = timingWarnings(program, rows, day)
      expect(warning && warningLine(warning)).toMatch(
        /^El 07 de 85 cc y MX1 lo tienen 2 pilotos: .* lee solo una de sus filas: «Eva .*» y «Ana .*»$/,
      )
    }
    const same = rowsOfEntries(
      [entered('Ana', '7', 'motocross-mx1'), entered('Eva', '07', 'motocross-mx1')],
      event,
    )
    expect(timingWarnings('webscorer', same, day).map(warningText)).toContain(
      'El 7 de MX1 lo tienen 2 pilotos',
    )
  })
})

test('CrossMgr and RACE RESULT read a number once in the whole file, and no letters in it; the others once in a class', () => {
  const other = rider({ name: 'Ana', npiloto: '027', modalidad: 'VELOCROSS', transponder: '7' })
  const lettered = rider({ npiloto: '27B', modalidad: 'VELOCROSS', transponder: '8' })
  for (const program of ['crossmgr', 'raceresult'] as const) {
    const { name } = timingFiles[program]
    expect(textsFor(program, eva, other, lettered)).toEqual([
      `1 piloto con letras en el número: ${name} solo lee números`,
      `El 27 de MOTOCROSS y VELOCROSS lo tienen 2 pilotos: ${name} lee solo una de sus filas`,
    ])
  }
  expect(textsFor('webscorer', eva, other, lettered)).toEqual([])

  // A rider with one number and one transponder in two modalidades.
  const [own] = rowsOf([eva])
  const both = [own, { ...own, category: 'VELOCROSS' }] as TimingRow[]
  expect(timingWarnings('webscorer', both, day)).toEqual([])
  expect(timingWarnings('crossmgr', both, day).map(warningText)).toEqual([
    'El 27 de MOTOCROSS y VELOCROSS lo tiene 1 piloto: CrossMgr lee solo una de sus filas',
  ])
  // CrossMgr's own reader reports a transponder under two numbers as an error.
  const numbered = [own, { ...own, category: 'VELOCROSS', number: '77' }] as TimingRow[]
  expect(timingWarnings('webscorer', numbered, day)).toEqual([])
  expect(timingWarnings('crossmgr', numbered, day).map(warningText)).toEqual([
    `El transponder ${eva.transponder} lo tiene 1 piloto con varios números: CrossMgr lo lee con uno`,
  ])
})

test('CrossMgr reads transponders without spaces and leading zeros, and an O as a zero; the others compare them as they are', () => {
  const rows = (...transponders: string[]) =>
    transponders.map((transponder, index) => rider({ npiloto: `${index + 1}`, transponder }))
  expect(textsFor('crossmgr', ...rows('0012', '12', 'A O1', 'a01', '000'))).toEqual([
    'Los transponders 0012 y 12 son el mismo para CrossMgr: lo tienen 2 pilotos',
    'Los transponders A O1 y a01 son el mismo para CrossMgr: lo tienen 2 pilotos',
    '1 piloto sin transponder',
  ])
  for (const program of ['raceresult', 'webscorer'] as const)
    expect(textsFor(program, ...rows('0012', '12', 'A O1', 'a01', '000'))).toEqual([])
})

test('Orbits gets ASCII: a letter that is lost is a warning in every column, and one that is rewritten is none', () => {
  const good = { ...eva, club: '1.º de «Mayo»', ciudad: 'Łódź', pais: 'Türkiye' }
  expect(textsFor('orbits', good)).toEqual([])
  expect(valuesIn('orbits', good)).toMatchObject({ Additional1: '1.O DE "MAYO"', Additional2: 'LODZ' })
  const lost = '1 piloto con letras que MYLAPS Orbits no lee, que van como «?» o se omiten: «Ж»'
  for (const name of ['name', 'lastname', 'club', 'ciudad', 'pais', 'nlicencia', 'transponder', 'npiloto'])
    expect([name, textsFor('orbits', { ...eva, [name]: 'Ж1' })]).toEqual([name, [lost]])
  expect(textsFor('orbits', { ...eva, name: 'Eva?', club: 'Uno\n\tDos' })).toEqual([])
  expect(textsFor('webscorer', { ...eva, club: 'Жук' })).toEqual([])
})

test('a licence that Orbits would cut is left out with a warning', () => {
  const long = { ...eva, nlicencia: 'FM-2026-0001' }
  expect(textsFor('orbits', long)).toEqual([
    '1 piloto con una licencia de más de 8 letras, que MYLAPS Orbits cortaría: va vacía',
  ])
  expect(textsFor('orbits', { ...eva, nlicencia: 'FM-2026-01' })).toEqual([])
  expect(textsFor('raceresult', long)).toEqual([])
})

test('without a warning, no number and no transponder is that of two riders', () => {
  const some = fc.array(
    fc.record({
      npiloto: fc.constantFrom('1', '01', '2', 'S/N'),
      modalidad: fc.constantFrom('MOTOCROSS', 'VELOCROSS'),
      transponder: fc.constantFrom('a', 'A', 'b', undefined),
    }),
    { maxLength: 5 },
  )
  fc.assert(
    fc.property(some, fc.constantFrom(...timingPrograms), (values, program) => {
      const rows = rowsOf(values.map((one) => rider(one as object)))
      const kinds = timingWarnings(program, rows, day).map(({ kind }) => kind)
      const repeats = (keys: (string | undefined)[]) => {
        const known = keys.filter((key) => key !== undefined)
        return new Set(known).size < known.length
      }
      const inFile = ['crossmgr', 'raceresult'].includes(program)
      const numbers = rows.map(({ number, modalidad }) => {
        const key = numberKey(number)
        return key && (inFile ? key : `${modalidad} ${key}`)
      })
      expect(kinds.includes('same-number')).toBe(repeats(numbers))
      expect(kinds.includes('same-transponder')).toBe(
        repeats(rows.map((row) => row.transponder?.toUpperCase())),
      )
    }),
  )
})

test('any text is capitals of ASCII for Orbits, with a ? for each letter that is lost', () => {
  expect(asciiUpper('Straße, Łódź, Çelik, N.º 1 – “Ñu”')).toBe('STRASSE, LODZ, CELIK, N.O 1 - "NU"')
  expect(lostLetters('Peña Жук')).toEqual(['Ж', 'У', 'К'])
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const plain = asciiUpper(text)
      expect(plain).toMatch(/^[ -`{-~]*$/)
      expect(plain.replaceAll('?', '') === plain).toBe(
        lostLetters(text).length === 0 && !text.normalize('NFKD').includes('?'),
      )
    }),
  )
})
