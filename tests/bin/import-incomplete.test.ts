/** Tests that `pilotos import` stores riders who are completed later, and that they go into an export and come back. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fieldNames, requiredNames } from '#domain/pilots/fields'
import { expectEnd, pilotos } from '../support/command.ts'
import { aFolder } from '../support/folder.ts'
import { aDraft } from '../support/pilots.ts'

/** Writes a CSV of a complete rider and of three who lack something, and returns a function that imports it. */
async function aSheet(...others: object[]) {
  const [folder, data] = [await aFolder(), await aFolder()]
  const path = join(folder, 'inscritos.csv')
  const riders = [
    {},
    { name: 'Rosa', dni: '' },
    { name: 'Luz', dni: '', fechanac: '' },
    { name: 'Eva', fechanac: '31/02/1990' },
    ...others,
  ]
  const rows = riders.map((changes) => {
    const values: Record<string, unknown> = { ...aDraft(), club: 'Sur', participacion: 'no', ...changes }
    return fieldNames.map((name) => values[name]).join(';')
  })
  await writeFile(path, [fieldNames.join(';'), ...rows].join('\n'))
  return { data, run: (...args: string[]) => pilotos(['import', path, ...args, '--data', data]) }
}

/** Returns the riders of a folder without their codes, by name. */
async function ridersIn(data: string): Promise<Record<string, unknown>[]> {
  const { stdout } = await pilotos(['list', '--json', '--data', data])
  const riders = JSON.parse(stdout) as Record<string, unknown>[]
  return riders
    .map(({ id_driver: _code, ...rider }) => rider)
    .sort((one, other) => (String(one.name) < String(other.name) ? -1 : 1))
}

/** Returns the names of riders, each with the required fields that are missing. */
const lacking = (riders: Record<string, unknown>[]) =>
  riders.map((rider) => [rider.name, requiredNames.filter((name) => rider[name] === undefined)] as const)

test('an import names the options that complete riders later, and --incomplete stores all who lack something', async () => {
  const { data, run } = await aSheet()
  const dry = await run('--dry-run')
  expect([dry.code, dry.stdout]).toEqual([1, 'Ensayo, no se guardó nada: 1 registrado, 3 rechazados\n'])
  expect(dry.stderr).toContain('Para que la mesa complete después lo que falta: --incomplete, o --defer ')
  const { code, stdout } = await run('--incomplete')
  expect([code, stdout]).toEqual([1, '1 registrado, 2 incompletos, 1 rechazado\n'])
  expect(lacking(await ridersIn(data))).toEqual([
    ['Luz', ['dni', 'fechanac']],
    ['Rosa', ['dni']],
    ['Íñigo', []],
  ])
})

test('an option that completes the cells of two problems is named once', async () => {
  const { run } = await aSheet(
    { name: 'Sol', celular: '987654321 / 912345678' },
    { name: 'Mar', celular: 'x9' },
  )
  expect((await run('--dry-run')).stderr).toContain(
    '--incomplete, o --defer "celular?", --defer dni, --defer fechanac o --defer "fechanac?"\n',
  )
})

test.each<[string, string[], string[], string]>([
  ['a field where it is missing', ['--defer', 'dni'], ['Rosa'], '1 incompleto, 2 rechazados'],
  ['two fields', ['--defer', 'dni', '--defer', 'fechanac'], ['Luz', 'Rosa'], '2 incompletos, 1 rechazado'],
  ['a field that nobody understands', ['--defer', 'fechanac?'], ['Eva'], '1 incompleto, 2 rechazados'],
  ['all of a line', ['--defer', '4'], ['Luz'], '1 incompleto, 2 rechazados'],
])('--defer completes later %s', async (_what, options, names, counts) => {
  const { data, run } = await aSheet()
  const { code, stdout } = await run(...options)
  expect([code, stdout]).toEqual([1, `1 registrado, ${counts}\n`])
  const found = lacking(await ridersIn(data)).flatMap(([name, missing]) => (missing.length > 0 ? [name] : []))
  expect(found).toEqual(names)
})

test('a field that no rider can lack is refused with its name', async () => {
  const { run } = await aSheet()
  await expectEnd(run('--defer', 'name'), 2, 'Nombres no puede faltar')
})

test.each(['csv', 'json', 'xlsx'])(
  'incomplete riders come back from an export to %s as they were, into an empty folder and into their own',
  async (format) => {
    const { data, run } = await aSheet()
    await run('--incomplete')
    const out = join(await aFolder(), `pilotos.${format}`)
    expect(await pilotos(['export', out, '--data', data])).toMatchObject({ code: 0 })
    const again = await pilotos(['import', out, '--incomplete', '--update', '--data', data])
    expect([again.code, again.stdout]).toEqual([0, '0 registrados, 3 sin cambios, 0 rechazados\n'])
    const empty = await aFolder()
    const { code, stdout } = await pilotos(['import', out, '--incomplete', '--data', empty])
    expect([code, stdout]).toEqual([0, '1 registrado, 2 incompletos, 0 rechazados\n'])
    expect(await ridersIn(empty)).toEqual(await ridersIn(data))
  },
)
