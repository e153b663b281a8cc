/** Tests of the mapping of files: what is recognized in them, and what a person chooses instead. */
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import writeXlsxFile from 'write-excel-file/node'
import { headerKey, type ImportMapping } from '#domain/import/mapping'
import { checkField } from '#domain/pilots/pilot'
import { tableOf } from '../../support/table.ts'

/** Reads a file that is given by its lines. */
function read(lines: readonly string[], mapping: ImportMapping = {}) {
  return tableOf(`${lines.join('\n')}\n`, { mapping })
}

async function valuesOf(lines: readonly string[], mapping?: ImportMapping) {
  return (await read(lines, mapping)).rows.map(({ values }) => values)
}

describe('columns', () => {
  const lines = ['Cód. Fed.;N° Lic.;Equipo', 'F-7;L-7;Sur']

  test.each<[Required<ImportMapping>['columns'], object]>([
    [{}, { nlicencia: 'L-7', club: 'Sur' }],
    [{ Equipo: null }, { nlicencia: 'L-7' }],
    [{ 'Cód. Fed.': 'nlicencia' }, { nlicencia: 'F-7', club: 'Sur' }],
    [{ ' cod. fed. ': 'nlicencia' }, { nlicencia: 'F-7', club: 'Sur' }],
    [
      { 'Cód. Fed.': 'npiloto', 'N° Lic.': 'club', Equipo: 'nlicencia' },
      { npiloto: 'F-7', club: 'L-7', nlicencia: 'Sur' },
    ],
  ])('with the choice %j, a row is read as %j', async (columns, values) => {
    expect(await valuesOf(lines, { columns })).toEqual([values])
  })

  test.each<[string, ImportMapping, string]>([
    [
      'a column',
      { columns: { Placa: 'club' } },
      'El archivo no tiene la columna «Placa»: tiene «Cód. Fed.», «N° Lic.», «Equipo»',
    ],
    ['a blank header', { header: 3 }, 'La fila 3 está en blanco: elija otra para el encabezado'],
    ['a header after the end', { header: 9 }, 'La fila 9 está en blanco: elija otra para el encabezado'],
    ['a sheet of a CSV', { sheet: 'Lima' }, 'Solo un libro de Excel tiene hojas: quite --sheet'],
  ])('%s that does not exist is refused', async (_, mapping, message) => {
    await expect(read([...lines, '', 'F-8;L-8;Norte'], mapping)).rejects.toThrow(message)
  })

  test('a header of 0 means that all lines are rows, and columns have letters', async () => {
    const columns = { 'Columna A': 'name', 'Columna C': 'lastname' } as const
    const { header, rows, starts } = await read(['Ana;x;Rojas', 'Luis;y;Flores'], { header: 0, columns })
    expect([header, starts.map(({ line }) => line)]).toEqual([0, [1, 2]])
    expect(rows.map(({ line, values }) => [line, values])).toEqual([
      [1, { name: 'Ana', lastname: 'Rojas' }],
      [2, { name: 'Luis', lastname: 'Flores' }],
    ])
  })

  test('another line than the recognized one can be the header', async () => {
    const { names, rows } = await read(['DNI;Nombres;Club', '7;Ana;Sur', 'Doc.;Club;', '8;Norte;'], {
      header: 3,
    })
    expect([names, rows.map(({ values }) => values)]).toEqual([
      ['Doc.', 'Club'],
      [{ dni: '8', club: 'Norte' }],
    ])
  })
})

