/** Tests of the fields of one's own over HTTP: their definitions, and their values wherever those of other fields are. */
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import type { ListedField } from '#domain/pilots/own/calls'
import { maxOwnFields } from '#domain/pilots/own/own-fields'
import { mergeDesk, previewMerge, readOtherBackup } from '../../../server/merge/merge.ts'
import { findPersonData } from '../../../server/privacy/person-data.ts'
import { personPage } from '../../../server/privacy/person-files.ts'
import { PilotFields } from '../../../server/settings/current-settings.ts'
import { readBackup } from '../../../server/store/backup/backup.ts'
import { restoreBackup } from '../../../server/store/backup/restore.ts'
import { writeBackup } from '../../../server/store/backup/write-backup.ts'
import type { OpenSettings } from '../../../server/store/documents/settings.ts'
import { aFolder } from '../../support/folder.ts'
import { edit, otherDesk } from '../../support/other-desk.ts'
import { aDraft } from '../../support/pilots.ts'
import { dataOf, phone, restarted, sameOrigin, write } from '../../support/requests.ts'
import { orderHeaders } from '../../support/sent-orders.ts'
import { formRequest, openApp, registered, startTestServer, type TestServer } from '../../support/server.ts'
import { followEvents } from '../../support/stream.ts'

const headers = sameOrigin
const talla = 'propio_opcion_talla'
const bus = 'propio_texto_bus'

const aTalla = { kind: 'opcion', label: 'Talla', options: ['S', 'M', 'L'], audience: 'everyone' }
const aBus = { kind: 'texto', label: 'Bus', audience: 'desk', dataGroup: 'contact' }

/** Opens a server with a choice that everybody sees, and a text that only the desk does. */
async function openWithFields(): Promise<TestServer> {
  const server = await openApp()
  for (const field of [aTalla, aBus])
    expect((await write(server, 'POST', '/api/fields', field)).statusCode).toBe(200)
  return server
}

const valuesIn = ({ data_driver }: { data_driver: string }) => {
  const { [talla]: size, [bus]: text } = JSON.parse(data_driver)
  return [size, text]
}

test('a folder without fields of one’s own answers as before', async () => {
  const server = await openApp()
  expect(await dataOf(server, '/api/fields')).toEqual([])
  expect((await dataOf(server, '/api/session'))[0]).not.toHaveProperty('fields')
  const record = await registered(server.app, { ...aDraft(), [talla]: 'M' })
  expect(record.data_driver).not.toContain(talla)
  expect(record).not.toHaveProperty('own_facts')
  expect((await dataOf(server, '/api/count'))[0]).not.toHaveProperty('own')
})

test('the fields of settings that are gone, as after a repair of a folder, are gone too', () => {
  const settings = { current: { fields: { [bus]: { label: 'Bus', audience: 'desk', order: 1 } } } }
  const fields = new PilotFields(settings as unknown as OpenSettings)
  expect(fields.table.own).toEqual([bus])
  Object.assign(settings, { current: {} })
  expect(fields.table.own).toEqual([])
})

test('an admin defines, changes, moves and retires fields, which stay after a restart', async () => {
  const server = await openWithFields()
  await registered(server.app, { ...aDraft(), [talla]: 'm' })
  const url = `/api/fields/${talla}`
  const { kind: _kind, ...typed } = aTalla
  await write(server, 'PUT', url, { ...typed, label: 'Polo', isRequired: true })
  await write(server, 'POST', `${url}/move`, { up: false })
  await write(server, 'POST', `/api/fields/${bus}/retire`, { retired: true })
  const next = await restarted(server)
  const fields: ListedField[] = await dataOf(next, '/api/fields')
  expect(fields).toMatchObject([
    { name: bus, label: 'Bus', audience: 'desk', dataGroup: 'contact', order: 1, isRetired: true, pilots: 0 },
    {
      ...{ name: talla, label: 'Polo', options: ['S', 'M', 'L'], audience: 'everyone' },
      ...{ isRequired: true, order: 2, pilots: 1 },
    },
  ])
  expect(Object.keys((await dataOf(next, '/api/session'))[0].fields)).toEqual([talla, bus])
  expect((await next.app.inject({ ...phone, url: '/api/session' })).body).not.toContain('fields')
})

