/** Tests of events and entries over HTTP: who may do what, refusals, the filter, the counts, and who is missing. */
import { expect, test } from 'vitest'
import type { Role } from '#domain/staff/roles'
import { anEvent } from '../../support/events.ts'
import { aFolder } from '../../support/folder.ts'
import { aScan } from '../../support/passages.ts'
import { aDraft } from '../../support/pilots.ts'
import { formRequest, openApp, registered, type TestServer } from '../../support/server.ts'

const laptop = { headers: { 'sec-fetch-site': 'same-origin' } }
const phone = {
  remoteAddress: '192.168.1.77',
  headers: { host: '192.168.1.20:4780', origin: 'http://192.168.1.20:4780' },
}
const first = 'primero'

/** Sends a request as the laptop, or as a person with a role on a phone. */
async function send(
  { app, stores }: TestServer,
  [method, url, payload]: [method: 'GET' | 'POST' | 'PUT', url: string, payload?: object],
  role?: Role,
) {
  const account = role && { user: `la ${role}`, password: 'x', role }
  if (account) await stores.accounts.put(account)
  const cookies = account && { pilotos_session: await stores.sessions.start(account) }
  const from = role ? phone : laptop
  const answer = await app.inject({
    ...from,
    method,
    url,
    ...(payload && { payload }),
    ...(cookies && { cookies }),
  })
  return { status: answer.statusCode, body: answer.json() }
}

const read = async (server: TestServer, url: string) => (await send(server, ['GET', url])).body.data[0]

/** Registers riders of one modalidad by their names, with the numbers 1, 2, 3 and so on. */
async function riders({ app }: TestServer, names: readonly string[], modalidad = 'RALLY') {
  const ids: string[] = []
  for (const [index, name] of names.entries()) {
    const draft = aDraft({ name, lastname: 'Rojas', npiloto: String(index + 1), modalidad } as never)
    ids.push((await registered(app, draft)).id_driver)
  }
  return ids as [string, string, string]
}

test('an admin opens and changes events, the desk sees them, and an outdated page opens none', async () => {
  const folder = await aFolder()
  const server = await openApp({}, folder)
  const data = anEvent({ name: 'Fecha 2', checks: ['payment'], demand: 'checks' })
  expect((await send(server, ['POST', `/api/events?after=${first}`, data], 'mesa')).status).toBe(403)
  expect((await send(server, ['GET', '/api/events'], 'puerta')).status).toBe(403)
  const invalid = await send(server, [
    'PUT',
    `/api/events/${first}`,
    { ...data, name: ' ', last: '2026-11-01' },
  ])
  expect(invalid).toMatchObject({ status: 422, body: { fields: { name: 'Escriba el nombre del evento' } } })
  expect(Object.keys(invalid.body.fields)).toEqual(['name', 'last'])
  await send(server, ['PUT', `/api/events/${first}`, anEvent({ name: 'Fecha 1' })])
  const opened = await send(server, ['POST', `/api/events?after=${first}`, data])
  expect(opened).toMatchObject({ status: 201, body: { data: [{ ...data, closed_at: null }] } })
  expect(await send(server, ['POST', `/api/events?after=${first}`, data])).toMatchObject({
    status: 409,
    body: { error: 'Mientras tanto se abrió Fecha 2: cargue la página otra vez y repita' },
  })

  await server.app.close()
  await server.stores.close()
  const { body } = await send(await openApp({}, folder), ['GET', '/api/events'], 'mesa')
  expect(body.data).toMatchObject([{ name: 'Fecha 2' }, { name: 'Fecha 1', closed_at: expect.any(String) }])
})

