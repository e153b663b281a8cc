/** Tests that a rider is shown, found, sorted, printed and scanned by the number of the entry in the open event. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anEvent } from '../../support/events.ts'
import { aDraft } from '../../support/pilots.ts'
import { phone as stranger, write } from '../../support/requests.ts'
import { openApp, registered } from '../../support/server.ts'

/** Opens a server with riders, each with the number of the record and, if entered, one of the entry. */
async function openRace(riders: readonly { own: string; raced?: string }[]) {
  const server = await openApp()
  await write(server, 'PUT', '/api/events/primero', anEvent({ modalidades: ['RALLY', 'UTV'] }))
  const ids: string[] = []
  for (const { own, raced } of riders) {
    const { id_driver: id } = await registered(server.app, aDraft({ modalidad: 'RALLY', npiloto: own }))
    ids.push(id)
    if (raced !== undefined) await enter(server, id, 'RALLY', raced)
  }
  const list = async (query: string) =>
    (await server.app.inject(`/api?list=all&${query}`)).json().data as {
      id_driver: string
      number?: string
    }[]
  return { server, ids, list }
}

async function enter(
  server: Awaited<ReturnType<typeof openApp>>,
  id: string,
  modalidad: string,
  number: string,
) {
  const order = { event: 'primero', ids: [id], modalidades: [modalidad], numbers: { [modalidad]: number } }
  const added = await write(server, 'POST', '/api/entries', order)
  expect(added.json().data[0]).toMatchObject({ changed: 1, refused_total: 0 })
}

test('with any numbers, each place has that of the entry, a search finds it first, and a list is sorted by it', async () => {
  const numbers = fc.uniqueArray(fc.integer({ min: 1, max: 30 }), { minLength: 4, maxLength: 4 })
  await fc.assert(
    fc.asyncProperty(numbers, numbers, async (own, raced) => {
      const riders = own.map((number, index) => ({
        own: String(number),
        raced: index === 3 ? undefined : String(raced[index]),
      }))
      const { server, ids, list } = await openRace(riders)
      const shown = riders.map((rider) => rider.raced ?? rider.own)
      const { pilots } = (await server.app.inject('/api/gate/roster')).json().data[0]
      for (const [index, id] of ids.entries()) {
        const raced = riders[index]?.raced
        const [record] = (await server.app.inject(`/api?list=${id}`)).json().data
        expect([record.number, JSON.parse(record.data_driver).npiloto]).toEqual([raced, riders[index]?.own])
        const [seen] = (await server.app.inject({ ...stranger, url: `/api?list=${id}` })).json().data
        expect(seen.number).toBe(raced)
        expect(pilots.find((one: { id: string }) => one.id === id).npiloto).toBe(shown[index])
      }
      for (const [index, number] of shown.entries()) {
        const [first] = await list(`search=${number}`)
        // Of those who have it, a rider who is entered with it comes first.
        const isEntered = riders.some(({ raced }) => raced === number)
        const firstNumber = isEntered ? first?.number : riders[ids.indexOf(first?.id_driver ?? '')]?.own
        expect([number, firstNumber]).toEqual([number, number])
        const owners = (await list(`search=${riders[index]?.own}`)).map((one) => one.id_driver)
        expect(owners).toContain(ids[index])
      }
      const sorted = (await list('sort=npiloto&order=asc')).map((one) => shown[ids.indexOf(one.id_driver)])
      expect(sorted).toEqual(shown.toSorted((one, other) => Number(one) - Number(other)))
    }),
    { numRuns: 5 },
  )
})

test('a printed card with another number than that of the entry is out of date, and a new one has it', async () => {
  const { server, ids } = await openRace([{ own: '7' }])
  const [id = ''] = ids
  const card = async () => (await server.app.inject(`/api?list=${id}`)).json().data[0].card
  await server.stores.pilots.issueCards([id as never], 'http://10.0.0.1')
  expect(await card()).not.toHaveProperty('outdated')
  await enter(server, id, 'RALLY', '77')
  expect(await card()).toMatchObject({ outdated: true })
  await server.stores.pilots.issueCards([id as never], 'http://10.0.0.1', { again: true })
  expect(await card()).toMatchObject({ number: '77' })
  expect(await card()).not.toHaveProperty('outdated')
})

test('a rider with two entries is shown with each number and its category', async () => {
  const { server, ids } = await openRace([{ own: '7', raced: '77' }])
  await enter(server, ids[0] ?? '', 'UTV', '12')
  const [record] = (await server.app.inject(`/api?list=${ids[0]}`)).json().data
  expect([record.number, record.category]).toEqual(['77', '77 RALLY · 12 UTV'])
})

test('the list and the credential say at the desk who races with the number of a rider who is not entered', async () => {
  const { server, ids, list } = await openRace([{ own: '21' }, { own: '7', raced: '21' }, { own: '9' }])
  const racers = async (query = '') => (await list(query)).map((one) => (one as { racer?: string }).racer)
  const [first = ''] = ids
  const told = expect.stringMatching(/^lo usa .+ en RALLY$/)
  expect(await racers('order=asc')).toEqual([told, undefined, undefined])
  const read = async (by: object) =>
    (await server.app.inject({ ...by, url: `/api?list=${first}` })).json().data[0].racer
  expect([await read({}), await read(stranger)]).toEqual([told, undefined])
  await enter(server, first, 'RALLY', '22')
  expect([await racers(), await read({})]).toEqual([[undefined, undefined, undefined], undefined])
})