test.each([
  [{ ...aBus, label: 'Talla' }, 422, { label: 'Ya hay un campo con ese nombre' }],
  [{ ...aBus, label: 'Club' }, 422, { label: 'Ese nombre ya es de un dato de PilotOS: elija otro' }],
  [{ ...aTalla, label: 'Otra', options: [] }, 422, { options: 'Escriba las opciones, una por línea' }],
  [{ ...aBus, label: 'Otro', kind: 'lista' }, 400, undefined],
  [{ ...aBus, label: 'Otro', audience: 'emergency' }, 400, undefined],
])('the field %j is refused with %i', async (field, status, fields) => {
  const server = await openWithFields()
  const answer = await write(server, 'POST', '/api/fields', field)
  expect([answer.statusCode, answer.json().fields]).toEqual([status, fields])
  const unknown = await write(server, 'POST', '/api/fields/propio_texto_nada/retire', { retired: true })
  expect([unknown.statusCode, unknown.json().error]).toEqual([404, 'No existe ese campo'])
})

test('of two changes of one definition, the second is refused, unless both say the same', async () => {
  const server = await openWithFields()
  const { kind: _kind, ...base } = aTalla
  const change = (payload: object) => write(server, 'PUT', `/api/fields/${talla}`, payload)
  const more = { ...base, options: ['S', 'M', 'L', 'XL'], isRequired: true }
  const find = ({ name }: ListedField) => name === talla
  const { version } = (await dataOf(server, '/api/fields')).find(find)
  expect((await change({ ...more, version })).statusCode).toBe(200)
  const refused = await change({ ...base, label: 'Polo', version })
  expect([refused.statusCode, refused.json().error]).toEqual([
    409,
    'Otra persona cambió este campo mientras tanto. Campo Talla: Opciones: «S, M, L» → «S, M, L, XL», Obligatorio: «no» → «sí»',
  ])
  expect((await change({ ...more, version })).statusCode).toBe(200)
  expect((await change({ ...base, label: 'Polo' })).statusCode).toBe(200)
  const [field] = await dataOf(server, '/api/fields')
  expect(field).toMatchObject({ label: 'Polo', options: ['S', 'M', 'L'] })
  expect((await change(more)).statusCode).toBe(200)
})

test('a value is stored, shown, sorted, filtered, counted and told by the history', async () => {
  const server = await openWithFields()
  const { app } = server
  const record = await registered(app, { ...aDraft({ name: 'Ana' }), [talla]: 'm', [bus]: ' 12 ' })
  const { id_driver: id } = record
  await registered(app, { ...aDraft({ name: 'Eva' }), [talla]: 'L' })
  await registered(app, aDraft({ name: 'Luz' }))
  expect(valuesIn(record)).toEqual(['M', '12'])
  expect(record.own_facts).toEqual([
    { label: 'Talla', text: 'M' },
    { label: 'Bus', text: '12' },
  ])
  const [stranger] = await dataOf(server, { ...phone, url: `/api?list=${id}` })
  expect([valuesIn(stranger), stranger.own_facts]).toEqual([
    ['M', undefined],
    [{ label: 'Talla', text: 'M' }],
  ])
  expect((await app.inject({ ...phone, url: `/credencial/${id}` })).body).toMatch(/Talla<\/dt><dd>M/)

  const names = async (query: string) =>
    (await dataOf(server, `/api?list=all&${query}`)).map(
      (one: { data_driver: string }) => JSON.parse(one.data_driver).name,
    )
  const own = (text: string) => `own=${encodeURIComponent(text)}`
  expect(await names(own(`${talla}=L`))).toEqual(['Eva'])
  expect(await names(own(`${talla}=`))).toEqual(['Luz'])
  expect(await names('search=12')).toEqual(['Ana'])
  expect(await names(`sort=${talla}&order=asc`)).toEqual(['Eva', 'Ana', 'Luz'])
  const [counts] = await dataOf(server, `/api/count?${own(`${talla}=L`)}`)
  expect([counts.own, counts.no_photo]).toEqual([{ [talla]: { M: 1, L: 1, '': 1 } }, 1])

  const data_driver = { ...JSON.parse(record.data_driver), [bus]: '' }
  const change = { id_driver: id, version: record.version ?? '', data_driver }
  expect((await app.inject(formRequest(change))).statusCode).toBe(200)
  const late = { ...change, data_driver: { ...data_driver, [talla]: 'S' } }
  expect((await app.inject(formRequest(late))).statusCode).toBe(409)
  const history = await dataOf(server, `/api/pilots/${id}/history`)
  expect(history.at(-1).changes).toEqual([{ field: bus, label: 'Bus', before: '12', after: '' }])
})

