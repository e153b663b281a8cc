/** Tests the brand of the event: its name, colour and logo. */
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { prepareLogo } from '../../../server/photos/pictures.ts'
import { qrPng } from '../../../server/qr/qr.ts'
import { openStores } from '../../../server/store/open.ts'
import { aFolder } from '../../support/folder.ts'
import { aDraft, aPicture } from '../../support/pilots.ts'
import { write } from '../../support/requests.ts'
import { openApp, registered } from '../../support/server.ts'

const svg = (inside: string, size = 'width="300" height="100"') =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${size}>${inside}</svg>`,
  )
const mark = svg('<script>alert(1)</script><rect width="300" height="100" fill="#00f"/>')

function change(app: FastifyInstance, brand: object) {
  const payload = { name: '', colour: '#12355b', ...brand }
  return write({ app }, 'PUT', '/api/brand', payload)
}

async function brandOf(app: FastifyInstance) {
  return (await app.inject('/api/session')).json().data[0].brand
}

test('a brand is stored, and everyone sees its name, its colour and its logo as a PNG', async () => {
  const { app, folder, stores } = await openApp()
  expect(await brandOf(app)).toEqual({ name: '', colour: '#12355b', logo: null })
  const changed = await change(app, {
    name: ' Copa Andina ',
    colour: '#ffd500',
    logo: mark.toString('base64'),
  })
  expect(changed.statusCode).toBe(200)
  const { logo, ...rest } = await brandOf(app)
  expect(rest).toEqual({ name: 'Copa Andina', colour: '#ffd500', logo_size: [600, 200] })
  const picture = await app.inject({ url: logo, remoteAddress: '192.168.1.50' })
  expect(picture.headers['content-type']).toBe('image/png')
  expect(picture.headers['cache-control']).toContain('immutable')
  expect(await sharp(picture.rawPayload).metadata()).toMatchObject({ format: 'png', width: 600, height: 200 })
  expect(picture.body).not.toContain('script')

  await stores.close()
  const again = await openStores(folder)
  expect((await again.settings.read()).brand).toMatchObject({ name: 'Copa Andina', colour: '#ffd500' })
  await again.close()
})

test('the logo stays without a new one, has another address after a change, and can be removed', async () => {
  const { app } = await openApp()
  await change(app, { logo: mark.toString('base64') })
  const { logo } = await brandOf(app)
  await change(app, { name: 'Copa' })
  expect((await brandOf(app)).logo).toBe(logo)
  await change(app, { logo: svg('<circle cx="50" cy="50" r="40"/>').toString('base64') })
  expect((await brandOf(app)).logo).not.toBe(logo)
  await change(app, { logo: null })
  expect((await brandOf(app)).logo).toBe(null)
  expect((await app.inject('/api/brand/logo')).statusCode).toBe(404)
})

test('a file that is no logo is refused, and changes nothing', async () => {
  const { app } = await openApp()
  const refused = await change(app, { name: 'Copa', logo: Buffer.from('hola').toString('base64') })
  expect(refused.statusCode).toBe(422)
  expect(refused.json().fields.logo).toMatch(/logo/)
  expect((await brandOf(app)).name).toBe('')
})

test.each([
  ['nothing', Buffer.alloc(0)],
  ['a GIF', Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAA=', 'base64')],
  ['an SVG of a million pixels a side', svg('<rect/>', 'width="1000000" height="1000000"')],
  ['a file over 2 MB', Buffer.concat([mark, Buffer.alloc(2.1 * 1024 * 1024, ' ')])],
  ['an SVG with more elements than any logo', svg('<rect width="1" height="1"/>'.repeat(10_001))],
])('%s is no logo', async (_, content) => {
  const refused = { details: { fields: { logo: expect.stringMatching(/logo/) } } }
  await expect(prepareLogo(content)).rejects.toMatchObject(refused)
})

/** An SVG of 35 KB that takes minutes to draw. */
const slowMark = svg(
  Array.from(
    { length: 200 },
    (_, index) =>
      `<filter id="f${index}"><feGaussianBlur stdDeviation="${50 + index}"/><feMorphology operator="dilate" radius="60"/></filter>
      <rect width="3000" height="1000" filter="url(#f${index})"/>`,
  ).join(''),
  'width="3000" height="1000"',
)

/** An SVG of 100 KB with a picture of 20,000 × 20,000 pixels. */
function largeMark(): Buffer {
  const png = qrPng('https://ejemplo.org', 20_000).toString('base64')
  return svg(`<image width="300" height="100" xlink:href="data:image/png;base64,${png}"/>`)
}

test('an SVG that takes gigabytes to draw is refused with an advice', async () => {
  const { app } = await openApp()
  const refused = await change(app, { logo: largeMark().toString('base64') })
  expect([refused.statusCode, refused.json().fields]).toEqual([
    422,
    { logo: 'El logo es demasiado complejo para dibujarlo: guárdelo como PNG y elija ese archivo' },
  ])
  expect((await change(app, { logo: mark.toString('base64') })).statusCode).toBe(200)
})

test('photos do not wait for logos that take minutes to draw, nor does the end of the server', async () => {
  const { app } = await openApp({ workers: undefined })
  const logos = [1, 2, 3].map(() => change(app, { logo: slowMark.toString('base64') }))
  expect(await registered(app, aDraft(), await aPicture())).toMatchObject({ attachment: expect.any(String) })
  await app.close()
  for (const { statusCode } of await Promise.all(logos)) expect(statusCode).toBe(503)
})

test('an SVG shows no file of the laptop', async () => {
  const secret = join(await aFolder(), 'secret.png')
  await sharp({ create: { width: 300, height: 100, channels: 3, background: '#ff0000' } })
    .png()
    .toFile(secret)
  for (const address of [secret, `file://${secret}`]) {
    const content = svg(
      `<rect width="300" height="100" fill="#0000ff"/><image xlink:href="${address}" width="300" height="100"/>`,
    )
    const [red] = await sharp(await prepareLogo(content))
      .extract({ left: 300, top: 100, width: 1, height: 1 })
      .raw()
      .toBuffer()
    expect(red).toBe(0)
  }
})

test('a brand has a name and a colour that are valid', async () => {
  const { app } = await openApp()
  expect((await change(app, { colour: 'red' })).json().error).toBe('El color se escribe como #12355b')
  expect((await change(app, { name: 'C'.repeat(61) })).json().error).toBe(
    'El nombre admite hasta 60 caracteres',
  )
})

test('a sample card is a PDF with the brand, which is not stored', async () => {
  const { app } = await openApp()
  const payload = { name: 'Copa', colour: '#ffd500', logo: mark.toString('base64') }
  const { headers, rawPayload } = await write({ app }, 'POST', '/api/brand/card', payload)
  expect(headers['content-type']).toBe('application/pdf')
  expect(rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  expect(rawPayload.includes('/Subtype /Image')).toBe(true)
  expect(await brandOf(app)).toMatchObject({ name: '', logo: null })
})
