import { expect, test } from 'vitest'
import { chatUrl, isLoopbackName, readCredentialUrl, searchPath } from '#domain/addresses'
import { describeFound, type ListFilter, type ListView, readListView } from '#domain/list-query'
import { pilotIdFrom, readPilotId } from '#domain/pilot-id'

test.each([
  ['7K3Q9XW2M4TB', '7K3Q9XW2M4TB'],
  ['7k3q-9xw2-m4tb', '7K3Q9XW2M4TB'],
  [' oK3Q9XW2M4Tl ', '0K3Q9XW2M4T1'],
  ['7K3Q9XW2M4T', undefined],
  ['7K3Q9XW2M4TBB', undefined],
  ['7K3Q9XW2M4TU', undefined],
  ['', undefined],
])('the identifier %j is read as %j', (text, id) => {
  expect(readPilotId(text)).toBe(id)
})

test('an identifier uses each of its 32 letters as often as the others', () => {
  const counts = new Map<string, number>()
  for (let byte = 0; byte < 256; byte += 1) {
    const letter = pilotIdFrom(new Uint8Array(12).fill(byte)).charAt(0)
    counts.set(letter, (counts.get(letter) ?? 0) + 1)
  }
  expect([...counts.keys()].sort().join('')).toBe('0123456789ABCDEFGHJKMNPQRSTVWXYZ')
  expect(new Set(counts.values())).toEqual(new Set([8]))
})

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

test.each([
  [987654321, '51', 'https://wa.me/51987654321'],
  [987654321, undefined, 'https://wa.me/987654321'],
  [51987654321, '51', 'https://wa.me/51987654321'],
])('the chat of %s with country code %s is %s', (celular, code, url) => {
  expect(chatUrl(celular, code)).toBe(url)
})

test('a search stands in the address, and the first page needs no number', () => {
  expect(searchPath({})).toBe('/search')
  expect(searchPath({ search: 'muñoz & hijos', page: 1 })).toBe('/search?search=mu%C3%B1oz+%26+hijos')
  expect(searchPath({ page: 3 })).toBe('/search?page=3')
})

test.each<[ListView]>([
  [{}],
  [{ search: 'muñoz & hijos', page: 2 }],
  [{ modalidad: 'ENDURO CROSS', licencia: 'Anual', today: true, sort: 'lastname', order: 'desc' }],
])('what the list shows as %j is read back from its address', (view) => {
  const query = new URL(searchPath(view), 'http://localhost').searchParams
  expect(readListView(query)).toEqual({ page: 1, ...view })
})

test('what an address of the list cannot ask for is left out', () => {
  const query = 'search=+&modalidad=x&licencia=x&today=x&sort=x&order=desc&page=-1'
  expect(readListView(new URLSearchParams(query))).toEqual({ page: 1 })
})

test.each<[number, ListFilter, string]>([
  [0, {}, '0 pilotos'],
  [10_000, { search: 'rojas' }, '10.000 pilotos con «rojas»'],
  [1, { modalidad: 'RALLY', today: true }, '1 piloto de RALLY, registrado hoy'],
  [2, { licencia: 'Anual', today: true, search: 'a' }, '2 pilotos licencia Anual, registrados hoy, con «a»'],
])('%i pilots of %j are said as %j', (found, filter, text) => {
  expect(describeFound(found, filter)).toBe(text)
})
