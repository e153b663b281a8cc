/** Tests of the page of a credential: what each person gets, and what nobody may put into it. */
import { cp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test, vi } from 'vitest'
import { recordPath, sessionPath } from '#domain/api/addresses'
import { credentialPageModule, type RenderCredentialPage } from '#domain/api/wire'
import { UnavailableError } from '#domain/errors'
import type { PilotId } from '#domain/pilots/pilot-id'
import { addDays, today } from '#domain/text/date'
import { inOrder } from '#domain/text/text'
import { Availability } from '../../../server/store/availability.ts'
import { aFolder } from '../../support/folder.ts'
import { naughtyStrings } from '../../support/naughty-strings.ts'
import { aDraft } from '../../support/pilots.ts'
import { write } from '../../support/requests.ts'
import { root } from '../../support/root.ts'
import { openApp, publicUrl, registered, type TestServer } from '../../support/server.ts'

/** A request without a session, from the network. */
const stranger = { remoteAddress: '192.168.1.50', headers: { host: '192.168.1.20:4780' } }
const wrong = '/credencial/0000000000ZZ'
const load = createRequire(import.meta.url)
const modulePath = join(root, 'dist', 'client', credentialPageModule)
/** The most bytes of a public page besides its photo and its QR, as they are sent. */
const budget = 15_000

/** Returns the text of the page without its styles and embedded answers. */
function contentOf(body: string): string {
  return body.replace(/<style>.*?<\/style>|<script type="application\/json".*?<\/script>/gs, '')
}

function answersOf(body: string) {
  const [, json] = /<script type="application\/json" id="answers">(.*?)<\/script>/s.exec(body) ?? []
  return json === undefined ? undefined : JSON.parse(json)
}

/** Returns the addresses of the files of the build that the page names, besides the typeface. */
const assetsOf = (body: string) =>
  [...contentOf(body).matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => String(path))

/** The beginning of the classes that only pages of staff have: see `credential-staff.module.css`. */
const ofStaff = 'credential_staff_'

const publicPage = async ({ app }: TestServer, path: string, headers = {}) =>
  app.inject({ ...stranger, url: path, headers: { ...stranger.headers, ...headers } })

