/** Tests of the HTTP contract: each call, and the answers to bad input. */
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { classNames } from '#domain/pilots/classes/classes'
import { aDraft, aPicture } from '../../support/pilots.ts'
import { readQr } from '../../support/qr-reader.ts'
import { sameOrigin } from '../../support/requests.ts'
import { formRequest, openApp, publicUrl, registered } from '../../support/server.ts'

const unknownId = '0000000000ZZ'

/** An SVG of 8 MB without a size: a decoder that asks for its size lays out all of its texts. */
const slowDrawing = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg">${'<text x="1" y="1">héllo wörld</text>'.repeat(220_000)}</svg>`,
)

describe('registering', () => {
  test('returns 201 and the record, with integers and a JSON string as in the specification', async () => {
    const { app } = await openApp()
    const draft = aDraft()
    const sent = { ...draft, celular: String(draft.celular), dni: `${draft.dni} `, extra: 'dropped' }
    const response = await app.inject(formRequest({ data_driver: sent }))
    expect(response.statusCode).toBe(201)
    const [record] = response.json().data
    expect(record.id_driver).toMatch(/^[0-9A-HJKMNP-TV-Z]{12}$/)
    expect(record.attachment).toBeNull()
    expect(JSON.parse(record.data_driver)).toEqual(draft)
  })

  test('refuses broken rules with 422 and a message for each field', async () => {
    const { app } = await openApp()
    const response = await app.inject(formRequest({ data_driver: aDraft({ email: 'no', club: ' ' }) }))
    expect(response.statusCode).toBe(422)
    expect(response.json()).toEqual({
      error: 'Hay datos por corregir',
      fields: { email: 'correo electronico invalido', club: 'Campo Requerido' },
    })
  })

  test('refuses a second pilot with one DNI with 409 and the identifier of the first', async () => {
    const { app } = await openApp()
    const first = await registered(app, aDraft({ dni: 7 }))
    const response = await app.inject(formRequest({ data_driver: aDraft({ dni: 7 }) }))
    expect(response.statusCode).toBe(409)
    expect(response.json()).toEqual({
      error: 'Ya existe un piloto con este DNI',
      fields: { dni: 'Ya existe un piloto con este DNI' },
      id: first.id_driver,
    })
  })

  test('one DNI in twenty simultaneous requests stores one pilot', async () => {
    const { app } = await openApp()
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => app.inject(formRequest({ data_driver: aDraft({ dni: 7 }) }))),
    )
    expect(responses.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1)
    expect(responses.filter(({ statusCode }) => statusCode === 409)).toHaveLength(19)
  })

  test('refuses a data_driver that is no object of JSON with 400', async () => {
    const { app } = await openApp()
    const error = 'data_driver no es un objeto JSON'
    for (const data_driver of ['{"name": ', '[]', 'null', '"texto"']) {
      const response = await app.inject(formRequest({ data_driver }))
      expect([data_driver, response.statusCode, response.json()]).toEqual([data_driver, 400, { error }])
    }
  })

  test('refuses a form without data_driver, a body that is not a form, and an incomplete form', async () => {
    const { app } = await openApp()
    const whole = formRequest({ data_driver: aDraft() })
    const half = { ...whole, payload: Buffer.from(String(whole.payload)).subarray(0, 200) }
    const requests = [
      formRequest({ otra: 'x' }),
      { method: 'POST', url: '/api', payload: {}, headers: sameOrigin } as const,
      half,
    ]
    const responses = await Promise.all(requests.map((request) => app.inject(request)))
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([400, 415, 400])
    expect(responses.map((response) => response.json().error)).toEqual([
      'Falta la parte data_driver',
      'El formulario va como multipart/form-data',
      'El formulario llegó incompleto: envíelo otra vez',
    ])
  })

  test('refuses a text over the limit instead of truncating it', async () => {
    const { app } = await openApp()
    const data_driver = { ...aDraft(), club: 'x'.repeat(300_000) }
    const response = await app.inject(formRequest({ data_driver }))
    expect(response.statusCode).toBe(413)
  })
})

