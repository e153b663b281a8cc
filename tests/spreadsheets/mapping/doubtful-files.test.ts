/** Tests of files that could be read in two ways: none of them is guessed silently. */
import { expect, test } from 'vitest'
import writeXlsxFile from 'write-excel-file/node'
import type { ImportMapping } from '#domain/import/mapping'
import { readValue } from '#domain/pilots/pilot'
import { parseDate } from '#domain/text/date'
import { previewOf } from '../../../server/import/preview.ts'
import { tableOf } from '../../support/table.ts'

const targets = (table: Awaited<ReturnType<typeof tableOf>>) =>
  Object.fromEntries(table.mapping.columns.map(({ name, target }) => [name, target]))
const suggestions = (table: Awaited<ReturnType<typeof tableOf>>) =>
  Object.fromEntries(
    table.mapping.columns.flatMap(({ name, suggestion }) => (suggestion ? [[name, suggestion]] : [])),
  )
const badDates = (table: Awaited<ReturnType<typeof tableOf>>) =>
  table.rows.map(({ badCells }) => badCells?.fechanac !== undefined)

test.each([
  [
    'one of them can only have the month first',
    'Nacimiento\n04/05/1994\n04/25/1994\n06/06/1994\n1994-04-05\n',
  ],
  ['the header says so', 'Nacimiento (mm/dd/aaaa)\n04/05/1994\n5-abr-1994\n06/06/1994\n25/04/1994\n'],
])('ambiguous birthdays are rejected if %s', async (_, text) => {
  const table = await tableOf(text)
  const isOdd = text.includes('04/25/1994')
  expect(badDates(table)).toEqual([true, isOdd, false, false])
  expect(previewOf(table).columns).toMatchObject([{ dates: { order: null, example: '04/05/1994' } }])
})

/** Returns 20 dates, of which only the last must have the month first. */
const almostAll = [...Array.from({ length: 19 }, (_, index) => `0${1 + (index % 9)}/03/1994`), '03/25/1994']

/** Writes the dates in each format. Spanish Excel makes dates of those that it can read, with the day first. */
const formats: [string, (dates: readonly string[]) => Promise<string | Buffer>][] = [
  ['CSV', async (dates) => `Nacimiento\n${dates.join('\n')}\n`],
  ['JSON', async (dates) => JSON.stringify(dates.map((Nacimiento) => ({ Nacimiento })))],
  [
    'XLSX with texts',
    async (dates) =>
      writeXlsxFile(
        [['Nacimiento'], ...dates.map((value) => [value])].map((row) => row.map((value) => ({ value }))),
      ).toBuffer(),
  ],
  [
    'XLSX with dates',
    async (dates) =>
      writeXlsxFile([
        [{ value: 'Nacimiento' }],
        ...dates.map((text) => {
          const day = parseDate(text)
          return [day ? { value: new Date(day), type: Date, format: 'dd/mm/yyyy' } : { value: text }]
        }),
      ] as never).toBuffer(),
  ],
]

test.each(formats)(
  'one American date among others is the only one that is rejected (%s)',
  async (_, write) => {
    const content = await write(almostAll)
    const daysOf = ({ rows }: Awaited<ReturnType<typeof tableOf>>) =>
      rows.map(({ values }) => parseDate(String(values.fechanac)))
    const assumed = await tableOf(content)
    expect(previewOf(assumed).columns).toMatchObject([
      {
        dates: { order: 'dia-mes' },
        doubt: expect.stringContaining('19 de sus 20 fechas, y «03/25/1994» no'),
      },
    ])
    const chosen = await tableOf(content, { mapping: { dates: { fechanac: 'dia-mes' } } })
    expect(previewOf(chosen).columns[0]?.doubt).toBeUndefined()
    for (const table of [assumed, chosen]) {
      expect(badDates(table).indexOf(true)).toBe(19)
      expect(badDates(table).filter(Boolean)).toHaveLength(1)
      expect(daysOf(table).slice(0, 2)).toEqual(['1994-03-01', '1994-03-02'])
    }
    const american = await tableOf(content, { mapping: { dates: { fechanac: 'mes-dia' } } })
    expect(badDates(american)).not.toContain(true)
    expect(daysOf(american).slice(0, 2)).toEqual(['1994-01-03', '1994-02-03'])
    expect(daysOf(american)[19]).toBe('1994-03-25')
  },
)