describe('without a session, the page of a credential', () => {
  test.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const)(
    'weighs at most 15 KB with its script and its typeface, sent with the encoding %s',
    async (encoding, unpack) => {
      const opened = await openApp()
      const { id_driver } = await registered(opened.app, aDraft())
      const accepts = { 'accept-encoding': `deflate, ${encoding}` }
      const { headers, rawPayload } = await publicPage(opened, `/credencial/${id_driver}`, accepts)
      expect(headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' })
      const body = String(unpack(rawPayload))
      expect(body).toBe((await publicPage(opened, `/credencial/${id_driver}`)).body)
      const assets = assetsOf(body)
      expect(assets).toEqual([expect.stringMatching(/^\/assets\/follow-\w+\.js$/)])
      expect(body).not.toContain('content="/assets')
      const typeface = /\/assets\/barlow-condensed-spanish-700-\w+\.woff2/.exec(body)?.[0] ?? ''
      let bytes = rawPayload.length
      for (const path of [...assets, typeface])
        bytes += (await opened.app.inject({ url: path, headers: accepts })).rawPayload.length
      expect(bytes).toBeGreaterThan(5000)
      expect(bytes).toBeLessThanOrEqual(budget)
    },
  )

  test('is complete with its first answer: the name, the status and all styles, which its policy names', async () => {
    const opened = await openApp()
    const { id_driver } = await registered(opened.app, aDraft())
    const { body, headers } = await publicPage(opened, `/credencial/${id_driver}`)
    expect(body).toContain('<title>Íñigo Núñez Peña · Credencial</title>')
    for (const text of ['VIGENTE', 'AB+', 'FM-2026-0001', 'Moto Club &quot;Ñandú&quot;', 'inigo']) {
      expect(contentOf(body)).toContain(text)
    }
    expect(body).not.toMatch(/rel="(stylesheet|modulepreload)"|style="/)
    const styles = [...body.matchAll(/<style>(.*?)<\/style>/gs)].map(([, style]) => String(style))
    const hash = async (style: string) =>
      Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(style))).toString('base64')
    const hashes = await Promise.all(styles.map(async (style) => `'sha256-${await hash(style)}'`))
    expect(headers['content-security-policy']).toContain(`; style-src 'self' ${hashes.join(' ')}; `)
    expect(headers['content-security-policy']).toContain("script-src 'self';")
    // The class names of the server are those of the stylesheet.
    const classes = new Set(
      [...contentOf(body).matchAll(/class="([^"]+)"/g)].flatMap(([, c]) => c?.split(' ')),
    )
    expect([...classes].filter((name) => !styles[0]?.includes(`.${name}`))).toEqual([])
    expect(classes.size).toBeGreaterThan(20)
    expect(styles[0]).not.toContain(ofStaff)
  })

  test('is never cached, and embeds no answers', async () => {
    const opened = await openApp()
    const { id_driver } = await registered(opened.app, aDraft())
    for (const path of [`/credencial/${id_driver}`, wrong]) {
      const { statusCode, headers, body } = await publicPage(opened, path)
      expect([statusCode, headers['cache-control'], headers.etag]).toEqual([200, 'no-store', undefined])
      expect(headers['x-robots-tag']).toBe('noindex, nofollow')
      expect(answersOf(body)).toBeUndefined()
    }
  })

  test('contains no more than the API returns to a marshal with --public minima', async () => {
    const opened = await openApp({ publicData: 'minima' })
    const { id_driver } = await registered(
      opened.app,
      aDraft({ dni: 41234567, email: 'secreto@ejemplo.org', participacion: 'Debutante' }),
    )
    const { body } = await publicPage(opened, `/credencial/${id_driver}`)
    expect(body).toContain('FM-2026-0001')
    const terms = [...contentOf(body).matchAll(/<dt[^>]*>(.*?)<\/dt>/g)].map(([, term]) => term)
    expect(terms).toEqual(['Licencia N°', 'Piloto N°', 'Modalidad', 'Licencia'])
    expect(body).not.toMatch(/secreto|41234567|987654321|1994-|\/1994|AB\+|Debutante|undefined/)
  })

  test('has the status but not its reason, and leads neither to the list nor to the form', async () => {
    const opened = await openApp()
    const { id_driver: id } = await registered(opened.app, aDraft())
    const suspension = { from: today(), reason: 'Pago pendiente' }
    await opened.stores.pilots.changeTerms([id], { medical: addDays(today(), 1), suspension })
    const { body } = await publicPage(opened, `/credencial/${id}`)
    expect(contentOf(body)).toContain('SUSPENDIDA')
    expect(body).not.toMatch(/Pago pendiente|certificado médico/)
    const navigation = /<nav.*?<\/nav>/s.exec(body)?.[0] ?? ''
    expect([...navigation.matchAll(/<a[^>]*>(.*?)<\/a>/g)].map(([, name]) => name)).toEqual(['Ayuda'])
    expect(contentOf(body)).not.toContain('Editar')
  })

  test('delays and then limits wrong codes, while right ones are shown at once', async () => {
    const held: (() => void)[] = []
    const wait = () => new Promise<void>((resolve) => held.push(resolve))
    const opened = await openApp({ clock: { now: () => 0, wait } })
    const { id_driver } = await registered(opened.app)
    const asked = async () => contentOf((await publicPage(opened, wrong)).body)
    for (let count = 0; count < 19; count += 1)
      expect(await asked()).toContain('No existe un piloto con este identificador')
    const late = Array.from({ length: 4 }, asked)
    await expect.poll(() => held).toHaveLength(4)
    const limited = await asked()
    expect(limited).toMatch(/Demasiados intentos: espere \d+ segundos? y pruebe otra vez/)
    expect(limited).toContain('href="/credencial/0000000000ZZ">Reintentar</a>')
    expect((await publicPage(opened, `/credencial/${id_driver}`)).body).toContain('Núñez Peña')
    for (const release of held) release()
    for (const body of await Promise.all(late)) expect(body).toContain('No existe un piloto')
  })

  test('tells that the database is away without its name, and offers and makes further attempts', async () => {
    const availability = new Availability()
    const opened = await openApp({ availability })
    vi.spyOn(opened.stores.pilots, 'get').mockRejectedValue(
      new UnavailableError('db.federacion.pe no responde'),
    )
    for (const isAvailable of [true, false]) {
      availability.set(isAvailable)
      const { statusCode, body } = await publicPage(opened, '/credencial/7K3Q9XW2M4TB')
      expect([statusCode, body]).toEqual([200, expect.stringContaining('La base de datos no responde.')])
      expect(body).toMatch(/data-is-temporary="true".*href="\/credencial\/7K3Q9XW2M4TB">Reintentar<\/a>/)
      expect(body).not.toContain('federacion')
    }
  })

  test('tells of any other failure without its text, which is reported', async () => {
    const opened = await openApp()
    vi.spyOn(opened.stores.pilots, 'get').mockRejectedValue(new Error('/home/ana/data is broken'))
    const { statusCode, body } = await publicPage(opened, '/credencial/7K3Q9XW2M4TB')
    expect([statusCode, body]).toEqual([200, expect.stringContaining('Algo falló en el kiosco')])
    expect(body).not.toContain('/home/ana')
    expect(opened.reported.map(String)).toEqual(['Error: /home/ana/data is broken'])
  })

  test('has the colours of the brand and the size of its logo', async () => {
    const opened = await openApp()
    const { id_driver } = await registered(opened.app)
    const { default: sharp } = await import('sharp')
    const logo = await sharp({ create: { width: 300, height: 100, channels: 3, background: '#c4001a' } })
      .png()
      .toBuffer()
    const payload = { name: 'Copa <Andina>', colour: '#ffd500', logo: logo.toString('base64') }
    await write(opened, 'PUT', '/api/brand', payload)
    const { body } = await publicPage(opened, `/credencial/${id_driver}`)
    expect(body).toContain('<style>:root{--brand:#ffd500;--on-brand:#000000}</style>')
    expect(body).toMatch(/<img [^>]*src="\/api\/brand\/logo\?v=\w+" alt="" width="300" height="100"\/>/)
    expect(contentOf(body)).toContain('Copa &lt;Andina&gt;')
  })

  test('leads to a sign-in that leads back to it', async () => {
    const opened = await openApp()
    const { id_driver } = await registered(opened.app)
    const link = /<a href="([^"]+)">Ingresar<\/a>/
    const linkOn = async (path: string) => link.exec((await publicPage(opened, path)).body)?.[1]
    expect(await linkOn(`/credencial/${id_driver.toLowerCase()}`)).toBe(`/login?credencial=${id_driver}`)
    expect(await linkOn('/credencial/%22%3E%3Cb%3E')).toBe('/login')
  })
})

