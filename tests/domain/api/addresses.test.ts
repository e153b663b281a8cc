/** Tests of the addresses of credentials, chats and searches. */
import { expect, test } from 'vitest'
import {
  isLoopbackName,
  loginPath,
  readCredentialUrl,
  readLoginQuery,
  searchPath,
} from '#domain/api/addresses'

test.each([
  ['http://localhost:4780/credencial/7k3q9xw2m4tb', true],
  ['https://kiosco.example/credencial/7K3Q9XW2M4TB', true],
  ['http://localhost:4780/credencial/7K3Q9XW2M4TB/', false],
  ['http://localhost:4780/credencial/corto', false],
  ['http://localhost:4780/form/7K3Q9XW2M4TB', false],
  ['http://localhost:4780/credencial/7K3Q9XW2M4TB?x=1', false],
  ['http://ana:clave@localhost/credencial/7K3Q9XW2M4TB', false],
  ['javascript:alert(1)//credencial/7K3Q9XW2M4TB', false],
  ['/credencial/7K3Q9XW2M4TB', false],
])('%s is a credential address: %s', (text, is) => {
  expect(readCredentialUrl(text) !== undefined).toBe(is)
})

test.each([
  ['localhost', true],
  ['127.0.0.1', true],
  ['127.9.8.7', true],
  ['::1', true],
  ['[::1]', true],
  ['192.168.1.20', false],
  ['localhost.example', false],
  ['1270.0.0.1', false],
])('%s names the machine itself: %s', (name, is) => {
  expect(isLoopbackName(name)).toBe(is)
})

test('the address of a list contains its search, and no number for the first page', () => {
  expect(searchPath({})).toBe('/search')
  expect(searchPath({ search: 'muñoz & hijos', page: 1 })).toBe('/search?search=mu%C3%B1oz+%26+hijos')
  expect(searchPath({ page: 3 })).toBe('/search?page=3')
})

test('the address of the sign-in leads back to a credential, and to nothing else', () => {
  expect(loginPath('/credencial/7k3q-9xw2-m4tb')).toBe('/login?credencial=7K3Q9XW2M4TB')
  expect(loginPath('/credencial/7K3Q9XW2M4TB/')).toBe('/login?credencial=7K3Q9XW2M4TB')
  for (const path of ['', '/search', '/credencial/corto', '/credencial/7K3Q9XW2M4TB/otra'])
    expect(loginPath(path)).toBe('/login')
  expect(readLoginQuery('?credencial=7K3Q9XW2M4TB')).toBe('/credencial/7K3Q9XW2M4TB')
  for (const query of ['', '?credencial=', '?credencial=//evil.example', '?credencial=/search'])
    expect(readLoginQuery(query)).toBeUndefined()
})
