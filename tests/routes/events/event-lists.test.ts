/** Tests of the calls of one category and of one reserved number: good and bad ones, two people at once, and tables. */
import { expect, test } from 'vitest'
import { anEvent } from '../../support/events.ts'
import { aDraft } from '../../support/pilots.ts'
import { ask, sessionOf } from '../../support/requests.ts'
import { openApp, registered, type TestServer } from '../../support/server.ts'

const modalidad = 'MOTOCROSS'
const mx1 = { id: 'mx1', modalidad, name: 'MX1', numbers: '1-99' }
const mx2 = { id: 'mx2', modalidad, name: 'MX2', numbers: '100-199' }
const seven = { number: '07', modalidad, category: 'mx1', for: 'Juan Pérez' }
const [categoriesPath, reservedPath] = ['/api/categories/primero', '/api/reserved/primero']
const pathOf = (id: string) => `${reservedPath}/${encodeURIComponent(id)}`

/** Opens a server whose event has two categories and a reserved number. */
async function openEvent(): Promise<TestServer> {
  const server = await openApp()
  const event = anEvent({ categories: [mx1, mx2], reserved: [seven] })
  await ask(server, 'PUT', '/api/events/primero', event)
  return server
}

const eventOf = async (server: TestServer) => (await ask(server, 'GET', '/api/events')).body.data[0]
const itemsAt = async (server: TestServer, path: string) => (await ask(server, 'GET', path)).body.data

test('a category is added, changed, moved among those of its modalidad and removed, and the others stay', async () => {
  const server = await openEvent()
  const rally = { modalidad: 'RALLY', name: 'Autos' }
  const added = await ask(server, 'POST', categoriesPath, rally)
  expect(added).toMatchObject({ status: 200, body: { data: [mx1, mx2, { ...rally, id: 'rally-autos' }] } })
  const again = { modalidad, name: 'mx1', numbers: '90-120' }
  expect(await ask(server, 'POST', categoriesPath, again)).toMatchObject({
    status: 422,
    body: { fields: { name: 'Ya hay una categoría MX1', numbers: expect.stringContaining('comparten') } },
  })
  expect((await ask(server, 'POST', categoriesPath, { ...rally, order: 3 })).status).toBe(400)

  const changed = await ask(server, 'PUT', `${categoriesPath}/mx2`, { name: 'MX 2', numbers: '' })
  expect(changed.body.data[1]).toEqual({ id: 'mx2', modalidad, name: 'MX 2', version: expect.any(String) })
  expect((await ask(server, 'PUT', `${categoriesPath}/mx9`, { name: 'MX9' })).status).toBe(409)
  await ask(server, 'POST', `${categoriesPath}/rally-autos/move`, { up: true })
  await ask(server, 'POST', `${categoriesPath}/mx2/move`, { up: true })
  expect((await itemsAt(server, categoriesPath)).map(({ id }: { id: string }) => id)).toEqual([
    ...['mx2', 'mx1', 'rally-autos'],
  ])
  const [{ version }] = await itemsAt(server, categoriesPath)
  const removed = await ask(server, 'DELETE', `${categoriesPath}/mx2?version=${version}`)
  expect(removed).toMatchObject({ status: 200, body: { data: [mx1, rally] } })
  expect(await eventOf(server)).toMatchObject({ name: 'Copa Andina', reserved: [seven] })
  expect((await eventOf(server)).categories).toEqual([mx1, { ...rally, id: 'rally-autos' }])
})

test('a category with riders or a reserved number is not removed, nor are its numbers taken from that', async () => {
  const server = await openEvent()
  const { id_driver: id } = await registered(server.app, aDraft({ modalidad, npiloto: '150' }))
  await ask(server, 'POST', '/api/entries', {
    event: 'primero',
    ids: [id],
    categories: { [modalidad]: { id: 'mx2' } },
  })
  const versions = (await itemsAt(server, categoriesPath)).map(({ version }: { version: string }) => version)
  expect(await ask(server, 'DELETE', `${categoriesPath}/mx2?version=${versions[1]}`)).toMatchObject({
    status: 409,
    body: { error: 'La categoría MX2 no se quitó: tiene 1 inscrito. Páselos antes a otra categoría' },
  })
  expect(await ask(server, 'DELETE', `${categoriesPath}/mx1?version=${versions[0]}`)).toMatchObject({
    status: 422,
    body: { error: expect.stringContaining('quite antes la reserva') },
  })
  expect(await ask(server, 'PUT', `${categoriesPath}/mx1`, { name: 'MX1', numbers: '10-99' })).toMatchObject({
    status: 422,
    body: { error: 'El número 07 no es de MX1, que tiene 10-99' },
  })
  expect((await eventOf(server)).categories).toEqual([mx1, mx2])
})

test('a reserved number is changed also to another one, and a table is added whole or not at all', async () => {
  const server = await openEvent()
  const [{ id }] = await itemsAt(server, reservedPath)
  const moved = await ask(server, 'PUT', pathOf(id), { ...seven, number: '8', until: '2099-12-31' })
  expect(moved).toMatchObject({ status: 200, body: { data: [{ number: '8', until: '2099-12-31' }] } })
  const rows = [
    { ...seven, number: '9', for: 'Eva Rojas' },
    { ...seven, number: '09', for: 'Ana Paz' },
    { ...seven, number: '100', for: ' - ' },
  ]
  expect(await ask(server, 'POST', `${reservedPath}/table`, { rows })).toMatchObject({
    status: 422,
    body: {
      fields: {
        'rows.1.number': 'El número 09 ya está reservado aquí para Eva Rojas',
        'rows.2.number': 'El número 100 no es de MX1, que tiene 1-99',
        'rows.2.for': 'Escriba para quién es: el nombre completo o el documento',
      },
    },
  })
  expect((await eventOf(server)).reserved).toEqual(moved.body.data.map(withoutVersion))
  const good = await ask(server, 'POST', `${reservedPath}/table`, { rows: rows.slice(0, 1) })
  expect(good.body.data).toMatchObject([{ number: '8' }, { number: '9', for: 'Eva Rojas' }])
  for (const wrong of [[], Array(201).fill(rows[0])])
    expect((await ask(server, 'POST', `${reservedPath}/table`, { rows: wrong })).status).toBe(400)
  const [eight] = good.body.data
  await ask(server, 'DELETE', `${pathOf(eight.id)}?version=${eight.version}`)
  expect((await eventOf(server)).reserved).toEqual(rows.slice(0, 1))
})

