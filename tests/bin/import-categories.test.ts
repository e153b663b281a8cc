/** Tests of `pilotos import` with a column of categories of the open event: what it prints, and the pending entries. */
import { expect, test } from 'vitest'
import { firstEventId } from '#domain/events/event'
import { openEvent } from '#domain/events/events'
import { expectEnd, pilotos } from '../support/command.ts'
import { aFolder } from '../support/folder.ts'
import { withStores } from '../support/opened-stores.ts'
import { aDraft } from '../support/pilots.ts'

test('the terminal says who is pending in a category of the file, which texts mean none and what replaces them, and who is entered in another one', async () => {
  const data = await aFolder()
  const categories = ['MX1', '85 cc'].map((name) => ({ id: `mx-${name}`, modalidad: 'MOTOCROSS', name }))
  const event = { ...openEvent(), categories }
  await withStores(data, ({ settings }) => settings.change({ events: { [firstEventId]: event } }))
  const rows = ['mx-1', '85 c.c.', 'MX7'].map((clase, index) => {
    const { modalidad: _modalidad, ...draft } = aDraft({ dni: 70000001 + index, npiloto: String(index + 1) })
    return { ...draft, Clase: clase }
  })
  const run = (args: string[], given: object[] = rows) =>
    pilotos(['import', '-', '--data', data, ...args], { input: JSON.stringify(given) })
  const dry = await run(['--dry-run'])
  expect(dry.stderr).toMatch(/Clase +Categoría del evento/)
  expect(dry.stderr).toContain('2 pilotos quedan por inscribir en la categoría del archivo')
  expect(dry.stderr).toContain(
    'No es una categoría del evento abierto: elija MOTOCROSS · MX1 o MOTOCROSS · 85 cc',
  )
  const [, , unknown] = rows
  const again = (modalidad: string) => ({ ...unknown, modalidad, dni: 70000009 })
  const novices = [unknown, again('MOTOCROSS'), again('MOTOCROSS'), again('RALLY')].map((row, index) => ({
    ...{ ...row, dni: 70000011 + index, npiloto: '7', Clase: index === 2 ? 'MX 7' : 'MX7' },
  }))
  const map = ['--map', 'Clase=categoria_evento']
  const told = await run(['--dry-run', ...map], novices)
  expect(told.stderr).toContain('4 filas con Categoría del evento sin reconocer')
  expect(told.stderr).toContain('«MOTOCROSS · MX7» y «MOTOCROSS · MX 7» en registros 2 y 3')
  expect(told.stderr).toContain('Una se pone en el campo categoria_evento con --replace')
  expect(told.stderr).not.toContain('número repetido')
  expect(told.stderr).toContain('Las opciones son MOTOCROSS · MX1, MOTOCROSS · 85 cc y Sin categoría')
  const replaced = ['MOTOCROSS · MX7=MX1', 'RALLY · MX7=', 'MX7=85']
  const args = replaced.flatMap((one) => ['--replace', `categoria_evento:${one}`])
  const mended = await run(['--dry-run', ...map, ...args], novices)
  expect(mended.stdout).toBe('Ensayo, no se guardó nada: 4 registrados, 0 rechazados\n')
  expect(mended.stderr).toContain('3 pilotos quedan por inscribir en la categoría del archivo')
  expect(mended.stderr).toContain('2 filas con un número repetido')
  expect(mended.stderr).toContain('7 de MOTOCROSS · MX1 en las registros 2 y 3')
  const ofSheet = await run(['--dry-run', '--modalidad', 'quad cross'])
  expect(ofSheet.stderr).toContain('3 filas con Categoría del evento sin reconocer')
  expect((await run(['--modalidad', 'Karting'])).stderr).toMatch(/pilotos: .*Karting|modalidad/i)
  await expectEnd(
    run(['--replace', 'categoria_evento:MX7=MX8'], novices),
    2,
    'No hay una categoría «MX8»: elija MOTOCROSS · MX1, MOTOCROSS · 85 cc o Sin categoría',
  )
  expect(await withStores(data, ({ pilots }) => pilots.list())).toMatchObject({ total: 0 })
  expect((await run([])).code).toBe(1)
  const [first] = rows
  const { change } = await withStores(data, async ({ pilots }) => {
    const found = await pilots.list({ pendingIn: firstEventId, order: 'asc' })
    expect(found.pilots.map(({ pending }) => pending?.[0]?.category)).toEqual(['mx-MX1', 'mx-85 cc'])
    await pilots.changeEntries({ kind: 'pending' }, event)
    return { change: { ...first, Clase: '85' } }
  })
  const entered = await run(['--update'], [change])
  expect([entered.code, entered.stderr]).toEqual([
    0,
    expect.stringContaining('1 piloto ya inscrito en otra categoría: queda en la que está'),
  ])
  expect(entered.stderr).toContain('MX1. En el archivo: 85 cc')
})
