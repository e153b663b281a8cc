/** Tests of incomplete riders over HTTP: no credential, no QR, no card and no pass until the desk completes them. */
import { expect, test } from 'vitest'
import type { PilotRecord } from '#domain/pilots/schemas'
import { aDraft, aRow } from '../../support/pilots.ts'
import { openApp } from '../../support/server.ts'

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
