/** Tests of the calls by which riders apply on their own phones, and of the decisions of the desk on them. */
import { randomBytes } from 'node:crypto'
import { mkdirSync, renameSync, rmdirSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as fc from 'fast-check'
import type { InjectOptions } from 'fastify'
import { describe, expect, test, vi } from 'vitest'
import { parseQueue } from '#domain/applications/approvals'
import { maxStrokes } from '#domain/signing/strokes'
import { addDays, today } from '#domain/text/date'
import { readChangeLog } from '../../../server/store/shared/stores.ts'
import { aFolder } from '../../support/folder.ts'
import { openedStores } from '../../support/opened-stores.ts'
import { aDraft, aPicture } from '../../support/pilots.ts'
import { readQr } from '../../support/qr-reader.ts'
import { write } from '../../support/requests.ts'
import {
  formRequest,
  openApp,
  publicUrl,
  registered,
  startTestServer,
  type TestServer,
} from '../../support/server.ts'
import { followEvents } from '../../support/stream.ts'
import { tracesIn } from '../../support/traces.ts'

const lan = { remoteAddress: '192.168.1.77', headers: { host: '192.168.1.20:4780' } }
type Place = Pick<InjectOptions, 'remoteAddress' | 'headers'>

/** Stops a server, and opens its folder again. */
async function openFolderOf({ app, stores, folder }: TestServer) {
  await app.close()
  await stores.close()
  return openedStores(folder)
}

const newId = () => randomBytes(16).toString('base64url')

/** Opens a server whose reception is open, and returns it with the code of the poster. */
async function openReception(server?: TestServer) {
  const opened = server ?? (await openApp())
  const answer = await put(opened, { is_open: true, wifi: 'Carrera' })
  const code = new URL(answer.json().data[0].url).searchParams.get('c') ?? ''
  return { ...opened, code, send: (sent: Sent = {}, from: Place = lan) => send(opened, code, sent, from) }
}

const put = (server: Pick<TestServer, 'app'>, payload: object) =>
  write(server, 'PUT', '/api/reception', payload)

interface Sent {
  id?: string
  values?: object
  more?: object
  picture?: Buffer
  code?: string
}

function send({ app }: Pick<TestServer, 'app'>, code: string, sent: Sent, from: Place) {
  const { id = newId(), values = aDraft(), more = {}, picture } = sent
  const form = formRequest({
    ...{ id, code: sent.code ?? code, application: { values, language: 'es', ...more } },
    ...(picture && { _img: picture }),
  })
  const headers = { ...form.headers, ...lan.headers, ...from.headers }
  return app.inject({ ...form, url: '/api/applications', ...from, headers } as InjectOptions)
}

const statusOf = async ({ app }: Pick<TestServer, 'app'>, id: string) =>
  (await app.inject({ ...lan, url: `/api/applications/${id}/status` })).json().data?.[0]

const listOf = async ({ app }: Pick<TestServer, 'app'>) =>
  (await app.inject('/api/applications')).json().data as { id: string; turn: number; known?: string }[]

const strokes = 'M100 200l300 -80l300 140'
const birthday = addDays(today(), -15 * 365)

/** Writes the text of the waiver, and returns its hash. */
async function writeWaiver(server: Pick<TestServer, 'app'>, text = 'Corro bajo mi responsabilidad.') {
  const answer = await write(server, 'PUT', '/api/waiver', { text })
  return answer.json().data[0]?.hash as string
}

/** Returns an application as the desk opens it. */
const wholeOf = async ({ app }: Pick<TestServer, 'app'>, id: string) =>
  (await app.inject(`/api/applications/${id}`)).json().data?.[0]

/** Approves an application with these values, and returns the rider as the store has it. */
async function approved({ app, stores }: TestServer, id: string, values: object, more: object = {}) {
  const form = formRequest({ data_driver: { tiposangre: 'O+', ...values }, application: id, ...more })
  return stores.pilots.get((await app.inject(form)).json().data[0].id_driver)
}

/** Returns an order with an identifier. */
const keyed = (order: InjectOptions, key: string) => ({
  ...order,
  headers: { ...order.headers, 'idempotency-key': key },
})

/** Asks for the card as the phone of a rider does. */
const pictureFor = ({ app }: Pick<TestServer, 'app'>, id: string) =>
  app.inject({ ...lan, url: `/api/applications/${id}/card.png` })

describe('an application', () => {
  test('is refused while the reception is closed, after its time, with another code, and after another event is opened', async () => {
    const server = await openApp()
    const closed = 'La autoinscripción está cerrada: pase por la mesa'
    expect((await send(server, 'abc123', {}, lan)).json().error).toBe(closed)
    const { send: sendNow, code } = await openReception(server)
    expect((await sendNow()).statusCode).toBe(201)
    expect((await sendNow({ code: 'zzzzzz' })).json().error).toContain('Este cartel ya no vale')
    await put(server, { renew: 'code' })
    expect((await sendNow({ code })).json().error).toContain('Este cartel ya no vale')
    await openReception(server)
    await put(server, { until: '2020-01-01T00:00:00.000Z' })
    expect((await sendNow()).json().error).toBe(closed)
    await put(server, { until: '', is_open: false })
    expect((await sendNow()).json().error).toBe(closed)
  })

  test('gets the next turn, is sent once however often, survives a restart, and is no pilot', async () => {
    const server = await openReception()
    const id = newId()
    const answers = await Promise.all([1, 2, 3].map(() => server.send({ id, picture: undefined })))
    expect(answers.map((one) => one.json().data[0])).toEqual(Array(3).fill({ turn: 1, state: 'waiting' }))
    const picture = await aPicture('png', 300, 300)
    expect((await server.send({ picture })).json().data[0].turn).toBe(2)
    const qr = await server.app.inject({ ...lan, url: `/api/applications/${id}/qr.svg` })
    expect(await readQr(qr.rawPayload)).toBe(`${publicUrl}/por-aprobar?turno=001`)
    const [first, second] = await listOf(server)
    expect(first).toMatchObject({ id, turn: 1, missing: ['tiposangre'] })
    expect(second).toMatchObject({ photo: expect.stringMatching(/\.jpg$/) })
    expect((await server.app.inject('/api?list=all')).json().total).toBe(0)
    const changes = await readChangeLog(server.stores.pilots)
    expect(changes.map(({ change }) => change.put)).toEqual([undefined])
    const stored = await readFile(join(server.folder, 'applications.json'), 'utf8')
    expect(parseQueue(JSON.parse(stored))?.applications).toHaveLength(2)
  })

  test('of a known rider is answered exactly as that of a new one; the desk sees who is known', async () => {
    const server = await openReception()
    const draft = aDraft({ name: 'Ana' })
    const { id_driver } = await registered(server.app, draft)
    const known = await server.send({ values: draft })
    const fresh = await server.send()
    const shape = ({ turn: _, ...rest }: { turn: number }) => rest
    expect(shape(known.json().data[0])).toEqual(shape(fresh.json().data[0]))
    expect(known.statusCode).toBe(fresh.statusCode)
    expect((await listOf(server)).map((one) => one.known)).toEqual([id_driver, undefined])
  })

  test('has at most five that wait of one device and 200 in all, and the sixth says so', async () => {
    const folder = await aFolder()
    const applications = Array.from({ length: 194 }, (_, index) => ({
      ...{ id: newId(), turn: index + 1, at: new Date().toISOString(), device: '192.168.2.1' },
      ...{ draft: aDraft(), photo: null, language: 'es' },
    }))
    await writeFile(join(folder, 'applications.json'), JSON.stringify({ turn: 194, applications }))
    const server = await openReception(await openApp({}, folder))
    for (let count = 0; count < 5; count += 1) expect((await server.send()).statusCode).toBe(201)
    const sixth = await server.send()
    expect([sixth.statusCode, sixth.json().error]).toEqual([
      429,
      'Desde este teléfono ya esperan 5 personas: pase por la mesa',
    ])
    const other = { remoteAddress: '192.168.1.78' }
    expect((await server.send({}, other)).json().data[0].turn).toBe(200)
    const last = await server.send({}, other)
    expect([last.statusCode, last.json().error]).toEqual([
      429,
      'Ya esperan 200 personas: espere a que la mesa atienda a algunas, o pase por la mesa',
    ])
  })

  test('that comes with others of its device at once, and finds no room, leaves no photo', async () => {
    const server = await openReception()
    const picture = await aPicture('png', 300, 300)
    const answers = await Promise.all(Array.from({ length: 8 }, () => server.send({ picture })))
    const statuses = answers.map(({ statusCode }) => statusCode).sort()
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429, 429, 429])
    expect(await readdir(join(server.folder, 'photos'))).toHaveLength(5)
  })

  test('refuses what breaks the rules of the form, too much text and what is no photo, and stores nothing of it', async () => {
    const server = await openReception()
    const bad = await server.send({ values: { ...aDraft(), email: 'ana', name: '' } })
    expect([bad.statusCode, bad.json().fields]).toEqual([
      422,
      { email: 'correo electronico invalido', name: 'Campo Requerido' },
    ])
    const long = await server.send({ values: { ...aDraft(), participacion: 'x'.repeat(65 * 1024) } })
    expect(long.statusCode).toBe(413)
    const noPhoto = await server.send({ picture: Buffer.from('no picture') })
    expect([noPhoto.statusCode, noPhoto.json().fields]).toEqual([
      422,
      { _img: 'La foto no es una imagen válida' },
    ])
    expect(await listOf(server)).toEqual([])
  })

  test('keeps nothing of health and emergency over plain HTTP, which the desk asks', async () => {
    const server = await openReception()
    const values = { ...aDraft(), alergias: 'penicilina', emergencia: 'Rosa Díaz' }
    const { turn } = (await server.send({ values })).json().data[0]
    expect(turn).toBe(1)
    expect(await tracesIn(server.folder, ['penicilina', 'Rosa Díaz'])).toEqual([])
  })

  test('has no field of one’s own that only the desk sees, none that is retired and, over plain HTTP, none of health', async () => {
    const server = await openReception(
      await openApp({ trustProxy: [lan.remoteAddress], proxySign: undefined }),
    )
    const how = { kind: 'texto', audience: 'complete', isRequired: true, isOnCard: false }
    const define = (label: string, more: object = {}) =>
      write(server, 'POST', '/api/fields', { ...how, label, ...more })
    await define('Bus')
    await write(server, 'POST', '/api/fields/propio_texto_bus/retire', { retired: true })
    await define('Deuda', { audience: 'desk' })
    await define('Asma', { dataGroup: 'health' })
    await define('Talla')
    const [debt, asthma, size] = ['propio_texto_deuda', 'propio_texto_asma', 'propio_texto_talla']
    const values = { ...aDraft(), [debt]: 'NINGUNA', [asthma]: 'LEVE', [size]: 'M', propio_texto_bus: '2' }
    const https = { ...lan, headers: { ...lan.headers, 'x-forwarded-proto': 'https' } }
    for (const [place, asked] of [
      [lan, [size]],
      [https, [asthma, size]],
    ] as const) {
      const form = await server.app.inject({ ...place, url: `/api/applications/form?code=${server.code}` })
      expect(Object.keys(form.json().data[0].fields)).toEqual(asked)
      const id = newId()
      expect((await server.send({ id, values }, place)).statusCode).toBe(201)
      const given = Object.keys(JSON.parse((await wholeOf(server, id)).data_driver))
      expect(given.filter((name) => name.startsWith('propio_'))).toEqual(asked)
    }
  })
})