test('fields and classes take a table too', async () => {
  const server = await openApp()
  const rows = [{ name: 'MX1' }, { name: 'MX2', spellings: ['moto cross dos'] }]
  const table = { field: 'modalidad', rows }
  expect((await ask(server, 'POST', '/api/classes/table', table)).body.data).toMatchObject(
    expect.arrayContaining([expect.objectContaining({ name: 'MX2', spellings: ['moto cross dos'] })]),
  )
  expect((await eventOf(server)).modalidades.slice(-2)).toEqual(['MX1', 'MX2'])
  const twice = { ...table, rows: [{ name: 'MX3' }, { name: 'mx-3' }] }
  const refused = await ask(server, 'POST', '/api/classes/table', twice)
  expect(refused.body.fields).toEqual({ 'rows.1.name': 'Ya existe MX3' })
  expect((await eventOf(server)).modalidades).not.toContain('MX3')
  const field = { kind: 'texto', audience: 'desk', label: 'Bus' }
  const fields = await ask(server, 'POST', '/api/fields/table', {
    rows: [field, { ...field, label: 'Talla' }],
  })
  expect(fields.body.data).toMatchObject([{ label: 'Bus' }, { label: 'Talla' }])
})

test('an edit of an item that another person has changed says who did what, and one beside other changes is done', async () => {
  const server = await openEvent()
  const by = await sessionOf(server, { user: 'marta', password: 'secret of marta', role: 'admin' } as never)
  const { version } = (await itemsAt(server, categoriesPath))[0]
  const [reserved] = await itemsAt(server, reservedPath)
  await ask(server, 'PUT', `${categoriesPath}/mx2`, { name: 'Libre' })
  await ask(server, 'PUT', '/api/events/primero', { ...(await withoutIds(server)), place: 'Jauja' })
  const mine = await ask(server, 'PUT', `${categoriesPath}/mx1`, { name: 'MX1', numbers: '1-80', version })
  expect(mine).toMatchObject({ status: 200, body: { data: [{ numbers: '1-80' }, { name: 'Libre' }] } })

  const theirs = { name: 'MX1', numbers: '1-90' }
  expect((await ask(server, 'PUT', `${categoriesPath}/mx1`, theirs, by)).status).toBe(200)
  const late = await ask(server, 'PUT', `${categoriesPath}/mx1`, {
    name: 'Otra',
    version: mine.body.data[0].version,
  })
  expect(late).toMatchObject({
    status: 409,
    body: {
      error:
        'Marta cambió esta categoría mientras tanto. Evento Copa Andina: Categoría MX1, Números: «1-80» → «1-90»',
    },
  })
  // A change to what is stored already succeeds with any version.
  expect((await ask(server, 'PUT', `${categoriesPath}/mx1`, { ...theirs, version })).status).toBe(200)
  expect((await ask(server, 'DELETE', `${categoriesPath}/mx1?version=${version}`)).status).toBe(409)

  await ask(server, 'PUT', pathOf(reserved.id), { ...seven, number: '8' }, by)
  expect(
    await ask(server, 'PUT', pathOf(reserved.id), { ...seven, for: 'Eva', version: reserved.version }),
  ).toMatchObject({
    status: 409,
    body: { error: expect.stringContaining('Número reservado 07 MOTOCROSS · MX1: quitado') },
  })
})

test('an order for an event that is not open any more is refused, and an unnamed event gets no list', async () => {
  const server = await openEvent()
  const [{ version }] = await itemsAt(server, categoriesPath)
  await ask(server, 'POST', '/api/events?after=primero', anEvent({ name: 'Gran Premio' }))
  const error = 'Mientras tanto se abrió Gran Premio: cargue la página otra vez y repita'
  for (const [method, path, body] of [
    ['POST', categoriesPath, { modalidad, name: 'MX3' }],
    ['POST', `${categoriesPath}/table`, { rows: [{ modalidad, name: 'MX3' }] }],
    ['PUT', `${categoriesPath}/mx1`, { name: 'MX3', version }],
    ['DELETE', `${categoriesPath}/mx1?version=${version}`, undefined],
    ['POST', reservedPath, seven],
  ] as const)
    expect(await ask(server, method, path, body)).toMatchObject({ status: 409, body: { error } })
  expect(await itemsAt(server, categoriesPath)).toMatchObject([mx1, mx2])
  expect((await ask(server, 'GET', '/api/categories/otro')).status).toBe(404)
  const other = await openApp()
  expect(await ask(other, 'POST', categoriesPath, { modalidad, name: 'MX1' })).toMatchObject({
    status: 422,
    body: { error: 'Escriba el nombre del evento' },
  })
})

function withoutVersion({ id: _id, version: _version, ...item }: Record<string, unknown>) {
  return item
}

/** Returns the data of the open event as a page sends it. */
async function withoutIds(server: TestServer): Promise<object> {
  const { id: _id, opened_at: _opened, closed_at: _closed, ...event } = await eventOf(server)
  return event
}
