/** Tests of the square crop of a photo, and of the keys, wheel and fingers that change it. */
import { describe, expect, test } from 'vitest'
import {
  dragged,
  keyed,
  largestCrop,
  maxZoom,
  turned,
  wheeled,
  zoomed,
  zoomOf,
} from '../../../client/camera/crop.ts'

const box = { left: 10, top: 20, width: 200, height: 200 }

const pictureOf = (width: number, height: number) => ({ width, height }) as ImageBitmap

const picture = pictureOf(400, 400)
const whole = { picture, crop: largestCrop(picture) }
const corner = { picture, crop: { turn: 0, x: 110, y: 110, side: 200 } }
const middle = { picture, crop: { turn: 0, x: 200, y: 200, side: 200 } }

test('the crop of a wide picture is its middle, and of a tall one a little above, except of a camera', () => {
  expect(largestCrop(pictureOf(450, 250))).toEqual({ turn: 0, x: 225, y: 125, side: 250 })
  const tall = pictureOf(250, 450)
  expect(largestCrop(tall)).toMatchObject({ x: 125, y: expect.closeTo(125 + 200 / 3), side: 250 })
  expect(largestCrop(tall, 0, true)).toMatchObject({ y: 225 })
  expect(largestCrop(tall, 1)).toEqual({ turn: 1, x: 225, y: 125, side: 250 })
})

test('a rotation turns the whole picture, or what is zoomed about its own middle', () => {
  const wide = { picture: pictureOf(450, 250), crop: largestCrop(pictureOf(450, 250)) }
  expect(turned(wide, -1)).toMatchObject({ turn: 3, side: 250, y: expect.closeTo(125 + 200 / 3) })
  const cut = { ...wide, crop: { turn: 0, x: 60, y: 70, side: 100 } }
  expect(turned(cut, 1)).toEqual({ turn: 1, x: 180, y: 60, side: 100 })
  expect(turned(cut, -1)).toEqual({ turn: 3, x: 70, y: 390, side: 100 })
})

test('the zoom ends at the whole picture and at its maximum, and the square stays inside', () => {
  expect(zoomed(corner, 0.5)).toEqual(whole.crop)
  expect(zoomOf({ picture, crop: zoomed(corner, 99) })).toBe(maxZoom)
  expect(zoomed(whole, 2, -0.5, -0.5)).toMatchObject({ x: 100, y: 100, side: 200 })
})

describe('a key', () => {
  const plain = { shiftKey: false, ctrlKey: false, metaKey: false }

  test.each([
    ['ArrowRight', 196, 200],
    ['ArrowLeft', 204, 200],
    ['ArrowDown', 200, 196],
    ['ArrowUp', 200, 204],
  ])('%s moves the picture its way by a fiftieth, and five times as far with Shift', (key, x, y) => {
    expect(keyed(middle, { ...plain, key })).toMatchObject({ x, y })
    const far = { x: expect.closeTo(200 + 5 * (x - 200)), y: expect.closeTo(200 + 5 * (y - 200)) }
    expect(keyed(middle, { ...plain, key, shiftKey: true })).toMatchObject(far)
  })

  test('zooms with +, = and −, more with Shift, and does nothing if it is another or a shortcut', () => {
    const zoomAfter = (key: string, changes = {}) => {
      const crop = keyed(middle, { ...plain, key, ...changes })
      return crop && zoomOf({ picture, crop })
    }
    for (const key of ['+', '=']) expect(zoomAfter(key)).toBeCloseTo(2.2)
    expect(zoomAfter('+', { shiftKey: true })).toBeCloseTo(3)
    expect(zoomAfter('-')).toBeCloseTo(2 / 1.1)
    const nothing = [zoomAfter('a'), zoomAfter('+', { ctrlKey: true }), zoomAfter('-', { metaKey: true })]
    expect(nothing).toEqual([undefined, undefined, undefined])
  })
})

test('the wheel zooms about the point below the mouse, by pixels or by lines', () => {
  const wheel = { clientX: 10, clientY: 20, deltaY: -600, deltaMode: 0 }
  const crop = wheeled(whole, wheel, box)
  expect(zoomOf({ picture, crop })).toBeCloseTo(Math.E)
  // The upper left corner stays where it is.
  expect([crop.x, crop.y]).toEqual([crop.side / 2, crop.side / 2])
  expect(wheeled(whole, { ...wheel, deltaY: -20, deltaMode: 1 }, box)).toEqual(crop)
})

test('one finger moves the picture up to its edge, and two zoom by their distance and move it by their middle', () => {
  const drag = (cut: typeof middle, from: number[], to: number[]) => {
    const points = [from, to].map((all) => all.map((x) => ({ x, y: 120 })))
    return dragged(cut, points[0] ?? [], points[1] ?? [], box)
  }
  expect(drag(middle, [50], [90])).toMatchObject({ x: 160, y: 200, side: 200 })
  expect(drag(middle, [0], [900])).toMatchObject({ x: 100, y: 200 })
  expect(drag(whole, [60, 160], [10, 210])).toMatchObject({ x: 200, y: 200, side: 200 })
  expect(drag(middle, [60, 160], [80, 180])).toMatchObject({ x: 180, y: 200, side: 200 })
})
