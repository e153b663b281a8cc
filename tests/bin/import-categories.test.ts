/** Tests of `pilotos import` with a column of categories of the open event: what it prints, and the pending entries. */
import { expect, test } from 'vitest'
import { firstEventId } from '#domain/events/event'
import { openEvent } from '#domain/events/events'
import { openFolder } from '../../server/store/open.ts'
import { pilotos } from '../support/command.ts'
import { aFolder } from '../support/folder.ts'
import { aDraft } from '../support/pilots.ts'

test('the terminal says who is pending in a category of the file, which texts mean none, and who is entered in another one', async () => {
  const data = await aFolder()
  const categories = ['MX1', '85 cc'].map((name) => ({ id: `mx-${name}`, modalidad: 'MOTOCROSS', name }))
  const event = { ...openEvent(), categories }
  const inFolder = async <Result>(
    work: (stores: Awaited<ReturnType<typeof openFolder>>) => Promise<Result>,
  ) => {
    const stores = await openFolder(data)
    return work(stores).finally(() => stores.close())
  }
  await inFolder(({ settings }) => settings.change({ events: { [firstEventId]: event } }))
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
  expect(await inFolder(({ pilots }) => pilots.list())).toMatchObject({ total: 0 })
  expect((await run([])).code).toBe(1)
  const [first] = rows
  const { change } = await inFolder(async ({ pilots }) => {
    const found = await pilots.list({ pendingIn: firstEventId, order: 'asc' })
    expect(found.pilots.map(({ pending }) => pending?.[0]?.category)).toEqual(['mx-MX1', 'mx-85 cc'])
    await pilots.changeEntries({ kind: 'pending' }, event)
    return { change: { ...first, Clase: '85' } }
  })
  const told = await run(['--update'], [change])
  expect([told.code, told.stderr]).toEqual([
    0,
    expect.stringContaining('1 piloto ya inscrito en otra categoría: queda en la que está'),
  ])
  expect(told.stderr).toContain('MX1. En el archivo: 85 cc')
})
