/** Tests of the square crop of a photo, and of the keys, wheel and fingers that change it. */
import { describe, expect, test } from 'vitest'
import { type Crop, largestCrop, maxZoom, turned, zoomed, zoomOf } from '../../../client/photo/crop.ts'
import { dragged, keyed, type Point, wheeled } from '../../../client/photo/crop-gestures.ts'

const box = { left: 10, top: 20, width: 200, height: 200 }

const pictureOf = (width: number, height: number) => ({ width, height }) as ImageBitmap

/** Returns a square picture with its largest crop or another one. */
function cutOf(side = 400, crop: Partial<Crop> = {}) {
  const picture = pictureOf(side, side)
  return { picture, crop: { ...largestCrop(picture), ...crop } }
}

/** The upper left quarter of the picture, without its edge. */
const corner = { x: 110, y: 110, side: 200 }

test('the crop of a wide picture is its middle, and of a tall one a little above, except of a camera', () => {
  expect(largestCrop(pictureOf(450, 250))).toEqual({ turn: 0, x: 225, y: 125, side: 250 })
  const tall = pictureOf(250, 450)
  expect(largestCrop(tall)).toMatchObject({ x: 125, y: expect.closeTo(125 + 200 / 3), side: 250 })
  expect(largestCrop(tall, 0, true)).toMatchObject({ y: 225 })
  expect(largestCrop(tall, 1)).toEqual({ turn: 1, x: 225, y: 125, side: 250 })
})

test('a rotation turns the whole picture, or what is zoomed about its own middle, and four of them change nothing', () => {
  const whole = { picture: pictureOf(450, 250), crop: largestCrop(pictureOf(450, 250)) }
  expect(turned(whole, -1)).toMatchObject({ turn: 3, side: 250, y: expect.closeTo(125 + 200 / 3) })
  const cut = { ...whole, crop: { turn: 0, x: 60, y: 70, side: 100 } }
  expect(turned(cut, 1)).toEqual({ turn: 1, x: 180, y: 60, side: 100 })
  expect(turned(cut, -1)).toEqual({ turn: 3, x: 70, y: 390, side: 100 })
  const round = [1, 1, 1, 1].reduce((now) => ({ ...now, crop: turned(now, 1) }), cut)
  expect(round.crop).toEqual(cut.crop)
})

test('the zoom ends at the whole picture and at its maximum, and the square stays inside', () => {
  const cut = cutOf(400, corner)
  expect(zoomed(cut, 0.5)).toEqual({ turn: 0, x: 200, y: 200, side: 400 })
  expect(zoomOf({ ...cut, crop: zoomed(cut, 99) })).toBe(maxZoom)
  expect(zoomed(cutOf(), 2, -0.5, -0.5)).toMatchObject({ x: 100, y: 100, side: 200 })
})

describe('a key', () => {
  const plain = { shiftKey: false, ctrlKey: false, metaKey: false }

  test.each([
    ['ArrowRight', { x: 146, y: 150 }],
    ['ArrowLeft', { x: 154, y: 150 }],
    ['ArrowDown', { x: 150, y: 146 }],
    ['ArrowUp', { x: 150, y: 154 }],
  ])('%s moves the picture its way by a fiftieth, and five times as far with Shift', (key, place) => {
    const cut = cutOf(400, { x: 150, y: 150, side: 200 })
    expect(keyed(cut, { ...plain, key })).toMatchObject(place)
    const far = keyed(cut, { ...plain, key, shiftKey: true })
    expect(far?.x).toBeCloseTo(150 + 5 * (place.x - 150))
    expect(far?.y).toBeCloseTo(150 + 5 * (place.y - 150))
  })

  test('zooms with +, = and −, more with Shift, and does nothing if it is another or a shortcut', () => {
    const cut = cutOf(400, corner)
    const zoomAfter = (key: string, shiftKey = false) => {
      const crop = keyed(cut, { ...plain, key, shiftKey })
      return crop && zoomOf({ ...cut, crop })
    }
    expect(zoomAfter('+')).toBeCloseTo(2.2)
    expect(zoomAfter('=')).toBeCloseTo(2.2)
    expect(zoomAfter('+', true)).toBeCloseTo(3)
    expect(zoomAfter('-')).toBeCloseTo(2 / 1.1)
    expect(zoomAfter('a')).toBeUndefined()
    expect(keyed(cut, { ...plain, key: '+', ctrlKey: true })).toBeUndefined()
    expect(keyed(cut, { ...plain, key: '-', metaKey: true })).toBeUndefined()
  })
})

test('the wheel zooms about the point below the mouse, by pixels or by lines', () => {
  const wheel = { clientX: 10, clientY: 20, deltaY: -600, deltaMode: 0 }
  const crop = wheeled(cutOf(), wheel, box)
  expect(zoomOf({ ...cutOf(), crop })).toBeCloseTo(Math.E)
  // The upper left corner stays where it is.
  expect([crop.x - crop.side / 2, crop.y - crop.side / 2]).toEqual([0, 0])
  expect(wheeled(cutOf(), { ...wheel, deltaY: -20, deltaMode: 1 }, box)).toEqual(crop)
  expect(wheeled({ ...cutOf(), crop }, { ...wheel, deltaY: 600 }, box)).toMatchObject({ side: 400 })
})

describe('a drag', () => {
  const at = (...points: [number, number][]): Point[] => points.map(([x, y]) => ({ x, y }))

  test('with one finger moves the picture with it, up to its edge', () => {
    const cut = cutOf(400, { x: 200, y: 200, side: 200 })
    expect(dragged(cut, at([50, 50]), at([90, 30]), box)).toEqual({ turn: 0, x: 160, y: 220, side: 200 })
    expect(dragged(cut, at([0, 0]), at([900, 900]), box)).toMatchObject({ x: 100, y: 100 })
  })

  test('with two fingers zooms by their distance about their middle, and moves by it', () => {
    const spread = dragged(cutOf(), at([60, 120], [160, 120]), at([10, 120], [210, 120]), box)
    expect(spread).toEqual({ turn: 0, x: 200, y: 200, side: 200 })
    const cut = cutOf(400, { x: 200, y: 200, side: 200 })
    const together = dragged(cut, at([60, 120], [160, 120]), at([80, 120], [180, 120]), box)
    expect(together).toEqual({ turn: 0, x: 180, y: 200, side: 200 })
  })
})
