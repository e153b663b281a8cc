/** Tests of entries over HTTP: who may do what, refusals, and the numbers of riders. */
import { expect, test } from 'vitest'
import { first, read, riders, send } from '../../support/entry-requests.ts'
import { anEvent } from '../../support/events.ts'
import { aDraft } from '../../support/pilots.ts'
import { phone } from '../../support/requests.ts'
import { formRequest, openApp, registered } from '../../support/server.ts'

test('the desk enters riders, refuses a number that another one has, and notes checks with who and when', async () => {
  const server = await openApp()
  const event = anEvent({ modalidades: ['RALLY', 'UTV'], checks: ['payment'] })
  await send(server, ['PUT', `/api/events/${first}`, event])
  const [ana, luis] = await riders(server, ['Ana', 'Luis'])
  const twin = (await registered(server.app, aDraft({ npiloto: '01', modalidad: 'RALLY' } as never)))
    .id_driver
  const { id_driver: other } = await registered(server.app, aDraft({ modalidad: 'TUNING OFF' } as never))
  const all = { event: first, ids: [ana, luis, twin, other] }
  const entered = await send(server, ['POST', '/api/entries', all], 'mesa')
  expect(entered.body.data[0]).toMatchObject({
    changed: 2,
    unchanged: 0,
    refused_total: 2,
    refused: [
      { id: twin, reason: 'El número 01 de RALLY lo tiene Ana Rojas', other: ana },
      { id: other, reason: 'TUNING OFF no corre en este evento' },
    ],
    pilots: [
      { id_driver: ana, entries: [{ event: first, modalidad: 'RALLY', number: '1', by: 'la mesa' }] },
      { id_driver: luis },
    ],
  })
  const again = await send(server, ['POST', '/api/entries', { event: first, modalidad: 'RALLY' }])
  expect(again.body.data[0]).toMatchObject({ changed: 0, unchanged: 2, refused_total: 1 })

  const change = (id: string, to: object) =>
    send(server, ['PUT', `/api/entries/${id}`, { event: first, modalidad: 'RALLY', to }], 'mesa')
  expect(await change(luis, { number: '1' })).toMatchObject({
    status: 409,
    body: { id: ana, fields: { number: 'El número 1 de RALLY lo tiene Ana Rojas' } },
  })
  expect((await change(twin, { number: '9' })).status).toBe(409)
  const ticked = await change(luis, { checks: { payment: true }, transponder: '4012345' })
  expect(ticked.body.data[0].pilots[0].entries).toMatchObject([
    { transponder: '4012345', checks: { payment: { by: 'la mesa', at: expect.any(String) } } },
  ])
  const without = await change(luis, { checks: { payment: false } })
  expect(without.body.data[0].pilots[0].entries[0]).not.toHaveProperty('checks')

  // Nobody without an account sees the entries.
  const stranger = await server.app.inject({ ...phone, url: `/api?list=${luis}` })
  expect(stranger.json().data[0]).not.toHaveProperty('entries')
  const withdrawn = await send(server, ['POST', '/api/entries/withdraw', { event: first, ids: [luis] }])
  expect(withdrawn.body.data[0]).toMatchObject({ changed: 1, pilots: [{ id_driver: luis }] })
})

