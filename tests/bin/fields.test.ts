/** Tests of imports of fields of one's own. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fieldNames } from '#domain/pilots/fields'
import { expectEnd, pilotos } from '../support/command.ts'
import { aFolder } from '../support/folder.ts'
import { withStores } from '../support/opened-stores.ts'
import { aDraft } from '../support/pilots.ts'

const talla = 'propio_opcion_talla_de_polo'

/** Returns a folder whose riders have a size, and a weight. */
async function withFields(isRequired = false): Promise<string> {
  const data = await aFolder()
  const size = { label: 'Talla de polo', options: ['S', 'M', 'L'], audience: 'everyone', isRequired } as const
  await withStores(data, async ({ settings }) => {
    await settings.changeItem('fields', { kind: 'add', item: { kind: 'opcion', ...size } })
    await settings.changeItem('fields', {
      kind: 'add',
      item: { kind: 'numero', label: 'Peso', audience: 'desk' },
    })
  })
  return data
}

test('an import names the options that correct the cells of a field of one’s own, and carries them out', async () => {
  const data = await withFields()
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
  [['--map', 'Club=propio_texto_nada'], 'no hay un campo propio_texto_nada: pilotos call "GET /api/fields"'],
  [['--set', `${talla}=XXL`], 'Talla de polo: «XXL» no es una opción'],
  [['--replace', `${talla}:Grande=XXL`], 'Talla de polo: «XXL» no es una opción'],
  [['--set', 'Talla de polo=L'], 'los propios van con su código: pilotos call "GET /api/fields"'],
])('the import options %j are refused', async (args, message) => {
  const data = await withFields()
  await expectEnd(pilotos(['import', 'data/example.csv', ...args, '--data', data]), 2, message)
})

test('an import without the column of a required field says how it is named', async () => {
  const data = await withFields(true)
  const path = join(data, 'tallas.csv')
  const rider: Record<string, unknown> = aDraft({ club: 'Sur', participacion: 'no' })
  const cells = [...fieldNames.map((name) => rider[name]), 'M'].join(';')
  await writeFile(path, [[...fieldNames, 'Polo'].join(';'), cells].join('\n'))
  const refused = await pilotos(['import', path, '--data', data])
  expect(refused.stderr).toContain(`Se da un campo (${talla}) a una columna`)
})
