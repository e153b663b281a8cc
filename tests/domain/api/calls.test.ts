/** Tests what the definition of a call holds together: its path, its schemas, its address and its types. */
import { expect, test } from 'vitest'
import { writeAddress } from '#domain/api/addresses'
import type { Call } from '#domain/api/call'
import { type CallInput, calls, type PartOf } from '#domain/api/calls'

const all = Object.entries<Call>(calls)

test('the parameters of a call are those of its path', () => {
  for (const [name, { params }] of all) {
    const names = [...name.matchAll(/:(\w+)/g)].map(([, one]) => one)
    expect([name, Object.keys(params?.properties ?? {})]).toEqual([name, names])
  }
})

test('a call that only reads has no body, and limits only a body that it has', () => {
  for (const [name, { body, bodyLimit }] of all) {
    if (name.startsWith('GET')) expect([name, body]).toEqual([name, undefined])
    if (bodyLimit !== undefined) expect([name, body]).not.toEqual([name, undefined])
  }
})

test.each([
  ['GET /api/events', {}, '/api/events'],
  ['PUT /api/events/:id', { params: { id: 'a b/c' } }, '/api/events/a%20b%2Fc'],
  ['POST /api/events', { query: { after: 'x&y' } }, '/api/events?after=x%26y'],
  [
    'GET /api',
    { query: { list: 'all', today: true, page: 2, no_card: false, search: '', status: undefined, size: 0 } },
    '/api?list=all&today=1&page=2&size=0',
  ],
])('%s with %j is the address %s', (name, input, address) => {
  expect(writeAddress(name, input)).toBe(address)
})

test('a call is refused by the compiler if a parameter, a property of its body or the body is wrong or missing', () => {
  const event: CallInput<'DELETE /api/events/:id'> = { params: { id: 'x' } }
  // @ts-expect-error the path has no `event`
  const wrongParameter: CallInput<'DELETE /api/events/:id'> = { params: { event: 'x' } }
  // @ts-expect-error the body is missing
  const noBody: CallInput<'POST /api/entries/carry'> = {}
  // @ts-expect-error `from` is missing
  const partOfBody: PartOf<'POST /api/entries/carry', 'body'> = { event: 'x' }
  expect([event, wrongParameter, noBody, partOfBody]).toHaveLength(4)
})
