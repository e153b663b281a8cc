/** Tests of the choices of a person for the columns of an imported file. */
import { expect, test } from 'vitest'
import {
  fullName,
  headerKey,
  type ImportMapping,
  lastingDefaults,
  mergedMapping,
  missingFields,
  parseMapping,
} from '#domain/import/mapping'
import { fieldNames } from '#domain/pilots/fields'

test('a mapping with every choice is read as it was sent', () => {
  const mapping: Required<ImportMapping> = {
    encoding: 'cp850',
    corrects: ['letras'],
    sheet: 'Pilotos',
    header: 0,
    hiddenRows: false,
    columns: { Corredor: fullName, 'Cód. Fed.': 'nlicencia', Ciudad: null },
    defaults: { licencia: 'Anual' },
    modalidad: 'QUAD CROSS',
    replacements: { modalidad: { Motocrós: 'MOTOCROSS' }, categoria_evento: { 'Promoc.': 'MX1' } },
    firstNumbers: ['celular', 'dni'],
    surnamesFirst: true,
    dates: { fechanac: 'mes-dia', valida_hasta: 'dia-mes' },
    fixesCapitals: false,
    cells: { 7: { dni: '1001', categoria_evento: 'MX1' } },
    deferred: { fields: ['dni'], unread: ['fechanac'], lines: [12] },
    samePersons: { 12: true, '*': false },
  }
  expect(parseMapping(structuredClone(mapping))).toEqual(mapping)
  expect(parseMapping({})).toEqual({})
})

test.each<[string, unknown]>([
  ['a list', []],
  ['a sheet without a name', { sheet: 1 }],
  ['a header on half a line', { header: 1.5 }],
  ['a header before the first line', { header: -1 }],
  ['hidden rows that are no choice', { hiddenRows: 'no' }],
  ['a target that PilotOS does not have', { columns: { Talla: 'talla' } }],
  ['a default for no field', { defaults: { id_driver: '7K3Q9XW2M4TB' } }],
  ['a default for a category', { defaults: { categoria_evento: 'MX1' } }],
  ['a default that is no text', { defaults: { dni: 1001 } }],
  ['a replacement by no text', { replacements: { club: { Norte: null } } }],
  ['a first number of no field', { firstNumbers: ['talla'] }],
  ['an order that is neither true nor false', { surnamesFirst: 'true' }],
  ['an order of no dates', { dates: { club: 'dia-mes' } }],
  ['an order that there is not', { dates: { fechanac: 'mes' } }],
  ['an answer that is neither true nor false', { samePersons: { 12: 'si' } }],
  ['a cell of no field', { cells: { 7: { talla: 'M' } } }],
])('%s is no mapping', (_, value) => {
  expect(parseMapping(value)).toBeUndefined()
})

test('a field is missing if it has neither a column nor a default, and a full name stands for both names', () => {
  const columns = fieldNames
    .filter((name) => !['name', 'lastname', 'dni', 'documento', 'club'].includes(name))
    .map((name) => ({ name, target: name }))
  expect(missingFields(columns)).toEqual(['name', 'lastname', 'dni', 'club'])
  const withFullName = [...columns, { name: 'Corredor', target: fullName } as const]
  expect(missingFields(withFullName, { club: 'Sin club', dni: '' })).toEqual(['dni'])
  const withDocuments = [...withFullName, { name: 'Pasaporte', target: 'documento' } as const]
  expect(missingFields(withDocuments)).toEqual(['club'])
})

test('files whose headers differ in capitals, accents and outer spaces share their choices', () => {
  expect(headerKey(['Código', ' CLUB '])).toBe(headerKey(['codigo', 'Club']))
  expect(headerKey(['Código', 'Club'])).not.toBe(headerKey(['Club', 'Código']))
  expect(headerKey(['', ' '])).toBeUndefined()
})

test('what fills in for a value of the rider alone is not used for the next file, whoever remembered it', () => {
  const common = { licencia: 'Anual', club: 'Sur', modalidad: 'RALLY', participacion: 'Sin historial' }
  const own = { tiposangre: 'O+', email: 'No tiene', celular: '987654321', dni: 'No tiene', nlicencia: 'F-1' }
  const others = { alergias: 'No tiene', emergencia_nombre: 'Ana', tipodoc: 'Otro', transponder: '7' }
  const remembered = { ...own, ...common, ...others }
  expect(lastingDefaults(remembered)).toEqual(common)
  expect(mergedMapping({ defaults: remembered }, { defaults: { email: 'No tiene' } }).defaults).toEqual({
    ...common,
    email: 'No tiene',
  })
})

test('a choice replaces the remembered one of the same column, and the others remain', () => {
  const remembered: ImportMapping = {
    columns: { Código: 'nlicencia', Ciudad: null },
    defaults: { licencia: 'Anual', club: 'Sin club' },
    surnamesFirst: true,
    dates: { fechanac: 'mes-dia', emitida: 'mes-dia' },
  }
  const wanted = {
    columns: { Ciudad: 'club' },
    defaults: { club: ' ' },
    sheet: 'Hoja 2',
    dates: { emitida: 'dia-mes' },
  } as const
  expect(mergedMapping(remembered, { ...wanted, surnamesFirst: undefined })).toEqual({
    columns: { Código: 'nlicencia', Ciudad: 'club' },
    defaults: { licencia: 'Anual' },
    surnamesFirst: true,
    dates: { fechanac: 'mes-dia', emitida: 'dia-mes' },
    sheet: 'Hoja 2',
  })
})

test('a column gives its target to the one that is chosen for it, unless their cells are joined', () => {
  const remembered: ImportMapping = { columns: { Código: 'dni', Paterno: 'lastname' } }
  const wanted: ImportMapping = { columns: { Documento: 'dni', Materno: 'lastname' } }
  expect(mergedMapping(remembered, wanted).columns).toEqual({
    Paterno: 'lastname',
    Documento: 'dni',
    Materno: 'lastname',
  })
})
