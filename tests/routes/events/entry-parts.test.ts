/** Tests over HTTP of the motorcycle and the category of an entry. */
import { expect, test } from 'vitest'
import { first, read, riders, send } from '../../support/entry-requests.ts'
import { anEvent } from '../../support/events.ts'
import { phone, restarted, sessionOf } from '../../support/requests.ts'
import { openApp } from '../../support/server.ts'

test('a motorcycle is set for one rider and changed, follows into the next event, and is bounded; only staff sees it', async () => {
  const server = await openApp()
  const [ana, luis] = await riders(server, ['Ana', 'Luis'])
  const motorcycle = { brand: 'KTM', model: '125SX', cc: 125, strokes: '2T', chassis: 'VBK-1' }
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
    const cookies = role ? await sessionOf(server, { user: 'p', password: 'x', role }) : {}
    const seen = await server.app.inject({ ...phone, url: `/api?list=${ana}`, cookies })
    expect(seen.body, role).toContain('Ana')
    expect(seen.body, role).not.toContain('VBK-1')
  }

  const again = await restarted(server)
  const opened = await send(again, ['POST', `/api/events?after=${first}`, anEvent({ name: 'Fecha 2' })])
  const event = opened.body.data[0].id
  const proposals = (await send(again, ['GET', `/api/entries/${ana}`])).body.data
  expect(proposals).toEqual([{ modalidad: 'RALLY', number: '1', motorcycle: { ...motorcycle, cc: 250 } }])
  const next = await send(again, ['POST', '/api/entries', { event, ids: [ana, luis] }])
  expect(next.body.data[0].pilots[0].entries[0].motorcycle).toEqual({ ...motorcycle, cc: 250 })
  expect(next.body.data[0].pilots[1].entries[0]).not.toHaveProperty('motorcycle')
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

  // A rider who was entered before there were categories gets the one that fits.
  await change({ category: { id: null } })
  const all = await send(server, ['POST', '/api/entries/categorize', { event: first }], 'mesa')
  expect(all.body.data[0]).toMatchObject({ changed: 1, refused_total: 0 })

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
