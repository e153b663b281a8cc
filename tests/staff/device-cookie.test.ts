/** Tests of the cookie that marks a device on which an account has signed in. */
import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { deviceHeader, deviceOf } from '../../server/http/cookies.ts'

const ana = { user: 'ana', password: 'the stored hash of ana' }
const eva = { user: 'eva', password: 'the stored hash of eva' }

/** Returns a request of a browser that has received these `Set-Cookie` headers. */
function requestWith(...headers: string[]): FastifyRequest {
  const cookie = headers.map((header) => header.split(';')[0]).join('; ')
  return { headers: { cookie }, socket: {} } as FastifyRequest
}

test('an account recognizes a device on which it has signed in, each time by the same nonce', () => {
  const header = deviceHeader(ana, 'http', false)
  const nonce = deviceOf(requestWith(header), ana)
  expect(nonce).toMatch(/^[\w-]{22}$/)
  expect(deviceOf(requestWith(header), { ...ana })).toBe(nonce)
  expect(deviceOf(requestWith(deviceHeader(ana, 'http', false)), ana)).not.toBe(nonce)
})

test('a device is unknown without its cookie, to another account, and after a change of password', () => {
  const request = requestWith(deviceHeader(ana, 'http', false))
  expect(deviceOf(requestWith(), ana)).toBeUndefined()
  expect(deviceOf(request, eva)).toBeUndefined()
  expect(deviceOf(request, { ...ana, password: 'the hash of a new password' })).toBeUndefined()
})

test('a cookie with a changed nonce, a changed code or the code of another account is ignored', () => {
  const header = deviceHeader(ana, 'http', false)
  const [name = '', value = ''] = header.split(/[=;]/)
  const [nonce = '', mac = ''] = value.split('.')
  const [, evas = ''] = deviceHeader(eva, 'http', false).split(/[=;]/)
  const other = (text: string) => (text.startsWith('A') ? 'B' : 'A') + text.slice(1)
  expect(deviceOf(requestWith(`${name}=${nonce}.${mac}`), ana)).toBe(nonce)
  for (const forged of [`${other(nonce)}.${mac}`, `${nonce}.${other(mac)}`, nonce, `${nonce}.`, '.', evas]) {
    expect(deviceOf(requestWith(`${name}=${forged}`), ana), forged).toBeUndefined()
  }
})

test('one device can be known to several accounts, each with its own cookie', () => {
  const request = requestWith(deviceHeader(ana, 'http', false), deviceHeader(eva, 'http', false))
  const nonces = [deviceOf(request, ana), deviceOf(request, eva)]
  expect(nonces).toEqual([expect.any(String), expect.any(String)])
  expect(nonces[0]).not.toBe(nonces[1])
})

test('the cookie lasts for a year, is hidden from scripts and other sites, and is Secure only over https', () => {
  const attributes = (header: string) => header.split('; ').slice(1)
  const plain = ['Max-Age=31536000', 'Path=/api/session', 'HttpOnly', 'SameSite=Strict']
  expect(attributes(deviceHeader(ana, 'http', false)).toSorted()).toEqual(plain.toSorted())
  expect(attributes(deviceHeader(ana, 'http', true)).toSorted()).toEqual([...plain, 'Secure'].toSorted())
})
