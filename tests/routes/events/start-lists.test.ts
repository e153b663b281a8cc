/** Tests of start lists over HTTP: previews, issues and files, and when a list is out of date. */
import { expect, test } from 'vitest'
import { addDays, today } from '#domain/text/date'
import { anEvent } from '../../support/events.ts'
import { aDraft } from '../../support/pilots.ts'
import { restarted, write } from '../../support/requests.ts'
import { openApp, registered } from '../../support/server.ts'

const order = { event: 'primero', modalidad: 'RALLY', kind: 'provisional', order: 'number' }

/** A server with three riders of RALLY, of whom only the first has paid. */
async function aServer() {
  const server = await openApp()
  await write(server, 'PUT', '/api/events/primero', anEvent({ checks: ['payment'] }))
  const ids: string[] = []
  for (const [name, npiloto] of [
    ['Ana', '27'],
    ['Beto', '08'],
    ['Luz', '101'],
  ]) {
    const draft = aDraft({ name, lastname: 'Quispe', npiloto, modalidad: 'RALLY', club: 'Sur' } as never)
    ids.push((await registered(server.app, draft)).id_driver)
  }
  await write(server, 'POST', '/api/entries', { event: 'primero', ids: ids.toReversed() })
  const [ana = '', beto = ''] = ids
  const to = { checks: { payment: true } }
  await write(server, 'PUT', `/api/entries/${ana}`, { event: 'primero', modalidad: 'RALLY', to })
  const list = (changes: object = {}, query = '') =>
    write(server, 'POST', `/api/start-lists${query}`, { ...order, ...changes })
  const issued = async () => (await server.app.inject('/api/start-lists')).json().data
  return { server, ana, beto, list, issued }
}

test('a preview issues nothing; an issued list has a version, which the same list keeps and another one raises', async () => {
  const { server, list, issued } = await aServer()
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

  const reopened = await restarted(server)
  const { data } = (await reopened.app.inject('/api/start-lists')).json()
  expect(data).toEqual([
    { modalidad: 'RALLY', title: 'RALLY', kind: 'final', version: 2, at: second.at, riders: 3, changes: [] },
  ])
  // The settings name nobody.
  const stored = JSON.stringify((await reopened.stores.settings.read()).events)
  expect(stored).toContain('"version":2')
  expect(stored).not.toContain('Quispe')
})

test('a withdrawal, a new rider and another number mark an issued list as out of date, also after a change of the event', async () => {
  const { server, ana, beto, list, issued } = await aServer()
  await list({ issue: true })
  await write(server, 'PUT', '/api/events/primero', anEvent({ name: 'Copa Sur', checks: ['payment'] }))
  expect((await issued())[0].changes).toEqual([])
  await write(server, 'POST', '/api/entries/withdraw', { event: 'primero', ids: [ana] })
  const to = { number: '9' }
  await write(server, 'PUT', `/api/entries/${beto}`, { event: 'primero', modalidad: 'RALLY', to })
  const draft = aDraft({ name: 'Eva', lastname: 'Paz', npiloto: '5', modalidad: 'RALLY' } as never)
  const { id_driver: eva } = await registered(server.app, draft)
  await write(server, 'POST', '/api/entries', { event: 'primero', ids: [eva] })
  expect((await issued())[0].changes).toEqual([
    '08 Beto Quispe tiene ahora el 9',
    'se retiró 27 Ana Quispe',
    'se inscribió 5 Eva Paz',
  ])
  // A lost card makes nobody another rider.
  await list({ issue: true })
  await write(server, 'POST', `/api/pilots/${eva}/revoke`, {})
  expect((await issued())[0]).toMatchObject({ version: 2, changes: [] })
})

