/** Tests of the order to erase a person for ever, and of what a registration and an import learn of it. */
import { expect, test } from 'vitest'
import { documentText } from '#domain/pilots/document'
import { aDraft, aForeigner, aPicture } from '../../support/pilots.ts'
import { openApp, publicUrl, registered, type TestServer } from '../../support/server.ts'

const laptop = { headers: { 'sec-fetch-site': 'same-origin' } }
const erase = ({ app }: TestServer, id: string, document: string) =>
  app.inject({ ...laptop, method: 'POST', url: `/api/pilots/${id}/erase`, payload: { document } })

test.each([
  ['a DNI in another notation', aDraft({ dni: 9876543 }), '09.876.543', '9876544'],
  ['a passport without its kind', aForeigner({ documento: 'AB123456' }), 'ab-123456', 'AB123457'],
  [
    'a card of several words',
    aForeigner({ tipodoc: 'Carné de extranjería', documento: '001234' }),
    '001234',
    '1234',
  ],
] as const)('a person is erased once the document was typed: %s', async (_, draft, typed, wrong) => {
  const server = await openApp()
  const { id_driver: id } = await registered(server.app, draft)
  const refused = await erase(server, id, wrong)
  expect([refused.statusCode, refused.json().fields]).toEqual([
    422,
    { document: 'No es el documento de esta persona' },
  ])
  expect((await server.stores.pilots.list()).total).toBe(1)
  const done = await erase(server, id, typed)
  expect(done.json().data).toEqual([
    { persons: 1, photos: 0, passages: 0, backups: 0, unread: [], removed: [] },
  ])
  expect((await server.stores.pilots.list()).total).toBe(0)
  // The answer was lost, and the order is sent again.
  expect((await erase(server, id, typed)).statusCode).toBe(404)
})

test('an incomplete rider without a document is erased once the name was typed', async () => {
  const server = await openApp()
  const { dni: _, ...values } = aDraft({ name: 'María José', lastname: 'Paz Soto' })
  await server.stores.pilots.import([{ line: 2, values }], { incomplete: true })
  const [rider] = (await server.stores.pilots.list()).pilots
  const refused = await erase(server, String(rider?.id), '')
  expect([refused.statusCode, refused.json().fields]).toEqual([
    422,
    { document: 'No es el nombre de esta persona' },
  ])
  expect((await erase(server, String(rider?.id), 'maria jose  paz soto')).statusCode).toBe(200)
  expect((await server.stores.pilots.list()).total).toBe(0)
})

test('a removed person is erased too, and leaves the list of the removed', async () => {
  const server = await openApp()
  const draft = aDraft()
  const { id_driver: id } = await registered(server.app, draft)
  await server.app.inject({ ...laptop, method: 'DELETE', url: `/api/pilots/${id}` })
  expect((await erase(server, id, documentText(draft) ?? '')).statusCode).toBe(200)
  expect((await server.app.inject({ url: '/api/removed' })).json()).toMatchObject({ data: [] })
})

test('a form learns that a person with the document and birth date was erased, until the person is registered again', async () => {
  const server = await openApp()
  const draft = aDraft()
  const { id_driver: id } = await registered(server.app, draft)
  const asked = async () =>
    (await server.app.inject({ url: `/api/duplicates?dni=${draft.dni}&fechanac=${draft.fechanac}` })).json()
      .data[0]
  expect(await asked()).toMatchObject({ dni: { id } })
  await erase(server, id, String(draft.dni))
  expect(await asked()).toEqual({ erased: expect.stringMatching(/^2/) })
  const again = await registered(server.app, draft)
  expect(again.id_driver).not.toBe(id)
  expect(await asked()).toEqual({ dni: expect.objectContaining({ id: again.id_driver }) })
})

test('nothing that the server has made of the person is answered any more: photos, QR, pages, prints and the roster', async () => {
  const server = await openApp()
  const { app } = server
  const draft = aDraft({ name: 'Evangelina' })
  const { id_driver: id, attachment } = await registered(app, draft, await aPicture('jpeg'))
  await registered(app, aDraft({ name: 'Otra' }))
  const payload = { ids: [id], layout: 'card' }
  const ordered = await app.inject({ ...laptop, method: 'POST', url: '/api/print', payload })
  const print = `/api/print/${ordered.json().data[0].job}`
  const pdf = async (): Promise<string | null> => (await app.inject(print)).json().data[0].url
  await expect.poll(pdf).not.toBeNull()
  const printed = (await pdf()) ?? ''
  const gone = {
    [`/files/${attachment}`]: 404,
    [`/files/${attachment}?size=small`]: 404,
    [`/api?qr=${publicUrl}/credencial/${id}`]: 400,
    [`/api?qr=${publicUrl}/credencial/${id}&format=svg`]: 400,
    [`/api?list=${id}`]: 404,
    [printed]: 404,
  }
  const holding = ['/api/gate/roster', `/credencial/${id}`]
  const statuses = async () => {
    const entries = Object.keys(gone).map(async (url) => [url, (await app.inject(url)).statusCode])
    return Object.fromEntries(await Promise.all(entries))
  }
  const named = async () => {
    const pages = await Promise.all(holding.map((url) => app.inject(url)))
    return pages.map(({ body }) => body.includes('Evangelina'))
  }
  expect(Object.values(await statuses())).toEqual(Object.keys(gone).map(() => 200))
  expect(await named()).toEqual([true, true])
  expect((await erase(server, id, String(draft.dni))).statusCode).toBe(200)
  expect(await statuses()).toEqual(gone)
  expect(await named()).toEqual([false, false])
})
