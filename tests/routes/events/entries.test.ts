/** Tests of entries over HTTP: who may do what, refusals, and the numbers of riders. */
import { expect, test } from 'vitest'
import { first, riders, send } from '../../support/entry-requests.ts'
import { anEvent } from '../../support/events.ts'
import { phone } from '../../support/requests.ts'
import { openApp } from '../../support/server.ts'

test('an order of the desk has its author and names who has a number, and nobody without an account sees entries', async () => {
  const server = await openApp()
  const [ana, luis] = await riders(server, ['Ana', 'Luis'])
  const entered = await send(server, ['POST', '/api/entries', { event: first, ids: [ana, luis] }], 'mesa')
  expect(entered.body.data[0]).toMatchObject({
    changed: 2,
    pilots: [
      { id_driver: ana, entries: [{ event: first, number: '1', by: 'la mesa' }] },
      { id_driver: luis },
    ],
  })
  const change = { event: first, modalidad: 'RALLY', to: { number: '1' } }
  expect(await send(server, ['PUT', `/api/entries/${luis}`, change], 'mesa')).toMatchObject({
    status: 409,
    body: { id: ana, fields: { number: 'El número 1 de RALLY lo tiene Ana Rojas' } },
  })
  const stranger = await server.app.inject({ ...phone, url: `/api?list=${luis}` })
  expect(stranger.json().data[0]).not.toHaveProperty('entries')
})

test('an order for an event that is over is refused', async () => {
  const server = await openApp()
  const [ana, eva] = await riders(server, ['Ana', 'Eva'])
  await send(server, ['POST', '/api/entries', { event: first, ids: [ana] }])
  await send(server, ['POST', `/api/events?after=${first}`, anEvent({ name: 'Fecha 2' })])
  for (const [path, order] of [
    ['', { ids: [eva] }],
    ['/carry', { from: first }],
    ['/withdraw', { ids: [ana] }],
    ['/leave-out', { ids: [ana], modalidad: 'RALLY' }],
    ['/pending', {}],
  ] as const)
    expect(
      (await send(server, ['POST', `/api/entries${path}`, { event: first, ...order }])).status,
      path,
    ).toBe(409)
})

test('a text that is longer than what is read again is refused with its bound', async () => {
  const server = await openApp()
  const [ana] = await riders(server, ['Ana'])
  const entry = { event: first, ids: [ana] }
  const list = { event: first, modalidad: 'RALLY', kind: 'final', order: 'draw' }
  const to = (change: object) => ({ event: first, modalidad: 'RALLY', to: change })
  const reserved = { number: '7', modalidad: 'RALLY', for: 'Ana' }
  const category = { modalidad: 'RALLY', name: 'R1' }
  for (const [method, url, body, error] of [
    ['POST', '/api/entries', { ...entry, number: '1'.repeat(21) }, 'El número tiene hasta 20 letras'],
    ['POST', '/api/entries', { ...entry, modalidades: [] }, 'modalidades son algunas'],
    ['PUT', `/api/entries/${ana}`, to({ transponder: '1'.repeat(31) }), 'El transponder tiene hasta 30'],
    ['POST', '/api/start-lists', { ...list, seed: '1'.repeat(21) }, 'La semilla tiene hasta 20 letras'],
    ['POST', '/api/start-lists', { ...list, numbers: '1'.repeat(20_001) }, 'Los números tienen hasta 20000'],
    ...(
      [
        [{ reserved: [{ ...reserved, for: 'x'.repeat(121) }] }, 'El nombre o el documento tiene hasta 120'],
        [{ reserved: [{ ...reserved, number: '1'.repeat(21) }] }, 'El número tiene hasta 20 letras'],
        [{ categories: [{ ...category, numbers: '1,'.repeat(101) }] }, 'con hasta 200 letras'],
        [{ categories: Array(101).fill(category) }, 'Caben hasta 100 categorías'],
      ] as const
    ).map(([part, error]) => ['PUT', `/api/events/${first}`, { ...anEvent(), ...part }, error] as const),
  ] as const)
    expect(await send(server, [method, url, body]), error).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining(error) },
    })
})