test('the desk enters riders, refuses a number that another one has, and notes checks with who and when; a gate may not', async () => {
  const server = await openApp()
  await send(server, [
    'PUT',
    `/api/events/${first}`,
    anEvent({ modalidades: ['RALLY', 'UTV'], checks: ['payment'] }),
  ])
  const [ana, luis] = await riders(server, ['Ana', 'Luis'])
  const twin = (await registered(server.app, aDraft({ npiloto: '01', modalidad: 'RALLY' } as never)))
    .id_driver
  const { id_driver: other } = await registered(server.app, aDraft({ modalidad: 'TUNING OFF' } as never))
  const all = { event: first, ids: [ana, luis, twin, other] }
  expect((await send(server, ['POST', '/api/entries', all], 'puerta')).status).toBe(403)
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
  await send(server, [
    'POST',
    '/api/entries',
    { event: first, ids: [ana, luis], modalidades: ['RALLY', 'UTV'] },
  ])
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

test('a motorcycle is set for one rider and changed, follows into the next event, and is bounded; only staff sees it', async () => {
  const folder = await aFolder()
  const server = await openApp({}, folder)
  const [ana, luis] = await riders(server, ['Ana', 'Luis'])
  const motorcycle = { brand: 'KTM', model: '125SX', cc: 125, strokes: '2T', chassis: 'VBK1' }
  const order = { event: first, ids: [ana], motorcycles: { RALLY: motorcycle } }
  expect((await send(server, ['POST', '/api/entries', { ...order, ids: [ana, luis] }])).body.error).toBe(
    'number, numbers, motorcycles y categories son de un solo piloto',
  )
  const entered = await send(server, ['POST', '/api/entries', order], 'mesa')
  expect(entered.body.data[0].pilots[0].entries).toMatchObject([{ motorcycle }])

  const change = (to: object) =>
    send(server, ['PUT', `/api/entries/${ana}`, { event: first, modalidad: 'RALLY', to }], 'mesa')
  for (const [bad, error] of [
    [{ cc: 0 }, 'La cilindrada va en cc, de 1 a 10.000'],
    [{ cc: '125' }, 'La cilindrada va en cc, de 1 a 10.000'],
    [{ strokes: '3T' }, 'strokes es 2T o 4T'],
    [{ model: 'x'.repeat(61) }, 'La marca, el modelo y el chasis tienen hasta 60 letras cada uno'],
    [{ plate: 'ABC' }, 'La petición tiene una propiedad de más: plate'],
    ['KTM', 'La moto va como un objeto JSON'],
  ] as const)
    expect(await change({ motorcycle: bad }), JSON.stringify(bad)).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining(error) },
    })
  const changed = await change({ motorcycle: { ...motorcycle, cc: 250 } })
  expect(changed.body.data[0].pilots[0].entries[0].motorcycle).toEqual({ ...motorcycle, cc: 250 })

  for (const role of ['puerta', undefined] as const) {
    const account = role && { user: 'p', password: 'x', role }
    if (account) await server.stores.accounts.put(account)
    const cookies = account && { pilotos_session: await server.stores.sessions.start(account) }
    const seen = await server.app.inject({ ...phone, url: `/api?list=${ana}`, ...(cookies && { cookies }) })
    expect(seen.body, role).toContain('Ana')
    expect(seen.body, role).not.toContain('VBK1')
  }

  await server.app.close()
  await server.stores.close()
  const again = await openApp({}, folder)
  const opened = await send(again, ['POST', `/api/events?after=${first}`, anEvent({ name: 'Fecha 2' })])
  const event = opened.body.data[0].id
  const proposals = (await send(again, ['GET', `/api/entries/${ana}`])).body.data
  expect(proposals).toEqual([{ modalidad: 'RALLY', number: '1', motorcycle: { ...motorcycle, cc: 250 } }])
  const next = await send(again, ['POST', '/api/entries', { event, ids: [ana, luis] }])
  expect(next.body.data[0].pilots[0].entries[0].motorcycle).toEqual({ ...motorcycle, cc: 250 })
  expect(next.body.data[0].pilots[1].entries[0]).not.toHaveProperty('motorcycle')
})

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

  // A gate sees nothing of it, and a removed rider comes back as he was.
  for (const url of ['/api/entries/pending', '/api/entries/pending/export'])
    expect((await send(server, ['GET', url], 'puerta')).status).toBe(403)
  await stores.pilots.remove(String(twin))
  expect((await pending()).map(({ id }: { id: string }) => id)).toEqual([other])
  await stores.pilots.undoRemove(String(twin))
  expect(await pending()).toHaveLength(2)

  // The rider who has the number leaves: the reason is gone, and the others say whose it is now.
  await send(server, ['POST', '/api/entries/withdraw', { event: first, ids: [ana] }])
  expect((await pending())[0]).not.toHaveProperty('reason')
  const leave = { event: first, ids: [other], modalidad: 'RALLY' }
  expect((await send(server, ['POST', '/api/entries/leave-out', leave], 'puerta')).status).toBe(403)
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

  await send(server, [
    'POST',
    '/api/passages',
    { passages: [aScan({ scanned: ana, gate: 'Puerta principal' })] },
  ])
  expect(await names('attendance=missing')).toEqual(['Luis'])
  expect(await read(server, '/api/passages/summary')).toMatchObject({ riders: 2, missing: 1, inside: 1 })
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
  expect((await send(server, ['GET', '/api/entries/numbers'], 'puerta')).status).toBe(403)

  // A rider who is not entered is proposed with his own number, and with who has it.
  const twin = (await registered(server.app, aDraft({ npiloto: '02', modalidad: 'RALLY' } as never)))
    .id_driver
  expect((await send(server, ['GET', `/api/entries/${twin}`], 'mesa')).body.data).toEqual([
    { modalidad: 'RALLY', number: '02', reason: 'El número 02 de RALLY lo tiene Eva Rojas', other: eva },
  ])
  expect((await send(server, ['GET', `/api/entries/${twin}`], 'puerta')).status).toBe(403)
})