describe('values', () => {
  test.each([
    ['a missing column', ['DNI', '7'], 'Sur'],
    ['an empty cell', ['DNI;Club', '7;'], 'Sur'],
    ['a cell of spaces', ['DNI;Club', '7;  '], 'Sur'],
    ['a missing key', ['[{"dni": 7}]'], 'Sur'],
    ['a null', ['[{"dni": 7, "club": null}]'], 'Sur'],
    ['a filled cell', ['DNI;Club', '7;Norte'], 'Norte'],
  ])('with a default of «Sur», %s is read as it should', async (_, lines, club) => {
    expect(await valuesOf(lines, { defaults: { club: 'Sur' } })).toEqual([expect.objectContaining({ club })])
  })

  test('a replacement holds for all cells with the whole text, with or without spaces around it', async () => {
    const replacements = { modalidad: { 'Enduro Ind. ': 'RALLY', Libre: 'UTV' }, club: { '7': 'Siete' } }
    const lines = ['Modalidad;Club', 'Enduro Ind.;7', ' Enduro Ind. ;Libre', 'Libre;77', 'Libre 2;7.0']
    expect((await valuesOf(lines, { replacements })).map(({ modalidad, club }) => [modalidad, club])).toEqual(
      [
        ['RALLY', 'Siete'],
        ['RALLY', 'Libre'],
        ['UTV', '77'],
        ['Libre 2', 'Siete'],
      ],
    )
  })

  test('a typed cell wins over the file, a default, a replacement and the change of capitals', async () => {
    const typed = { name: 'ANA', club: 'Este', modalidad: 'UTV' }
    const mapping = {
      cells: { 2: typed },
      defaults: { club: 'Sur' },
      replacements: { modalidad: { Libre: 'RALLY' } },
      fixesCapitals: true,
    }
    expect(await valuesOf(['Nombres;Club;Modalidad', 'EVA;;Libre', 'EVA;;Libre'], mapping)).toEqual([
      typed,
      { name: 'Eva', club: 'Sur', modalidad: 'RALLY' },
    ])
  })

  test('a typed cell has none of the problems of the cell in the file', async () => {
    const lines = ['\ufeffClub;Equipo', 'Pe\ufffda;Ñand\ufffd']
    const columns = { Equipo: 'nlicencia' } as const
    const bad = async (cells?: ImportMapping['cells']) =>
      (await read(lines, { columns, cells })).rows.map(({ badCells }) => Object.keys(badCells ?? {}))
    expect(await bad()).toEqual([['club', 'nlicencia']])
    expect(await bad({ 2: { club: 'Peña' } })).toEqual([['nlicencia']])
  })

  test('a typed name replaces a full name that is damaged, uncertain or too long', async () => {
    const lines = ['\ufeffNombre completo;DNI', 'Pe\ufffda Rojas;7', 'Rojas;8', `${'x'.repeat(301)};9`]
    const problems = async (cells?: ImportMapping['cells']) =>
      (await read(lines, { cells })).rows.map(({ badCells, isUnsure }) => [
        ...Object.keys(badCells ?? {}),
        ...(isUnsure ? ['unsure'] : []),
      ])
    expect(await problems()).toEqual([['name', 'unsure'], ['unsure'], ['name']])
    const typed = { name: 'Ana', lastname: 'Peña' }
    expect(await problems({ 2: typed, 3: { lastname: 'Peña' }, 4: typed })).toEqual([[], [], []])
    expect(await problems({ 2: { lastname: 'Peña' } })).toEqual([['name'], ['unsure'], ['name']])
  })
})

describe('joined columns', () => {
  test.each<[string, string, ImportMapping['columns']?]>([
    ['Apellido Paterno;Apellido Materno', 'Quispe;Mamani'],
    ['Apellido Materno;Apellido Paterno', 'Mamani;Quispe'],
    ['Apellido Materno;Paterno', ' Mamani ;Quispe '],
    ['Apellidos;Apellido Materno', 'Quispe Mamani;', { 'Apellido Materno': null }],
    ['Apellido Materno;Apellido Paterno', 'Mamani;Quispe', { 'Apellido Materno': 'lastname' }],
    ['Apellido Paterno;A. M.', 'Quispe;Mamani', { 'A. M.': 'lastname' }],
    ['A. P.;Apellido Materno', 'Quispe;Mamani', { 'A. P.': 'lastname' }],
    ['Uno;Dos', 'Quispe;Mamani', { Dos: 'lastname', Uno: 'lastname' }],
  ])('the surnames in %s, such as %s, are in their order', async (header, row, columns) => {
    const [values] = await valuesOf([`${header};Nombres`, `${row};Ana`], { columns })
    expect(values).toEqual({ name: 'Ana', lastname: 'Quispe Mamani' })
  })

  test('a missing second surname leaves no space', async () => {
    const lines = ['Apellido Materno;Apellido Paterno', ';Quispe', 'Mamani;']
    expect(await valuesOf(lines)).toEqual([{ lastname: 'Quispe' }, { lastname: 'Mamani' }])
  })

  test.each([
    ['Grupo;RH', 'O;+'],
    ['RH;Grupo', '+;O'],
    ['Grupo sanguíneo;Factor', '0;POSITIVO'],
    ['G.S.;Factor RH', 'O;RH+'],
    ['Grupo;RH', 'O+;'],
  ])('a group and a factor in %s, such as %s, are a blood type', async (header, row) => {
    const [values] = await valuesOf([header, row])
    expect(checkField('tiposangre', values?.tiposangre)).toBeUndefined()
  })
})