test('with the month first, a date that can only have the day first is rejected, and typed and replaced ones are not read', async () => {
  const text = 'Nacimiento\n25/03/1994\n04/05/1994\n04/05/1994\n06/05/1994\n03/25/1994\n'
  const table = await tableOf(text, {
    mapping: {
      dates: { fechanac: 'mes-dia' },
      cells: { 3: { fechanac: '04/05/1994' } },
      replacements: { fechanac: { '06/05/1994': '07/08/1990' } },
    },
  })
  expect(table.rows.map(({ values }) => values.fechanac)).toEqual([
    '25/03/1994',
    '04/05/1994',
    '5-abr-1994',
    '07/08/1990',
    '25-mar-1994',
  ])
  expect(badDates(table)).toEqual([true, false, false, false, false])
})

test('the dates of a credential have their own question, answered by the birthdays if they say nothing', async () => {
  const text = (until: string) =>
    `Nacimiento;Válida hasta\n03/25/1994;05/03/2027\n12/31/1994;${until}\n12/30/1994;${until}\n`
  const bad = async (until: string, dates?: ImportMapping['dates']) =>
    (await tableOf(text(until), { mapping: { dates } })).rows.map(
      ({ badCells = {} }) => 'valida_hasta' in badCells,
    )
  expect(await bad('07/08/2027')).toEqual([true, true, true])
  expect(await bad('31/12/2027')).toEqual([false, false, false])
  const { rows } = await tableOf(text('07/08/2027'), { mapping: { dates: { fechanac: 'mes-dia' } } })
  expect(rows.map(({ values }) => values.valida_hasta)).toEqual(['3-may-2027', '8-jul-2027', '8-jul-2027'])
  expect(await bad('31/12/2027', { fechanac: 'mes-dia', valida_hasta: 'mes-dia' })).toEqual([
    false,
    true,
    true,
  ])
})

test('the last days of policies have an order of their own, and Excel may have them as dates', async () => {
  const policies = async (file: string | Buffer, dates?: ImportMapping['dates']) => {
    const { rows, mapping } = await tableOf(file, { mapping: { dates } })
    expect(mapping.columns.at(-1)?.target).toBe('poliza_hasta')
    return rows.map(({ values, badCells = {} }) =>
      'poliza_hasta' in badCells ? 'bad' : readValue('poliza_hasta', values.poliza_hasta),
    )
  }
  const text = (day: string) =>
    `Nacimiento;vencimiento poliza\n25/03/1994;05/03/2027\n31/12/1994;${day}\n30/12/1994;\n`
  expect(await policies(text('31/12/27'))).toEqual(['2027-03-05', '2027-12-31', null])
  expect(await policies(text('12/31/2027'))).toEqual(['bad', 'bad', null])
  const chosen = { poliza_hasta: 'mes-dia' } as const
  expect(await policies(text('12/31/2027'), chosen)).toEqual(['2027-05-03', '2027-12-31', null])
  const date = { value: new Date(Date.UTC(2027, 2, 5)), type: Date, format: 'dd/mm/yyyy' }
  const sheet = [[{ value: 'vencimiento poliza' }], [date]]
  expect(await policies(await writeXlsxFile(sheet as never).toBuffer())).toEqual(['2027-03-05'])
})

test('birthdays that an English Excel has exchanged are rejected, and those that it left as text are read', async () => {
  const date = (day: number) => [
    { value: new Date(Date.UTC(1994, 3, day)), type: Date, format: 'dd/mm/yyyy' },
  ]
  const text = (day: number) => [{ value: `${day}/04/1994` }]
  const sheet = [[{ value: 'Nacimiento' }], ...[5, 6, 7].map(date), ...[25, 26, 27].map(text)]
  const table = await tableOf(await writeXlsxFile(sheet as never).toBuffer())
  expect(badDates(table)).toEqual([true, true, true, false, false, false])
  const typed = await tableOf(await writeXlsxFile(sheet as never).toBuffer(), {
    mapping: { cells: { 2: { fechanac: '05/04/1994' } } },
  })
  expect(badDates(typed)[0]).toBe(false)
  const daysIn = async (order: 'dia-mes' | 'mes-dia') => {
    const answered = await tableOf(await writeXlsxFile(sheet as never).toBuffer(), {
      mapping: { dates: { fechanac: order } },
    })
    expect(badDates(answered)).not.toContain(true)
    return answered.rows.map(({ values }) => parseDate(String(values.fechanac)))
  }
  const left = ['1994-04-25', '1994-04-26', '1994-04-27']
  expect(await daysIn('mes-dia')).toEqual(['1994-05-04', '1994-06-04', '1994-07-04', ...left])
  expect(await daysIn('dia-mes')).toEqual(['1994-04-05', '1994-04-06', '1994-04-07', ...left])
})

