/** Tests of the commands that remove several pilots, list and restore removed pilots, and undo an import. */
import { expect, test } from 'vitest'
import { pilotos } from '../support/command.ts'
import { aFolder } from '../support/folder.ts'
import { aDraft } from '../support/pilots.ts'

const [ana, luz, rosa] = ['0000000000AA', '0000000000BB', '0000000000CC']

function run(data: string, ...args: string[]) {
  return pilotos([...args, '--data', data])
}

test('several pilots are removed, listed as removed, and restored by their identifiers', async () => {
  const data = await aFolder()
  const rows = Object.entries({ Ana: ana, Luz: luz, Rosa: rosa }).map(([name, id_driver]) => ({
    ...aDraft({ name, lastname: 'Rojas', npiloto: '7', dni: 876_543 + name.length }),
    id_driver,
  }))
  const input = JSON.stringify(rows.map((row, index) => ({ ...row, dni: row.dni + 10 * index })))
  await pilotos(['import', '-', '--data', data], { input })
  expect(await run(data, 'remove', ana, luz, '0000000000ZZ', '--yes')).toMatchObject({
    code: 1,
    stderr:
      'No existen: 0000000000ZZ\npilotos: De 3 pilotos, 1 ya no está en la lista: no se borró ninguno\n',
  })
  expect(await run(data, 'removed')).toMatchObject({ code: 0, stdout: '', stderr: 'No hay borrados.\n' })
  expect(await run(data, 'remove', ana, '00.876.556', '--yes')).toMatchObject({
    code: 0,
    stderr: `Se borraron 2 pilotos. Para recuperarlos: pilotos remove ${ana} ${luz} --undo\n`,
  })
  const listed = await run(data, 'removed', '--search', 'luz')
  expect(listed.stdout).toMatch(
    /^ID +PILOTO +DNI +N° +BORRADO +QUIÉN\n0000000000BB +Luz Rojas +00876556 +7 +/,
  )
  expect(listed.stderr).toContain('1 borrado\n')
  const json = JSON.parse((await run(data, 'removed', '--json')).stdout)
  expect(json).toEqual([
    expect.objectContaining({ id_driver: ana, name: 'Ana', removed_by: 'la terminal' }),
    expect.objectContaining({ id_driver: luz, removed_at: expect.stringMatching(/^20.*Z$/) }),
  ])
  expect(await run(data, 'remove', ana, '876556', '0000000000ZZ', '--undo')).toMatchObject({
    code: 1,
    stderr:
      '2 pilotos otra vez en la lista: Ana Rojas y Luz Rojas\n' +
      'No se recuperó a 0000000000ZZ: No existe un piloto con este identificador\n',
  })
  expect((await run(data, 'list', '--json')).stdout).toContain(ana)
})

test('an import names the command that undoes it, which lists the imports and refuses one that was used', async () => {
  const data = await aFolder()
  const importOf = (...names: string[]) =>
    pilotos(['import', '-', '--data', data], {
      input: JSON.stringify(names.map((name) => aDraft({ name, lastname: 'Rojas' }))),
    })
  expect((await importOf('Ana', 'Luz')).stderr).toContain(
    'Para deshacer esta importación: pilotos undo-import 1',
  )
  expect(await run(data, 'undo-import', '1')).toMatchObject({ code: 2 })
  expect(await run(data, 'undo-import', '1', '--yes')).toMatchObject({
    code: 0,
    stdout: 'Importación deshecha: 2 borrados\n',
  })
  expect((await run(data, 'list')).stderr).toContain('Todavía no hay pilotos')
  await importOf('Rosa')
  const [rosa] = JSON.parse((await run(data, 'list', '--json')).stdout)
  await run(data, 'call', `POST /api/pilots/${rosa.id_driver}/revoke`, '--yes')
  expect(await run(data, 'undo-import', '3', '--yes')).toMatchObject({
    code: 1,
    stderr: 'pilotos: La importación no se deshizo: desde entonces se anuló la credencial de Rosa Rojas\n',
  })
  expect((await run(data, 'undo-import')).stdout).toMatch(/^NÚMERO .*\n3 .* 1\n1 .* 2 +deshecha\n$/)
  expect(await run(data, 'undo-import', '9', '--yes')).toMatchObject({ code: 1 })
})
