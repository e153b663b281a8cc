/** Tests of receipts over HTTP: what marks one as printed, the printer of receipts, and who may have them. */
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import type { PilotId } from '#domain/pilots/pilot-id'
import { FakePrinters } from '../../support/fake-printers.ts'
import { ask } from '../../support/requests.ts'
import { anId, openTill } from '../../support/till.ts'

async function openPaid() {
  const printers = new FakePrinters('Zebra', 'Epson')
  printers.now = { state: 'printed' }
  const till = await openTill({ printSystem: printers })
  const rider: PilotId = await till.enter()
  const { id } = (await till.pay(rider, 12_000)).body.data[0].payment
  const fetchReceipt = (ending: string) => till.app.inject(`/api/payments/${id}/receipt.${ending}`)
  const isPrinted = async () => (await till.report()).receipts[0].payment.printed === true
  const print = () => ask(till, 'POST', `/api/payments/${id}/print`)
  const choose = (chosen: object) => ask(till, 'PUT', '/api/printers', { chosen, desks: {} })
  return { ...till, printers, rider, id, fetchReceipt, isPrinted, print, choose }
}

test('a PDF that is opened notes the receipt as printed once, and a picture notes nothing', async () => {
  const { fetchReceipt, isPrinted, rider, stores } = await openPaid()
  const picture = await fetchReceipt('png')
  expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/png'])
  expect(picture.rawPayload.toString('latin1', 1, 4)).toBe('PNG')
  expect(await isPrinted()).toBe(false)
  const [first, second] = await Promise.all([fetchReceipt('pdf'), fetchReceipt('pdf?paper=80mm')])
  for (const { headers, rawPayload } of [first, second]) {
    expect(headers['content-type']).toBe('application/pdf')
    expect(rawPayload.toString('latin1', 0, 5)).toBe('%PDF-')
  }
  expect(await isPrinted()).toBe(true)
  const marks = (await stores.pilots.history(rider)).flatMap(({ changes = [] }) => changes)
  expect(marks.filter(({ after }) => after.includes('recibo impreso'))).toHaveLength(1)
  expect((await fetchReceipt('pdf?paper=a4')).statusCode).toBe(400)
})

test('a receipt of several riders is marked at each of them, and is the one that its first line names', async () => {
  const { app, enter, order, report, stores } = await openTill()
  const riders: PilotId[] = [await enter(), await enter()]
  const parts = riders.map((rider) => ({ rider, owed: 12_000, cents: 12_000 }))
  const paid = await order('/api/payments', { id: anId(), parts, means: 'Yape' })
  const { receipt } = paid.body.data[0].payment
  expect((await app.inject(`/api/payments/${receipt}/receipt.pdf`)).statusCode).toBe(200)
  for (const id of riders) expect((await stores.pilots.get(id)).payments).toMatchObject([{ printed: true }])
  expect((await report()).receipts).toHaveLength(1)
})

test('without a printer of receipts nothing is printed, and with one the receipt is marked once it has come out', async () => {
  const { printers, print, choose, isPrinted } = await openPaid()
  expect((await print()).body).toEqual({ data: [] })
  expect((await choose({ 'receipt-80mm': 'Otra' })).status).toBe(400)
  expect((await choose({ 'receipt-80mm': 'Epson' })).body.data[0].chosen).toEqual({ 'receipt-80mm': 'Epson' })
  printers.now = { state: 'waiting' }
  const [job] = (await print()).body.data
  expect(job).toMatchObject({ name: 'Recibo A-0001', printer: 'Epson' })
  expect((await print()).body.data[0].id).toBe(job.id)
  await expect.poll(() => printers.jobs).toMatchObject([{ printer: 'Epson', sheet: { width: 80 } }])
  expect(await isPrinted()).toBe(false)
  printers.now = { state: 'printed' }
  await expect.poll(isPrinted).toBe(true)
  await choose({})
  expect((await print()).body).toEqual({ data: [] })
})

test('a test print on the printer of receipts has their paper', async () => {
  const { app, printers } = await openPaid()
  for (const paper of ['a6', '58mm']) {
    const order = { printer: 'Epson', layout: `receipt-${paper}` }
    const tried = await ask({ app }, 'POST', '/api/printers/test', order)
    expect(tried.body.data[0].name).toBe('Recibo de prueba')
  }
  const widths = [105, 58].map((width) => ({ sheet: { width } }))
  await expect.poll(() => printers.jobs).toMatchObject(widths)
})

test('the report of the event has the till once something was charged, paid or lent', async () => {
  const unused = await openTill()
  expect((await ask(unused, 'GET', '/api/report')).body.data[0].till).toBeUndefined()
  const till = await openPaid()
  const { means, lent } = (await ask(till, 'GET', '/api/report')).body.data[0].till
  expect([means, lent]).toEqual([{ Efectivo: 12_000 }, []])
  expect((await till.app.inject('/api/report.pdf')).statusCode).toBe(200)
})

test('the receipts of an erased person, of an earlier event and of a void are drawn too', async () => {
  const { app, id, order, rider, stores, fetchReceipt, openNext } = await openPaid()
  const voided = await order(`/api/payments/${id}/void`, { id: anId(), reason: 'Era otra persona' })
  const { id: voiding } = voided.body.data[0].payment
  await openNext('Copa Norte')
  expect((await app.inject(`/api/payments/${voiding}/receipt.pdf`)).statusCode).toBe(200)
  await stores.erasures.erase([rider])
  for (const ending of ['pdf', 'png']) expect((await fetchReceipt(ending)).statusCode).toBe(200)
  expect((await app.inject('/api/payments/ninguno/receipt.pdf')).statusCode).toBe(404)
})

test('the amounts of an export are numbers, also those that were taken back, so that a spreadsheet program sums them', async () => {
  const { app, id, order, pay, enter } = await openPaid()
  await order(`/api/payments/${id}/void`, { id: anId(), reason: 'Era otra persona' })
  await pay(await enter(), 12_000, { parts: [{ rider: await enter(), owed: 12_000, cents: 5050 }] })
  const fetchAs = async (format: string) => (await app.inject(`/api/till/export?format=${format}`)).rawPayload
  const csv = (await fetchAs('csv')).toString()
  expect([...csv.matchAll(/;([^;]+);PEN;/g)].map(([, amount]) => amount)).toEqual(['120', '-120', '50.5'])
  const sheet = strFromU8(unzipSync(await fetchAs('xlsx'))['xl/worksheets/sheet1.xml'] as Uint8Array)
  const amounts = sheet.matchAll(/<c r="G\d+"(?![^>]*t="s")[^>]*><v>(.*?)<\/v>/g)
  expect([...amounts].map(([, amount]) => amount)).toEqual(['120', '-120', '50.5'])
})
