/** Tests of the calls of the till, on a folder, on a database and beside a running server. */
import { readFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openEvent } from '#domain/events/events'
import { newTill, type Shift } from '#domain/till/event-till'
import { openStores } from '../../server/store/open.ts'
import { pilotos } from '../support/command.ts'
import { aFolder } from '../support/folder.ts'
import { aDraft } from '../support/pilots.ts'
import { places } from '../support/places.ts'
import { startTestServer } from '../support/server.ts'
import { prices } from '../support/till.ts'

/** Fills a place with an event of two riders: one has paid and has a chip, and the other owes. Returns the place. */
async function filled(place: Promise<string>): Promise<string> {
  const data = await place
  const stores = await openStores(data)
  const drawer: Shift = { letter: 'A', drawer: 'ana', shift: 1, float: 5000 }
  const closed = { at: '2026-11-28T22:00:00.000Z', counted: { Efectivo: 16_900 } }
  const till = {
    ...newTill('PE'),
    prices,
    chips: [{ code: '401', label: '12', rented: true }],
    shifts: [drawer],
  }
  const { id: _, ...first } = openEvent()
  const setTill = (changed: typeof till) =>
    stores.settings.change({
      events: { primero: { ...first, name: 'Copa Sur', till: changed } },
      receipts: { [hostname()]: 'A' },
    })
  await setTill(till)
  const ids: string[] = []
  for (const name of ['Ana', 'Beto'])
    ids.push((await stores.pilots.register(aDraft({ name, lastname: 'Ñato', npiloto: name.slice(0, 1) }))).id)
  const [ana = '', beto = ''] = ids
  const read = async () => openEvent((await stores.settings.read()).events)
  const event = await read()
  await stores.pilots.changeEntries({ kind: 'enter', ids, modalidades: ['MOTOCROSS'] }, event)
  const give = (order: Parameters<typeof stores.pilots.changeTill>[0]) =>
    stores.pilots.changeTill(order, { event, drawer: 'ana' }, 'ana')
  const parts = [{ rider: ana, owed: 12_000, cents: 12_000 }]
  await give({ kind: 'pay', id: 'pago-0001', parts, means: 'Efectivo' })
  await give({ kind: 'lend', id: 'chip-0001', rider: beto, chip: '12', document: 'DNI' })
  await setTill({ ...till, shifts: [{ ...drawer, closed }] })
  await stores.close()
  return data
}

test.each(places)('calls answer with the till of %s, with and without a running server', async (_, place) => {
  const data = await filled(place())
  for (const isOpen of [false, true]) {
    if (isOpen) await startTestServer({ folder: data })
    const call = (...args: string[]) => pilotos(['call', ...args, '--data', data])
    const { code, stdout } = await call('GET /api/till/report?event=open', '--json')
    expect(code).toBe(0)
    expect(JSON.parse(stdout).data[0]).toMatchObject({
      paid: 12_000,
      owing: [{ name: 'Beto Ñato', cents: 14_000 }],
    })
    const report = await pilotos(['report', '--data', data])
    expect(report.stdout).toMatch(/^A · ana, turno 1 .* falta S\/ 1\.00$/m)
    for (const format of ['csv', 'xlsx']) {
      const out = join(await aFolder(), `caja.${format}`)
      expect(await call(`GET /api/till/export?format=${format}`, '--out', out)).toMatchObject({ code: 0 })
      if (format === 'csv') expect(await readFile(out, 'utf8')).toMatch(/A-0001;.*Ana Ñato.*;120;PEN;/)
    }
  }
})

test('a file that cannot be written is refused before anything is read', async () => {
  const data = await aFolder()
  const out = join(data, 'no', 'caja.csv')
  expect(await pilotos(['call', 'GET /api/till/export', '--out', out, '--data', data])).toMatchObject({
    code: 3,
  })
})
