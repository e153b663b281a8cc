/** Tests of database addresses that cannot be split into their parts. */
import { expect, test } from 'vitest'
import { describeData } from '../../../../server/store/data-address.ts'
import { readAddress } from '../../../../server/store/postgres/connection/address.ts'
import { notUnderstood, refusalOf } from '../../../support/refusal.ts'

test.each([
  'mesa:SECRET/A1@host/b',
  'mesa:SECRET/A1@host',
  'mesa:SECRET?A1@host/b',
  'mesa:SECRET@A1@host/b',
  'mesa:SECRET@A1/B2@host/b',
  'mesa:SECRETA1%@host/b',
  'mesa:SECRETA1%zz@host/b',
  'mesa:SECRETA1%00@host/b',
  'mesa:SECRETA1%E9@host/b',
  'mesa:SECRETA1/b',
  'mesa:SECRETA1@servi dor/b',
  'mesa:SECRETA1@host/b/c',
  'mesa:SECRETA1@[::1/b',
  'mesa:SECRETA1@::1/b',
  'host/b?password=SECRETA1@x',
  'host/b?password=SECRET&A1',
  'host/b?password=SECRET&A1=x',
  'host/b?password=SECRET=A1',
])('postgres://%s is refused, and the message repeats no part of it', (rest) => {
  for (const take of [readAddress, describeData]) {
    const message = refusalOf(() => take(`postgres://${rest}`))
    expect(message).toMatch(notUnderstood)
    expect(message).toContain('@ es %40, / es %2F, ? es %3F, % es %25')
    expect(message).not.toMatch(/SECRET|A1|mesa/)
  }
})
