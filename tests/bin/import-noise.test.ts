/** Tests what `pilotos import` says about cells with what programs write beside, or in place of, a value. */
import { expect, test } from 'vitest'
import { pilotos } from '../support/command.ts'
import { aFolder } from '../support/folder.ts'

test('words for no value are read as blank and told with their lines, and one option gives them a value', async () => {
  const data = await aFolder()
  const run = (...args: string[]) =>
    pilotos(['import', 'tests/fixtures/sheets/09-noise.csv', ...args, '--data', data])
  const { stdout, stderr } = await run('--dry-run')
  expect(stdout).toBe('Ensayo, no se guardó nada: 3 registrados, 6 rechazados\n')
  expect(stderr).toContain(
    '4 celdas no dicen nada y se leen como vacías: Numero de Licencia «NULL» en la línea 2, Numero de Licencia «\\N» en la línea 3, ',
  )
  const options = stderr.match(/--(?:set|replace) '[^']*'|--(?:set|replace) "[^"]*"/g) ?? []
  expect(options).toEqual([
    expect.stringContaining('nlicencia=No tiene'),
    expect.stringContaining('nlicencia:#ERROR!=No tiene'),
    expect.stringContaining('nlicencia:Loading...=No tiene'),
  ])
  const args = options.flatMap((option) => [
    option.slice(0, option.indexOf(' ')),
    option.slice(option.indexOf(' ') + 2, -1),
  ])
  expect((await run(...args)).stdout).toBe('9 registrados, 0 rechazados\n')
  const { stdout: list } = await pilotos(['list', '--json', '--sort', 'dni', '--data', data])
  expect(JSON.parse(list).map(({ nlicencia }: { nlicencia: string | null }) => nlicencia)).toEqual([
    ...Array(6).fill(null),
    '00123',
    '00124',
    '1234',
  ])
})
