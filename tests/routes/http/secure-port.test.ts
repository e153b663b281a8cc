/** Tests of the https port of gates, with the certificate that the server makes. */
import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { request } from 'node:https'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { expect, onTestFinished, test } from 'vitest'
import { lacks } from '../../support/abilities.ts'
import { addAccount } from '../../support/page.ts'
import { startTestServer } from '../../support/server.ts'

interface Answer {
  status: number | undefined
  headers: Record<string, string | string[] | undefined>
  body: string
}

interface Call {
  path?: string
  method?: string
  headers?: Record<string, string>
  body?: string
  /** The certificate that the caller trusts. */
  ca?: string
}

function call(url: string, { path = '/api/session', body, ...options }: Call): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(new URL(path, url), { ...options, servername: '', agent: false }, async (answer) => {
      const { statusCode: status, headers } = answer
      let text = ''
      for await (const part of answer) text += part
      resolve({ status, headers, body: text })
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

test('the https port answers callers who trust its certificate, and refuses those who have not allowed it', async () => {
  const { folder, secureUrl = '' } = await startTestServer({ securePort: 0 })
  expect(secureUrl).toMatch(/^https:\/\/192\.168\.1\.20:\d+$/)
  const here = secureUrl.replace('192.168.1.20', '127.0.0.1')
  const file = join(folder, 'certificate.pem')
  await expect(call(here, {})).rejects.toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' })

  const ca = await readFile(file, 'utf8')
  const { status, headers, body } = await call(here, { ca })
  expect(status).toBe(200)
  expect(JSON.parse(body).data[0].secure_url).toBe(secureUrl)
  // The http address must go on working in the same browser.
  expect(headers).not.toHaveProperty('strict-transport-security')

  const certificate = new X509Certificate(ca)
  expect(certificate.checkIP('192.168.1.20')).toBe('192.168.1.20')
  expect(certificate.checkHost('localhost')).toBe('localhost')
  expect((Date.parse(certificate.validTo) - Date.now()) / 86_400_000).toBeLessThan(825)
  if (!lacks('file modes')) expect((await stat(file)).mode & 0o777).toBe(0o600)
})

test('a session belongs to the port that gave it, over https it is secure, and only pages of the server can write', async () => {
  const { url, folder, secureUrl = '' } = await startTestServer({ securePort: 0, requireLogin: true })
  await addAccount(folder, 'ana')
  const here = secureUrl.replace('192.168.1.20', '127.0.0.1')
  const ca = await readFile(join(folder, 'certificate.pem'), 'utf8')
  const json = { 'content-type': 'application/json' }
  const body = JSON.stringify({ user: 'ana', password: 'la clave de ana' })
  const signIn = { method: 'POST', ca, body }
  const strange = await call(here, { ...signIn, headers: { ...json, origin: 'https://otro.example' } })
  expect(strange.status).toBe(403)
  const secure = await call(here, { ...signIn, headers: { ...json, origin: here } })
  const [ofHttps = '', device = ''] = [secure.headers['set-cookie'] ?? []].flat()
  expect(ofHttps).toMatch(
    /^__Host-pilotos_session=https\.[^;]+;.*; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
  )
  expect(device).toMatch(/^__Secure-pilotos_device_.*; Secure;/)
  const plain = await fetch(`${url}/api/session`, { method: 'POST', headers: { ...json, origin: url }, body })
  const [ofHttp = ''] = plain.headers.getSetCookie()
  expect(ofHttp).not.toContain('Secure')

  const valueIn = (cookie: string) => cookie.slice(cookie.indexOf('=') + 1, cookie.indexOf(';'))
  const overHttp = async (cookie: string) =>
    (await fetch(`${url}/api?list=all`, { headers: { cookie } })).status
  const overHttps = async (cookie: string) =>
    (await call(here, { path: '/api?list=all', ca, headers: { cookie } })).status
  expect(await overHttp(`pilotos_session=${valueIn(ofHttp)}`)).toBe(200)
  expect(await overHttps(`__Host-pilotos_session=${valueIn(ofHttps)}`)).toBe(200)
  for (const name of ['pilotos_session', '__Host-pilotos_session']) {
    expect(await overHttp(`${name}=${valueIn(ofHttps)}`), name).toBe(401)
    expect(await overHttps(`${name}=${valueIn(ofHttp)}`), name).toBe(401)
    // The prefix is a part of the secret.
    expect(await overHttp(`${name}=${valueIn(ofHttps).replace('https.', '')}`), name).toBe(401)
    expect(await overHttps(`${name}=https.${valueIn(ofHttp)}`), name).toBe(401)
  }
})

test('a connection without a request does not hold up the end of the server', async () => {
  const { secureUrl = '', close } = await startTestServer({ securePort: 0 })
  const socket = connect({
    port: Number(new URL(secureUrl).port),
    host: '127.0.0.1',
    rejectUnauthorized: false,
  })
  await once(socket, 'secureConnect')
  const ended = once(socket, 'close')
  const late = setTimeout(() => socket.destroy(new Error('the server waited for it')), 9000)
  await Promise.all([close(), ended])
  clearTimeout(late)
})

test('a certificate is kept as long as it is good, and replaced for another address or if its file is damaged', async () => {
  const start = async (publicUrl: string, folder?: string) => {
    const server = await startTestServer({ securePort: 0, publicUrl, folder })
    await server.close()
    return { folder: server.folder, pem: await readFile(join(server.folder, 'certificate.pem'), 'utf8') }
  }
  const first = await start('http://192.168.1.20:4780')
  const { folder } = first
  expect((await start('http://192.168.1.20:4780', folder)).pem).toBe(first.pem)
  const moved = await start('http://10.0.0.7:4780', folder)
  expect(new X509Certificate(moved.pem).checkIP('10.0.0.7')).toBeDefined()
  await writeFile(join(folder, 'certificate.pem'), moved.pem.slice(0, 300))
  const renewed = await start('http://192.168.1.20:4780', folder)
  expect(new X509Certificate(renewed.pem).checkIP('192.168.1.20')).toBeDefined()
})

test('each address has one key and one certificate, also after the laptop has been in another network', async () => {
  let folder: string | undefined
  const certificates: string[] = []
  for (const host of ['192.168.1.20', '10.0.0.7', '192.168.1.20', '10.0.0.7']) {
    const server = await startTestServer({ securePort: 0, publicUrl: `http://${host}:4780`, folder })
    ;({ folder } = server)
    const { port } = new URL(server.secureUrl ?? '')
    const socket = connect({ port: Number(port), host: '127.0.0.1', rejectUnauthorized: false })
    await once(socket, 'secureConnect')
    const { raw } = socket.getPeerCertificate()
    socket.destroy()
    await server.close()
    const certificate = new X509Certificate(raw)
    expect(certificate.checkIP(host)).toBe(host)
    certificates.push(certificate.fingerprint256)
  }
  const [first, second] = certificates
  expect(first).not.toBe(second)
  expect(certificates).toEqual([first, second, first, second])
})

test('a kiosk whose https port is taken opens all the same, and says what gates lack and what to do', async () => {
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void other.close())
  const { port = 0 } = other.address() as { port?: number }
  const { url, secureUrl, notes } = await startTestServer({ securePort: port })
  expect(secureUrl).toBeUndefined()
  expect(notes.join()).toContain(`el puerto ${port} está en uso`)
  expect(notes.join()).toContain('--https-port')
  expect((await fetch(`${url}/api/session`)).status).toBe(200)
})
