/** Tests of the key strokes by which a scan is told from typing. */
import { expect, test } from 'vitest'
import { ScanBuffer } from '../../../client/scan/key-strokes.ts'

/** Types a text and Enter, with a gap between two strokes in milliseconds, and returns the scan. */
function typed(text: string, gap: number) {
  const buffer = new ScanBuffer()
  for (const [index, character] of [...text].entries()) buffer.add(character, index * gap)
  return buffer.end(text.length * gap)
}

test('a text is a scan if it is fast, and surely one if no person types so fast or so much at that pace', () => {
  const code = '7K3Q9XW2M4TB'
  expect(typed(code, 5)).toEqual({ text: code, isCertain: true })
  expect(typed(code, 50)).toEqual({ text: code, isCertain: true })
  expect(typed(code, 70)).toEqual({ text: code, isCertain: false })
  expect(typed(`n/credencial/${code}`, 100)).toMatchObject({ isCertain: true })
  expect(typed(code, 150)).toBeUndefined()
  expect(typed('12345', 5)).toBeUndefined()
})

test('only what follows the last pause belongs to a scan, and an Enter or another key ends it', () => {
  const buffer = new ScanBuffer()
  expect(buffer.add('x', 0)).toBe(false)
  for (const [index, character] of [...'123456'].entries())
    expect(buffer.add(character, 500 + index * 5)).toBe(index > 0)
  expect(buffer.end(530)).toEqual({ text: '123456', isCertain: true })
  expect(buffer.end(535)).toBeUndefined()
  buffer.add('1', 600)
  buffer.clear()
  expect(buffer.add('2', 601)).toBe(false)
})

test('a final key counts as the second one of a scan only if that scan was taken', () => {
  const buffer = new ScanBuffer()
  for (const [index, character] of [...'123456'].entries()) buffer.add(character, index * 5)
  expect(buffer.end(30)).toBeDefined()
  expect(buffer.isSecondEnd(60)).toBe(false)
  buffer.noteTaken(30)
  expect(buffer.isSecondEnd(60)).toBe(true)
  expect(buffer.isSecondEnd(200)).toBe(false)
})