describe('full names', () => {
  const frequent = ['Quispe Mamani Ana María', 'Flores Rojas José Luis']

  test.each<[string, string[], boolean | undefined, string]>([
    [
      'its name',
      ['Apellidos y Nombres', 'Pumacahua Yauricasa Tulio Elmer'],
      undefined,
      'Pumacahua Yauricasa',
    ],
    [
      'its name',
      ['Nombres y Apellidos', 'Tulio Elmer Pumacahua Yauricasa'],
      undefined,
      'Pumacahua Yauricasa',
    ],
    ['its cells', ['Piloto', ...frequent], undefined, 'Quispe Mamani'],
    [
      'its cells',
      ['Piloto', 'Ana María Quispe Mamani', 'José Luis Flores Rojas'],
      undefined,
      'Quispe Mamani',
    ],
    ['a person', ['Apellidos y Nombres', 'Ana María Quispe Mamani'], false, 'Quispe Mamani'],
    ['a person', ['Nombres y Apellidos', ...frequent], true, 'Quispe Mamani'],
    ['its commas', ['Nombres y Apellidos;DNI', 'Quispe Mamani, Ana María;7'], undefined, 'Quispe Mamani'],
  ])('the order of a column follows from %s: %j', async (_, lines, surnamesFirst, lastname) => {
    const { rows } = await read(lines, { surnamesFirst })
    expect(rows[0]?.values.lastname).toBe(lastname)
    expect(rows[0]?.isUnsure).toBeUndefined()
  })

  test('every name is marked as uncertain if the order of the column is unknown', async () => {
    const { mapping, rows } = await read(['Piloto', 'Pumacahua Yauricasa Tulio Elmer', 'Luis Quispe'])
    expect(mapping.surnamesFirst).toBeUndefined()
    expect(rows.map(({ isUnsure }) => isUnsure)).toEqual([true, true])
  })
})

test('titles are left out of a column of names, but not of an export, and a doubtful one is to be reviewed', async () => {
  const titled = await read(['Nombres;Apellidos', 'Dr. Pedro;Ruiz', 'Pedro;Dr. Ruiz', 'Don Pedro;Ruiz'])
  const names = (rows: typeof titled.rows) => rows.map(({ values }) => `${values.name} ${values.lastname}`)
  expect(names(titled.rows)).toEqual(['Pedro Ruiz', 'Pedro Ruiz', 'Don Pedro Ruiz'])
  expect(titled.rows.map(({ isUnsure }) => isUnsure)).toEqual([undefined, undefined, true])
  const own = await read(['Identificador;Nombres;Apellidos', '7K3Q9XW2M4TB;Dr. Pedro;Ruiz'])
  expect(names(own.rows)).toEqual(['Dr. Pedro Ruiz'])
})

