/** Tests over HTTP of the lists of riders by their entries: the pending ones, the filter, the counts, and who is missing. */
import { expect, test } from 'vitest'
import { first, read, riders, send } from '../../support/entry-requests.ts'
import { anEvent } from '../../support/events.ts'
import { aScan } from '../../support/passages.ts'
import { laptop } from '../../support/requests.ts'
import { openApp } from '../../support/server.ts'

test('those whom an order for many refused are listed with the reasons of now, and are gone with their riders', async () => {
  const server = await openApp()
  const { app, stores } = server
  const [ana] = await riders(server, ['Ana'])
  const [twin, other] = [await riders(server, ['Eva']), await riders(server, ['Luz'])].map(([id]) => id)
  await send(server, ['POST', '/api/entries', { event: first, modalidad: 'RALLY' }])
  const pending = async () => (await read(server, '/api/entries/pending')).riders
  const reason = 'El número 1 de RALLY lo tiene Ana Rojas'
  const [eva, luz] = [await pending()].flat()
  expect([eva, luz]).toMatchObject([
    { id: twin, name: 'Eva Rojas', modalidad: 'RALLY', number: '1', reason, other: ana },
    { id: other, name: 'Luz Rojas', reason },
  ])
  expect(await read(server, '/api/count')).toMatchObject({ entered: 1, not_entered: 2, pending: 2 })
  const csv = await app.inject({ ...laptop, url: '/api/entries/pending/export' })
  expect(csv.body).toContain(`RALLY;1;Eva Rojas;${eva.document};${reason};${twin}`)
  const book = await app.inject({ ...laptop, url: '/api/entries/pending/export?format=xlsx' })
  expect(book.headers['content-disposition']).toContain('por-inscribir-')
  const listed = await app.inject({ ...laptop, url: '/api/export?entered=pending' })
  expect([listed.body.includes('Eva'), listed.body.includes('Ana')]).toEqual([true, false])

  // A removed rider comes back as he was.
  await stores.pilots.remove(String(twin))
  expect((await pending()).map(({ id }: { id: string }) => id)).toEqual([other])
  await stores.pilots.undoRemove(String(twin))
  expect(await pending()).toHaveLength(2)

  // The rider who has the number leaves: the reason is gone, and the others say whose it is now.
  await send(server, ['POST', '/api/entries/withdraw', { event: first, ids: [ana] }])
  expect((await pending())[0]).not.toHaveProperty('reason')
  const leave = { event: first, ids: [other], modalidad: 'RALLY' }
  expect((await send(server, ['POST', '/api/entries/leave-out', leave], 'mesa')).body.data[0].changed).toBe(1)
  expect((await pending()).map(({ id }: { id: string }) => id)).toEqual([twin])
  const all = await send(server, ['POST', '/api/entries/pending', { event: first }], 'mesa')
  expect(all.body.data[0]).toMatchObject({ changed: 1, pilots: [{ id_driver: twin }] })
  expect(await pending()).toEqual([])

  // Those of an event that is over are no longer pending.
  await send(server, ['POST', '/api/entries', { event: first, modalidad: 'RALLY' }])
  expect(await pending()).toHaveLength(2)
  await send(server, ['POST', `/api/events?after=${first}`, anEvent({ name: 'Fecha 2' })])
  expect(await pending()).toEqual([])
  expect((await send(server, ['POST', '/api/entries/leave-out', leave])).status).toBe(409)
  expect((await send(server, ['POST', '/api/entries/pending', { event: first }])).status).toBe(409)
})

test('the list, the counts and the numbers of the gates know who is entered, and only those can be missing', async () => {
  const server = await openApp()
  const names = async (query: string) => {
    const { body } = await send(server, ['GET', `/api?list=all&sort=name&${query}`])
    return body.data.map(({ data_driver: data }: { data_driver: string }) => JSON.parse(data).name)
  }
  const [ana, luis] = await riders(server, ['Ana', 'Luis', 'Eva'])
  expect(await names('attendance=missing')).toEqual([])
  expect(await read(server, '/api/passages/summary')).toMatchObject({ riders: 0, missing: 0 })

  await send(server, ['POST', '/api/entries', { event: first, ids: [ana], modalidades: ['RALLY', 'UTV'] }])
  await send(server, ['POST', '/api/entries', { event: first, ids: [luis] }])
  expect(await names('entered=all')).toEqual(['Ana', 'Luis'])
  expect(await names('entered=UTV')).toEqual(['Ana'])
  expect(await names('entered=UTV&search=luis')).toEqual([])
  expect(await names('entered=none')).toEqual(['Eva'])
  expect(await names('entered=none&search=ana')).toEqual([])
  expect(await names('entered=none&attendance=missing')).toEqual([])
  const csv = (await server.app.inject({ ...laptop, url: '/api/export?entered=none' })).body
  expect([csv.includes('Eva'), csv.includes('Ana')]).toEqual([true, false])
  expect((await send(server, ['GET', '/api?list=all&entered=AJEDREZ'])).status).toBe(400)
  expect(await read(server, '/api/count')).toMatchObject({
    entered: 2,
    not_entered: 1,
    entries: { RALLY: 2, UTV: 1 },
  })
  expect(await read(server, '/api/count?search=ana')).toMatchObject({
    entered: 1,
    entries: { RALLY: 1, UTV: 1 },
  })

  const scan = aScan({ scanned: ana, gate: 'Puerta principal' })
  await send(server, ['POST', '/api/passages', { passages: [scan] }])
  expect(await names('attendance=missing')).toEqual(['Luis'])
  expect(await read(server, '/api/passages/summary')).toMatchObject({ riders: 2, missing: 1, inside: 1 })
})
