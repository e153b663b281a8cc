/** Tests of the key strokes by which a scan, a number and slow typing are told apart. */
import { expect, onTestFinished, test, vi } from 'vitest'
import { isNumber, NumberBuffer, ScanBuffer } from '../../../client/scan/key-strokes.ts'
import { isAddress } from '../../../client/scan/scan-listener.ts'

/** Types a text and Enter, with a gap between two strokes in milliseconds, and returns the scan. */
function typed(text: string, gap: number, buffer = new ScanBuffer()) {
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

test('a number that is typed outside of fields is passed on after a pause, or taken before', () => {
  vi.useFakeTimers()
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const numbers: string[] = []
  const buffer = new NumberBuffer(100, (text) => numbers.push(text))
  for (const character of '7-2') {
    buffer.press(character, true)
    vi.advanceTimersByTime(99)
  }
  expect(numbers).toEqual([])
  vi.advanceTimersByTime(1)
  expect(numbers).toEqual(['7-2'])
  buffer.press('5', true)
  expect(buffer.take()).toBe('5')
  // A letter discards a number, and a stroke of a scanner begins none.
  buffer.press('5', true)
  buffer.press('a', true)
  buffer.press('-', true)
  buffer.press('7', false)
  vi.runAllTimers()
  expect(numbers).toEqual(['7-2'])
})

test('the barcode of an identity card is a number, and only an address names a credential', () => {
  expect(['40123456', '1.234-5'].map(isNumber)).toEqual([true, true])
  expect(['7K3Q9XW2M4TB', '-5', ''].map(isNumber)).toEqual([false, false, false])
  expect(isAddress('HTTP://OTRO/CREDENCIAL/7K3Q9XW2M4TB')).toBe(true)
  expect(isAddress('7K3Q9XW2M4TB')).toBe(false)
})
