/** Tests that no option which an import offers stores something wrong when it is typed as it is printed. */
import { expect, test } from 'vitest'
import { fixOf, groupRejections } from '#domain/import/fixes'
import { fieldNames } from '#domain/pilots/fields'
import { fixedFields } from '#domain/pilots/own/field-table'
import { readValue } from '#domain/pilots/pilot'
import { hintFor } from '../../../bin/commands/import/import-options.ts'
import { columnProblem } from '../../../server/import/preview.ts'
import { federationFiles } from '../../support/federations.ts'
import { mappingOfArgs } from '../../support/mapping-args.ts'
import { tableOf } from '../../support/table.ts'

/** Reads a file as the command does, and returns the arguments of the command that its refusal offers. */
async function offered(bytes: string | Buffer): Promise<string[] | undefined> {
  const table = await tableOf(bytes)
  if (columnProblem(table, {}, fixedFields) === undefined) return []
  const hint = hintFor(table, [], {}, fixedFields)
  expect(hint).not.toMatch(/…|«columna»/)
  const [, printed] = /Así se importa:\n {2}pilotos import (.*)/.exec(hint) ?? []
  if (printed === undefined) return undefined
  return [...printed.matchAll(/"((?:\\.|[^"])*)"|(\S+)/g)].map(
    ([, quoted, plain]) => quoted?.replace(/\\(.)/g, '$1') ?? plain ?? '',
  )
}

/** Returns the values that are stored of each rider, by the line. */
async function stored(bytes: string | Buffer, args: readonly string[]) {
  const { rows } = await tableOf(bytes, { mapping: mappingOfArgs(args) })
  return rows
    .filter(({ isAside }) => !isAside)
    .map(({ values }) => Object.fromEntries(fieldNames.map((name) => [name, readValue(name, values[name])])))
}

test.each(federationFiles)(
  'what is offered for $file stores what is known of it',
  async ({ bytes, args }) => {
    const file = await bytes()
    const printed = await offered(file)
    if (printed) expect(await stored(file, [...printed, ...args])).toEqual(await stored(file, args))
  },
)

const riders = [
  [
    'Ana',
    'Rojas',
    'p1@ejemplo.org',
    '987654301',
    '40000901',
    '12/05/1990',
    'FM-17',
    '31',
    'Anual',
    'RALLY',
    'Club Uno',
    'O+',
    'Debutante',
  ],
  [
    'Luis',
    'Díaz',
    'p2@ejemplo.org',
    '987654302',
    '40000902',
    '3/12/2001',
    'FM-18',
    '32',
    'Regional',
    'UTV',
    'Los Andes',
    'A-',
    '2 podios',
  ],
]
const header =
  'Nombres;Apellidos;Correo;Celular;DNI;Fecha de Nacimiento;N° Licencia;Dorsal;Tipo de licencia;Modalidad;Club;Grupo sanguíneo;Historial'.split(
    ';',
  )

/** Returns a sheet in which the column of the first name of `names` is called by the others, each with the same cells. */
function sheet(column: string, names: readonly string[], cells?: readonly string[]): string {
  const at = header.indexOf(column)
  const line = (all: readonly string[], others: readonly string[]) =>
    [...all.slice(0, at), ...all.slice(at + 1), ...others].join(';')
  return [
    line(header, names),
    ...riders.map((rider, index) =>
      line(
        rider,
        names.map(() => cells?.[index] ?? rider[at] ?? ''),
      ),
    ),
  ].join('\n')
}

