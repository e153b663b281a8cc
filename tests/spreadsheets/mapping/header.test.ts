/** Tests of the names of columns in a header. */
import { expect, test } from 'vitest'
import { columnOf, readName, surnamesFirstIn } from '../../../server/spreadsheets/mapping/column-names.ts'
import { conflictsOf, findHeader, readHeader } from '../../../server/spreadsheets/mapping/header.ts'
import { tableOf } from '../../support/table.ts'

test.each([
  ['nombrecompleto', 'Apellidos y Nombres|APELLIDOS Y NOMBRES COMPLETOS|Nombre completo|Nombre y apellido'],
  ['nombrecompleto', 'Nombres y Apellidos|Piloto|Nombre del piloto|Corredor|Competidor|Deportista'],
  ['name', 'Nombres|Nombre(s)|Primer nombre|Segundo nombre'],
  ['lastname', 'Apellidos|Apellido(s)|Apellido Paterno|Apellido Materno|Ap. Paterno|Ap. Materno'],
  ['lastname', '1er Apellido|Segundo apellido|2° Apellido'],
  ['modalidad', 'Categoría|Clase|Modalidad|Modelo de Moto'],
  ['licencia', 'Tipo de licencia|Tipo Lic.|T. Licencia'],
  ['nlicencia', 'N° Lic.|Nro. Lic.|No. Lic|Lic. N°|Num. Licencia|Licencia Nº|Nro. de licencia'],
  ['npiloto', 'Nº|N°|No.|Núm.|Número|#|Dorsal|N° moto|Nº Piloto'],
  ['tiposangre', 'G.S.|GS|Grupo|RH|Factor|Factor RH|Grupo y factor|Tipo sangre|T. sangre|GRUPO SANGUINEO'],
  ['dni', 'Doc.|Documento|DNI/CE|DNI / C.E.|DNI o CE|Nro. Doc.|N° Documento|Doc. Identidad|Cédula|C.I.'],
  ['dni', 'Documento de Identidad|D.N.I.|N° DNI|Doc. Ident.'],
  [
    'dni',
    'DNI / Pasap.|Pasaporte / DNI|DNI o pasaporte|DNI, CE o Pasaporte|Cédula / Pas.|Nº DNI / Pasaporte',
  ],
  ['tiposangre', 'G. Sang.|Gpo. Sang.|Sang.|Grupo Sang. / RH'],
  ['fechanac', 'F. Nac.|Fec. nacimiento|Fec. Nac.|F.Nac|Fecha de nac.|F. de nacimiento|Nacimiento'],
  ['celular', 'Cel.|Celular|Fono|TELÉFONO|Tlf.|Telf.|Móvil|WhatsApp|Nº celular'],
  ['email', 'Mail|E-mail|Email|Correo|Correo-e|Correo electrónico'],
  ['club', 'Equipo|Escudería|Club / Equipo|Team'],
  ['participacion', 'Historial|Palmarés|Participación|Experiencia|Historial de Competiciones'],
  ['id_driver', 'Identificador|id_driver'],
])('%s is the exact meaning of %s', (target, names) => {
  for (const name of names.split('|'))
    expect([name, readName(name)]).toMatchObject([name, { target, isExact: true }])
})

test.each([
  ['DNI*', 'dni'],
  ['Club:', 'club'],
  ['Fecha de\r\nNacimiento', 'fechanac'],
  ['fecha_nacimiento', 'fechanac'],
  ['Fecha de nacimiento (dd/mm/aaaa)', 'fechanac'],
  ['Cel / WhatsApp', 'celular'],
  ['Telf./Cel./Wsp', 'celular'],
  ['Telf./Cel./Fax', undefined],
  ['Nombre/s', 'name'],
  ['Apellido / s', 'lastname'],
  ['Nombre / Apellido', 'nombrecompleto'],
  ['Lic. / Tipo', 'licencia'],
  ['Nº / Dorsal', 'npiloto'],
  ['Categ. / Modal.', 'modalidad'],
  ['Teléfono/Celular', 'celular'],
  ['Correo/E-mail', 'email'],
  ['Club/Teléfono', undefined],
  ['Club [opcional]', 'club'],
  ['Tipo de sangre (RH)', 'tiposangre'],
  ['Licencia (N°)', 'nlicencia'],
])('punctuation, line breaks and remarks do not hide that %j means %s', (name, column) => {
  expect(columnOf(name)).toBe(column)
})