describe('a signature', () => {
  test('waits with its application, and is that of the rider once the desk approves', async () => {
    const server = await openReception()
    const hash = await writeWaiver(server)
    const [id, values] = [newId(), aDraft({ name: 'Ana' })]
    const answer = await server.send({ id, values, more: { waiver: { hash, strokes } } })
    expect(answer.json().data).toEqual([{ turn: 1, state: 'waiting', signed: true }])
    await server.send({ values: aDraft() })
    expect(await listOf(server)).toMatchObject([{ signed: true }, { signed: false }])
    // The same drawing that arrives once more is no correction, and a correction keeps what it does not send.
    const { version } = await wholeOf(server, id)
    await server.send({ id, values, more: { waiver: { hash, strokes } } })
    expect((await wholeOf(server, id)).version).toBe(version)
    await server.send({ id, values: { ...values, club: 'Dos' } })
    expect(await wholeOf(server, id)).toMatchObject({ signed: true, waiver: { version: 1, strokes } })
    const rider = await approved(server, id, values)
    expect(rider.waivers).toEqual([
      {
        ...{ version: 1, hash, strokes, at: expect.any(String), device: 'el teléfono del piloto' },
        by: expect.stringMatching(/^la laptop /),
      },
    ])
    expect(await readFile(join(server.folder, 'applications.json'), 'utf8')).not.toContain(strokes)
  })

  test('of a known rider is added to those that the rider has, and one below the same text changes nothing', async () => {
    const server = await openReception()
    const first = await writeWaiver(server)
    const values = aDraft({ tiposangre: 'O+' })
    const { id_driver } = await registered(server.app, values)
    await write(server, 'POST', `/api/pilots/${id_driver}/waiver`, { hash: first, strokes })
    await server.send({ values })
    expect(await listOf(server)).toMatchObject([{ known: id_driver, signed: true }])
    const again = { id: newId(), values, more: { waiver: { hash: first, strokes: 'M0 0l900 300l10 10' } } }
    await server.send(again)
    const before = (await server.stores.pilots.get(id_driver)).waivers
    expect((await approved(server, again.id, values, { id_driver })).waivers).toEqual(before)
    const hash = await writeWaiver(server, 'Otro texto.')
    expect(await listOf(server)).toMatchObject([{ signed: false }])
    const other = { id: newId(), values, more: { waiver: { hash, strokes } } }
    await server.send(other)
    const { waivers } = await approved(server, other.id, values, { id_driver })
    expect(waivers?.map(({ version }) => version)).toEqual([1, 2])
  })

  test('below a text that has changed is refused in words that no closed reception has; nobody signs without a text', async () => {
    const server = await openReception()
    const hash = await writeWaiver(server)
    const [id, values] = [newId(), aDraft()]
    const signed = { id, values, more: { waiver: { hash, strokes } } }
    await server.send(signed)
    const next = await writeWaiver(server, 'Otro texto.')
    expect(await statusOf(server, id)).toMatchObject({ signed: false })
    const refused = await server.send(signed)
    const text = 'El texto del deslinde cambió mientras tanto: léalo otra vez y firme de nuevo'
    expect([refused.statusCode, refused.json()]).toEqual([409, { error: text, fields: { strokes: text } }])
    // The desk sees that the earlier text was signed.
    expect(await wholeOf(server, id)).toMatchObject({ signed: false, waiver: { version: 1 } })
    await server.send({ ...signed, more: { waiver: { hash: next, strokes } } })
    expect(await statusOf(server, id)).toMatchObject({ signed: true })
    await writeWaiver(server, '')
    expect((await server.send(signed)).json().data).toEqual([{ turn: 1, state: 'waiting' }])
    await put(server, { is_open: false })
    expect((await server.send(signed)).json()).toEqual({ error: expect.stringContaining('cerrada') })
  })

  test('of a minor has the guardian; without one, it goes once the birthday is corrected to that of a minor', async () => {
    const server = await openReception()
    const hash = await writeWaiver(server)
    const guardian = { name: ' Rosa  Núñez ', document: '70123456' }
    const ofMinor = aDraft({ fechanac: birthday, apoderado: 'Rosa Núñez' })
    for (const nobody of [undefined, 7, { name: { toString: 1 }, document: ['7'] }]) {
      const waiver = { hash, strokes, guardian: nobody }
      const alone = await server.send({ values: ofMinor, more: { waiver } })
      expect([alone.statusCode, Object.keys(alone.json().fields)]).toEqual([
        422,
        ['guardian_name', 'guardian_document'],
      ])
    }
    const both = { id: newId(), values: ofMinor, more: { waiver: { hash, strokes, guardian } } }
    await server.send(both)
    const stored = { name: 'Rosa Núñez', document: '70123456' }
    expect(await wholeOf(server, both.id)).toMatchObject({ waiver: { strokes, guardian: stored } })
    expect((await approved(server, both.id, ofMinor)).waivers).toMatchObject([{ guardian: stored }])

    const values = aDraft()
    const asAdult = () => ({ id: newId(), values, more: { waiver: { hash, strokes, guardian } } })
    const [byPhone, byDesk] = [asAdult(), asAdult()]
    for (const one of [byPhone, byDesk]) {
      await server.send(one)
      expect((await wholeOf(server, one.id)).waiver).toEqual({ version: 1, strokes })
    }
    await server.send({ id: byPhone.id, values: ofMinor })
    expect(await wholeOf(server, byPhone.id)).not.toHaveProperty('waiver')
    const { apoderado } = ofMinor
    const corrected = { ...values, fechanac: birthday, apoderado }
    expect(await approved(server, byDesk.id, corrected)).not.toHaveProperty('waivers')
  })

  test('has the longest drawing that is allowed beside the longest texts', async () => {
    const server = await openReception()
    const hash = await writeWaiver(server)
    const longest = `M0 0${'l999 399l-999 -399'.repeat(444)}`
    expect(longest.length).toBeGreaterThan(maxStrokes - 20)
    const values = aDraft({ participacion: 'x'.repeat(2000) })
    const send = (drawn: string) => server.send({ values, more: { waiver: { hash, strokes: drawn } } })
    expect((await send(longest)).statusCode).toBe(201)
    expect((await send(`${longest}l999 399l-999 -399`)).statusCode).toBe(400)
  })
})