test('a category is chosen for one rider, asks why it is an exception, has numbers of its own, and stays while somebody is in it', async () => {
  const server = await openApp()
  const categories = [
    { modalidad: 'RALLY', name: 'Juvenil', age: { to: 17, on: 'year-end' }, numbers: '1-9' },
    { modalidad: 'RALLY', name: 'Mayores', age: { from: 18, on: 'year-end' } },
  ]
  const event = { ...anEvent(), categories }
  const put = (data: object) => send(server, ['PUT', `/api/events/${first}`, data])
  expect((await put(event)).status).toBe(200)
  const [ana, luis] = await riders(server, ['Ana', 'Luis'])
  const enter = (id: string, category: object) =>
    send(server, ['POST', '/api/entries', { event: first, ids: [id], categories: { RALLY: category } }])
  expect((await read(server, `/api/entries/${ana}`)).category).toBe('rally-mayores')
  expect((await enter(ana, { id: 'rally-juvenil' })).body.data[0].refused).toMatchObject([
    { reason: expect.stringMatching(/^Juvenil \(\d+ años: máximo 17\)\. Escriba por qué entra igual$/) },
  ])
  for (const [bad, error] of [
    [{ id: 'x'.repeat(81) }, 'id es el identificador de la categoría'],
    [{ id: 'rally-juvenil', reason: 'x'.repeat(201) }, 'El motivo tiene hasta 200 letras'],
    ['rally-juvenil', 'La categoría de una inscripción va como un objeto JSON'],
  ] as const)
    expect(await enter(ana, bad as object), JSON.stringify(bad)).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining(error) },
    })
  const entered = await enter(ana, { id: 'rally-juvenil', reason: 'Es su primera carrera' })
  expect(entered.body.data[0].pilots[0].entries).toMatchObject([
    { category: 'rally-juvenil', exception: { reason: 'Es su primera carrera' }, number: '1' },
  ])
  const change = (to: object) =>
    send(server, ['PUT', `/api/entries/${ana}`, { event: first, modalidad: 'RALLY', to }])
  expect(await change({ number: '10' })).toMatchObject({
    status: 409,
    body: { fields: { number: 'El número 10 no es de Juvenil, que tiene 1-9' } },
  })
  expect((await enter(luis, { id: 'rally-mayores' })).body.data[0].changed).toBe(1)
  const taken = (await send(server, ['GET', '/api/entries/numbers'])).body.data
  expect(taken).toEqual([
    { modalidad: 'RALLY', category: 'rally-mayores', entries: 1, numbers: ['2'] },
    { modalidad: 'RALLY', category: 'rally-juvenil', entries: 1, numbers: ['1'] },
  ])

  const found = async (entered: string) =>
    (await send(server, ['GET', `/api?list=all&entered=${entered}`])).body
  expect(await read(server, '/api/count')).toMatchObject({
    entries: { RALLY: 2 },
    categories: { 'rally-juvenil': 1, 'rally-mayores': 1 },
  })
  expect((await found('category:rally-juvenil')).data).toMatchObject([{ id_driver: ana }])
  expect((await found('uncategorized')).data).toEqual([])
  expect((await found('category:rally')).error).toBe(
    'El evento abierto no tiene esa categoría: entered es una de category:rally-juvenil (RALLY · Juvenil) o category:rally-mayores (RALLY · Mayores)',
  )
  const selected = { event: first, entered: 'category:rally-mayores', modalidades: ['UTV'] }
  expect((await send(server, ['POST', '/api/entries', selected])).body.data[0].changed).toBe(1)
  expect(
    (await send(server, ['POST', '/api/printed-list', { entered: selected.entered }])).body.data[0],
  ).toMatchObject({
    title: '1 piloto inscrito en RALLY · Mayores',
    groups: [{ modalidad: 'RALLY', category: 'Mayores', rows: [{ id: luis }] }],
  })

  const [young, old] = (await read(server, '/api/events')).categories
  const moved = await put({ ...event, categories: [{ ...young, modalidad: 'UTV' }, old] })
  expect([moved.status, moved.body.error]).toEqual([409, expect.stringContaining('Juvenil no se quitó')])
  expect(await put({ ...event, categories: [old] })).toMatchObject({
    status: 409,
    body: { error: 'La categoría Juvenil no se quitó: tiene 1 inscrito. Páselos antes a otra categoría' },
  })
  await change({ category: { id: 'rally-mayores' }, number: '10' })
  expect((await put({ ...event, categories: [old] })).status).toBe(200)
  expect((await change({ category: { id: young.id } })).body.fields.category).toBe(
    'Esa categoría ya no está en RALLY: elija otra',
  )

  // Somebody is entered in a category while it is being removed.
  const [, removed] = await Promise.all([change({ number: '11' }), put({ ...event, categories: [] })])
  expect(removed.status).toBe(409)
  await send(server, ['POST', '/api/entries/withdraw', { event: first, ids: [ana, luis] }])
  const [late, refused] = await Promise.all([
    enter(ana, { id: 'rally-mayores' }),
    put({ ...event, categories: [] }),
  ])
  expect([late.body.data[0].changed, refused.status]).toEqual([1, 409])
  expect((await read(server, '/api/events')).categories).toMatchObject([{ id: 'rally-mayores' }])
})
