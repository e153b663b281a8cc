/** Tests of the modalidades and licencias over HTTP: their definitions, and all that follows from them. */
import { expect, test } from 'vitest'
import { classNames } from '#domain/pilots/classes/classes'
import type { ListedClass } from '#domain/pilots/own/calls'
import { anEvent } from '../../support/events.ts'
import { mergeBackup, otherDesk } from '../../support/other-desk.ts'
import { aDraft } from '../../support/pilots.ts'
import { dataOf, restarted, write } from '../../support/requests.ts'
import { formRequest, openApp, registered, type TestServer } from '../../support/server.ts'

async function namesIn(server: TestServer, field: string): Promise<string[]> {
  const all: ListedClass[] = await dataOf(server, '/api/classes')
  return all.flatMap((one) => (one.field === field && !one.isRetired ? [one.name] : []))
}

test('a new folder has the modalidades and licencias of the specification', async () => {
  const server = await openApp()
  expect(await namesIn(server, 'modalidad')).toEqual([
    ...['MOTOCROSS', 'MINICROSS', 'SUPERCROSS', 'VELOCIDAD', 'ENDURO CROSS', 'RALLY', 'HARD ENDURO'],
    ...['QUAD CROSS', 'UTV', 'VELOCROSS', 'CROSSKARTS', 'ARENA CROSS', 'TUNING OFF'],
  ])
  expect(await namesIn(server, 'licencia')).toEqual(['Anual', 'Regional'])
  expect((await dataOf(server, '/api/session'))[0]).not.toHaveProperty('fields')
})

test('a licencia that is added is an option everywhere, with its spellings and its rule, also after a restart', async () => {
  const server = await openApp()
  const refused = await server.app.inject(formRequest({ data_driver: aDraft({ licencia: 'Nacional' }) }))
  expect(refused.statusCode).toBe(422)
  expect(refused.json().fields.licencia).toBe('«Nacional» no es una opción: elija Anual o Regional')

  const national = { field: 'licencia', name: 'Nacional', spellings: ['Nal', 'Nac'] }
  expect((await write(server, 'POST', '/api/classes', national)).statusCode).toBe(200)
  const record = await registered(server.app, aDraft({ licencia: 'nal' }))
  expect(JSON.parse(record.data_driver).licencia).toBe('Nacional')
  const validity = { Nacional: { kind: 'date', date: '2031-05-01' } }
  expect((await write(server, 'PUT', '/api/settings', { validity })).json().data[0].validity).toMatchObject(
    validity,
  )

  const again = await restarted(server)
  const found = await again.app.inject('/api?list=all&licencia=Nacional')
  expect(found.json()).toMatchObject({ total: 1, data: [{ status: { kind: 'valid', until: '2031-05-01' } }] })
  expect((await dataOf(again, '/api/count'))[0].licencia).toEqual({ Nacional: 1 })
  const wrong = await again.app.inject('/api?list=all&licencia=Local')
  expect([wrong.statusCode, wrong.json().error]).toEqual([
    400,
    'licencia es una de: Anual, Regional o Nacional',
  ])
  const rule = await write(again, 'PUT', '/api/settings', { validity: { Local: { kind: 'year' } } })
  expect(rule.json().fields).toEqual({ Local: 'No es una licencia: elija Anual, Regional o Nacional' })
})

test('a modalidad that is renamed takes its riders, entries, events and history along, and its old name is read', async () => {
  const server = await openApp()
  await write(server, 'POST', '/api/classes', { field: 'modalidad', name: 'MX1' })
  const { id_driver: id } = await registered(server.app, aDraft({ modalidad: 'MX1' }))
  const [event] = await dataOf(server, '/api/events')
  expect(event.modalidades).toEqual([...classNames('modalidad'), 'MX1'])
  const entered = await write(server, 'POST', '/api/entries', { event: event.id, ids: [id] })
  expect(entered.json().data[0]).toMatchObject({ changed: 1, refused: [] })

  const url = '/api/classes/modalidad/MX1'
  const find = ({ key }: ListedClass) => key === 'MX1'
  const { version } = (await dataOf(server, '/api/classes')).find(find)
  const change = { name: 'Motocross 450', version }
  const listed: ListedClass[] = (await write(server, 'PUT', url, change)).json().data
  expect(listed.find(find)).toMatchObject({
    name: 'Motocross 450',
    formerNames: ['MX1'],
    pilots: 1,
  })
  const [record] = await dataOf(server, `/api?list=${id}`)
  expect(JSON.parse(record.data_driver).modalidad).toBe('Motocross 450')
  expect(record.entries).toMatchObject([{ modalidad: 'Motocross 450' }])
  expect((await dataOf(server, '/api/events'))[0].modalidades.at(-1)).toBe('Motocross 450')
  const history = await dataOf(server, `/api/pilots/${id}/history`)
  expect(history.at(-1).changes).toContainEqual({ field: 'modalidad', before: 'MX1', after: 'Motocross 450' })
  const next = await registered(server.app, aDraft({ dni: 87654321, modalidad: 'mx-1' }))
  expect(JSON.parse(next.data_driver).modalidad).toBe('Motocross 450')

  // The answer was lost, and the same change comes again.
  expect((await write(server, 'PUT', url, change)).statusCode).toBe(200)
  expect((await write(server, 'PUT', url, { ...change, name: 'Otra' })).statusCode).toBe(409)
})