describe('capitals', () => {
  test.each<[string, string[], boolean | undefined, boolean | undefined, object]>([
    ['all names', ['Nombres', 'ANA', 'EVA'], undefined, true, { name: 'Ana' }],
    [
      'all full names',
      ['Piloto;Club', 'ROJAS, ANA;SUR'],
      undefined,
      true,
      { name: 'Ana', lastname: 'Rojas', club: 'SUR' },
    ],
    ['all surnames', ['Apellidos;Nombres', 'ROJAS;Ana'], undefined, true, { name: 'Ana', lastname: 'Rojas' }],
    ['all names', ['Nombres', 'ANA', 'EVA'], false, false, { name: 'ANA' }],
    ['some names', ['Nombres', 'ANA', 'Eva'], undefined, true, { name: 'Ana' }],
    ['some names', ['Nombres', 'ANA', 'Eva'], false, false, { name: 'ANA' }],
    [
      'names of a file of rejects',
      ['Nombres;motivo', 'ANA;x'],
      undefined,
      false,
      { name: 'ANA', motivo: undefined },
    ],
    [
      'names of an export',
      ['Nombres;Identificador', 'ANA;'],
      undefined,
      false,
      { name: 'ANA', id_driver: '' },
    ],
    ['initials only', ['Nombres', 'J.C.'], undefined, undefined, { name: 'J.C.' }],
    [
      'the surnames of full names',
      ['Piloto;Club', 'ROJAS, Ana;SUR'],
      false,
      false,
      { name: 'Ana', lastname: 'ROJAS', club: 'SUR' },
    ],
    [
      'the surnames of full names',
      ['Piloto;Club', 'ROJAS, Ana;SUR'],
      undefined,
      true,
      { name: 'Ana', lastname: 'Rojas', club: 'SUR' },
    ],
    ['no name', ['Nombres', 'Ana', 'Eva'], undefined, undefined, { name: 'Ana' }],
    ['no name', ['Nombres;Club', 'Ana;SUR'], true, true, { name: 'Ana', club: 'SUR' }],
  ])('%s in capitals: %j, chosen %s, are changed: %s', async (_, lines, chosen, isChanged, values) => {
    const { mapping, rows } = await read(lines, { fixesCapitals: chosen })
    expect([mapping.fixesCapitals, rows[0]?.values]).toEqual([isChanged, values])
  })
})