test('the riders of the last event are carried over without its checks, and an order for a closed event is refused', async () => {
  const server = await openApp()
  const [ana, luis, eva] = await riders(server, ['Ana', 'Luis', 'Eva'])
  const both = { event: first, ids: [ana, luis], modalidades: ['RALLY', 'UTV'] }
  await send(server, ['POST', '/api/entries', both])
  const tick = { event: first, modalidad: 'UTV', to: { number: '77', checks: { payment: true } } }
  await send(server, ['PUT', `/api/entries/${ana}`, tick])
  const opened = await send(server, ['POST', `/api/events?after=${first}`, anEvent({ name: 'Fecha 2' })])
  const event = opened.body.data[0].id
  for (const [path, order] of [
    ['', { ids: [eva] }],
    ['/carry', { from: first }],
    ['/withdraw', { ids: [ana] }],
  ] as const)
    expect(
      (await send(server, ['POST', `/api/entries${path}`, { event: first, ...order }])).status,
      path,
    ).toBe(409)
  expect(await read(server, '/api/count')).toMatchObject({ entered: 0, entries: {} })

  const carried = await send(server, ['POST', '/api/entries/carry', { event, from: first }])
  expect(carried.body.data[0]).toMatchObject({ changed: 4, refused_total: 0 })
  const { entries } = await read(server, `/api?list=${ana}`)
  expect(entries).toMatchObject([
    { modalidad: 'RALLY', number: '1' },
    { modalidad: 'UTV', number: '77' },
  ])
  expect(entries[1]).not.toHaveProperty('checks')
  const repeated = await send(server, ['POST', '/api/entries/carry', { event, from: first }])
  expect(repeated.body.data[0]).toMatchObject({ changed: 0, unchanged: 4 })
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

test('an entry follows the number of its rider unless the form says otherwise, and the printed card is out of date', async () => {
  const server = await openApp()
  const { app, stores } = server
  const [ana, eva] = await riders(server, ['Ana', 'Eva', 'Luz'])
  await send(server, ['POST', '/api/entries', { event: first, ids: [ana, eva] }])
  await stores.pilots.issueCards([ana, eva], 'http://192.168.1.20:4780')
  const edit = async (id: string, changes: object, more: Record<string, string> = {}) => {
    const stored = JSON.parse((await read(server, `/api?list=${id}`)).data_driver)
    const form = formRequest({ id_driver: id, data_driver: { ...stored, ...changes }, ...more })
    const answer = await app.inject(form)
    return { status: answer.statusCode, body: answer.json() }
  }
  const taken = await edit(ana, { npiloto: '2' })
  const reason = 'El número 2 de RALLY lo tiene Eva Rojas en el evento abierto'
  expect(taken).toMatchObject({ status: 409, body: { error: reason, fields: { npiloto: reason }, id: eva } })
  const followed = (await edit(ana, { npiloto: '611' })).body.data[0]
  expect(followed).toMatchObject({
    entries: [{ modalidad: 'RALLY', number: '611' }],
    card: { outdated: true },
  })
  const kept = (await edit(eva, { npiloto: '612' }, { keep_entries: '1' })).body.data[0]
  expect(kept).toMatchObject({ entries: [{ number: '2' }], card: { outdated: true } })
  // A value that the card does not show leaves it as it is, and a new print is up to date.
  await stores.pilots.issueCards([ana], 'http://192.168.1.20:4780', { again: true })
  expect((await edit(ana, { celular: 911111111 })).body.data[0].card).not.toHaveProperty('outdated')
  const timing = await app.inject('/api/export?for=webscorer')
  expect(timing.body).toContain('611')
})

test('a rider gets a number in each modalidad, and the numbers that are taken are listed', async () => {
  const server = await openApp()
  const [ana, eva] = await riders(server, ['Ana', 'Eva', 'Luz'])
  await send(server, ['POST', '/api/entries', { event: first, ids: [eva] }])
  const order = { event: first, ids: [ana], modalidades: ['RALLY', 'UTV'], numbers: { RALLY: '2', UTV: '2' } }
  const report = (await send(server, ['POST', '/api/entries', order])).body.data[0]
  expect(report).toMatchObject({ changed: 1, refused: [{ modalidad: 'RALLY', other: eva }] })
  await send(server, ['POST', '/api/entries', { ...order, numbers: { RALLY: null, QUAD: '1' } }])
  // A withdrawal from one modalidad leaves the other one.
  const out = (modalidad: string) => ({ event: first, ids: [ana], modalidad })
  const left = await send(server, ['POST', '/api/entries/withdraw', out('RALLY')])
  expect(left.body.data[0].pilots[0].entries).toMatchObject([{ modalidad: 'UTV', number: '2' }])
  await send(server, ['POST', '/api/entries', { ...order, numbers: { RALLY: null } }])
  const many = { ...order, ids: [ana, eva] }
  expect((await send(server, ['POST', '/api/entries', many])).status).toBe(400)
  const { body } = await send(server, ['GET', '/api/entries/numbers'])
  expect(body.data).toEqual(
    expect.arrayContaining([
      { modalidad: 'RALLY', entries: 2, numbers: ['2'] },
      { modalidad: 'UTV', entries: 1, numbers: ['2'] },
    ]),
  )

  // A rider who is not entered is proposed with his own number, and with who has it.
  const twin = (await registered(server.app, aDraft({ npiloto: '02', modalidad: 'RALLY' } as never)))
    .id_driver
  expect((await send(server, ['GET', `/api/entries/${twin}`], 'mesa')).body.data).toEqual([
    { modalidad: 'RALLY', number: '02', reason: 'El número 02 de RALLY lo tiene Eva Rojas', other: eva },
  ])
})