describe('with a role, the page of a credential', () => {
  test('contains the same HTML, the application and its first answers, and is never cached', async () => {
    const { app } = await openApp()
    const record = await registered(
      app,
      aDraft({ name: '</script><script>alert(1)</script>', club: '$& <!-- {{answers}}' }),
    )
    const { body, headers } = await app.inject(`/credencial/${record.id_driver.toLowerCase()}`)
    const asked = recordPath(record.id_driver.toLowerCase())
    expect(answersOf(body)[asked]).toEqual({ status: 200, body: { data: [record] } })
    expect(answersOf(body)[sessionPath].body.data[0]).toMatchObject({ role: 'admin', staff: true })
    expect(headers['cache-control']).toBe('no-store')
    expect(assetsOf(body)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^\/assets\/start-\w+\.js$/)]),
    )
    expect(contentOf(body)).toContain('<div id="root" data-rendered>')
    expect(contentOf(body)).toContain('$&amp; &lt;!-- {{answers}}')
    expect(contentOf(body)).toContain('Imprimir</span>')
    expect(body.match(/<script/g)).toHaveLength(2)
    // The class names of the server are those of the application.
    const sheet = assetsOf(body).find((path) => path.endsWith('.css')) ?? ''
    const styles = (await app.inject(sheet)).body
    const classes = [...contentOf(body).matchAll(/class="([^"]+)"/g)].flatMap(([, c = '']) => c.split(' '))
    expect(classes.filter((name) => !styles.includes(`.${name}`))).toEqual([])
    expect(classes.filter((name) => name.startsWith(ofStaff)).length).toBeGreaterThan(5)
  })

  test('weighs at most 118.6 KB with the scripts and styles that it loads before it responds to a press', async () => {
    const { app } = await openApp()
    const url = `/credencial/${(await registered(app)).id_driver}`
    const assets = assetsOf((await app.inject(url)).body)
    expect(assets.length).toBeGreaterThan(4)
    let bytes = 0
    for (const path of [url, ...assets]) {
      const { statusCode, rawPayload } = await app.inject({ url: path, headers: { 'accept-encoding': 'br' } })
      expect(statusCode).toBe(200)
      bytes += rawPayload.length
    }
    expect(bytes).toBeGreaterThan(50_000)
    expect(bytes).toBeLessThanOrEqual(118_600)
  })

  test('is the page of the application if the database does not answer, or if the rendering fails', async () => {
    const availability = new Availability()
    const clientFolder = await aFolder()
    await cp(join(root, 'dist', 'client'), clientFolder, { recursive: true })
    await rm(join(clientFolder, credentialPageModule))
    const opened = await openApp({ availability, clientFolder })
    const { id_driver } = await registered(opened.app)
    const plain = await opened.app.inject(`/credencial/${id_driver}`)
    expect([plain.statusCode, plain.body]).toEqual([200, expect.stringContaining('<div id="root"><p')])
    expect(answersOf(plain.body)[recordPath(id_driver)]).toMatchObject({ status: 200 })
    expect(opened.reported.map(String)).toEqual([expect.stringContaining(credentialPageModule)])
    availability.set(false)
    const { body } = await opened.app.inject(`/credencial/${id_driver}`)
    expect(answersOf(body)).toEqual({})
  })
})