test.each([
  [
    'name',
    '1. Nombres|1) Nombres|1.- Nombres|1 - Nombres|(1) Nombres|01 Nombres|1.1 Nombres|Pregunta 1: Nombres|a) Nombres',
  ],
  ['dni', '3. N° de DNI|3. N° de DNI o carné de extranjería|12. DNI (sin puntos)'],
  ['npiloto', '9. Número de moto|9. N°'],
  ['nlicencia', '10. N° de licencia federativa'],
  ['licencia', '11. Tipo de licencia (Anual / Regional)'],
  ['tiposangre', '6. ¿Cuál es su grupo sanguíneo y factor RH?|¿Cuál es tu tipo de sangre?'],
  ['modalidad', '8. Modalidad en la que compite|¿En qué modalidad compite?'],
  ['club', '7. Club o equipo al que pertenece|¿A qué club pertenece?'],
  ['participacion', '12. Cuéntenos su historial deportivo'],
  ['celular', 'Celular 1|Cel. 1|Indique su celular'],
  ['lastname', 'Ape. Paterno|Ap. Mat.|2. Apellido'],
  ['dni', 'NIF|NIE|NIF_Pasaporte|NIF / NIE'],
  ['apoderado_dni', 'DNI (apoderado)'],
])('the number and the words of a question do not hide that %s is meant by %s', (target, names) => {
  for (const name of names.split('|')) expect([name, columnOf(name)]).toEqual([name, target])
})

test.each([
  ...['¿Tiene licencia?', '¿Pertenece a un club?', '¿Cuál es el celular de su padre?', '4. Correo del tutor'],
  ...['Celular (padre)', 'Nombre (mecánico)', 'Celular 2', '5. Fecha de pago', '2026 licencia'],
])('the question «%s» asks for no field of the rider', (name) => {
  expect(columnOf(name)).toBeUndefined()
})

test('the documents of a column of NIFs are of another kind, since nobody knows which are passports', async () => {
  const { mapping } = await tableOf('Nombres;Apellidos;NIF_Pasaporte\nAna;Rojas;12345678Z\n')
  expect([mapping.columns[2]?.target, mapping.defaults]).toEqual(['dni', { tipodoc: 'Otro' }])
})

test('a column of both surnames is no part of them', () => {
  expect(readName('Ap. Paterno / Ap. Materno')).toEqual({ target: 'lastname', isExact: true })
  expect(readName('Tel. / Correo')).toBeUndefined()
})

test.each([
  ['Apelidos', 'lastname'],
  ['Nombrs', 'name'],
  ['Modaldad', 'modalidad'],
  ['Lisencia', 'licencia'],
  ['Celualr', 'celular'],
  ['Corero', 'email'],
  ['Dorzal', 'npiloto'],
  ['Apelidos y Nombres', 'nombrecompleto'],
  ['Fecha de Nacimento (dd/mm/aaaa)', 'fechanac'],
])('%s is one letter away from %s', (name, target) => {
  expect(readName(name)).toMatchObject({ target, isExact: false })
})

test.each([
  ...['', 'Talla', 'No', 'N', 'Nac.', 'Lic.', 'Placa', 'Observaciones', 'Item', 'Ítem', 'Orden'],
  ...['Tipo de moto', 'Fecha de inscripción', 'Lista de pilotos del club', 'Nombre del padre'],
  // These differ by one letter from «dni», «Fono», «Clase», «Nombre», «Factor» and «N° moto».
  ...['DNA', 'Fondo', 'Clave', 'Hombre', 'Actor', 'N° motor'],
  // This is as near to «Correo» as to «Corredor».
  'Corredo',
  // The remarks name another column.
  ...['Nombres (Correo)', 'Piloto (DNI)'],
])('the name «%s» means no column', (name) => {
  expect(readName(name)).toBeUndefined()
})

test('a name of more than 200 characters is not read as a column', () => {
  expect([`DNI${' '.repeat(197)}`, `DNI${' '.repeat(198)}`].map(columnOf)).toEqual(['dni', undefined])
})