/** A server with three riders of MOTOCROSS: 8 and 9 in MX1, which has one place, and 27 in MX2; and with one of RALLY. */
async function aSeason() {
  const server = await openApp({})
  const categories = [
    { id: 'mx-1', modalidad: 'MOTOCROSS', name: 'MX1', places: 1 },
    { id: 'mx-2', modalidad: 'MOTOCROSS', name: 'MX2' },
  ]
  await write(server, 'PUT', '/api/events/primero', anEvent({ categories }))
  const ids: Record<string, string> = {}
  for (const npiloto of ['9', '8', '27', '5']) {
    const modalidad = npiloto === '5' ? 'RALLY' : 'MOTOCROSS'
    const draft = aDraft({
      name: 'Ana',
      lastname: `Paz ${npiloto}`,
      npiloto,
      modalidad,
      club: 'Sur',
    } as never)
    ids[npiloto] = (await registered(server.app, draft)).id_driver
    const categories = { MOTOCROSS: { id: npiloto === '27' ? 'mx-2' : 'mx-1' } }
    const body = { event: 'primero', ids: [ids[npiloto]], ...(modalidad === 'MOTOCROSS' && { categories }) }
    expect((await write(server, 'POST', '/api/entries', body)).json().data[0].changed).toBe(1)
  }
  const list = async (changes: object, query = '') =>
    write(server, 'POST', `/api/start-lists${query}`, { ...order, modalidad: 'MOTOCROSS', ...changes })
  const issued = async () => (await server.app.inject('/api/start-lists')).json().data
  const move = (number: string, id: string | null, modalidad = 'MOTOCROSS') =>
    write(server, 'PUT', `/api/entries/${ids[number]}`, {
      ...{ event: 'primero', modalidad, to: { category: { id } } },
    })
  return { server, categories, list, issued, move }
}

test('a rider who moves to another category marks the lists of both, whatever they are called by then', async () => {
  const { server, categories, list, issued, move } = await aSeason()
  for (const category of ['mx-1', 'mx-2', undefined]) await list({ category, issue: true })
  const [one, ...others] = categories
  const renamed = [{ ...one, name: 'Libre' }, ...others]
  await write(server, 'PUT', '/api/events/primero', { ...anEvent(), categories: renamed })
  const rename = { name: 'CROSS', spellings: ['MX'] }
  expect((await write(server, 'PUT', '/api/classes/modalidad/MOTOCROSS', rename)).statusCode).toBe(200)
  expect(await issued()).toMatchObject([
    { title: 'CROSS · Libre', version: 1, changes: [] },
    { title: 'CROSS · MX2', version: 1, changes: [] },
    { title: 'CROSS', version: 1, changes: [] },
  ])
  const [after] = (await list({ modalidad: 'CROSS', order: 'entry' })).json().data
  expect(after.heats[0].riders.map(({ number }: never) => number)).toEqual(['9', '8', '27'])
  await move('8', 'mx-2', 'CROSS')
  expect((await issued()).map(({ changes }: never) => changes)).toEqual([
    ['8 Ana Paz 8 pasó a CROSS · MX2'],
    ['se inscribió 8 Ana Paz 8'],
    [],
  ])
  await move('8', null, 'CROSS')
  expect((await issued())[0].changes).toEqual(['8 Ana Paz 8 pasó a CROSS · sin categoría'])
})

test('the lists of all are in one file, with each rider in one of them, each with its own version', async () => {
  const { list, issued, move } = await aSeason()
  await list({ category: 'mx-2', issue: true })
  await move('9', null)
  const all = { modalidad: undefined, kind: 'final' }
  const csv = (await list(all, '?format=csv')).body.split(/\r?\n/).slice(1, -1)
  expect(csv.map((row) => row.split(';').slice(2, 10).join(';'))).toEqual([
    '8;Ana Paz 8;MOTOCROSS;MX1;Sur;;definitiva;1',
    '27;Ana Paz 27;MOTOCROSS;MX2;Sur;;definitiva;2',
    '9;Ana Paz 9;MOTOCROSS;;Sur;;definitiva;1',
    '5;Ana Paz 5;RALLY;;Sur;;definitiva;1',
  ])
  expect((await list(all, '?format=pdf')).body.slice(0, 5)).toBe('%PDF-')
  expect((await issued()).map(({ version }: never) => version)).toEqual([2, 1, 1, 1])
  const starter = (await list({ ...all, starter: true }, '?format=csv')).body
  expect(starter).toContain('9;Ana Paz 9;MOTOCROSS;definitiva')
  expect(starter).toContain('8;Ana Paz 8;MX1;definitiva')
  const pasted = await list({ ...all, order: 'list', numbers: '8' })
  expect(pasted.json().fields).toEqual({ numbers: 'Los números dados son para una sola lista' })
})