test('no search finds the values of a retired field, in the list, its counts and the terminal', async () => {
  const server = await openWithFields()
  const { app, stores } = server
  await registered(app, { ...aDraft({ name: 'Ana' }), [bus]: 'Cóndor 12' })
  await registered(app, aDraft({ name: 'Eva', club: 'Cóndor 12' }))
  const found = async () => {
    const listed = await dataOf(server, '/api?list=all&search=condor')
    const [counts] = await dataOf(server, '/api/count?search=condor')
    return [listed.length, counts.no_photo, (await stores.pilots.list({ search: 'condor' })).total]
  }
  expect(await found()).toEqual([2, 2, 2])
  await write(server, 'POST', `/api/fields/${bus}/retire`, { retired: true })
  expect(await found()).toEqual([1, 1, 1])
  await write(server, 'POST', `/api/fields/${bus}/retire`, { retired: false })
  expect(await found()).toEqual([2, 2, 2])
})

test('a required field is asked for at the next edit, and a client that does not know it changes the rest', async () => {
  const server = await openWithFields()
  const { app } = server
  const before = await registered(app, aDraft({ name: 'Ana' }))
  const sized = await registered(app, { ...aDraft({ name: 'Eva' }), [talla]: 'S' })
  const { kind: _kind, ...typed } = aTalla
  await write(server, 'PUT', `/api/fields/${talla}`, { ...typed, isRequired: true })
  const refused = await app.inject(formRequest({ data_driver: aDraft() }))
  expect([refused.statusCode, refused.json().fields]).toEqual([422, { [talla]: 'Elija una opción de Talla' }])
  const edited = ({ id_driver, data_driver }: typeof before, changes: object) =>
    app.inject(formRequest({ id_driver, data_driver: { ...JSON.parse(data_driver), ...changes } }))
  expect((await edited(before, { club: 'Otro' })).statusCode).toBe(422)
  expect((await edited(before, { club: 'Otro', [talla]: 'L' })).statusCode).toBe(200)
  expect((await edited(sized, { [talla]: undefined })).statusCode).toBe(200)
  const [kept] = await dataOf(server, `/api?list=${sized.id_driver}`)
  expect([valuesIn(kept), kept.status.kind]).toEqual([['S', undefined], 'valid'])
})

test('a backup has the fields, and a merge joins those of two desks and their values one by one', async () => {
  const server = await openWithFields()
  const ana = aDraft({ name: 'Ana' })
  await registered(server.app, { ...ana, [talla]: 'S', [bus]: '1' })
  const path = await otherDesk(server.stores, async (other) => {
    await other.settings.change({
      fields: {
        [talla]: { label: 'Talla', options: ['S', 'XL'], audience: 'everyone', order: 1 },
        propio_numero_peso: { label: 'Peso', audience: 'desk', order: 3 },
      },
    })
    await edit(other, ana.dni, { [talla]: 'XL', propio_numero_peso: 70 })
  })
  await edit(server.stores, ana.dni, { [talla]: 'M', [bus]: '2' })
  const other = await readOtherBackup(path)
  const preview = await previewMerge(server.stores, other)
  expect(preview.fields).toEqual([
    '«Talla» tiene también las opciones de la otra mesa',
    'Se agrega el campo «Peso»',
  ])
  expect(preview.conflicts).toMatchObject([
    { field: talla, label: 'Talla', this: { value: 'M' }, other: { value: 'XL' } },
  ])
  const how = { choices: { prefer: 'other' as const }, by: 'marta', folder: await aFolder() }
  await mergeDesk(server.stores, other, how)
  const [pilot] = (await server.stores.pilots.list()).pilots
  expect(pilot).toMatchObject({ [talla]: 'XL', [bus]: '2', propio_numero_peso: 70 })
  const { fields } = await server.stores.settings.read()
  expect(fields?.[talla]?.options).toEqual(['S', 'M', 'L', 'XL'])

  const fresh = await openApp()
  await restoreBackup(fresh.stores, await readBackup(path))
  expect(Object.keys((await fresh.stores.settings.read()).fields ?? {})).toEqual([
    talla,
    bus,
    'propio_numero_peso',
  ])
})

