/** Tests how a page reads the answers of the server. */
import { expect, test } from 'vitest'
import { inOrder } from '#domain/text/text'
import { readAnswer } from '../../../client/api/call.ts'

test.each([
  ['Ana \u202eoiraM\u202c', 'Ana oiraM'],
  ['\u2066Ana\u2069 \u2067Paz\u2069', 'Ana Paz'],
  ['\u202aAna\u202b\u202d', 'Ana'],
  ['عمر Íñigo \u200fX', 'عمر Íñigo \u200fX'],
])('%j is shown as %j, in the order in which it is stored', async (stored, shown) => {
  expect(inOrder(stored)).toBe(shown)
  const record = { data_driver: JSON.stringify({ name: stored }), club: stored }
  const answer = await readAnswer<unknown>(new Response(JSON.stringify({ data: [record] })))
  expect(answer.data).toEqual([{ data_driver: JSON.stringify({ name: shown }), club: shown }])
})

test('an answer that is no JSON is a missing answer', async () => {
  await expect(readAnswer(new Response('<html>'))).rejects.toThrow('El kiosco no responde')
})
