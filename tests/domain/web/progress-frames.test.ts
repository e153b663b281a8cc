/** Tests of the frames in which a page receives a file. */
import { expect, test } from 'vitest'
import { FrameReader, frameHead } from '#domain/web/progress-frames'

const frames = [
  frameHead(500, 0),
  frameHead(250, 3),
  Uint8Array.of(1, 2, 3),
  frameHead(500, 2),
  Uint8Array.of(4, 5),
  frameHead(500, 0),
]
const bytes = Uint8Array.from(frames.flatMap((frame) => [...frame]))

test.each([1, 2, 7, 8, 11, bytes.length])(
  'a file is read in chunks of %i bytes, with its progress',
  (size) => {
    const reader = new FrameReader()
    const read: number[] = []
    const seen = new Set<number>()
    for (let at = 0; at < bytes.length; at += size) {
      expect(reader.isComplete).toBe(false)
      for (const part of reader.read(bytes.slice(at, at + size))) read.push(...part)
      seen.add(reader.written)
    }
    expect(read).toEqual([1, 2, 3, 4, 5])
    expect(reader).toMatchObject({ total: 500, written: 500, isComplete: true })
    if (size === 1) expect([...seen]).toEqual([0, 250, 500])
  },
)

test('a file that is cut off anywhere is not complete', () => {
  for (let length = 0; length < bytes.length; length += 1) {
    const reader = new FrameReader()
    reader.read(bytes.slice(0, length))
    expect(reader.isComplete).toBe(false)
  }
})

test('a file without items has its bytes too', () => {
  const reader = new FrameReader()
  const empty = [...frameHead(0, 0), ...frameHead(0, 1), 9, ...frameHead(0, 0)]
  expect(reader.read(Uint8Array.from(empty)).map((part) => [...part])).toEqual([[9]])
  expect(reader).toMatchObject({ total: 0, isComplete: true })
})