describe('the photo', () => {
  test.each(['jpeg', 'png', 'webp'] as const)(
    'in %s is stored as JPEG under a generated name',
    async (format) => {
      const { app, folder } = await openApp()
      const record = await registered(app, aDraft(), await aPicture(format))
      expect(record.attachment).toMatch(/^[0-9A-Z]{12}\.jpg$/)
      const response = await app.inject(`/files/${record.attachment}`)
      expect(response.headers['content-type']).toBe('image/jpeg')
      expect(await sharp(response.rawPayload).metadata()).toMatchObject({
        format: 'jpeg',
        width: 800,
        height: 600,
      })
      expect(await readdir(join(folder, 'photos'))).toEqual([record.attachment])
    },
  )

  test.each([
    ['a text', Buffer.from('no soy una foto')],
    ['a GIF', aPicture('gif')],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['an SVG that takes minutes to lay out', slowDrawing],
    ['the first half of a PNG', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
  ])('that is %s is refused, and nothing is stored', async (_, picture) => {
    const { app, folder } = await openApp()
    const response = await app.inject(formRequest({ data_driver: aDraft(), _img: await picture }))
    expect(response.statusCode).toBe(422)
    expect(response.json().fields).toEqual({ _img: 'La foto no es una imagen válida' })
    expect((await app.inject('/api?list=all')).json().total).toBe(0)
    expect(await readdir(folder)).toEqual(['lock'])
  })

  test('over 10 MB is refused with 413', async () => {
    const { app } = await openApp()
    const picture = Buffer.alloc(10 * 1024 * 1024 + 1, 0xff)
    const response = await app.inject(formRequest({ data_driver: aDraft(), _img: picture }))
    expect([response.statusCode, response.json().error]).toEqual([
      413,
      'La foto pesa más de 10 MB: elija una más pequeña',
    ])
  })

  test('of a refused pilot is removed', async () => {
    const { app, folder } = await openApp()
    await registered(app, aDraft({ dni: 7 }))
    await app.inject(formRequest({ data_driver: aDraft({ dni: 7 }), _img: await aPicture() }))
    expect(await readdir(join(folder, 'photos'))).toEqual([])
  })

  test('that was not chosen arrives as an empty file, and is not stored', async () => {
    const { app } = await openApp()
    expect((await registered(app, aDraft(), Buffer.alloc(0))).attachment).toBeNull()
  })

  test('is not found at another address', async () => {
    const { app } = await openApp()
    await registered(app)
    for (const name of ['otra.jpg', '..%2Fpilots.json', '../pilots.json', '', '0000000000ZZ.jpg'])
      expect([name, (await app.inject(`/files/${name}`)).statusCode]).toEqual([name, 404])
  })
})

describe('editing', () => {
  test('replaces the data and keeps the photo unless another is sent', async () => {
    const { app, stores, folder } = await openApp()
    const before = await registered(app, aDraft(), await aPicture())
    const draft = aDraft({ name: 'Begoña' })
    const id_driver = before.id_driver.toLowerCase()
    const kept = await app.inject(formRequest({ data_driver: draft, id_driver }))
    expect(kept.statusCode).toBe(200)
    expect(kept.json().data[0]).toEqual({
      ...before,
      version: expect.any(String),
      data_driver: JSON.stringify(draft),
    })

    const other = { data_driver: draft, id_driver, _img: await aPicture('webp') }
    const changed = await app.inject(formRequest(other))
    const [{ attachment }] = changed.json().data
    expect(attachment).not.toBe(before.attachment)
    await stores.sweepPhotos(Date.now() + 1000)
    expect(await readdir(join(folder, 'photos'))).toEqual([attachment])
  })

  test('removes the photo on request, unless another is sent', async () => {
    const { app, stores, folder } = await openApp()
    const { id_driver } = await registered(app, aDraft({ dni: 7 }), await aPicture())
    const edited = { data_driver: aDraft({ dni: 7 }), id_driver }
    const attachmentAfter = async (parts: Record<string, string | Buffer>) =>
      (await app.inject(formRequest({ ...edited, ...parts }))).json().data[0].attachment
    expect(await attachmentAfter({ remove_img: '0' })).not.toBeNull()
    expect(await attachmentAfter({ remove_img: '1', _img: await aPicture('webp') })).not.toBeNull()
    expect(await attachmentAfter({ remove_img: '1', _img: Buffer.alloc(0) })).toBeNull()
    expect((await stores.pilots.get(id_driver)).photo).toBeNull()
    await stores.sweepPhotos(Date.now() + 1000)
    expect(await readdir(join(folder, 'photos'))).toEqual([])
  })

  test('an unknown pilot is answered with 404', async () => {
    const { app } = await openApp()
    const error = 'No existe un piloto con este identificador'
    for (const id_driver of [unknownId, 'corto', '', '../pilots']) {
      const response = await app.inject(formRequest({ data_driver: aDraft(), id_driver }))
      expect([id_driver, response.statusCode, response.json()]).toEqual([id_driver, 404, { error }])
    }
  })

  test('to the DNI of another pilot is answered with 409, and to its own is not', async () => {
    const { app } = await openApp()
    await registered(app, aDraft({ dni: 7 }))
    const { id_driver } = await registered(app, aDraft({ dni: 8 }))
    const edit = (dni: number) => app.inject(formRequest({ data_driver: aDraft({ dni }), id_driver }))
    expect([(await edit(7)).statusCode, (await edit(8)).statusCode]).toEqual([409, 200])
  })
})

describe('the list', () => {
  test('starts with the newest pilot, and is complete without a page', async () => {
    const { app } = await openApp()
    const ids = []
    for (let index = 0; index < 30; index += 1) ids.unshift((await registered(app)).id_driver)
    const { data, total } = (await app.inject('/api?list=all')).json()
    expect(total).toBe(30)
    expect(data.map((record: { id_driver: string }) => record.id_driver)).toEqual(ids)

    const page = (await app.inject('/api?list=all&page=2&per_page=25')).json()
    expect(page.total).toBe(30)
    expect(page.data.map((record: { id_driver: string }) => record.id_driver)).toEqual(ids.slice(25))
  })

  test('with a search starts with the best match, and says so if no pilot fits exactly', async () => {
    const { app } = await openApp()
    await registered(app, aDraft({ name: 'Percy', lastname: 'Condori', npiloto: '7' }))
    await registered(app, aDraft({ name: 'Luz', lastname: 'Percy Quispe', npiloto: '17' }))
    const found = async (query: string) => {
      const { data, ...rest } = (await app.inject(`/api?list=all&${query}`)).json()
      const numbers = data.map(({ data_driver }: { data_driver: string }) => JSON.parse(data_driver).npiloto)
      return { numbers, ...rest }
    }
    expect(await found('search=7')).toEqual({ numbers: ['7', '17'], total: 2 })
    expect(await found('search=7&order=desc')).toEqual({ numbers: ['17', '7'], total: 2 })
    expect(await found('search=qispe')).toEqual({ numbers: ['17'], total: 1, approximate: true })
    expect(await found('search=qispe&per_page=1&page=2')).toEqual({
      numbers: [],
      total: 1,
      approximate: true,
    })
    expect(await found('search=zacarias')).toEqual({ numbers: [], total: 0 })
    expect((await app.inject('/api/export?format=json&search=qispe')).json()).toMatchObject([
      { npiloto: '17' },
    ])
  })

  test('refuses a page, a number and an order that there is not, with 400', async () => {
    const { app } = await openApp()
    const pages = ['page=0', 'page=uno', 'per_page=201', 'per_page=0']
    for (const query of [...pages, 'sort=edad', 'order=up', 'search=a&search=b'])
      expect([query, (await app.inject(`/api?list=all&${query}`)).statusCode]).toEqual([query, 400])
  })

  test.each([
    ['/api?list=all&search=', '201 characters', 'a'.repeat(201)],
    ['/api?list=all&search=', '21 words', 'a '.repeat(21)],
    ['/api/export?search=', '21 words', 'a '.repeat(21)],
  ])('at %s refuses a search with %s', async (path, _size, search) => {
    const { app } = await openApp()
    const refused = await app.inject(path + encodeURIComponent(search))
    expect([refused.statusCode, refused.json().error]).toEqual([
      400,
      'La búsqueda admite hasta 200 caracteres y 20 palabras: acórtela',
    ])
    expect((await app.inject(path + encodeURIComponent('a '.repeat(20)))).statusCode).toBe(200)
  })

  test('returns one pilot by its identifier, in any case, and 404 for an unknown one', async () => {
    const { app } = await openApp()
    const record = await registered(app, aDraft({ modalidad: classNames('modalidad')[12] }))
    const response = await app.inject(`/api?list=${record.id_driver.toLowerCase()}`)
    expect(response.json()).toEqual({ data: [record] })
    for (const id of [unknownId, 'corto', '', '%00', '__proto__', 'constructor']) {
      const missing = await app.inject(`/api?list=${id}`)
      expect([missing.statusCode, missing.json().error]).toEqual([
        404,
        'No existe un piloto con este identificador',
      ])
    }
  })

  test('is requested by name: a call without list or qr gets 400, and an unknown address 404, both in JSON', async () => {
    const { app } = await openApp()
    expect((await app.inject('/api')).json()).toEqual({ error: 'Falta list o qr en la dirección' })
    const missing = await app.inject('/api/otra')
    expect([missing.statusCode, missing.json()]).toEqual([404, { error: 'No existe esa dirección' }])
    expect((await app.inject({ method: 'PUT', url: '/api', headers: sameOrigin })).statusCode).toBe(404)
  })
})

describe('the QR', () => {
  test('of a credential contains the public address, whatever the address of the page', async () => {
    const { app } = await openApp()
    const { id_driver } = await registered(app)
    for (const origin of ['http://localhost:4780', 'http://127.0.0.1', 'http://[::1]:4780', publicUrl]) {
      const qr = encodeURIComponent(`${origin}/credencial/${id_driver.toLowerCase()}`)
      const response = await app.inject(`/api?qr=${qr}`)
      expect(response.headers['content-type']).toBe('image/png')
      expect(await readQr(response.rawPayload), origin).toBe(`${publicUrl}/credencial/${id_driver}`)
    }
  })

  test('is available as SVG, and as PNG in the requested size', async () => {
    const { app } = await openApp()
    const { id_driver } = await registered(app)
    const qr = encodeURIComponent(`http://localhost/credencial/${id_driver}`)
    const svg = await app.inject(`/api?qr=${qr}&format=svg`)
    expect(svg.headers['content-type']).toBe('image/svg+xml')
    expect(await readQr(svg.rawPayload)).toBe(`${publicUrl}/credencial/${id_driver}`)
    const png = await app.inject(`/api?qr=${qr}&size=300`)
    expect(await sharp(png.rawPayload).metadata()).toMatchObject({ width: 300, height: 300 })
    for (const query of ['size=63', 'size=2049', 'size=mil', 'format=gif']) {
      expect((await app.inject(`/api?qr=${qr}&${query}`)).statusCode).toBe(400)
    }
  })

  test('of anything else is refused with 400', async () => {
    const { app } = await openApp()
    const { id_driver } = await registered(app)
    const addresses = [
      'hola',
      '',
      `http://otro.example/credencial/${id_driver}`,
      `http://localhost/credencial/${unknownId}`,
      `http://localhost/form/${id_driver}`,
      `http://localhost/credencial/${id_driver}?x=1`,
      `/credencial/${id_driver}`,
    ]
    for (const address of addresses) {
      const response = await app.inject(`/api?qr=${encodeURIComponent(address)}`)
      expect([response.statusCode, response.json().error]).toEqual([
        400,
        'Solo se dibuja el QR de una credencial de este kiosco',
      ])
    }
  })
})

describe('the disk', () => {
  test('that refuses a write is reported in Spanish, and the pilot is not listed', async () => {
    const { app, folder, reported } = await openApp()
    await mkdir(join(folder, 'pilots.json'))
    const response = await app.inject(formRequest({ data_driver: aDraft() }))
    expect(response.statusCode).toBe(500)
    expect(response.json().error).toMatch(/^No se puede usar .*pilots\.json: /)
    expect((await app.inject('/api?list=all')).json().total).toBe(0)
    expect(reported).toHaveLength(1)
  })

  test('has the registered pilots after a restart', async () => {
    const first = await openApp()
    const record = await registered(first.app, aDraft(), await aPicture())
    await first.stores.close()
    const second = await openApp({}, first.folder)
    expect((await second.app.inject('/api?list=all')).json()).toEqual({ data: [record], total: 1 })
    expect((await second.app.inject(`/files/${record.attachment}`)).statusCode).toBe(200)
  })
})

describe('a malformed request', () => {
  test('for an undecodable address returns the page with 404 to a person, and an error in Spanish to a program', async () => {
    const { app } = await openApp()
    const page = await app.inject('/form/%E0%A4%A')
    expect([page.statusCode, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
    const call = await app.inject('/files/%zz')
    expect([call.statusCode, call.json()]).toEqual([400, { error: 'La petición no se entiende' }])
  })
})
