/** Tests of the choice of a printer for a card. */
import { expect, test } from 'vitest'
import { noPrinting, type Printing, placeOfPrint, receiptPlace } from '#domain/credential/printing'
import { parseSettings } from '#domain/desk/settings'

const printingIn = (printing: unknown): Printing => parseSettings({ printing }).printing ?? noPrinting

test('without a printer, nothing is printed at once', () => {
  expect(placeOfPrint(printingIn({}), undefined)).toBeUndefined()
  expect(placeOfPrint(printingIn({ printers: { card: '' }, desks: 3 }), 'ana')).toBeUndefined()
})

test('a desk prints on its own printer, and everybody else on that of the chosen kind', () => {
  const both = { printers: { card: 'Zebra', a6: 'Epson' }, desks: { luis: 'Epson', eva: 'Otra' } }
  const printing = printingIn({ ...both, kind: 'a6' })
  expect(placeOfPrint(printingIn(both), undefined)).toEqual({ printer: 'Zebra', layout: 'card' })
  expect(placeOfPrint(printing, 'ana')).toEqual({ printer: 'Epson', layout: 'a6' })
  expect(placeOfPrint(printingIn(both), 'luis')).toEqual({ printer: 'Epson', layout: 'a6' })
  expect(placeOfPrint(printing, 'eva')).toEqual({ printer: 'Otra', layout: 'a6' })
  expect(placeOfPrint(printing, 'toString')).toEqual({ printer: 'Epson', layout: 'a6' })
  expect(placeOfPrint(printingIn({ desks: { eva: 'Otra' } }), 'eva')).toEqual({
    printer: 'Otra',
    layout: 'card',
  })
})

test('receipts have printers of their own, on which no card is printed, and a roll comes first', () => {
  const printing = printingIn({
    printers: { 'receipt-a6': 'Epson', 'receipt-80mm': 'Star', 'receipt-a4': 'x' },
  })
  expect(printing.printers).toEqual({ 'receipt-a6': 'Epson', 'receipt-80mm': 'Star' })
  expect(placeOfPrint(printing, undefined)).toBeUndefined()
  expect(receiptPlace(printing)).toEqual({ printer: 'Star', paper: '80mm' })
  expect(receiptPlace(printingIn({ printers: { 'receipt-a6': 'Epson' } }))).toEqual({
    ...{ printer: 'Epson', paper: 'a6' },
  })
  expect(receiptPlace(printingIn({ printers: { card: 'Zebra' } }))).toBeUndefined()
})
