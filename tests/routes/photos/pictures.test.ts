/** Tests of the photos that staff take from a ZIP. */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { request } from 'node:http'
import { json } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import { strToU8, type ZipOptions, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { MachineError } from '#domain/errors'
import type { PictureImportInfo, PicturePreviewInfo } from '#domain/photos/calls'
import { maxZipBytes } from '#domain/photos/pictures'
import { aDraft, aPicture, complete } from '../../support/pilots.ts'
import { sameOrigin, write } from '../../support/requests.ts'
import { openApp, registered, type TestServer } from '../../support/server.ts'

const headers = sameOrigin
const url = '/api/pictures'

/** A part of a ZIP: its files by their names. */
type Files = Record<string, Uint8Array | [Uint8Array, ZipOptions]>

function zipOf(files: Files): Buffer {
  return Buffer.from(zipSync(files, { level: 0 }))
}

/** Replaces a name of a ZIP, in both of its places, with equally many bytes in any encoding. */
function rename(zip: Buffer, name: string, bytes: Buffer): void {
  expect(bytes).toHaveLength(name.length)
  for (let at = zip.indexOf(name); at >= 0; at = zip.indexOf(name, at)) bytes.copy(zip, at)
}

/** Uploads a ZIP, and returns the answer. */
async function send({ app }: TestServer, payload: Buffer) {
  const zip = { ...headers, 'content-type': 'application/zip' }
  return (await app.inject({ method: 'POST', url, headers: zip, payload })).json()
}

/** Uploads a ZIP, and returns the preview of its import. */
async function upload(server: TestServer, zip: Buffer): Promise<PicturePreviewInfo> {
  return (await send(server, zip)).data[0]
}

/** Begins to send a ZIP to a server that listens. */
function begin(port: string, zip: Buffer, path = url) {
  const type = { 'content-type': 'application/zip', 'content-length': zip.length }
  const sending = request({ port, path, method: 'POST', headers: { ...headers, ...type } })
  const answer = once(sending, 'response').then(([response]) => json(response))
  sending.write(zip.subarray(0, 200))
  return { sending, answer }
}

/** Makes the photos, and returns the report. */
async function make(server: TestServer, job: string, payload = {}): Promise<PictureImportInfo['report']> {
  const started = await write(server, 'POST', `${url}/${job}`, payload)
  expect(started.statusCode).toBe(202)
  const report = async () => (await server.app.inject(`${url}/${job}`)).json().data[0].report
  await expect.poll(report).not.toBeNull()
  return report()
}

/** Returns the names of the ZIPs that lie on the disk. */
async function uploadsOf({ folder }: TestServer) {
  const [uploads] = (await readdir(folder)).filter((name) => name.startsWith('upload-'))
  return uploads && (await readdir(`${folder}/${uploads}`)).filter((name) => name.endsWith('.zip'))
}

async function photoOf({ stores }: TestServer, id: string) {
  return (await stores.pilots.list()).pilots.find((pilot) => pilot.id === id)?.photo
}

test('names without an encoding are read, and match in upper and lower case', async () => {
  const server = await openApp()
  const { id_driver: id } = await registered(server.app, aDraft({ dni: 70000001, nlicencia: 'Ñ-7' }))
  const picture = await aPicture('jpeg')
  const unicodeName = Buffer.from('Ángel.jpg')
  const field = Buffer.alloc(5)
  field[0] = 1
  field.writeUInt32LE(crc32(Buffer.from('angel---.jpg')), 1)
  const zip = zipOf({
    'utf8---.jpg': picture,
    'dos.jpg': picture,
    'angel---.jpg': [picture, { extra: { 28789: Buffer.concat([field, unicodeName]) } }],
    'Fotos/__MACOSX/._70000001.jpg': picture,
    'Fotos/.DS_Store': picture,
    'Fotos/Thumbs.db': picture,
  })
  rename(zip, 'utf8---', Buffer.from('García'))
  rename(zip, 'dos.jpg', Buffer.from('\xa5-7.JPG', 'latin1'))
  const { job, ...found } = await upload(server, zip)
  expect(found.unmatched.map(({ name }) => name)).toEqual(['Ángel.jpg', 'García.jpg'])
  expect(found).toMatchObject({ fresh: 1, unreadable_total: 0 })
  expect(await make(server, job)).toMatchObject({ photos: 1, problems_total: 2 })
  expect(await photoOf(server, id)).not.toBeNull()
})

test('a pilot who gets a photo in the meantime keeps it', async () => {
  const server = await openApp()
  const { id_driver: id } = await registered(server.app, aDraft({ dni: 70000001 }))
  const { job } = await upload(server, zipOf({ '70000001.jpg': await aPicture('jpeg') }))
  const { photos, pilots } = server.stores
  const save = photos.save.bind(photos)
  let other = ''
  photos.save = async (jpeg) => {
    photos.save = save
    other = await save(jpeg)
    const { photo: _photo, ...pilot } = complete(await pilots.get(id as never))
    await pilots.update(id as never, pilot, { photo: other })
    return save(jpeg)
  }
  expect(await make(server, job)).toMatchObject({ photos: 0 })
  expect(await photoOf(server, id)).toBe(other)
})

test('an upload may take longer than other requests, and one that ends early leaves nothing behind', async () => {
  // The requests are checked ten times a second, but not for the time of their heads.
  const server = await openApp({ headTimeout: 300 })
  const { server: http } = server.app
  http.headersTimeout = 0
  await registered(server.app, aDraft({ dni: 70000001 }))
  const { port } = new URL(await server.app.listen({ host: '127.0.0.1', port: 0 }))
  const zip = zipOf({ '70000001.jpg': await aPicture('jpeg') })
  const slow = begin(port, zip)
  await expect.poll(() => uploadsOf(server)).toHaveLength(1)
  http.requestTimeout = 1
  await once(http, 'clientError')
  expect(await begin(port, zip, '/api/import').answer).toEqual({
    error: 'La petición tardó demasiado en llegar',
  })
  http.requestTimeout = 120_000
  slow.sending.end(zip.subarray(200))
  expect(await slow.answer).toMatchObject({ data: [{ fresh: 1 }] })
  const left = begin(port, zip)
  await expect.poll(() => uploadsOf(server)).toHaveLength(2)
  left.sending.destroy()
  await expect(left.answer).rejects.toThrow()
  await expect.poll(() => uploadsOf(server)).toHaveLength(1)
})

test('the ZIP is removed when it is cancelled, and when the server stops', async () => {
  const server = await openApp()
  const zip = zipOf({ 'nadie.jpg': await aPicture('jpeg') })
  const [{ job: one }, { job: other }] = [await upload(server, zip), await upload(server, zip)]
  const uploads = () => uploadsOf(server)
  expect(await uploads()).toHaveLength(2)
  const cancel = () => write(server, 'DELETE', `${url}/${one}`)
  expect([(await cancel()).statusCode, (await cancel()).statusCode]).toEqual([204, 404])
  expect(await uploads()).toEqual([`${other}.zip`])
  await server.app.close()
  expect(await uploads()).toBeUndefined()
})

test('an import that is cancelled or fails stores nothing', async () => {
  const server = await openApp()
  const files: Files = {}
  for (let dni = 70000001; dni <= 70000005; dni += 1) {
    await registered(server.app, aDraft({ dni }))
    files[`${dni}.jpg`] = await aPicture('jpeg')
  }
  const { photos, pilots } = server.stores
  const save = photos.save.bind(photos)
  const { job } = await upload(server, zipOf(files))
  const cancelled = new Promise<void>((resolve) => {
    photos.save = async (jpeg) => {
      photos.save = save
      write(server, 'DELETE', `${url}/${job}`).then(() => resolve())
      return save(jpeg)
    }
  })
  await write(server, 'POST', `${url}/${job}`, {})
  await cancelled
  const withPhoto = async () => (await pilots.list()).pilots.filter(({ photo }) => photo).length
  expect(await withPhoto()).toBe(0)

  const { job: failing } = await upload(server, zipOf(files))
  photos.save = async () => {
    throw new MachineError('El disco falló')
  }
  await write(server, 'POST', `${url}/${failing}`, {})
  await expect.poll(async () => (await server.app.inject(`${url}/${failing}`)).statusCode).toBe(500)
  expect(await withPhoto()).toBe(0)
  expect(server.reported.every(({ message }) => message === 'El disco falló')).toBe(true)
})

describe('a hostile ZIP', () => {
  test.each<[string, () => Buffer | Promise<Buffer>, RegExp]>([
    ['that is no ZIP', () => randomBytes(500), /no es un ZIP/],
    ['that is cut short', async () => zipOf({ '1.jpg': await aPicture() }).subarray(0, 60), /no es un ZIP/],
    [
      'with a name that leaves its folder',
      () => zipOf({ '../../etc/1.jpg': randomBytes(9) }),
      /no es un ZIP/,
    ],
    ['with an absolute name', () => zipOf({ '/etc/1.jpg': randomBytes(9) }), /no es un ZIP/],
    [
      'with too many files',
      () =>
        zipOf(Object.fromEntries(Array.from({ length: 10_001 }, (_, n) => [`${n}.jpg`, new Uint8Array()]))),
      /más de 10.000 archivos/,
    ],
    [
      'that unpacks to much more than it has',
      () => {
        const zeros = new Uint8Array(9_000_000)
        const files = Object.fromEntries(Array.from({ length: 10 }, (_, n) => [`${n}.jpg`, zeros]))
        return Buffer.from(zipSync(files, { level: 9 }))
      },
      /ocuparía demasiado/,
    ],
    [
      'whose end is said to be beyond all files',
      async () => withFarEnd(zipOf({ '1.jpg': await aPicture() })),
      /no es un ZIP/,
    ],
  ])('%s is refused', async (_title, make, message) => {
    const server = await openApp()
    await registered(server.app, aDraft({ dni: 70000001 }))
    expect((await send(server, await make())).error).toMatch(message)
    expect(await uploadsOf(server)).toEqual([])
    expect(server.reported).toEqual([])
  })

  test('with a picture that is said to be beyond all files gives its other pictures', async () => {
    const server = await openApp()
    for (const dni of [70000001, 70000002]) await registered(server.app, aDraft({ dni }))
    const picture = await aPicture('jpeg')
    const zip = withFarPicture(zipOf({ '70000001.jpg': picture, '70000002.jpg': picture }))
    const damaged = { name: '70000001.jpg', reason: 'está dañada en el ZIP' }
    const { job, ...found } = await upload(server, zip)
    expect(found).toMatchObject({ fresh: 1, unreadable: [damaged] })
    expect(await make(server, job)).toMatchObject({ photos: 1, problems: [damaged] })
  })

  test('with names for nobody to read says so, in short', async () => {
    const server = await openApp()
    const zip = zipOf({
      [`${'7'.repeat(60_000)}.jpg`]: await aPicture('jpeg'),
      'a\u202egpj.jpg': strToU8(''),
    })
    const found = await upload(server, zip)
    expect(found.unreadable).toMatchObject([{ reason: 'tiene un nombre demasiado largo' }])
    expect(found.unreadable[0]?.name.length).toBeLessThanOrEqual(1000)
    expect(found.unmatched).toMatchObject([{ name: 'a gpj.jpg' }])
  })

  test('with a compression of its own is reported', async () => {
    const server = await openApp()
    await registered(server.app, aDraft({ dni: 70000001 }))
    const zip = zipOf({ '70000001.jpg': await aPicture('jpeg') })
    // The compression method 9, Deflate64, of the explorer of Windows (APPNOTE 4.4.5).
    zip.writeUInt16LE(9, zip.indexOf('PK\x01\x02', 0, 'latin1') + 10)
    const found = await upload(server, zip)
    expect(found.unreadable[0]?.reason).toMatch(/^está comprimida de un modo poco común/)
  })

  test('with a picture that is larger than it declares does not become a photo', async () => {
    const server = await openApp()
    const { id_driver: id } = await registered(server.app, aDraft({ dni: 70000001 }))
    const zip = Buffer.from(zipSync({ '70000001.jpg': new Uint8Array(5_000_000) }, { level: 9 }))
    // The uncompressed size in the central directory (APPNOTE 4.3.12), and in the local header.
    zip.writeUInt32LE(1000, zip.indexOf('PK\x01\x02', 0, 'latin1') + 24)
    zip.writeUInt32LE(1000, 22)
    const report = await make(server, (await upload(server, zip)).job)
    expect(report).toMatchObject({
      photos: 0,
      problems: [{ name: '70000001.jpg', reason: 'está dañada en el ZIP' }],
    })
    expect(await photoOf(server, id)).toBeNull()
  })

  test('with a picture of more than 10 MB does not become a photo', async () => {
    const server = await openApp()
    await registered(server.app, aDraft({ dni: 70000001 }))
    const found = await upload(server, zipOf({ '70000001.jpg': randomBytes(10 * 1024 * 1024 + 1) }))
    expect(found).toMatchObject({ fresh: 0, unreadable_total: 1 })
  })
})

test('a ZIP of more than 4 GB, a body of another type and a fourth ZIP are refused', async () => {
  const server = await openApp()
  const zip = zipOf({ 'nadie.jpg': await aPicture('jpeg') })
  const post = async (changes: object = {}, from: object = {}) => {
    const type = { 'content-type': 'application/zip' }
    const call = { method: 'POST', url, payload: zip, headers: { ...headers, ...type, ...changes } } as const
    return (await server.app.inject({ ...call, ...from })).statusCode
  }
  expect(await post({ 'content-length': String(maxZipBytes + 1) })).toBe(413)
  expect(await post({ 'content-type': 'application/json' }, { payload: { size: 10 } })).toBe(400)
  await upload(server, zip)
  expect([await post(), await post(), await post()]).toEqual([201, 201, 429])
  expect((await server.app.inject(`${url}/nada`)).statusCode).toBe(404)
})

/** Adds the end of a ZIP64 (APPNOTE 4.3.15) which says that the list of files is 8 EB away. */
function withFarEnd(zip: Buffer): Buffer {
  const end = zip.lastIndexOf('PK\x05\x06', undefined, 'latin1')
  const locator = Buffer.alloc(20)
  locator.write('PK\x06\x07', 'latin1')
  locator.writeBigUInt64LE(far, 8)
  return Buffer.concat([zip.subarray(0, end), locator, zip.subarray(end)])
}

/** Says that the first picture of a ZIP is 8 EB away, in the field of a ZIP64 (APPNOTE 4.5.3). */
function withFarPicture(zip: Buffer): Buffer {
  const entry = zip.indexOf('PK\x01\x02', 0, 'latin1')
  const field = Buffer.alloc(12)
  field.writeUInt16LE(1)
  field.writeUInt16LE(8, 2)
  field.writeBigUInt64LE(far, 4)
  zip.writeUInt16LE(field.length, entry + 30)
  zip.writeUInt32LE(0xffffffff, entry + 42)
  const nameEnd = entry + 46 + zip.readUInt16LE(entry + 28)
  return Buffer.concat([zip.subarray(0, nameEnd), field, zip.subarray(nameEnd)])
}

const far = 2n ** 63n

test('an erasure drops a ZIP that waits, and does not wait for one that is being received', async () => {
  const server = await openApp()
  const { id_driver: code } = await registered(server.app, aDraft({ dni: 70000003 }))
  const zip = zipOf({ '70000003.jpg': await aPicture('jpeg') })
  const { job } = await upload(server, zip)
  const { port } = new URL(await server.app.listen({ host: '127.0.0.1', port: 0 }))
  const { sending, answer } = begin(port, zip)
  await expect.poll(() => uploadsOf(server)).toHaveLength(2)
  const erased = await write(server, 'POST', `/api/pilots/${code}/erase`, { document: '70000003' })
  expect(erased.statusCode).toBe(200)
  expect((await server.app.inject(`${url}/${job}`)).statusCode).toBe(404)
  expect(await uploadsOf(server)).toHaveLength(1)
  sending.end(zip.subarray(200))
  expect(await answer).toMatchObject({ data: [{ fresh: 0, unmatched: [{ name: '70000003.jpg' }] }] })
})
