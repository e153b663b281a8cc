/** Tests of the motorcycle of an entry: how what people write is read, stored and described. */
import { expect, test } from 'vitest'
import {
  describeMotorcycle,
  type Motorcycle,
  motorcycleKey,
  storedMotorcycle,
} from '#domain/events/motorcycle/motorcycle'
import { motorcycleText, readMotorcycle } from '#domain/events/motorcycle/motorcycle-text'

const table: readonly [text: string, motorcycle: Motorcycle][] = [
  ['2t125', { cc: 125, strokes: '2T' }],
  ['125 2T', { cc: 125, strokes: '2T' }],
  ['125-2t', { cc: 125, strokes: '2T' }],
  ['125 c.c.', { cc: 125 }],
  ['124,8 cc', { cc: 125 }],
  ['1.200 cc', { cc: 1200 }],
  ['85', { cc: 85 }],
  ['450cc 4T', { cc: 450, strokes: '4T' }],
  ['65 cc, dos tiempos', { cc: 65, strokes: '2T' }],
  ['250F', { cc: 250, strokes: '4T' }],
  ['KTM', { brand: 'KTM' }],
  ['ktm 125', { brand: 'KTM', cc: 125 }],
  ['KTM 125SX', { brand: 'KTM', model: '125SX', cc: 125 }],
  ['KTM125SX 2T', { brand: 'KTM', model: '125SX', cc: 125, strokes: '2T' }],
  ['KTM 450 SX-F 2023', { brand: 'KTM', model: '450 SX-F 2023', cc: 450, strokes: '4T' }],
  ['KTM, 300 EXC, 2 tiempos', { brand: 'KTM', model: '300 EXC', cc: 300, strokes: '2T' }],
  ['YZ250F', { model: 'YZ250F', cc: 250, strokes: '4T' }],
  ['Yamaha YZ 125', { brand: 'Yamaha', model: 'YZ 125', cc: 125 }],
  ['CRF 250 R', { model: 'CRF 250 R', cc: 250, strokes: '4T' }],
  ['honda crf450r', { brand: 'Honda', model: 'crf450r', cc: 450, strokes: '4T' }],
  ['Suzuki RM-Z450', { brand: 'Suzuki', model: 'RM-Z450', cc: 450, strokes: '4T' }],
  ['Husq TC 125', { brand: 'Husqvarna', model: 'TC 125', cc: 125 }],
  ['gas gas MC 65', { brand: 'GasGas', model: 'MC 65', cc: 65 }],
  ['KTM Adventure 790 799cc', { brand: 'KTM', model: 'Adventure 790', cc: 799 }],
  // A text that is not understood stays the model, and gives no displacement and no strokes.
  ['la roja de mi tío', { model: 'la roja de mi tío' }],
  ['MT-07', { model: 'MT-07' }],
  ['Ktmania 3', { model: 'Ktmania 3' }],
  ['KTM 2023', { brand: 'KTM', model: '2023' }],
  ['KTM 125/144 2T', { brand: 'KTM', model: '125/144', strokes: '2T' }],
  ['250 cc o 300 cc', { model: '250 cc o 300 cc' }],
  ['2T o 4T 250', { model: '2T o 4T 250', cc: 250 }],
  ['2T o 4T 250F', { model: '2T o 4T 250F', cc: 250 }],
  ['99999 cc', { model: '99999 cc' }],
  ['Stark Varg 80hp', { brand: 'Stark', model: 'Varg 80hp' }],
  ['12t', { model: '12t' }],
  ['Monster TT 27', { model: 'Monster TT 27' }],
  [' \u200b ', {}],
]

test.each(table)('«%s» is read', (text, motorcycle) => {
  expect(readMotorcycle(text)).toEqual(motorcycle)
})

test.each(table)('what was read of «%s» is read again from its text', (_text, motorcycle) => {
  expect(readMotorcycle(motorcycleText(motorcycle))).toEqual(motorcycle)
})

test('a text that begins with the brand which a person has typed keeps it', () => {
  expect(readMotorcycle('Jincheng 150', 'Jincheng')).toEqual({ brand: 'Jincheng', cc: 150 })
  expect(readMotorcycle('Jincheng 150')).toEqual({ model: 'Jincheng 150', cc: 150 })
})

test('a stored motorcycle has no blank parts, and its description names the chassis', () => {
  expect(storedMotorcycle({ brand: ' KTM\u200b', model: ' ', chassis: 'VBK  1', cc: 125 })).toEqual({
    ...{ brand: 'KTM', cc: 125 },
    chassis: 'VBK 1',
  })
  expect(storedMotorcycle({ model: ' ' })).toBeUndefined()
  const motorcycle: Motorcycle = { brand: 'KTM', model: '125SX', cc: 125, strokes: '2T', chassis: 'VBK1' }
  expect(describeMotorcycle(motorcycle)).toBe('KTM 125SX · 125 cc · 2T · chasis VBK1')
  const turned = Object.fromEntries(Object.entries(motorcycle).reverse())
  expect(motorcycleKey(turned)).toBe(motorcycleKey(motorcycle))
})
