/** Tests that `pilotos import` asks once for the order of day and month in a column of dates. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fieldNames } from '#domain/pilots/fields'
import { pilotos } from '../support/command.ts'
import { aFolder } from '../support/folder.ts'
import { aDraft } from '../support/pilots.ts'

/** Writes a CSV with the birthdays, and returns a function that imports it into a new folder. */
async function fileOf(birthdays: readonly string[]) {
  const [folder, data] = [await aFolder(), await aFolder()]
  const path = join(folder, 'planilla.csv')
  const header = fieldNames.map((name) => (name === 'fechanac' ? 'Nacimiento' : name))
  const rows = birthdays.map((fechanac) => {
    const values = { ...aDraft(), fechanac, club: 'Sur', participacion: 'no' }
    return fieldNames.map((name) => values[name]).join(';')
  })
  await writeFile(path, `${header.join(';')}\n${rows.join('\n')}\n`)
  return {
    run: (...args: string[]) => pilotos(['import', path, ...args, '--data', data]),
    birthdays: async () => {
      const { stdout } = await pilotos(['list', '--json', '--sort', 'dni', '--data', data])
      return (JSON.parse(stdout) as { fechanac: string }[]).map(({ fechanac }) => fechanac)
    },
  }
}

const almostAll = [...Array.from({ length: 19 }, () => '05/03/1994'), '03/25/1994']

const linesWith = (text: string, word: string) => text.split('\n').filter((line) => line.includes(word))

test('one American date does not hold up the others: one line tells how they are read, and with which option otherwise', async () => {
  const { run, birthdays } = await fileOf(almostAll)
  const { code, stdout, stderr } = await run()
  expect([code, stdout]).toEqual([1, '19 registrados, 1 rechazado\n'])
  expect(linesWith(stderr, '--dates')).toEqual([
    'Revise «Nacimiento»: Se lee como día/mes: así pueden leerse 19 de sus 20 fechas, y «03/25/1994» no. Para decidirlo: --dates dia-mes o --dates mes-dia',
  ])
  expect(linesWith(stderr, 'línea 21')).toEqual([
    'línea 21, Nacimiento: No puede leerse como día/mes, como las demás de su columna: escríbala como 5-abr-1994 (03/25/1994)',
  ])
  expect(new Set(await birthdays())).toEqual(new Set(['1994-03-05']))
})

test.each([
  ['dia-mes', '19 registrados, 1 rechazado', 0, '1994-03-05'],
  ['mes-dia', '20 registrados, 0 rechazados', 1, '1994-05-03'],
])('the answer --dates %s is not asked again, also for the next file', async (order, counts, told, day) => {
  const { run, birthdays } = await fileOf(almostAll)
  const dry = await run('--dates', order, '--dry-run')
  expect([dry.stdout, linesWith(dry.stderr, '--dates')]).toEqual([
    `Ensayo, no se guardó nada: ${counts}\n`,
    expect.objectContaining({ length: told }),
  ])
  expect((await run('--dates', order)).stdout).toBe(`${counts}\n`)
  expect((await birthdays())[0]).toBe(day)
  const again = await run('--update')
  expect(again.stderr).toContain('Se usa lo que se eligió para un archivo anterior')
  expect(again.stdout).toMatch(/^0 registrados, (19|20) sin cambios, [01] rechazados?\n$/)
  expect((await run('--update', '--forget')).stderr).toContain('Revise «Nacimiento»')
})

test('dates that a person must decide about are rejected in one line, whatever their number', async () => {
  const { run, birthdays } = await fileOf([
    ...Array.from({ length: 30 }, () => '05/03/1994'),
    ...Array.from({ length: 10 }, () => '03/25/1994'),
    '25/03/1994',
  ])
  const { stdout, stderr } = await run()
  expect(stdout).toBe('1 registrado, 40 rechazados\n')
  expect(linesWith(stderr, '--dates')).toEqual([
    expect.stringMatching(/^Revise «Nacimiento»: No se sabe .* 30 fechas pueden leerse de las dos formas\. /),
    '  líneas 2, 3, 4 y 37 más: --dates dia-mes o --dates mes-dia',
  ])
  expect(linesWith(stderr, 'línea ')).toEqual([])
  expect((await run('--dates', 'mes-dia', '--update')).stdout).toBe('40 registrados, 1 rechazado\n')
  expect(new Set(await birthdays())).toEqual(new Set(['1994-03-25', '1994-05-03']))
})

test.each([
  ['mes', 'debe ser dia-mes, mes-dia, anio-mes o anio-dia'],
  ['club=mes-dia', 'una fecha es fechanac, poliza_hasta, emitida, valida_hasta'],
  ['valida_hasta=mes', 'debe ser dia-mes, mes-dia, anio-mes o anio-dia'],
])('--dates %s is refused as wrong usage', async (value, message) => {
  const { run } = await fileOf(almostAll)
  expect(await run('--dates', value)).toMatchObject({ code: 2, stderr: expect.stringContaining(message) })
})
