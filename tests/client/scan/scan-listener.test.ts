/** Tests of the listener for scans, on a document without fields whose strokes arrive late. */
import { beforeEach, expect, test, vi } from 'vitest'
import { ScanListener } from '../../../client/scan/scan-listener.ts'

let page: EventTarget
let heard: string[]

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  page = Object.assign(new EventTarget(), { querySelectorAll: () => [] })
  vi.stubGlobal('document', page)
  heard = []
  const listener = new ScanListener(() => ({
    onScan: (text) => heard.push(`scan ${text}`),
    onFieldScan: () => heard.push('field'),
    onNumber: (text, isComplete) => heard.push(`number ${text} ${isComplete}`),
    onCard: (text) => heard.push(`card ${text}`),
  }))
  return () => {
    listener.stop()
    vi.useRealTimers()
    vi.unstubAllGlobals()
  }
})

/** Delivers a stroke that was made at this time. */
function press(key: string, timeStamp: number): void {
  const event = new Event('keydown', { cancelable: true })
  Object.defineProperty(event, 'timeStamp', { value: timeStamp })
  page.dispatchEvent(Object.assign(event, { key }))
}

/** Types a text with 5 ms between its strokes. Each is delivered `late` milliseconds after it was made. */
function type(text: string, late = 0): number {
  const start = performance.now()
  vi.advanceTimersByTime(late)
  for (const [index, key] of [...text].entries()) {
    press(key, start + index * 5)
    vi.advanceTimersByTime(5)
  }
  return start + text.length * 5
}

test('a code whose scanner presses no key at its end is a scan after a pause', () => {
  type('7K3Q9XW2M4TB')
  expect(heard).toEqual([])
  vi.advanceTimersByTime(100)
  expect(heard).toEqual(['scan 7K3Q9XW2M4TB'])
})

test('no stroke is lost that a busy computer delivers late, after what could be a whole code or number', () => {
  for (const text of ['779123456789', '4012345']) {
    const next = type(text, 150)
    // The last strokes come still later than those before.
    vi.advanceTimersByTime(120)
    press('0', next)
    press('Enter', next + 5)
  }
  expect(heard).toEqual(['number 7791234567890 true', 'number 40123450 true'])
  vi.advanceTimersByTime(1000)
  expect(heard).toHaveLength(2)
})