describe('the desk', () => {
  test('approves an application by the ordinary registration, whose history says so, and its phone learns the code', async () => {
    const server = await openReception()
    const id = newId()
    await server.send({ id, values: aDraft({ name: 'Ana' }), picture: await aPicture('png', 300, 300) })
    const data = { ...JSON.parse((await wholeOf(server, id)).data_driver), tiposangre: 'O+' }
    const approve = (key = 'clave-de-la-mesa') =>
      server.app.inject(keyed(formRequest({ data_driver: data, application: id, take_img: '1' }), key))
    const approved = await approve()
    expect(approved.statusCode).toBe(201)
    const [record] = approved.json().data
    expect(await readdir(join(server.folder, 'photos'))).toEqual([record.attachment])
    expect((await server.app.inject(`/files/${record.attachment}`)).statusCode).toBe(200)
    expect(await statusOf(server, id)).toEqual({ turn: 1, state: 'approved', pilot: record.id_driver })
    const history = (await server.app.inject(`/api/pilots/${record.id_driver}/history`)).json().data
    expect(history).toMatchObject([{ kind: 'registered', applied: true }])
    expect((await approve('clave-de-otra-mesa')).json().error).toBe('Alguien ya aprobó el turno 001')
    const again = await approve()
    expect([again.statusCode, again.json().data[0].id_driver]).toEqual([201, record.id_driver])
    const picture = await pictureFor(server, id)
    expect(picture.headers['content-type']).toBe('image/png')
    expect(await readQr(picture.rawPayload)).toBe(`${publicUrl}/credencial/${record.id_driver}`)
    await write(server, 'POST', `/api/pilots/${record.id_driver}/revoke`)
    expect((await pictureFor(server, id)).statusCode).toBe(410)
    expect(await listOf(server)).toEqual([])
  })

  test('approves once, however many do so at once, and a photo that the phone sends meanwhile takes none away', async () => {
    const server = await openReception()
    const id = newId()
    const values = aDraft({ tiposangre: 'O+' })
    const picture = await aPicture('png', 300, 300)
    await server.send({ id, values, picture })
    const approve = (dni: number) =>
      server.app.inject(formRequest({ data_driver: { ...values, dni }, application: id, take_img: '1' }))
    const correction = server.send({ id, values, picture })
    const answers = await Promise.all([40000001, 40000002, 40000003].map(approve))
    expect((await correction).statusCode).toBe(201)
    const refusals = answers.filter(({ statusCode }) => statusCode !== 201).map((one) => one.json().error)
    expect(refusals).toEqual(Array(2).fill('Alguien ya aprobó el turno 001'))
    const { data } = (await server.app.inject('/api?list=all')).json()
    expect(data).toHaveLength(1)
    expect(await readdir(join(server.folder, 'photos'))).toEqual([data[0].attachment])
  })

  test('approves nothing that it has not seen: what the rider corrects while it is open', async () => {
    const server = await openReception()
    const id = newId()
    const values = aDraft({ club: 'Uno' })
    await server.send({ id, values })
    const approve = async (application_version: string) =>
      server.app.inject(
        formRequest({ data_driver: { ...values, tiposangre: 'O+' }, application: id, application_version }),
      )
    const { version } = await wholeOf(server, id)
    await server.send({ id, values }, { remoteAddress: '192.168.1.78' })
    expect((await wholeOf(server, id)).version).toBe(version)
    await server.send({ id, values: { ...values, club: 'Dos' } })
    const refused = await approve(version)
    expect([refused.statusCode, refused.json().error]).toEqual([
      409,
      'El piloto corrigió el turno 001 mientras estaba abierto: vuelva a la lista y ábralo otra vez',
    ])
    expect((await server.app.inject('/api?list=all')).json().total).toBe(0)
    expect((await approve((await wholeOf(server, id)).version)).statusCode).toBe(201)
  })

  test('has approved a rider although the server stopped before it noted this: the queue follows, and an erasure leaves no trace', async () => {
    const server = await openReception()
    const id = newId()
    const values = aDraft({ tiposangre: 'O+' })
    await server.send({ id, values, picture: await aPicture('png', 300, 300) })
    const file = join(server.folder, 'applications.json')
    // No file takes the place of a folder.
    const stop = server.stores.pilots.subscribe(() => {
      renameSync(file, `${file}.kept`)
      mkdirSync(file)
    })
    const form = formRequest({ data_driver: values, application: id, take_img: '1' })
    const [{ id_driver, attachment }] = (await server.app.inject(form)).json().data
    stop()
    rmdirSync(file)
    renameSync(`${file}.kept`, file)
    expect(await listOf(server)).toEqual([])
    expect(await statusOf(server, id)).toMatchObject({ state: 'approved', pilot: id_driver })
    expect((await server.app.inject(form)).json().error).toBe('Alguien ya aprobó el turno 001')
    await server.send({ id, values })
    expect(await statusOf(server, id)).toMatchObject({ state: 'approved' })
    expect((await server.app.inject(`/files/${attachment}`)).statusCode).toBe(200)
    const { erasures, pilots } = server.stores
    const again = pilots.register(aDraft(), undefined, 'marta', undefined, id)
    await expect(again).rejects.toThrow('Alguien ya aprobó esta autoinscripción')
    await erasures.erase([id_driver])
    expect(JSON.stringify(await readChangeLog(pilots))).not.toContain(id_driver)
    expect(await readFile(join(server.folder, 'pilots.json'), 'utf8')).not.toContain(id_driver)
  })

  test('refuses one with a reason that its phone shows, and nothing but the name stays', async () => {
    const server = await openReception()
    const id = newId()
    const values = aDraft({ email: 'evangelina@quis.pe' })
    const waiver = { hash: await writeWaiver(server), strokes }
    await server.send({ id, values, picture: await aPicture('png', 300, 300), more: { waiver } })
    const refuse = (reason: string) => write(server, 'POST', `/api/applications/${id}/refuse`, { reason })
    expect((await refuse(' ')).statusCode).toBe(400)
    await refuse('Falta la licencia')
    expect(await statusOf(server, id)).toEqual({ turn: 1, state: 'refused', refused: 'Falta la licencia' })
    expect(await tracesIn(server.folder, ['evangelina@quis.pe', String(values.dni), strokes])).toEqual([])
    expect(await readdir(join(server.folder, 'photos'))).toEqual([])
    expect((await refuse('Otra vez')).json().error).toBe('Alguien ya rechazó el turno 001')
    const { id_driver: rider } = await registered(server.app, values)
    await server.stores.erasures.erase([rider])
    expect(await server.stores.applications.list()).toEqual([])
  })

  test('closes the day, or waits a day, and no application leaves a trace', async () => {
    const server = await openReception()
    const more = { waiver: { hash: await writeWaiver(server), strokes } }
    await server.send({ values: aDraft({ email: 'evangelina@quis.pe' }), more })
    await write(server, 'POST', '/api/day')
    expect(await listOf(server)).toEqual([])
    expect(await tracesIn(server.folder, ['evangelina@quis.pe', strokes])).toEqual([])
    await server.send({ values: aDraft({ email: 'rosalinda@quis.pe' }), more })
    const now = Date.now()
    vi.spyOn(Date, 'now').mockReturnValue(now + 25 * 3600 * 1000)
    expect(await listOf(server)).toEqual([])
    await server.stores.applications.sweep()
    expect(await tracesIn(server.folder, ['rosalinda@quis.pe', strokes])).toEqual([])
  })

  test('erases a person with what waits of the person', async () => {
    const server = await openReception()
    const draft = aDraft({ email: 'evangelina@quis.pe' })
    const { id_driver } = await registered(server.app, { ...draft, email: 'otro@correo.pe' })
    await server.send({ values: draft, more: { waiver: { hash: await writeWaiver(server), strokes } } })
    await server.send({ values: aDraft() })
    await server.stores.erasures.erase([id_driver])
    expect(await listOf(server)).toMatchObject([{ turn: 2 }])
    expect(await tracesIn(server.folder, ['evangelina@quis.pe', strokes])).toEqual([])
  })
})

