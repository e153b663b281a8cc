/** Tests over HTTP of the motorcycle and the category of an entry. */
import { expect, test } from 'vitest'
import { first, read, riders, send } from '../../support/entry-requests.ts'
import { anEvent } from '../../support/events.ts'
import { phone, sessionOf } from '../../support/requests.ts'
import { openApp } from '../../support/server.ts'

test('a motorcycle is set for one rider and changed, and is bounded; only staff sees it', async () => {
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
})

test('the category of an entry is bounded, and is not removed while somebody is entered in it', async () => {
  const server = await openApp()
  const categories = [
    { modalidad: 'RALLY', name: 'Juvenil', age: { to: 17, on: 'year-end' } },
    { modalidad: 'RALLY', name: 'Mayores' },
  ]
  const put = (some: object[]) =>
    send(server, ['PUT', `/api/events/${first}`, { ...anEvent(), categories: some }])
  expect((await put(categories)).status).toBe(200)
  const [ana] = await riders(server, ['Ana'])
  const enter = (category: object) =>
    send(server, ['POST', '/api/entries', { event: first, ids: [ana], categories: { RALLY: category } }])
  for (const [bad, error] of [
    [{ id: 'x'.repeat(81) }, 'id es el identificador de la categoría'],
    [{ id: 'rally-juvenil', reason: 'x'.repeat(201) }, 'El motivo tiene hasta 200 letras'],
    ['rally-juvenil', 'La categoría de una inscripción va como un objeto JSON'],
  ] as const)
    expect(await enter(bad as object), JSON.stringify(bad)).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining(error) },
    })
  const [entered, refused] = await Promise.all([enter({ id: 'rally-mayores' }), put([])])
  expect([entered.body.data[0].changed, refused.status]).toEqual([1, 409])
  expect((await put([])).body.error).toBe(
    'La categoría Mayores no se quitó: tiene 1 inscrito. Páselos antes a otra categoría',
  )
  expect((await read(server, '/api/events')).categories).toHaveLength(2)
  const change = { event: first, modalidad: 'RALLY', to: { number: '11' } }
  const both = [send(server, ['PUT', `/api/entries/${ana}`, change]), put([])]
  expect((await Promise.all(both)).map(({ status }) => status)).toEqual([200, 409])
  expect((await send(server, ['GET', '/api?list=all&entered=category:rally'])).body.error).toContain(
    'El evento abierto no tiene esa categoría: entered es una de category:rally-juvenil',
  )
})
