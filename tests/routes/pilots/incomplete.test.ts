/** Tests of incomplete riders over HTTP: no credential, no QR, no card and no pass until the desk completes them. */
import { expect, onTestFinished, test, vi } from 'vitest'
import type { PilotRecord } from '#domain/pilots/schemas'
import { HeldRoster } from '../../../client/gate/offline/held-roster.ts'
import { aScan } from '../../support/passages.ts'
import { aDraft, aRow } from '../../support/pilots.ts'
import { formRequest, openApp } from '../../support/server.ts'

const headers = { 'sec-fetch-site': 'same-origin' }
const stranger = { remoteAddress: '192.168.1.50' }

/** Serves an incomplete rider without a DNI and a birth date, and one who is complete. */
async function incompleteRider() {
  const { app, stores } = await openApp()
  const draft = aDraft({ name: 'Rosa', npiloto: '93' })
  const rows = [aRow(0, { ...draft, dni: '', fechanac: '' }), aRow(1, aDraft({ name: 'Luz', npiloto: '7' }))]
  await stores.pilots.import(rows, { incomplete: true })
  const [rosa, luz] = (await stores.pilots.list({ order: 'asc' })).pilots.map(({ id }) => id)
  return { app, stores, draft, rosa: rosa ?? '', luz: luz ?? '' }
}

test('the desk sees what is missing, and a stranger only that there is no credential', async () => {
  const { app, rosa } = await incompleteRider()
  const record = async (options = {}): Promise<PilotRecord> =>
    (await app.inject({ url: `/api?list=${rosa}`, ...options })).json().data[0]
  const own = await record()
  expect(own.status).toEqual({ kind: 'incomplete', missing: ['dni', 'fechanac'] })
  expect(JSON.parse(own.data_driver)).not.toHaveProperty('dni')
  const { status, data_driver, ...rest } = await record(stranger)
  expect([status, rest]).toEqual([{ kind: 'incomplete' }, { id_driver: rosa, attachment: null }])
  // Of a rider without a birth date, nobody knows whether it is a minor.
  expect(Object.keys(JSON.parse(data_driver))).toEqual([
    'name',
    'lastname',
    'nlicencia',
    'npiloto',
    'licencia',
    'modalidad',
    'club',
  ])
  const page = await app.inject({ url: `/credencial/${rosa}`, ...stranger })
  expect([page.statusCode, page.body.includes('INCOMPLETO'), page.body.includes('Código QR')]).toEqual([
    200,
    true,
    false,
  ])
  expect(page.body).not.toContain('Fecha de Nacimiento')
})

test('an incomplete rider has no QR and no card: a print of several leaves the rider out, and says so', async () => {
  const { app, rosa, luz } = await incompleteRider()
  const qr = await app.inject(`/api?qr=${encodeURIComponent(`http://localhost/credencial/${rosa}`)}`)
  expect([qr.statusCode, qr.json().error]).toEqual([409, 'Este piloto no tiene credencial todavía'])
  const order = async (payload: object) =>
    app.inject({ method: 'POST', url: '/api/print', headers, payload: { layout: 'card', ...payload } })
  const lacking = { name: 'Rosa Núñez Peña', missing: ['dni', 'fechanac'] }
  expect((await order({ dry_run: true })).json().data[0]).toMatchObject({
    total: 1,
    incomplete: [lacking],
    incomplete_total: 1,
  })
  const refused = await order({ ids: [rosa] })
  expect([refused.statusCode, refused.json().error]).toEqual([
    409,
    'Sin credencial hasta que la mesa los complete: Rosa Núñez Peña (falta DNI, Fecha de Nacimiento)',
  ])
  expect((await order({ ids: [rosa, luz] })).json().data[0].total).toBe(1)
})

test('an edit that leaves something missing is refused like a registration, and a whole one completes the rider', async () => {
  const { app, rosa, draft } = await incompleteRider()
  const edit = async (data: object) =>
    app.inject(
      formRequest({
        id_driver: rosa,
        data_driver: data,
        version: (await app.inject(`/api?list=${rosa}`)).json().data[0].version,
      }),
    )
  const { dni: _dni, ...without } = draft
  const refused = await edit(without)
  expect([refused.statusCode, refused.json().fields]).toEqual([422, { dni: 'Campo Requerido' }])
  const completed = await edit(draft)
  expect([completed.statusCode, completed.json().data[0].status.kind]).toEqual([200, 'valid'])
  const registration = await app.inject(formRequest({ data_driver: without }))
  expect(registration.statusCode).toBe(422)
})

test('no gate lets an incomplete rider in, with the server or without, and any lets the rider out', async () => {
  const { app, stores, rosa, draft } = await incompleteRider()
  const scan = (changes = {}) =>
    aScan({ scanned: rosa, gate: 'Puerta principal', at: new Date().toISOString(), ...changes })
  const send = async (one: object) =>
    (await app.inject({ method: 'POST', url: '/api/passages', headers, payload: { passages: [one] } })).json()
      .data[0]
  const seen = { npiloto: '93', status: { kind: 'incomplete', missing: ['dni', 'fechanac'] } }
  const answer = await send(scan())
  expect(answer).toMatchObject({ result: 'incomplete', admitted: false, pilot: seen })
  expect(await send(scan({ direction: 'out' }))).toMatchObject({ result: 'pass', admitted: true })

  // A phone that is offline answers by the roster that it has loaded.
  onTestFinished(() => void vi.unstubAllGlobals())
  vi.stubGlobal('fetch', async (url: string) => {
    const { body, headers, statusCode } = await app.inject(new URL(url, 'http://localhost').pathname)
    return new Response(body, { status: statusCode, headers: headers as Record<string, string> })
  })
  const roster = new HeldRoster(undefined)
  await roster.refresh(new AbortController().signal)
  expect(roster.answer(scan())).toMatchObject({
    result: 'incomplete',
    admitted: false,
    pilot: seen,
  })
  expect(roster.find('93')).toMatchObject([{ id: rosa, status: { kind: 'incomplete' } }])
  await stores.pilots.update(rosa, draft)
  await roster.refresh(new AbortController().signal)
  expect(roster.answer(scan())).toMatchObject({ result: 'pass', admitted: true })
})

test('an incomplete rider is entered if the order has what the entry needs, and is else refused by name', async () => {
  const { app, stores, rosa } = await incompleteRider()
  await stores.pilots.import([aRow(0, { ...aDraft({ name: 'Ana' }), modalidad: '', npiloto: '' })], {
    incomplete: true,
  })
  const enter = async (body: object) =>
    (
      await app.inject({
        method: 'POST',
        url: '/api/entries',
        headers,
        payload: { event: 'primero', ...body },
      })
    ).json().data[0]
  const { changed, refused } = await enter({})
  expect([changed, refused]).toMatchObject([
    2,
    [{ name: 'Ana Núñez Peña', reason: 'Incompleto: falta Piloto N°, Modalidad' }],
  ])
  expect((await stores.pilots.get(rosa)).entries).toHaveLength(1)
  const { id } = (await stores.pilots.list({ search: 'ana' })).pilots[0] ?? {}
  expect(await enter({ ids: [id], modalidades: ['RALLY'], numbers: { RALLY: '12' } })).toMatchObject({
    changed: 1,
    refused: [],
  })
})