test('a header keeps the position of every column, including the unknown ones', () => {
  expect(readHeader(['Talla', 'D.N.I.', 'motivo', ' Nombres\n'])).toEqual([
    { name: 'Talla', target: null },
    { name: 'D.N.I.', target: 'dni' },
    { name: 'motivo', target: 'motivo' },
    { name: 'Nombres', target: 'name' },
  ])
})

test('the label of each column is unique, and a blank name has the letters of Excel', () => {
  const names = ['Obs', 'Obs (2)', ' ', 'Obs', ' Obs ', 'obs']
  expect(readHeader(names).map(({ name }) => name)).toEqual([
    ...['Obs', 'Obs (2)', 'Columna C', 'Obs (3)', 'Obs (4)', 'obs'],
  ])
  expect(readHeader(Array(28).fill('')).at(-1)?.name).toBe('Columna AB')
})

/** Returns a header as text: the target of each column, with its part and its doubt. */
function summary(names: string, numbers: readonly unknown[] = []): string[] {
  const header = readHeader(
    names.split('|'),
    numbers.map((number) => [number]),
  )
  return header.map(({ target, part, doubt }) => [target, part, doubt].filter((item) => item).join(' '))
}

test.each([
  ['Apellido Materno|Apellido Paterno', ['lastname 2', 'lastname 1']],
  ['Primer nombre|2do nombre', ['name 1', 'name 2']],
  ['Nombre|Segundo nombre', ['name 1', 'name 2']],
  ['RH|Grupo', ['tiposangre 2', 'tiposangre 1']],
  ['Grupo sanguíneo|Factor', ['tiposangre 1', 'tiposangre 2']],
])('the parts in the columns %s are joined', (names, columns) => {
  expect(summary(names)).toEqual(columns)
  expect(conflictsOf(readHeader(names.split('|')))).toEqual([])
})

test.each([
  ['Dorsal|Nº', ['npiloto', 'También parece Numero de Piloto: se usa «Dorsal»']],
  ['Número|Numero de Piloto', ['También parece Numero de Piloto: se usa «Numero de Piloto»', 'npiloto']],
  ['Categoría|Modalidad', ['También parece modalidad: se usa «Modalidad»', 'modalidad']],
  ['Equipo|Club', ['También parece Club: se usa «Club»', 'club']],
  ['Celualr|Celular', ['También parece Celular: se usa «Celular»', 'celular']],
  [
    'Apelidos|Apellido Paterno|Apellido Materno',
    ['También parece Apellidos: se usan «Apellido Paterno» y «Apellido Materno»', 'lastname 1', 'lastname 2'],
  ],
  [
    'Nº|Dorzal',
    ['También parece Numero de Piloto: se usa «Dorzal»', 'npiloto ¿Quiso decir «Numero de Piloto»?'],
  ],
  ['Piloto|Nombre completo', ['También parece Nombre completo: se usa «Nombre completo»', 'nombrecompleto']],
])('of the columns %s, the clearest is used', (names, columns) => {
  expect(summary(names)).toEqual(columns)
})

test.each([
  ['DNI|Documento de identidad', '«DNI» y «Documento de identidad»'],
  ['DNI|D.N.I.|Cédula', '«DNI», «D.N.I.» y «Cédula»'],
  ['Nombre|Nombres', '«Nombre» y «Nombres»'],
  ['Tipo de sangre|Grupo sanguineo', '«Tipo de sangre» y «Grupo sanguineo»'],
  ['Apellidos|Apellido Materno', '«Apellidos» y «Apellido Materno»'],
  [Array(300).fill('DNI').join('|'), '«DNI», «DNI (2)», «DNI (3)», «DNI (4)» y otras 296'],
])('columns with the same meaning keep it and are reported once', (names, columns) => {
  const header = readHeader(names.split('|'))
  const message = `${columns} son la misma columna: deje una sola`
  expect(conflictsOf(header)).toEqual([message])
  expect(new Set(header.map(({ doubt }) => doubt))).toEqual(new Set([message]))
  expect(new Set(header.map(({ target }) => target)).size).toBe(1)
})

test('a conflict ends when a person leaves a column out, or chooses both columns of names', () => {
  const [one, other] = readHeader(['DNI', 'Documento'])
  if (!one || !other) throw new Error('The header has two columns')
  expect(conflictsOf([one, { ...other, target: null }])).toEqual([])
  const chosen = (target: 'dni' | 'lastname') => [
    { name: 'Uno', target },
    { name: 'Dos', target },
  ]
  expect(conflictsOf(chosen('lastname'))).toEqual([])
  expect(conflictsOf(chosen('dni'))).toEqual(['«Uno» y «Dos» son la misma columna: deje una sola'])
})