test('a phone gets no card of an application that waits, as of one that there is not', async () => {
  const server = await openReception()
  const id = newId()
  await server.send({ id })
  const [waiting, unknown] = [await pictureFor(server, id), await pictureFor(server, newId())]
  expect([waiting.statusCode, waiting.json()]).toEqual([404, unknown.json()])
})

test('a server that starts removes what expired while none ran', async () => {
  const folder = await aFolder()
  const at = new Date(Date.now() - 25 * 3600 * 1000).toISOString()
  const old = { id: newId(), turn: 1, at, device: '192.168.1.77', photo: null, language: 'es' }
  const draft = aDraft({ email: 'evangelina@quis.pe' })
  const queue = JSON.stringify({ turn: 1, applications: [{ ...old, draft }] })
  await writeFile(join(folder, 'applications.json'), queue)
  await startTestServer({ folder })
  expect(await tracesIn(folder, ['evangelina@quis.pe'])).toEqual([])
})

test('staff hear of an application and of its correction, and nothing of a queue that cannot be read', async () => {
  const server = await openReception()
  const told = await followEvents(await server.app.listen({ port: 0, host: '127.0.0.1' }), 'queue')
  const id = newId()
  await server.send({ id })
  await expect.poll(() => told).toEqual([{ waiting: 0 }, { waiting: 1 }])
  vi.spyOn(server.stores.applications, 'list').mockRejectedValueOnce(new Error('away'))
  await server.send({ id })
  await server.send({ id })
  await expect.poll(() => told).toEqual([{ waiting: 0 }, { waiting: 1 }, { waiting: 1 }])
})