test('an undone merge takes back the fields and options that it brought, except a field that an admin has changed since', async () => {
  const server = await openWithFields()
  const ana = aDraft({ name: 'Ana' })
  await registered(server.app, { ...ana, [talla]: 'S' })
  const before = await server.stores.settings.read()
  const path = await otherDesk(server.stores, async (other) => {
    const number = { label: 'Peso', audience: 'desk', order: 3 } as const
    await other.settings.change({
      fields: {
        [talla]: { label: 'Talla', options: ['XL'], audience: 'everyone', order: 1 },
        propio_numero_peso: number,
        propio_numero_altura: { ...number, label: 'Altura' },
      },
    })
    await edit(other, ana.dni, { propio_numero_peso: 70 })
  })
  const merge = async () => {
    const how = { choices: { prefer: 'other' as const }, by: 'marta', folder: await aFolder() }
    return (await mergeDesk(server.stores, await readOtherBackup(path), how)).change
  }
  const undo = (change?: number) => write(server, 'POST', '/api/import/undo', { change: change ?? 0 })
  expect((await undo(await merge())).statusCode).toBe(200)
  expect((await server.stores.settings.read()).fields).toEqual(before.fields)

  const again = await merge()
  await write(server, 'PUT', '/api/fields/propio_numero_altura', { label: 'Estatura', audience: 'gates' })
  await write(server, 'POST', `/api/fields/${bus}/move`, { up: true })
  expect((await undo(again)).statusCode).toBe(200)
  const fields: ListedField[] = await dataOf(server, '/api/fields')
  expect(fields.map(({ label, options }) => [label, options])).toEqual([
    ['Bus', undefined],
    ['Talla', ['S', 'M', 'L']],
    ['Estatura', undefined],
  ])
})

test('a restore keeps the fields that were defined since, with labels of their own and within the room for them', async () => {
  const server = await openWithFields()
  const { stores } = server
  const add = (label: string) => write(server, 'POST', '/api/fields', { ...aBus, label })
  for (let number = 3; number <= maxOwnFields; number += 1) await add(`Campo ${number}`)
  const path = `${await aFolder()}/copia.zip`
  await writeBackup(stores, path)
  await write(server, 'PUT', `/api/fields/${bus}`, { ...aBus, kind: undefined, label: 'Micro' })
  await write(server, 'POST', `/api/fields/propio_texto_campo_3/retire`, { retired: true })
  await add('Bus')
  await restoreBackup(stores, await readBackup(path))
  const all: ListedField[] = await dataOf(server, '/api/fields')
  expect(all.filter(({ isRetired }) => !isRetired).map(({ label }) => label)).toEqual([
    ...['Talla', 'Bus'],
    ...Array.from({ length: maxOwnFields - 2 }, (_, index) => `Campo ${index + 3}`),
  ])
  expect(all.at(-1)).toMatchObject({ name: `${bus}_2`, label: 'Bus (texto)', isRetired: true })
})

test('the data of a person, the forgetting of a group and an erasure include the values', async () => {
  const server = await openWithFields()
  const { stores, folder } = server
  const { id_driver: id } = await registered(server.app, { ...aDraft(), [talla]: 'M', [bus]: 'Bus secreto' })
  await write(server, 'POST', `/api/fields/${talla}/retire`, { retired: true })
  const page = personPage(await findPersonData(stores, id, []))
  expect(page).toMatch(/Otros datos.*Talla.*M.*Bus.*Bus secreto/s)
  const { fields: own } = await stores.settings.read()
  const basis = { rules: {} as never, day: '2026-11-21' }
  expect(await stores.erasures.forget({ ids: [id], group: 'contact', basis, own }, 'marta')).toEqual([id])
  const journal = async () => readFile(`${folder}/journal-000001.jsonl`, 'utf8').catch(() => '')
  expect(await journal()).not.toContain('Bus secreto')
  expect(await stores.pilots.get(id)).toMatchObject({ [talla]: 'M' })
  await stores.erasures.erase([id], 'marta')
  expect(await journal()).not.toContain(`"${talla}":"M"`)
})

test('the answer to a file names the fields of one’s own whose cells are bad', async () => {
  const { app } = await openWithFields()
  const payload = new FormData()
  const file = JSON.stringify([{ ...aDraft(), [talla]: 'XXL' }])
  payload.append('file', new File([file], 'tallas.json', { type: 'application/json' }))
  const answer = await app.inject({ method: 'POST', url: '/api/import?dry_run=1', headers, payload })
  expect(answer.statusCode, answer.body).toBe(200)
  expect(answer.json().data[0].groups).toMatchObject([{ field: talla, values: [{ value: 'XXL' }] }])
})

test('open pages and gates load again after a change of the fields', async () => {
  const { url } = await startTestServer()
  const [hellos, changes] = [await followEvents(url, 'hello'), await followEvents(url, 'change')]
  await expect.poll(() => hellos).toHaveLength(1)
  const post = { method: 'POST', headers: { ...orderHeaders(), 'content-type': 'application/json' } }
  expect((await fetch(`${url}/api/fields`, { ...post, body: JSON.stringify(aTalla) })).status).toBe(200)
  await expect.poll(() => changes).toEqual([{ number: 1, settings: expect.any(String) }])
})
