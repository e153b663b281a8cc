/** Tests that `pilotos import --update` puts nobody in the place of another person. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fieldNames } from '#domain/pilots/fields'
import { expectEnd, pilotos } from '../support/command.ts'
import { aFolder } from '../support/folder.ts'
import { aDraft } from '../support/pilots.ts'
import { startTestServer } from '../support/server.ts'

test('an update names both persons of one document, and an option says that they are the same', async () => {
  const [folder, data] = [await aFolder(), await aFolder()]
  const path = join(folder, 'pilotos.csv')
  const ana = aDraft({ name: 'Ana', lastname: 'Quispe', participacion: 'no' })
  const run = async (rider: Record<string, unknown>, ...args: string[]) => {
    await writeFile(
      path,
      [fieldNames, fieldNames.map((name) => rider[name])].map((row) => row.join(';')).join('\n'),
    )
    return pilotos(['import', path, ...args, '--data', data])
  }
  const names = async () => (await pilotos(['list', '--data', data])).stdout
  await run({ ...ana })
  const pedro = { ...ana, name: 'Pedro', lastname: 'Soto', fechanac: '12/05/2001' }
  const asked = await run(pedro, '--update')
  expect([asked.code, asked.stdout]).toEqual([1, '0 registrados, 1 rechazado\n'])
  expect(asked.stderr).toContain(
    'Es de otra persona: Ana Quispe (nació el 28/02/1994). El archivo dice Pedro Soto (nació el 12/05/2001)',
  )
  expect(asked.stderr).toContain('si es la misma persona: --same-person todas')
  expect(await names()).toContain('Ana')
  expect(asked.stderr).toContain('si son otras personas, que no se importan: --same-person todas=no')
  await expectEnd(
    run(pedro, '--update', '--same-person', '2=no'),
    0,
    '1 fila con el documento de otra persona no se importa',
  )
  expect(await names()).toContain('Ana')
  // A running kiosk that has the folder open takes the answer too.
  const server = await startTestServer({ folder: data })
  expect(await run(pedro, '--update', '--same-person', '2')).toMatchObject({ code: 0 })
  await server.close()
  expect(await names()).toContain('Pedro')
  expect((await run(pedro, '--same-person', 'x')).stderr).toContain('debe ser una línea, o todas')
})