test('500 hostile applications get a refusal or a turn, and what is stored is named, bounded and read again', async () => {
  const server = await openReception()
  const hash = await writeWaiver(server)
  let [device, signed] = [0, 0]
  const hostile = fc.oneof(
    fc.string({ maxLength: 300 }),
    fc.constantFrom(
      'x'.repeat(70_000),
      '\u202e\u0000\ud800',
      '../../etc/passwd',
      '<script>',
      null,
      -1,
      1e308,
      [],
      {},
      { toString: 1, valueOf: 1 },
    ),
    fc.jsonValue(),
  )
  const values = fc.record(
    Object.fromEntries(
      ['name', 'dni', 'email', 'fechanac', 'modalidad', '__proto__', 'id', 'propio_x', 'photo'].map(
        (name) => [name, hostile],
      ),
    ),
    { requiredKeys: [] },
  )
  const badStrokes = fc.constantFrom('M5 5l0 0', 'M0 0l2000 10l10 10')
  const sent = fc.record({
    id: fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, fc.string({ maxLength: 30 })),
    values: fc.oneof(
      { weight: 4, arbitrary: fc.constant(null).map(() => aDraft()) },
      values.map((some) => ({ ...aDraft(), ...some })),
      hostile,
    ),
    more: fc.record(
      {
        ...{ consent: hostile, category: hostile, language: hostile, turn: hostile },
        waiver: fc.oneof(hostile, {
          weight: 4,
          arbitrary: fc.record(
            {
              hash: fc.oneof({ weight: 9, arbitrary: fc.constant(hash) }, hostile),
              strokes: fc.oneof({ weight: 4, arbitrary: fc.constant(strokes) }, badStrokes, hostile),
              guardian: fc.oneof(hostile, fc.record({ name: hostile, document: hostile })),
              ...{ at: hostile, by: hostile, paper: hostile, version: hostile },
            },
            { requiredKeys: ['hash', 'strokes'] },
          ),
        }),
      },
      { requiredKeys: ['waiver'] },
    ),
  })
  await fc.assert(
    fc.asyncProperty(sent, async ({ id, values, more }) => {
      device += 1
      const from = { remoteAddress: `10.0.${device >> 8}.${device & 255}` }
      const answer = await server.send(
        { ...(id !== undefined && { id }), values: values as object, more },
        from,
      )
      expect([201, 400, 409, 413, 422]).toContain(answer.statusCode)
      if (answer.statusCode !== 201) return
      const [stored] = await server.stores.applications.list()
      if (stored?.waiver) {
        signed += 1
        expect(stored.waiver).toEqual({ version: 1, hash, strokes, at: expect.any(String) })
      }
      await server.stores.applications.remove()
    }),
    { numRuns: 500 },
  )
  expect(signed).toBeGreaterThan(0)
  await server.send({
    values: { ...aDraft({ name: 'Ana' }), junk: 'junk', isAdmin: true },
    more: { turn: 7, outcome: { pilot: 'x' } },
  })
  const stored = await server.stores.applications.list()
  expect(stored).toMatchObject([{ turn: expect.any(Number), draft: { name: 'Ana' } }])
  expect(JSON.stringify(stored)).not.toMatch(/junk|isAdmin|outcome/)
  const again = await openFolderOf(server)
  expect(await again.applications.list()).toEqual(stored)
  expect(server.reported).toEqual([])
})