test.each([
  [
    'Nombre completo|Nombres|Apellidos',
    ['No se usa, porque «Nombres» y «Apellidos» ya contienen el nombre completo', 'name', 'lastname'],
  ],
  ['Piloto|Apellidos', ['name Se lee como Nombres, porque los apellidos tienen otra columna', 'lastname']],
  ['Apellidos y Nombres|Apellidos', ['nombrecompleto', 'lastname']],
  ['Piloto|Club', ['nombrecompleto', 'club']],
])('full names are read beside other columns: %s', (names, columns) => {
  expect(summary(names)).toEqual(columns)
})

test.each([
  ['N°', [1, 2, 3, 4, 5], 'Parece contar las filas'],
  ['N°', ['1', '02', '3.', 4, '5', '', 'TOTAL'], 'Parece contar las filas'],
  ['N°', [1, 2, 3, 4, 5, 'Subtotal', 1, 2], 'Parece contar las filas'],
  ['N°', [1, 1, 1, 1, 1], 'npiloto'],
  ['N°', [1, 2, 3], 'npiloto ¿Es el número del piloto, o cuenta las filas?'],
  ['N°', [1, 2, 3, 4, 6], 'npiloto'],
  ['N°', [7, 21, 3, 44, 5], 'npiloto'],
  ['N°', [], 'npiloto'],
  ['Dorsal', [1, 2, 3, 4, 5], 'npiloto'],
])('a column %s with the numbers %j is read as %s', (name, numbers, column) => {
  expect(summary(name, numbers)).toEqual([column])
})

test('a column that is recognized in spite of a wrong letter has a doubt', () => {
  expect(summary('Apelidos|Apelidos y Nombres')).toEqual([
    'lastname ¿Quiso decir «Apellidos»?',
    'nombrecompleto ¿Quiso decir «Nombre completo»?',
  ])
})

test.each([
  ['Apellidos y Nombres', true],
  ['Apelidos y Nombres', true],
  ['Apellidos y Nombres (2)', true],
  ['Nombres y Apellidos', false],
  ['Nombre completo', undefined],
  ['Piloto', undefined],
  ['Apellidos', undefined],
])('the name «%s» tells whether the surnames are first: %s', (name, order) => {
  expect(surnamesFirstIn(name)).toBe(order)
})

/** Tests of the search for the header of a sheet, which often is under a title. */
const lines = (...texts: string[]) => texts.map((text) => ({ cells: text.split(',') }))
const title = 'Federación,,'

test.each([
  ['under a title that names one column', [title, 'Club,Los Halcones', 'Nombres,Apellidos', 'Ana,Rojas'], 2],
  ['the only line that names a column', [title, 'Ciudad,DNI', 'Cusco,7'], 1],
  ['the first line, where none names a column', [title, 'a,b'], 0],
  ['the twentieth line', [...Array(19).fill(title), 'Nombres,DNI'], 19],
  ['not after the twentieth line', [...Array(20).fill(title), 'Nombres,DNI'], 0],
  ['the line that names the most columns', ['Club,Los Halcones,Categoría,85', 'Nombres,Apellidos,DNI'], 1],
  ['not a title that contains names', ['Lista de pilotos del club', 'Piloto,Ciudad'], 1],
  ['not a title of one cell', ['Piloto,,', 'Ciudad,Apellidos y Nombres,Distrito'], 1],
  ['not a row of data', ['Nombres,Rol,DNI', 'Ana,Piloto,7', 'Equipo,Corredor,8'], 0],
  ['the first of equal headers', ['Nombres,DNI', 'Ana,7', 'Nombres,DNI'], 0],
  ['not a line that is only similar', ['Rosa,Clubes,Equipos,Celulas', 'Nombres,DNI'], 1],
  ['not a line that names one column twice', ['DNI,Documento', 'Nombres,DNI'], 1],
])('the header is %s', (_, texts, index) => {
  const all = lines(...texts)
  expect(findHeader(all)).toBe(all[index])
})

test('a file without lines has no header', () => {
  expect(findHeader([])).toBeUndefined()
})