test.each([
  ['Nombre;DNI\nAna Quispe Mamani;1\nLuis Rojas Soto;2\n', { Nombre: 'nombrecompleto' }],
  ['Apellidos;DNI\nQuispe Mamani Ana;1\nRojas Soto Luis;2\n', { Apellidos: 'nombrecompleto' }],
  ['Licencia;Nombres\nFM-1;Ana\nFM-2;Luis\n', { Licencia: 'nlicencia' }],
  ['Teléfono de emergencia;DNI del apoderado;Club\n987654321;43334445;Sur\n', {}],
  ['Fecha de inscripción;Club\n10/01/2026;Sur\n', {}],
  ['Contacto;Club\nana@ejemplo.org;Sur\n', {}],
  ['Dirección web;Club\nana@ejemplo.org;Sur\n', {}],
])('the cells of %j suggest %j', async (text, expected) => {
  expect(suggestions(await tableOf(text))).toEqual(expected)
})

test('the decimals of whole numbers are left out, except in an export, and a number without its last digits is refused', async () => {
  const dorsals = async (...texts: string[]) =>
    (await tableOf(`Dorsal;Club\n${texts.map((text) => `${text};Sur\n`).join('')}`)).rows.map(
      ({ values }) => values.npiloto,
    )
  const whole = ['976', '27', '3', '12', '11', '8', '27B']
  expect(await dorsals('976.0', '27,0', '3.00', '12.', '11,00', '8.0000 ', '27B')).toEqual(whole)
  // Three zeros are a thousand to some people.
  const left = ['7.000', '7,5', '7,10', 'A.', '1,00,0']
  expect(await dorsals(...left)).toEqual(left)
  const { rows } = await tableOf('Dorsal;Club\n1.3E+01;Sur\n2,026E+11;Sur\n1e+21;Sur\n1E21;Sur\n0+;Sur\n')
  const problem = 'Otro programa abrevió el número: escriba todas sus cifras'
  expect(rows.map(({ badCells }) => badCells?.npiloto)).toEqual([
    problem,
    problem,
    problem,
    undefined,
    undefined,
  ])
})

test('a column called Código or ID is not taken for the identifier of the QR', async () => {
  const table = await tableOf('Código;ID;Identificador\n000000000010;1;7K3Q9XW2M4TB\n')
  expect(targets(table)).toEqual({ Código: null, ID: null, Identificador: 'id_driver' })
})

test('a file that begins with a rider has no header, and loses none', async () => {
  const { header, rows, names } = await tableOf(
    'Ana;ana@ejemplo.org;43334445\nLuis;luis@ejemplo.org;43334446\n',
  )
  expect([header, rows.length, names]).toEqual([0, 2, ['', '', '']])
})

test('a header of two lines keeps the names of the upper line, and columns without a name', async () => {
  const table = await tableOf(
    await writeXlsxFile([
      [{ value: 'Piloto' }, null, null, { value: 'Club' }, null],
      [{ value: 'Nombres' }, { value: 'Apellidos' }, { value: 'DNI' }, null, null],
      [{ value: 'Ana' }, { value: 'Quispe' }, { value: '43334445' }, { value: 'Sur' }, { value: 'x' }],
    ]).toBuffer(),
  )
  expect(targets(table)).toEqual({
    Nombres: 'name',
    Apellidos: 'lastname',
    DNI: 'dni',
    Club: 'club',
    'Columna E': null,
  })
})

test('names that contradict their header have no order, so that a person decides and looks at all of them', async () => {
  const names = ['Ana Quispe Mamani', 'Luis Flores Huamán', 'José Mamani Condori', 'María Rojas Quispe']
  const table = await tableOf(`Apellidos y Nombres;Club\n${names.map((name) => `${name};Sur\n`).join('')}`)
  expect(previewOf(table).surnamesFirst).toBeUndefined()
  expect(table.rows.every(({ isUnsure }) => isUnsure)).toBe(true)
})

test('a new choice for a target takes the place of a remembered one', async () => {
  const remembered = { 'cod a\tcod b': { columns: { 'Cod A': 'nlicencia' } } } as const
  const table = await tableOf('Cod A;Cod B\n1;2\n', {
    mapping: { columns: { 'Cod B': 'nlicencia' } },
    remembered,
  })
  expect(targets(table)).toEqual({ 'Cod A': null, 'Cod B': 'nlicencia' })
})