describe('suggestions', () => {
  const known = 'Nombres;Apellidos;DNI;Club;Historial'
  const row = 'Ana;Rojas;45454545;Sur;no'

  test.each([
    ['Correo personal', 'ana@ejemplo.org', 'email'],
    ['Teléfono principal', '+51 987 654 321', 'celular'],
    ['Día de nacimiento', '28/02/1994', 'fechanac'],
    ['Categoría de competencia', 'Velocross', 'modalidad'],
    ['Grupo de sangre', 'O positivo', 'tiposangre'],
    ['Tipo', 'Anual 2026', 'licencia'],
    ['Tipo', 'sí', undefined],
    ['Correo personal', '', undefined],
    ['Otro', 'ana@ejemplo.org', undefined],
    ['Correo del tesorero', 'ana@ejemplo.org', undefined],
  ])('for a column «%s» of cells such as «%s», the suggestion is %s', async (name, cell, suggestion) => {
    const { mapping } = await read([`${known};${name}`, ...Array(5).fill(`${row};${cell}`)])
    expect(mapping.columns.at(-1)?.suggestion ?? mapping.columns.at(-1)?.target ?? undefined).toBe(suggestion)
  })

  test('one bad cell in five does not hide the field, and of two columns that may be it, none is suggested', async () => {
    const cells = ['a@b.pe;1', 'c@d.pe;x@y.pe', 'e@f.pe;x@y.pe', 'g@h.pe;x@y.pe', 'no tiene;x@y.pe']
    const suggested = async (names: string) => {
      const { mapping } = await read([`${known};${names}`, ...cells.map((cell) => `${row};${cell}`)])
      return mapping.columns.slice(-2).map(({ suggestion }) => suggestion)
    }
    expect(await suggested('Correo personal;Otro')).toEqual(['email', undefined])
    expect(await suggested('Correo personal;Correo principal')).toEqual([undefined, undefined])
  })

  test('a column whose name and cells fit is suggested for a missing field, and a default leaves none missing', async () => {
    const lines = [
      'Nombres;Apellidos;Correo;Celular;DNI;Nacimiento;Cód. Fed.;Dorsal;Licencia;Modalidad;Club;G.S.;Historial',
      'Ana;Rojas;a@b.pe;987654321;45454545;1/2/1994;F-7;7;Anual;UTV;Sur;O+;no',
    ]
    expect((await read(lines)).mapping.columns[6]).toMatchObject({ suggestion: 'nlicencia' })
    const { mapping } = await read(lines, { defaults: { nlicencia: 'F' } })
    expect(mapping.columns[6]).toEqual({ name: 'Cód. Fed.', target: null })
  })

  test.each([
    ['Número', ['FM-1', 'FM-2', 'FM-3'], 'nlicencia'],
    ['N° Carné', ['101', '102', '103'], 'nlicencia'],
    ['Código federado', ['A 1', 'A 2', 'A 3'], 'nlicencia'],
    ['Código de zona', ['Z 1', 'Z 1', 'Z 1'], undefined],
    ['Número', ['uno', 'dos', 'tres'], undefined],
    ['Edad', ['27', '31', '35'], undefined],
    ['Número de celular 2', ['911', '912', '913'], undefined],
    ['Fecha de licencia', ['1/2/2026', '3/2/2026', '4/2/2026'], undefined],
    ['N° Carné', ['1', '2', '3'], undefined],
    ['N° de recibo', ['FM-1', 'FM-2', 'FM-3'], undefined],
    ['ID', ['FM-1', 'FM-2', 'FM-3'], undefined],
    ['Número de emergencia 2', ['911', '912', '913'], undefined],
  ])('beside the number of the pilot, «%s» with %j suggests %s', async (name, cells, suggestion) => {
    const lines = cells.map((cell, index) => `Ana;Rojas;4545454${index};27;${cell};x`)
    const { mapping } = await read([`Nombres;Apellidos;DNI;N° Piloto;${name};Otro`, ...lines])
    expect([mapping.columns[4]?.target, mapping.columns[4]?.suggestion]).toEqual([null, suggestion])
  })

  test('a column that is left over is not suggested for a field that another one names', async () => {
    const lines = [
      'Talla;Nombres;Apellidos;Correo;Celular;DNI;Nacimiento;Número;N° Piloto;Licencia;Modalidad;Club;G.S.;Historial',
      'M;Ana;Rojas;a@b.pe;987654321;45454545;1/2/1994;F-7;7;Anual;UTV;Sur;O+;no',
    ]
    const { columns } = (await read(lines)).mapping
    expect(columns.flatMap(({ name, suggestion }) => (suggestion ? [[name, suggestion]] : []))).toEqual([
      ['Número', 'nlicencia'],
    ])
  })

  test('a column that may be the club or the history is suggested by its name', async () => {
    const lines = ['Nombres;Apellidos;DNI;Asociación;Logros;Talla', 'Ana;Rojas;45454545;Los Andes;Campeona;M']
    expect((await read(lines)).mapping.columns.slice(3).map(({ suggestion }) => suggestion)).toEqual([
      'club',
      'participacion',
      undefined,
    ])
  })
})

test('the first numbers of the chosen fields are used, and what is typed over a cell stays', async () => {
  const lines =
    'Nombres;DNI;Celular\nAna;41000003-1;999888777 / 988777666\nEva;41000004-2;999888777 y 988777666\n'
  const mapping: ImportMapping = { firstNumbers: ['celular'], cells: { 3: { celular: '911222333' } } }
  const { rows } = await tableOf(lines, { mapping })
  expect(rows.map(({ values: { dni, celular } }) => [dni, celular])).toEqual([
    ['41000003-1', '999888777'],
    ['41000004-2', '911222333'],
  ])
})

