/** Tests of `pilotos classes`, on a folder and beside a running server. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openStores } from '../../server/store/open.ts'
import { pilotos } from '../support/command.ts'
import { aFolder } from '../support/folder.ts'
import { aDraft } from '../support/pilots.ts'
import { startTestServer } from '../support/server.ts'

test.each(['a folder', 'a running server'])(
  'a licencia of %s is added, renamed with its riders, retired and taken back',
  async (place) => {
    const data = await aFolder()
    const before = await openStores(data)
    await before.settings.changeClasses({ kind: 'add-class', field: 'licencia', option: { name: 'Promo' } })
    const { id } = await before.pilots.register(aDraft({ licencia: 'Promo' }))
    await before.close()
    if (place === 'a running server') await startTestServer({ folder: data })
    const run = (...args: string[]) => pilotos(['classes', ...args, '--data', data])
    const read = async (...args: string[]) => JSON.parse((await run(...args, '--json')).stdout)

    expect((await run('list')).stdout).toMatch(/modalidad +MOTOCROSS +MX .*0 pilotos/)
    const added = await read('add', 'licencia', 'Nacional', '--spellings', 'Nal, Nac')
    expect(added).toMatchObject({ field: 'licencia', name: 'Nacional', spellings: ['Nal', 'Nac'], pilots: 0 })
    expect(await run('change', 'licencia', 'promo', '--name', 'Promocional')).toMatchObject({
      code: 0,
      stderr: '\nPromocional quedó cambiada.\n',
    })
    expect((await run('change', 'licencia', 'Promocional', '--name', 'nal')).stderr).toContain(
      'Ya es otra manera de escribir Nacional',
    )
    expect((await run('retire', 'licencia', 'Promocional')).stderr).toContain(
      'Promocional ya no se ofrece: quien la tiene la conserva.',
    )
    expect(await read('retire', 'licencia', 'Promocional', '--undo')).toMatchObject({
      isRetired: false,
      pilots: 1,
    })
    expect((await run('change', 'licencia', 'Local', '--name', 'X')).stderr).toContain(
      'No hay una licencia «Local»',
    )
    await run('add', 'licencia', 'a=b')
    const rules = ['--licence', 'Nacional=90 días', '--licence', 'a=b=30 días']
    const rule = await pilotos(['settings', ...rules, '--data', data])
    expect(rule.stdout).toMatch(/Nacional +90 días desde la emisión\na=b +30 días/)
    const stores = await openStores(data)
    expect((await stores.pilots.get(id)).licencia).toBe('Promocional')
    await stores.close()
  },
)

test('an import names the command that adds an unknown licencia with all of its spellings in the file', async () => {
  const data = await aFolder()
  const file = join(await aFolder(), 'inscritos.csv')
  const rows = ['Nac.', 'NACIONAL', 'Nacional'].map(
    (licencia, index) => `Ana;Paz;4000000${index};${licencia}`,
  )
  await writeFile(file, ['Nombres;Apellidos;DNI;Licencia', ...rows].join('\n'))
  const run = (...args: string[]) => pilotos([...args, '--data', data])
  const { stderr } = await run('import', file, '--dry-run', '--incomplete')
  expect(stderr).toContain('Para agregar una: pilotos classes add licencia Nacional --spellings Nac.\n')
  await run('classes', 'add', 'licencia', 'Nacional', '--spellings', 'Nac.')
  expect((await run('import', file, '--dry-run', '--incomplete')).stdout).toContain(
    '3 incompletos, 0 rechazados',
  )
})
