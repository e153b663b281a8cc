/** Tests of the choice among the servers of an address. */
import { expect, test } from 'vitest'
import { databaseError } from '../../../../server/store/postgres/connection/failure.ts'
import {
  type Answer,
  choose,
  explain,
  mayChange,
} from '../../../../server/store/postgres/connection/primary.ts'

const [a, b] = [
  { host: 'a', port: 5432 },
  { host: 'b', port: 5433 },
]
const writable = (server: typeof a, timeline: number): Answer => ({
  server,
  isWritable: true,
  timeline,
  isWaiting: false,
})
const standby = (server: typeof a): Answer => ({ server, isWritable: false, timeline: 0, isWaiting: false })
const failed = (server: typeof a, code: string): Answer => ({
  server,
  error: Object.assign(new Error(code), { code }),
})

test.each([
  ['the only server that accepts writes', [standby(a), writable(b, 2)], 0, b],
  ['the server that was promoted last, of two that accept writes', [writable(a, 1), writable(b, 2)], 0, b],
  ['a server whose timeline is unknown, as behind a pooler', [writable(a, 0), standby(b)], 3, a],
  [
    'no server that was left behind by a promotion',
    [writable(a, 1), failed(b, 'ECONNREFUSED')],
    2,
    undefined,
  ],
  ['no standby', [failed(a, 'ECONNREFUSED'), standby(b)], 1, undefined],
])('%s is chosen', (_, answers, timeline, chosen) => {
  expect(choose(answers, timeline)?.server).toEqual(chosen)
})

test.each([
  ['a standby', [failed(a, 'ECONNREFUSED'), standby(b)], 'NO_PRIMARY', true],
  ['two servers that do not answer', [failed(a, 'ENOTFOUND'), failed(b, 'ETIMEDOUT')], 'ETIMEDOUT', true],
  ['a refused password', [standby(a), failed(b, '28P01')], '28P01', false],
  ['two names that do not exist', [failed(a, 'ENOTFOUND'), failed(b, 'ENOTFOUND')], 'ENOTFOUND', false],
])('%s is reported, and PilotOS waits for it if it can end by itself', (_, answers, code, waits) => {
  expect(explain(answers, 1)).toMatchObject({ code })
  expect(mayChange(answers)).toBe(waits)
})

test('an old primary is named in the message', () => {
  const old = explain([failed(a, 'ECONNREFUSED'), writable(b, 1)], 2)
  const { message } = databaseError(old, { host: 'a,b:5433', user: 'mesa', database: 'x' } as never)
  expect(message).toContain('un servidor de antes del relevo, b:5433,')
})
