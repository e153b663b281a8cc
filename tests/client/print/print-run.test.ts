/** Tests the sentence about a print that waits for others. */
import { expect, test } from 'vitest'
import { progressText } from '../../../client/print/print-run.ts'

test('names the print that is first as the reader knows it: an own one, or one of the laptop or of an account', () => {
  const whose = (by: string, user: string | null) => {
    const text = progressText({ before: 1, waits_for: { by, done: 0, total: 20 }, done: 0, total: 5 }, user)
    return /antes va (.+) \(0 de 20 credenciales\)\.$/.exec(text)?.[1]
  }
  expect(whose('esta laptop', null)).toBe('otra impresión de esta laptop')
  expect(whose('esta laptop', 'ana')).toBe('la impresión de la laptop')
  expect(whose('ana', 'ana')).toBe('otra impresión suya')
  expect(whose('beto', 'ana')).toBe('la impresión de beto')
  expect(whose('beto', null)).toBe('la impresión de beto')
})