test('a retired modalidad is offered to nobody, and whoever has it keeps it', async () => {
  const server = await openApp()
  const draft = aDraft({ modalidad: 'UTV' })
  const { id_driver: id } = await registered(server.app, draft)
  const url = '/api/classes/modalidad/UTV/retire'
  expect((await write(server, 'POST', url, { retired: true })).statusCode).toBe(200)
  const rider = aDraft({ dni: 87654321, modalidad: 'UTV' })
  const other = await server.app.inject(formRequest({ data_driver: rider }))
  expect(other.json().fields.modalidad).toContain('«UTV» no es una opción')
  const data_driver = { ...draft, club: 'Sur' }
  const kept = await server.app.inject(formRequest({ data_driver, id_driver: id }))
  expect(kept.statusCode, kept.body).toBe(200)
  expect((await server.app.inject('/api?list=all&modalidad=UTV')).json().total).toBe(1)
  expect((await write(server, 'POST', url, { retired: false })).statusCode).toBe(200)
  expect(await namesIn(server, 'modalidad')).toContain('UTV')
})

test.each<[string, object, Record<string, string>]>([
  ['blank', { name: ' ' }, { name: 'Escriba el nombre' }],
  ['that of another one in other letters', { name: 'moto-cross' }, { name: 'Ya existe MOTOCROSS' }],
  ['a spelling of another one', { name: 'mx' }, { name: 'Ya es otra manera de escribir MOTOCROSS' }],
  ['too long', { name: 'M'.repeat(41) }, { name: 'Admite hasta 40 caracteres' }],
])('a name that is %s is refused', async (_, typed, fields) => {
  const server = await openApp()
  const added = await write(server, 'POST', '/api/classes', { field: 'modalidad', ...typed })
  expect([added.statusCode, added.json().fields]).toEqual([422, fields])
  const renamed = await write(server, 'PUT', '/api/classes/modalidad/RALLY', typed)
  expect([renamed.statusCode, renamed.json().fields]).toEqual([422, fields])
})

test('the last licencia cannot be retired', async () => {
  const server = await openApp()
  const retire = (name: string) =>
    write(server, 'POST', `/api/classes/licencia/${name}/retire`, { retired: true })
  expect((await retire('Anual')).statusCode).toBe(200)
  expect((await retire('Regional')).json().fields).toEqual({ name: 'Tiene que quedar una al menos' })
})

const rename = (server: TestServer, key: string, name: string) =>
  write(server, 'PUT', `/api/classes/modalidad/${key}`, { name })

test('an address and an order with a name of before mean the class of now', async () => {
  const server = await openApp()
  const { id_driver: id } = await registered(server.app, aDraft({ modalidad: 'UTV' }))
  await rename(server, 'UTV', 'Buggy')
  const [{ id: event }] = await dataOf(server, '/api/events')
  const order = { event, ids: [id], modalidades: ['UTV'], numbers: { UTV: '7' } }
  expect((await write(server, 'POST', '/api/entries', order)).json().data[0]).toMatchObject({ changed: 1 })
  const [record] = await dataOf(server, '/api?list=all&modalidad=UTV&entered=UTV')
  expect(record.entries).toMatchObject([{ modalidad: 'Buggy', number: '7' }])
  expect((await dataOf(server, '/api/count?modalidad=UTV'))[0].total).toBe(1)
  const change = { event, modalidad: 'UTV', to: { number: '8' } }
  expect((await write(server, 'PUT', `/api/entries/${id}`, change)).statusCode).toBe(200)
  const out = { event, ids: [id], modalidad: 'UTV' }
  expect((await write(server, 'POST', '/api/entries/withdraw', out)).json().data[0].changed).toBe(1)
})

test('an order with a made-up modalidad enters nobody', async () => {
  const server = await openApp()
  const { id_driver: id } = await registered(server.app, aDraft({ modalidad: 'UTV' }))
  const [{ id: event }] = await dataOf(server, '/api/events')
  for (const name of ['constructor', 'MX9']) {
    const order = { event, ids: [id], modalidades: [name], numbers: { UTV: '7' } }
    const answer = await write(server, 'POST', '/api/entries', order)
    expect(answer.json().data[0], answer.body).toMatchObject({ changed: 0, refused_total: 1 })
  }
})

test('two desks that renamed a modalidad otherwise have no conflict, and events and an undo have the name of here', async () => {
  const server = await openApp()
  await registered(server.app, aDraft({ modalidad: 'UTV' }))
  const path = await otherDesk(server.stores, async (other) => {
    await other.settings.changeItem('modalidad', { kind: 'change', key: 'UTV', item: { name: 'Libre' } })
    const opened = { ...anEvent({ modalidades: ['Libre'] }), openedAt: '2026-11-20T10:00:00.000Z' }
    await other.settings.change({ events: { norte: opened } })
  })
  await rename(server, 'UTV', 'Buggy')
  const { change, report } = await mergeBackup(server, path)
  expect(report.conflicts).toEqual([])
  const modalidadOf = async () => JSON.parse((await dataOf(server, '/api?list=all'))[0].data_driver).modalidad
  expect(await modalidadOf()).toBe('Buggy')
  const events: { id: string; modalidades: string[] }[] = await dataOf(server, '/api/events')
  expect(events.find(({ id }) => id === 'norte')?.modalidades).toEqual(['Buggy'])
  expect((await write(server, 'POST', '/api/import/undo', { change })).statusCode).toBe(200)
  expect(await modalidadOf()).toBe('Buggy')
})

test('a rider who comes back with a name of before has the name of now', async () => {
  const server = await openApp()
  const { id_driver: id } = await registered(server.app, aDraft({ modalidad: 'UTV' }))
  await rename(server, 'UTV', 'Buggy')
  const modalidad = async () => (await server.stores.pilots.get(id)).modalidad
  expect(await modalidad()).toBe('Buggy')
  // A form that was checked before the rename is stored after it.
  await server.stores.pilots.update(id, aDraft({ modalidad: 'UTV' }))
  expect(await modalidad()).toBe('Buggy')
})
