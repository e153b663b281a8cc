/** Tests what `pilotos import` says about cells that another program has damaged, and about encodings. */
import { expect, test } from 'vitest'
import { pilotos } from '../support/command.ts'
import { aFolder } from '../support/folder.ts'

test('damaged cells are told by their kind with the text that they probably were, and one option mends a kind', async () => {
  const data = await aFolder()
  const run = (...args: string[]) =>
    pilotos(['import', 'tests/fixtures/sheets/03-mojibake.csv', ...args, '--data', data])
  const { code, stdout, stderr } = await run()
  expect([code, stdout]).toEqual([1, '0 registrados, 3 rechazados\n'])
  expect(stderr).toContain(`2 celdas con letras que otro programa leyó mal
  línea 2, Nombres: «JosÃ©» es «José»
  línea 2, Apellidos: «NÃºÃ±ez» es «Núñez»
  en todas: --correct letras
1 celda con letras escritas como en una página web
  línea 3, Nombres: «Mar&iacute;a» es «María»
  en todas: --correct html
1 celda con letras que se perdieron
  línea 4, Nombres: «Jos\ufffd» es «José»
  en todas: --correct perdidas
`)
  expect((await run('--correct', 'letras', '--correct', 'html')).stdout).toBe('2 registrados, 1 rechazado\n')
  expect(
    (await run('--correct', 'perdidas', '--correct', 'letras', '--correct', 'html', '--update')).stdout,
  ).toBe('1 registrado, 2 sin cambios, 0 rechazados\n')
  const { stdout: list } = await pilotos(['list', '--json', '--sort', 'dni', '--data', data])
  expect(JSON.parse(list).map(({ name, lastname }: Record<string, string>) => `${name} ${lastname}`)).toEqual(
    ['José Núñez', 'María Quispe', 'José Quispe'],
  )
})

test('the encoding of a file is named, and another one is an option', async () => {
  const data = await aFolder()
  const run = (...args: string[]) =>
    pilotos(['import', 'tests/fixtures/sheets/02-dos-cp850.csv', '--dry-run', ...args, '--data', data])
  expect((await run()).stderr).toMatch(/DOS \(CP850\).*José.*Núñez.*Club Ñandú/s)
  expect((await run('--encoding', 'windows-1252')).stderr).toMatch(/Windows-1252.*Jos‚/s)
  expect(await run('--encoding', 'ebcdic')).toMatchObject({ code: 2 })
  expect(await run('--correct', 'todo')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('debe ser letras, html o perdidas'),
  })
})