test('React is loaded for the first credential only', async () => {
  delete load.cache[modulePath]
  const { app } = await openApp()
  for (const url of ['/', '/login', '/api/session']) await app.inject(url)
  expect(load.cache[modulePath]).toBeUndefined()
  await app.inject(wrong)
  expect(load.cache[modulePath]).toBeDefined()
})

describe('no text of a pilot or of a brand', () => {
  const { renderCredentialPage } = load(modulePath) as { renderCredentialPage: RenderCredentialPage }
  const draft = aDraft()
  const pageOf = (text: string, role: string | null) => {
    const data = { ...draft, name: text, lastname: text, club: text, npiloto: text, participacion: text }
    const record = { id_driver: '7K3Q9XW2M4TB', attachment: null, data_driver: JSON.stringify(data) }
    const brand = { name: text, colour: '#12355b', logo: null }
    const session = {
      user: role && text,
      role,
      gate: null,
      staff: role !== null,
      public_url: publicUrl,
      event: `${text} `,
      brand,
    }
    const url = '/credencial/7K3Q9XW2M4TB'
    const answers = {
      [sessionPath]: { status: 200, body: { data: [session] } },
      [recordPath('7K3Q9XW2M4TB')]: { status: 200, body: { data: [record] } },
    }
    return { answers, html: renderCredentialPage({ url, answers, installation: 'clone' }).html }
  }
  const tagsOf = (html: string) => html.match(/<!?\/?[a-z-]+/gi)

  test.each([null, 'admin'])('changes the elements of the page, or the answers in it (role %s)', (role) => {
    const plain = tagsOf(pageOf('Ana', role).html)
    const texts = [...naughtyStrings, '</script>', '</style><script>', '<!--<script>', '{{content}}', "$'$`"]
    for (const text of texts.map((one) => one.toWellFormed()).filter(Boolean)) {
      const { html, answers } = pageOf(text, role)
      expect(tagsOf(html), text).toEqual(plain)
      expect(answersOf(html), text).toEqual(
        role === null ? undefined : JSON.parse(inOrder(JSON.stringify(answers))),
      )
    }
  })

  test('or address reaches the page unescaped', async () => {
    const opened = await openApp()
    for (const code of ['"><script>x', '<i>', "'-alert(1)-'"]) {
      const path = `/credencial/${encodeURIComponent(code)}?q=${encodeURIComponent('"><script>')}`
      const { statusCode, body } = await publicPage(opened, path)
      expect(statusCode).toBe(200)
      expect(body).not.toMatch(/<script>|<i>/)
    }
  })
})

test('a name that was stored with a change of direction is read in its order, by strangers and by staff', async () => {
  const opened = await openApp()
  const { id_driver: id } = await registered(opened.app, aDraft())
  const stored = await opened.stores.pilots.get(id as PilotId)
  vi.spyOn(opened.stores.pilots, 'get').mockResolvedValue({
    ...stored,
    name: 'Ana \u202eoiraM\u202c \u2067Paz',
  })
  const toStranger = (await publicPage(opened, `/credencial/${id}`)).body
  const toStaff = (await opened.app.inject(`/credencial/${id}`)).body
  for (const body of [toStranger, toStaff]) {
    expect(body).toContain('Ana oiraM Paz')
    expect(body).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/)
  }
})
