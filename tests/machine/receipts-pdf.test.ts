/** Tests of the PDF of a receipt, in both of its sizes, read as a person reads it. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { papers } from '#domain/credential/printing'
import { defaultBrand } from '#domain/desk/brand'
import type { Payment } from '#domain/till/lines'
import type { Receipt } from '#domain/till/schemas'
import { drawReceipt } from '../../server/till/receipt-pdf.ts'
import type { ReceiptSheet } from '../../server/workers/jobs.ts'
import { aFolder } from '../support/folder.ts'
import { canReadPdfs } from '../support/machine.ts'
import { infoOfPdf, textOfPdf } from '../support/pdfs.ts'

const payment: Payment = {
  ...{
    id: 'pago-0001',
    receipt: 'pago-0001',
    event: 'primero',
    currency: 'PEN',
    at: '2026-11-28T15:00:00.000Z',
    by: 'ana',
  },
  ...{ letter: 'A', number: 12, means: 'Efectivo', handed: 15_000, drawer: 'ana', shift: 1 },
  ...{ cents: 12_000, concept: 'Inscripción MOTOCROSS, Licencia' },
}
const rider = { name: 'María Núñez', document: '', number: '27', concept: payment.concept, cents: 12_000 }
const receipt: Receipt = { payment, name: 'A-0012', cents: 12_000, riders: [rider] }

/** Draws a receipt. Returns the sizes of its pages in millimetres, and its text. */
async function read(changes: Partial<Receipt> = {}, more: Partial<ReceiptSheet> = {}) {
  const path = join(await aFolder(), 'recibo.pdf')
  const brand = { ...defaultBrand, name: 'Copa Ñandú', organiser: 'Federación Sur' }
  const sheet = { receipt: { ...receipt, ...changes }, paper: 'a6', isCopy: false, brand, ...more } as const
  const drawn = await drawReceipt(sheet)
  await writeFile(path, drawn.content)
  const info = infoOfPdf(path, '-f', '1', '-l', '99')
  const sizes = [...info.matchAll(/size: +([\d.]+) x ([\d.]+) pts/g)].map(([, ...size]) =>
    size.map((points) => Math.round((Number(points) * 25.4) / 72)),
  )
  const text = textOfPdf(path, '-layout')
  return { sizes, sheet: drawn.sheet, text: text.replace(/\s+/g, ' ') }
}

const parts = [
  'Copa Ñandú',
  'Federación Sur',
  'Recibo A-0012',
  '28/11/2026',
  'N° 27 · María Núñez',
  'Inscripción MOTOCROSS, Licencia',
  'Total S/ 120.00',
  'Efectivo',
  'Entregó S/ 150.00',
  'Vuelto S/ 30.00',
  'Cobró ana',
  'Recibo interno, sin valor tributario',
]

describe.skipIf(!canReadPdfs())('on paper', () => {
  test('a receipt is one page of A6, or a roll that ends with it, with all that was paid', async () => {
    const page = await read()
    expect(page.sizes).toEqual([[105, 148]])
    const rolls = await Promise.all(
      ([80, 58] as const).map(async (width) => ({ width, ...(await read({}, { paper: `${width}mm` })) })),
    )
    for (const { width, sizes, sheet } of rolls) {
      expect(sizes).toEqual([[width, sheet.height]])
      expect(sheet.height).toBeGreaterThan(70)
      expect(sheet.height).toBeLessThan(110)
    }
    for (const { text } of [page, ...rolls]) {
      for (const part of parts) expect(text).toContain(part)
      expect(text).not.toMatch(/COPIA|ANULADO|página/)
    }
  })

  test('the words of a long reference and of a long account stand over no other ones', async () => {
    const path = join(await aFolder(), 'recibo.pdf')
    const long = {
      ...payment,
      means: 'Transferencia',
      reference: 'W8'.repeat(30),
      by: `m${'arta'.repeat(9)}`,
    }
    for (const paper of papers) {
      const sheet = { receipt: { ...receipt, payment: long }, paper, isCopy: false, brand: defaultBrand }
      await writeFile(path, (await drawReceipt(sheet)).content)
      const boxes = textOfPdf(path, '-bbox')
      const words = [
        ...boxes.matchAll(/xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">([^<]+)/g),
      ]
      const places = words.map(([, ...numbers]) => numbers.slice(0, 4).map(Number))
      expect(places.length).toBeGreaterThan(20)
      const over = places.filter(([left = 0, top = 0, right = 0, bottom = 0], index) =>
        places
          .slice(0, index)
          .some(
            ([x = 0, y = 0, toX = 0, toY = 0]) =>
              Math.min(right, toX) - Math.max(left, x) > 0.5 && Math.min(bottom, toY) - Math.max(top, y) > 3,
          ),
      )
      expect(over.map((place) => words[places.indexOf(place)]?.[5])).toEqual([])
    }
  })

  test('a copy, a void, what it voids and money given back are said', async () => {
    expect((await read({ voidedBy: 'A-0013' }, { isCopy: true })).text).toMatch(/COPIA.*ANULADO por A-0013/)
    const back = { ...payment, handed: undefined, cents: -12_000 }
    const riders = [{ ...rider, cents: -12_000 }]
    const reason = 'Era otra persona'
    const voiding = await read({ payment: { ...back, reason }, riders, cents: -12_000, voids: 'A-0012' })
    expect(voiding.text).toMatch(/Anula A-0012: Era otra persona.*Total devuelto S\/ 120\.00.*Devolvió ana/)
    expect(voiding.text).not.toMatch(/Devolución|Vuelto/)
    const refund = await read({ payment: back, riders, cents: -12_000 }, { paper: '80mm' })
    expect(refund.text).toMatch(/Devolución.*Total devuelto S\/ 120\.00/)
  })

  test('a club of 40 riders has a line each, on several pages or on a long roll', async () => {
    const riders = Array.from({ length: 40 }, (_, index) => ({
      ...{
        name: `María de los Ángeles Fernández Quispe ${index + 1}`,
        document: '',
        number: `${index + 100}`,
      },
      ...{ concept: payment.concept, cents: 12_000 },
    }))
    const changes = { riders, cents: 480_000, payment: { ...payment, handed: 500_000 } }
    const pages = await read(changes)
    expect(pages.sizes.length).toBeGreaterThan(2)
    expect(pages.sizes.length).toBeLessThan(7)
    expect(pages.sizes).toEqual(pages.sizes.map(() => [105, 148]))
    expect(pages.text).toContain(`A-0012, página 1 de ${pages.sizes.length}`)
    const roll = await read(changes, { paper: '80mm' })
    expect(roll.sizes).toEqual([[80, roll.sheet.height]])
    for (const { text } of [pages, roll]) {
      for (const index of riders.keys()) expect(text).toContain(`N° ${index + 100} · María`)
      expect(text).toContain('Total S/ 4,800.00')
      // The total has a rider above it on its page.
      expect(text).toMatch(/N° 139 · (?:(?!Recibo interno).)*Total/)
    }
  })
})