describe('a remembered mapping', () => {
  const chosen: ImportMapping = {
    columns: { 'Cód. Fed.': 'nlicencia', Equipo: null },
    defaults: { club: 'Sur', licencia: 'Anual' },
    fixesCapitals: false,
  }
  const remembered = { [String(headerKey(['Cód. Fed.', 'Equipo', 'Nombres']))]: chosen }

  test.each([
    ['Cód. Fed.;Equipo;Nombres', true],
    ['COD. FED.; equipo;NOMBRES', true],
    ['Equipo;Cód. Fed.;Nombres', false],
    ['Cód. Fed.;Equipo;Nombres;DNI', false],
  ])('is used for the header %s: %s', async (header, isUsed) => {
    const { mapping, rows } = await tableOf(`${header}\nF-7;Norte;ANA;8\n`, { remembered })
    expect(mapping.remembered).toEqual(isUsed ? chosen : undefined)
    expect('licencia' in (rows[0]?.values ?? {})).toBe(isUsed)
  })

  test('is changed by the choices for the present file, one by one', async () => {
    const mapping: ImportMapping = {
      columns: { Equipo: 'club' },
      defaults: { licencia: 'Regional' },
      fixesCapitals: true,
    }
    const { rows } = await tableOf('Cód. Fed.;Equipo;Nombres\nF-7;Norte;ANA\n', { remembered, mapping })
    expect(rows[0]?.values).toEqual({ nlicencia: 'F-7', club: 'Norte', licencia: 'Regional', name: 'Ana' })
  })

  test.each(['constructor', '__proto__'])('is not the property «%s» of all objects', async (name) => {
    expect((await tableOf(`${name}\nx\n`, { remembered })).mapping.remembered).toBeUndefined()
  })
})

describe('sheets', () => {
  const header = ['Nombres', 'Apellidos', 'DNI', 'Club', 'Celular', 'Correo']
  const riders = (number: number) =>
    Array.from({ length: number }, (_, n) => ['Ana', 'Rojas', 45_000_000 + n, 'Sur', 987_000_000 + n])

  /** Returns a workbook. The sheets of `hidden` are hidden. */
  async function book(sheets: Record<string, unknown[][]>, hidden: readonly string[] = []): Promise<Buffer> {
    const content = Object.entries(sheets).map(([sheet, rows]) => ({
      sheet,
      data: rows.map((row) => row.map((value) => ({ value: value as string }))),
    }))
    const parts = unzipSync(await writeXlsxFile(content).toBuffer())
    const path = 'xl/workbook.xml'
    const list = hidden.reduce(
      (text, name) => text.replace(`name="${name}"`, `state="hidden" name="${name}"`),
      strFromU8(parts[path] ?? new Uint8Array()),
    )
    return Buffer.from(zipSync({ ...parts, [path]: strToU8(list) }))
  }

  const four = {
    Carátula: [['Padrón 2026'], ...Array(9).fill(['Nombres de los clubes'])],
    Lima: [header, ...riders(2), ['TOTAL', null, 2], ['Elaborado por: Secretaría']],
    Arequipa: [['Padrón'], header, ...riders(3)],
    Historial: [header, ...riders(5)],
  }

  test('the sheet with the most riders is read, and totals are no riders', async () => {
    const { sheet, sheets, header: line } = await tableOf(await book(four))
    expect([sheet, line]).toEqual(['Historial', 1])
    expect(sheets.map(({ name, riders: counted }) => [name, counted])).toEqual([
      ['Carátula', 0],
      ['Lima', 2],
      ['Arequipa', 3],
      ['Historial', 5],
    ])
  })

  test.each<[readonly string[], string | undefined, string]>([
    [['Historial'], undefined, 'Arequipa'],
    [['Historial'], 'Historial', 'Historial'],
    [['Carátula', 'Lima', 'Arequipa', 'Historial'], undefined, 'Historial'],
    [[], 'Lima', 'Lima'],
  ])('if %j are hidden and %s is chosen, %s is read', async (hidden, chosen, sheet) => {
    expect((await tableOf(await book(four, hidden), { mapping: { sheet: chosen } })).sheet).toBe(sheet)
  })

  test('a sheet that the workbook does not have is refused with those that it has', async () => {
    const bytes = await book({ Uno: [header], Dos: [header] })
    const reading = tableOf(bytes, { mapping: { sheet: 'Lima' } })
    await expect(reading).rejects.toThrow('El libro no tiene la hoja «Lima»: tiene «Uno» y «Dos»')
  })
})
