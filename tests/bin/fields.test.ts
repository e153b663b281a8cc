/** Tests of `pilotos fields`, on a folder and beside a running server, and of an import that corrects their cells. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fieldNames } from '#domain/pilots/fields'
import { pilotos } from '../support/command.ts'
import { aFolder } from '../support/folder.ts'
import { withStores } from '../support/opened-stores.ts'
import { aDraft } from '../support/pilots.ts'
import { startTestServer } from '../support/server.ts'

const talla = 'propio_opcion_talla_de_polo'

function commandOn(data: string) {
  const run = (...args: string[]) => pilotos(['fields', ...args, '--data', data])
  const read = async (...args: string[]) => JSON.parse((await run(...args, '--json')).stdout)
  return { run, read }
}

const addTalla = ['add', 'Talla de polo', '--kind', 'opcion', '--options', 'S, M,L', '--audience', 'todos']

test.each(['a folder', 'a running server'])(
  'a field of %s is added, changed, retired and taken back',
  async (place) => {
    const data = await aFolder()
    if (place === 'a running server') await startTestServer({ folder: data })
    const { run, read } = commandOn(data)
    expect(await run('list')).toMatchObject({ code: 0, stdout: '' })
    expect(await run(...addTalla)).toMatchObject({
      code: 0,
      stderr: '\n«Talla de polo» ya se pide en el formulario.\n',
    })
    await withStores(data, ({ pilots }) => pilots.register({ ...aDraft(), [talla]: 'M' }))

    const before = { name: talla, options: ['S', 'M', 'L'], audience: 'everyone', order: 1, pilots: 1 }
    expect(await read('list')).toEqual([{ ...before, label: 'Talla de polo' }])
    const parts = ['--label', 'Polo', '--required', '--card', '--forget-with', 'contactos']
    expect(await read('change', 'talla de POLO', ...parts)).toEqual({
      ...before,
      ...{ label: 'Polo', isRequired: true, isOnCard: true, dataGroup: 'contact' },
    })
    const changed = await run('change', talla, '--no-required', '--no-card', '--forget-with', 'nada')
    expect(changed).toMatchObject({ code: 0, stderr: '\n«Polo» quedó cambiado.\n' })
    expect(await read('list')).toEqual([{ ...before, label: 'Polo' }])

    expect((await run('retire', 'Polo')).stderr).toMatch(/«Polo» ya no se pide: lo escrito se guarda/)
    expect((await run('list')).stdout).toMatch(/Polo +Opciones: S, M, L .*retirado +1 piloto +propio_/)
    expect(await read('retire', 'Polo', '--undo')).toEqual({ ...before, label: 'Polo' })
  },
)

test.each([
  [['add', 'Club'], 1, 'Hay datos por corregir: Ese nombre ya es de un dato de PilotOS: elija otro'],
  [['add', 'talla DE polo'], 1, 'Ya hay un campo con ese nombre'],
  [['add', 'Bus', '--kind', 'opcion'], 2, 'diga las opciones, como --options "S,M,L"'],
  [['add', 'Bus', '--options', 'A,B'], 2, '--options es para un campo de tipo opcion'],
  [['add', 'Bus', '--kind', 'lista'], 2, 'texto, numero, fecha, opcion, casilla'],
  [['add', 'Bus', '--audience', 'nadie'], 2, 'elija entre todos, puertas, completa, mesa'],
  [['change', 'Bus', '--required'], 1, 'No hay un campo «Bus»: pilotos fields list los muestra'],
  [['change', 'Talla de polo'], 2, 'diga qué cambia'],
  [['change', 'Talla de polo', '--label', ' '], 1, 'Escriba el nombre del campo'],
  [['retire', 'propio_texto_bus'], 1, 'No hay un campo «propio_texto_bus»'],
])('fields %j is refused with the exit code %i, and changes nothing', async (args, code, message) => {
  const { run, read } = commandOn(await aFolder())
  await run(...addTalla)
  const before = await read('list')
  const refused = await run(...args)
  expect([refused.code, refused.stderr]).toEqual([code, expect.stringContaining(message)])
  expect(await read('list')).toEqual(before)
})

test('an import names the options that correct the cells of a field of one’s own, and carries them out', async () => {
  const data = await aFolder()
  await commandOn(data).run(...addTalla)
  await commandOn(data).run('add', 'Peso', '--kind', 'numero')
  const path = join(data, 'tallas.csv')
  const rows = [
    ['XXL', '-'],
    ['x-x-l', '72,5'],
    ['Grande', '60'],
  ].map((own, index) => {
    const rider: Record<string, unknown> = {
      ...aDraft({ name: `Ana ${index}` }),
      club: 'Sur',
      participacion: 'no',
    }
    return [...fieldNames.map((name) => rider[name]), ...own].join(';')
  })
  await writeFile(path, [[...fieldNames, 'Polo', 'Peso'].join(';'), ...rows].join('\n'))
  const run = (...args: string[]) => pilotos(['import', path, ...args, '--data', data])
  const map = ['--map', `Polo=${talla}`]
  const dry = await run(...map, '--dry-run')
  for (const text of [
    '3 filas con Talla de polo sin reconocer',
    `Las opciones son S, M, L y No tiene. Una se pone en el campo ${talla} con --replace`,
    'en esa fila: --replace "propio_numero_peso:-=No tiene"',
  ])
    expect(dry.stderr).toContain(text)
  const replace = ['XXL=l', 'Grande='].flatMap((text) => ['--replace', `${talla}:${text}`])
  const done = await run(...map, ...replace, '--replace', 'propio_numero_peso:-=No tiene')
  expect([done.code, done.stdout]).toEqual([0, '3 registrados, 0 rechazados\n'])
  const riders = JSON.parse((await pilotos(['list', '--json', '--data', data])).stdout)
  const values = riders.map((rider: Record<string, unknown>) => [rider[talla], rider.propio_numero_peso])
  expect(values).toHaveLength(3)
  expect(values).toEqual(
    expect.arrayContaining([
      ['L', undefined],
      ['L', 72.5],
      [undefined, 60],
    ]),
  )
})

test.each([
  [['--map', 'Club=propio_texto_nada'], 'no hay un campo propio_texto_nada: pilotos fields list'],
  [['--set', `${talla}=XXL`], 'Talla de polo: «XXL» no es una opción'],
  [['--replace', `${talla}:Grande=XXL`], 'Talla de polo: «XXL» no es una opción'],
  [['--set', 'Talla de polo=L'], 'los propios van con su código: pilotos fields list'],
])('the import options %j are refused', async (args, message) => {
  const data = await aFolder()
  await commandOn(data).run(...addTalla)
  const refused = await pilotos(['import', 'data/example.csv', ...args, '--data', data])
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining(message)])
})

test('an import without the column of a required field says how it is named', async () => {
  const data = await aFolder()
  await commandOn(data).run(...addTalla, '--required')
  const path = join(data, 'tallas.csv')
  const rider: Record<string, unknown> = aDraft({ club: 'Sur', participacion: 'no' })
  const cells = [...fieldNames.map((name) => rider[name]), 'M'].join(';')
  await writeFile(path, [[...fieldNames, 'Polo'].join(';'), cells].join('\n'))
  const refused = await pilotos(['import', path, '--data', data])
  expect(refused.stderr).toContain(`Se da un campo (${talla}) a una columna`)
})
