/** Tests of the choice of a printer for a card. */
import { expect, test } from 'vitest'
import { parsePrinting, placeOfPrint } from '#domain/credential/printing'

test('without a printer, nothing is printed at once', () => {
  expect(placeOfPrint(parsePrinting({}), undefined)).toBeUndefined()
  expect(placeOfPrint(parsePrinting({ printers: { card: '' }, desks: 3 }), 'ana')).toBeUndefined()
})

test('a desk prints on its own printer, and everybody else on that of the chosen kind', () => {
  const both = { printers: { card: 'Zebra', a6: 'Epson' }, desks: { luis: 'Epson', eva: 'Otra' } }
  const printing = parsePrinting({ ...both, kind: 'a6' })
  expect(placeOfPrint(parsePrinting(both), undefined)).toEqual({ printer: 'Zebra', layout: 'card' })
  expect(placeOfPrint(printing, 'ana')).toEqual({ printer: 'Epson', layout: 'a6' })
  expect(placeOfPrint(parsePrinting(both), 'luis')).toEqual({ printer: 'Epson', layout: 'a6' })
  expect(placeOfPrint(printing, 'eva')).toEqual({ printer: 'Otra', layout: 'a6' })
  expect(placeOfPrint(printing, 'toString')).toEqual({ printer: 'Epson', layout: 'a6' })
  expect(placeOfPrint(parsePrinting({ desks: { eva: 'Otra' } }), 'eva')).toEqual({
    printer: 'Otra',
    layout: 'card',
  })
})

test('a kind that is no single card, and a name that is too long, are ignored', () => {
  const stored = { printers: { sheet: 'Epson', a7: 'x'.repeat(201), card: 7 }, kind: 'sheet', desks: {} }
  expect(parsePrinting(stored)).toEqual({ printers: {}, desks: {} })
  const receipt = { printer: 'Epson', paper: '80mm' }
  expect(parsePrinting({ receipt })).toEqual({ printers: {}, receipt, desks: {} })
  for (const bad of [3, { paper: '80mm' }, { printer: 'Epson', paper: 'a4' }, { printer: '', paper: 'a6' }])
    expect(parsePrinting({ receipt: bad })).toEqual({ printers: {}, desks: {} })
})
