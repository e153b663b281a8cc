/** Tests of start lists over HTTP: previews, issues and files, and when a list is out of date. */
import { expect, test } from 'vitest'
import { anEvent } from '../../support/events.ts'
import { aFolder } from '../../support/folder.ts'
import { aDraft } from '../../support/pilots.ts'
import { openApp, registered, type TestServer } from '../../support/server.ts'

const laptop = { headers: { 'sec-fetch-site': 'same-origin' } }
const order = { event: 'primero', modalidad: 'RALLY', kind: 'provisional', order: 'number' }

function send({ app }: TestServer, method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) {
  return app.inject({ ...laptop, method, url, ...(payload && { payload }) })
}

/** A server with three riders of RALLY, of whom only the first has paid. */
async function aServer(folder?: string) {
  const server = await openApp({}, folder)
  await send(server, 'PUT', '/api/events/primero', anEvent({ checks: ['payment'] }))
  const ids: string[] = []
  for (const [name, npiloto] of [
    ['Ana', '27'],
    ['Beto', '08'],
    ['Luz', '101'],
  ]) {
    const draft = aDraft({ name, lastname: 'Quispe', npiloto, modalidad: 'RALLY', club: 'Sur' } as never)
    ids.push((await registered(server.app, draft)).id_driver)
  }
  await send(server, 'POST', '/api/entries', { event: 'primero', ids: ids.toReversed() })
  const [ana = '', beto = ''] = ids
  const to = { checks: { payment: true } }
  await send(server, 'PUT', `/api/entries/${ana}`, { event: 'primero', modalidad: 'RALLY', to })
  const list = (changes: object = {}, query = '') =>
    send(server, 'POST', `/api/start-lists${query}`, { ...order, ...changes })
  const issued = async () => (await send(server, 'GET', '/api/start-lists')).json().data
  return { server, ana, beto, list, issued }
}

test('a preview issues nothing; an issued list has a version, which the same list keeps and another one raises', async () => {
  const folder = await aFolder()
  const { server, list, issued } = await aServer(folder)
  const preview = (await list()).json().data[0]
  expect(preview).toMatchObject({ version: 1, order: 'Por número', heats: [{ title: '3 pilotos' }] })
  expect(preview.heats[0].riders.map(({ number, lacks }: never) => [number, lacks])).toEqual([
    ['08', 'pago'],
    ['27', ''],
    ['101', 'pago'],
  ])
  expect(await issued()).toEqual([])
  const [first] = (await list({ issue: true })).json().data
  expect((await list({ issue: true })).json().data).toEqual([first])
  const [second] = (await list({ issue: true, order: 'entry', kind: 'final' })).json().data
  expect(second).toMatchObject({ version: 2, kind: 'final' })
  expect(second.heats[0].riders.map(({ number }: never) => number)).toEqual(['101', '08', '27'])

  await server.app.close()
  await server.stores.close()
  const reopened = await openApp({}, folder)
  const { data } = (await send(reopened, 'GET', '/api/start-lists')).json()
  expect(data).toEqual([
    { modalidad: 'RALLY', kind: 'final', version: 2, at: second.at, riders: 3, changes: [] },
  ])
  // The settings name nobody.
  const stored = JSON.stringify((await reopened.stores.settings.read()).events)
  expect(stored).toContain('"version":2')
  expect(stored).not.toContain('Quispe')
})

test('a withdrawal, a new rider and another number mark an issued list as out of date, also after a change of the event', async () => {
  const { server, ana, beto, list, issued } = await aServer()
  await list({ issue: true })
  await send(server, 'PUT', '/api/events/primero', anEvent({ name: 'Copa Sur', checks: ['payment'] }))
  expect((await issued())[0].changes).toEqual([])
  await send(server, 'POST', '/api/entries/withdraw', { event: 'primero', ids: [ana] })
  const to = { number: '9' }
  await send(server, 'PUT', `/api/entries/${beto}`, { event: 'primero', modalidad: 'RALLY', to })
  const { id_driver: eva } = await registered(
    server.app,
    aDraft({ name: 'Eva', lastname: 'Paz', npiloto: '5', modalidad: 'RALLY' } as never),
  )
  await send(server, 'POST', '/api/entries', { event: 'primero', ids: [eva] })
  expect((await issued())[0].changes).toEqual([
    '08 Beto Quispe tiene ahora el 9',
    'se retiró 27 Ana Quispe',
    'se inscribió 5 Eva Paz',
  ])
  // A lost card makes nobody another rider.
  await list({ issue: true })
  await send(server, 'POST', `/api/pilots/${eva}/revoke`, {})
  expect((await issued())[0]).toMatchObject({ version: 2, changes: [] })
})

test('a renamed modalidad keeps its list', async () => {
  const { server, list, issued } = await aServer()
  await list({ issue: true })
  const base = { name: 'RALLY', spellings: [] }
  const renamed = await send(server, 'PUT', '/api/classes/modalidad/RALLY', {
    name: 'RAID',
    spellings: [],
    base,
  })
  expect(renamed.statusCode).toBe(200)
  expect(await issued()).toMatchObject([{ modalidad: 'RAID', version: 1, changes: [] }])
})

test('the CSV says the issue in each row, and that of the starter has number, name and modalidad only', async () => {
  const { list } = await aServer()
  const csv = await list({ heat: 2, kind: 'final' }, '?format=csv')
  expect(csv.headers['content-disposition']).toMatch(/lista-de-salida-.*\.csv/)
  const [head, ...rows] = csv.body.replace('\ufeff', '').split(/\r?\n/)
  expect(head).toBe('Manga;Puesto;N°;Piloto;Modalidad;Club;Falta;Lista;Versión;Hecha')
  expect(rows.map((row) => row.split(';').slice(0, 9).join(';'))).toEqual([
    '1;1;08;Beto Quispe;RALLY;Sur;pago;definitiva;1',
    '1;2;27;Ana Quispe;RALLY;Sur;;definitiva;1',
    '2;1;101;Luz Quispe;RALLY;Sur;pago;definitiva;1',
    '',
  ])
  const starter = (await list({ starter: true }, '?format=csv')).body
  expect(starter).toContain('N°;Piloto;Modalidad;Lista;Versión;Hecha')
  expect(starter).not.toMatch(/Sur|pago/)
})

test('a list that cannot be made is refused with the field, and closed bodies take nothing else', async () => {
  const { list } = await aServer()
  const refusal = async (changes: object) => {
    const answer = await list(changes)
    return [answer.statusCode, answer.json().fields ?? answer.json().error]
  }
  expect(await refusal({ modalidad: 'UTV' })).toEqual([422, { modalidad: 'Nadie está inscrito en UTV' }])
  expect(await refusal({ order: 'draw' })).toEqual([422, { seed: 'Escriba la semilla del sorteo' }])
  expect(await refusal({ order: 'list', numbers: '5' })).toEqual([
    422,
    { numbers: 'Nadie tiene ninguno de esos números' },
  ])
  expect(await refusal({ heat: 0 })).toEqual([400, 'En una manga caben de 1 a 500'])
  expect((await list({ other: 1 })).statusCode).toBe(400)
  expect((await list({ event: 'otro' })).statusCode).toBe(404)
})

test('the PDF is drawn, as a list and as a grid', async () => {
  const { list } = await aServer()
  for (const changes of [{}, { grid: true }, { starter: true, grid: true }]) {
    const pdf = await list(changes, '?format=pdf')
    expect([pdf.statusCode, pdf.body.slice(0, 5)]).toEqual([200, '%PDF-'])
  }
})