test.each([
  ['Nombres', 'Nombre del mecánico|Nombre del padre|Nombre (padre)|Contacto|Otro'],
  ['Apellidos', 'Apellidos del padre|Apellidos (mecánico)|Familia'],
  ['Correo', 'Correo del club|Correo del padre|Dirección web|Correo (apoderado)|Otro'],
  ['Celular', 'Celular del padre|Teléfono de emergencia 2|Teléfono del club|Celular 2|Celular (madre)|Otro'],
  ['DNI', 'DNI del padre|N° de recibo|Documento del mecánico|N° de cuenta|DNI (mecánico)|Otro'],
  ['Fecha de Nacimiento', 'Fecha de inscripción|Nacimiento del padre|Fecha de pago|Fecha|Otro'],
  [
    'N° Licencia',
    'N° de recibo|Código del club|Licencia del mecánico|Número de voucher|Ficha médica|ID|Otro',
  ],
  ['Dorsal', 'N° de recibo|Número de cuotas|Dorsal del hermano|Talla|Otro'],
  ['Tipo de licencia', 'Licencia del padre|Tipo de pago|Plan|Otro'],
  ['Modalidad', 'Modalidad del hermano|Modalidad anterior|Otro'],
  ['Club', 'Club del mecánico|Club anterior|Auspiciador|Otro'],
  ['Grupo sanguíneo', 'Grupo sanguíneo del padre|Sangre (madre)|Otro'],
  ['Historial', 'Historial médico|Historial de pagos|Resultados del examen'],
])('nothing is offered for %s where the names of columns say otherwise: %s', async (column, names) => {
  for (const name of names.split('|')) {
    const file = sheet(column, [name])
    const { columns } = (await tableOf(file)).mapping
    expect([name, columns.at(-1)?.target, await offered(file)]).toEqual([name, null, undefined])
  }
})

test.each([
  ['Correo', 'Correo personal'],
  ['Celular', 'Nro. de celular personal'],
  ['Fecha de Nacimiento', 'Cumpleaños'],
  ['N° Licencia', 'Cód. Fed.'],
  ['N° Licencia', 'Licencia'],
  ['Dorsal', 'Número asignado'],
  ['Tipo de licencia', 'Tipo'],
  ['Modalidad', 'Categoría de competencia'],
  ['Club', 'Asociación'],
  ['Historial', 'Logros'],
])(
  'for %s, the column «%s» is offered, whose name and cells fit, and stores what it has',
  async (column, name) => {
    const printed = await offered(sheet(column, [name]))
    expect(printed?.slice(0, 1)).toEqual(['--map'])
    const { columns, usual } = (await tableOf(sheet(column, [name]))).mapping
    for (const { suggestion } of columns) expect(usual).not.toHaveProperty([suggestion ?? 'none'])
    expect(await stored(sheet(column, [name]), printed ?? [])).toEqual(
      await stored(sheet(column, [column]), []),
    )
    expect(await offered(sheet(column, [name], ['1', '2']))).toSatisfy(
      (args) => !String(args).includes('--map'),
    )
  },
)

test('a value for all rows is offered only if no column that is not used has values of its field', async () => {
  const usual = async (column: string, name: string, cells?: string[]) =>
    (await offered(sheet(column, [name], cells)))?.join(' ')
  expect(await usual('Celular', 'Talla', ['M', 'L'])).toBe('--set celular=No tiene')
  expect(await usual('Celular', 'Otro', ['M', '(01) 422-3344'])).toBeUndefined()
  expect(await usual('Tipo de licencia', 'Edad', ['31', '32'])).toBe('--set licencia=Anual')
  expect(await usual('Tipo de licencia', 'Plan', ['x', 'Regional'])).toBeUndefined()
  expect(await usual('Club', 'Sexo', ['Mujer', 'Varón'])).toBe('--set club=Independiente')
  expect(await usual('Club', 'Marca temporal', ['28/11/2026 9:05:33', '28/11/2026 9:05:34'])).toBe(
    '--set club=Independiente',
  )
  // Who has no document is not known from a file without them.
  expect(await usual('DNI', 'Talla', ['M', 'L'])).toBeUndefined()
})

test('an update, and one whose values are completed later, are offered no value for all rows', async () => {
  const table = await tableOf(sheet('DNI', ['Talla']))
  for (const how of [{ update: true }, { incomplete: true }])
    expect(hintFor(table, [], how, fixedFields)).not.toContain('--set ')
})

test('where a value is missing, no value is offered while a column that is not used has others', async () => {
  const lines = [[...header, 'Celular 2'], ...riders.map((rider) => [...rider, '988777666'])]
  const fixWith = async (cells: string[][]) => {
    const { usual } = (await tableOf(cells.map((line) => line.join(';')).join('\n'))).mapping
    const rejection = { line: 2, field: 'celular', value: '-', message: 'x' } as const
    const [group] = groupRejections([rejection], fixedFields, [], usual)
    return [fixOf({ field: 'celular', values: [] }, 2, usual)?.option, group?.values[0]?.nearest]
  }
  expect(await fixWith(lines)).toEqual([undefined, undefined])
  expect(await fixWith(lines.map((line) => line.slice(0, -1)))).toEqual([
    '--set "celular=No tiene"',
    'No tiene',
  ])
})
