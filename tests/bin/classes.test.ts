/** Tests that an import names the call that adds an unknown licencia. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { pilotos } from '../support/command.ts'
import { aFolder } from '../support/folder.ts'

test('an import names the call that adds an unknown licencia with all of its spellings in the file', async () => {
  const data = await aFolder()
  const file = join(await aFolder(), 'inscritos.csv')
  const rows = ['Nac.', 'NACIONAL', 'Nacional'].map(
    (licencia, index) => `Ana;Paz;4000000${index};${licencia}`,
  )
  await writeFile(file, ['Nombres;Apellidos;DNI;Licencia', ...rows].join('\n'))
  const run = (...args: string[]) => pilotos([...args, '--data', data])
  const { stderr } = await run('import', file, '--dry-run', '--incomplete')
  const [, call = '', input = ''] =
    /Para agregar una: pilotos call "(.*)", con este cuerpo: (.*)\n/.exec(stderr) ?? []
  expect(JSON.parse(input)).toEqual({ field: 'licencia', name: 'Nacional', spellings: ['Nac.'] })
  expect(await pilotos(['call', call, '--data', data], { input })).toMatchObject({ code: 0 })
  expect((await run('import', file, '--dry-run', '--incomplete')).stdout).toContain(
    '3 incompletos, 0 rechazados',
  )
})