test('the CSV says the issue in each row, and that of the starter has number, name and category only', async () => {
  const { list } = await aServer()
  const csv = await list({ heat: 2, kind: 'final' }, '?format=csv')
  expect(csv.headers['content-disposition']).toMatch(/lista-de-salida-rally-v1-[\d-]+\.csv/)
  const [head, ...rows] = csv.body.replace('\ufeff', '').split(/\r?\n/)
  expect(head).toBe('Manga;Puesto;N°;Piloto;Modalidad;Categoría;Club;Falta;Lista;Versión;Hecha')
  expect(rows.map((row) => row.split(';').slice(0, 10).join(';'))).toEqual([
    '1;1;08;Beto Quispe;RALLY;;Sur;pago;definitiva;1',
    '1;2;27;Ana Quispe;RALLY;;Sur;;definitiva;1',
    '2;1;101;Luz Quispe;RALLY;;Sur;pago;definitiva;1',
    '',
  ])
  const starter = (await list({ starter: true }, '?format=csv')).body
  expect(starter).toContain('N°;Piloto;Categoría;Lista;Versión;Hecha')
  expect(starter).not.toMatch(/Sur|pago/)
})

test('before the first day of the event nobody is crossed out, unless somebody asks', async () => {
  const { server, list } = await aServer()
  const lacks = async (changes = {}) =>
    (await list(changes)).json().data[0].heats[0].riders.map((rider: { lacks: string }) => rider.lacks)
  const day = today()
  const asked = []
  for (const first of ['', day, addDays(day, 1)]) {
    const dates = { first, last: first, checks: ['payment'] as const }
    await write(server, 'PUT', '/api/events/primero', anEvent(dates))
    asked.push([await lacks(), await lacks({ cross: true }), await lacks({ cross: false })])
  }
  const [crossed, none] = [
    ['pago', '', 'pago'],
    ['', '', ''],
  ]
  expect(asked).toEqual([
    [crossed, crossed, none],
    [crossed, crossed, none],
    [none, crossed, none],
  ])
})

test('riders start so many a minute from a time, and the categories of a modalidad one after another', async () => {
  const { list, issued } = await aSeason()
  const times = { modalidad: undefined, from: '08:00', together: 2, minutes: 3 }
  const csv = (await list(times, '?format=csv')).body.split(/\r?\n/).slice(0, -1)
  expect(csv.map((row) => row.split(';').slice(2, 4).join(';'))).toEqual([
    'Hora de salida;N°',
    ...['08:00;8', '08:00;9', '08:03;27', '08:00;5'],
  ])
  const [preview] = (await list(times)).json().data
  expect(preview).toMatchObject({
    order: 'Por número · Salida de a 2 cada 3 minutos desde las 08:00',
    version: 1,
  })
  await list({ ...times, from: '08:30', issue: true })
  expect((await issued()).map(({ version }: never) => version)).toEqual([2, 2, 2])
  for (const wrong of [{ from: '8' }, { from: '24:00' }, { from: '08:00', together: 0 }])
    expect((await list(wrong)).statusCode).toBe(400)
})

test('a list that cannot be made is refused with the field, and closed bodies take nothing else', async () => {
  const { list } = await aServer()
  const refusal = async (changes: object) => {
    const answer = await list(changes)
    return [answer.statusCode, answer.json().fields ?? answer.json().error]
  }
  expect(await refusal({ modalidad: 'UTV' })).toEqual([
    422,
    { modalidad: 'Nadie está inscrito en UTV: los hay en RALLY' },
  ])
  for (const seed of [undefined, ' '])
    expect(await refusal({ order: 'draw', seed })).toEqual([422, { seed: 'Escriba la semilla del sorteo' }])
  const [drawn] = (await list({ order: 'draw', seed: ' 4821 ' })).json().data
  expect(drawn.order).toBe('Sorteo con la semilla 4821')
  expect((await refusal({ modalidad: undefined, category: 'x' }))[0]).toBe(422)
  expect(await refusal({ order: 'list', numbers: '5' })).toEqual([
    422,
    { numbers: 'Nadie tiene ninguno de esos números' },
  ])
  expect(await refusal({ heat: 0 })).toEqual([400, 'En una manga caben de 1 a 500'])
  expect((await list({ other: 1 })).statusCode).toBe(400)
  expect((await list({ event: 'otro' })).statusCode).toBe(404)
})
