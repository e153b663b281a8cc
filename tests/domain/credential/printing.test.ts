/** Tests of the choice of a printer for a card. */
import { expect, test } from 'vitest'
import { parsePrinting, placeOfPrint, receiptPlace } from '#domain/credential/printing'

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
})

test('receipts have printers of their own, on which no card is printed, and a roll comes first', () => {
  const printing = parsePrinting({
    printers: { 'receipt-a6': 'Epson', 'receipt-80mm': 'Star', 'receipt-a4': 'x' },
  })
  expect(printing.printers).toEqual({ 'receipt-a6': 'Epson', 'receipt-80mm': 'Star' })
  expect(placeOfPrint(printing, undefined)).toBeUndefined()
  expect(receiptPlace(printing)).toEqual({ printer: 'Star', paper: '80mm' })
  expect(receiptPlace(parsePrinting({ printers: { 'receipt-a6': 'Epson' } }))).toEqual({
    ...{ printer: 'Epson', paper: 'a6' },
  })
  expect(receiptPlace(parsePrinting({ printers: { card: 'Zebra' } }))).toBeUndefined()
})
