/** Tests of *Cobrar* at the desk: on a credential, for several riders, and after an approval, in a real Chromium. */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { TillReport } from '#domain/till/schemas'
import { downloadFrom } from '../../support/downloads.ts'
import { anEvent, enter, setEvent } from '../../support/events.ts'
import { aFolder } from '../../support/folder.ts'
import { expectAccessibleLayout } from '../../support/looks.ts'
import {
  addAccount,
  asLan,
  blank,
  openElsewhere,
  pageOpener,
  phone,
  register,
  signIn,
} from '../../support/page.ts'
import { aDraft } from '../../support/pilots.ts'
import { openReception } from '../../support/reception.ts'
import { anId, pricedEvent } from '../../support/till.ts'
import { askAt } from '../../support/versions.ts'

const openPage = pageOpener()
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog').last()
const account = (page: Page) => page.getByRole('region', { name: 'Cobros' })

/** Opens a page of a desk whose event has prices and wants the payment, and the functions that act on its server. */
async function openDesk(letter: string | undefined = 'A', options: Parameters<typeof openPage>[1] = {}) {
  const opened = await openPage(blank, options)
  const { url } = opened
  const { ask, event } = await pricedEvent(url)
  if (letter) await ask('PUT', '/api/till/letter', { letter })
  let riders = 0
  async function entered(name: string) {
    riders += 1
    const npiloto = String(riders)
    const id = await register(url, aDraft({ name, lastname: 'Paz', npiloto, modalidad: 'MOTOCROSS' }))
    await enter(url, { ids: [id], modalidades: ['MOTOCROSS'] })
    return id
  }
  const pay = (rider: string, cents = 12_000) => {
    const parts = [{ rider, owed: 12_000, cents }]
    return ask('POST', '/api/payments', { event, id: anId(), parts, means: 'Efectivo' })
  }
  const report = (): Promise<TillReport> => ask('GET', '/api/till/report')
  const receipts = async () => (await report()).receipts.map(({ name, cents }) => [name, cents])
  return { ...opened, entered, pay, report, receipts, ask }
}

test('Enter takes the exact sum, once the laptop has its letter, and the check says that it is paid', async () => {
  const { page, entered, receipts } = await openDesk('')
  await page.goto(`/credencial/${await entered('Ana')}`)
  await page.getByText('Debe S/ 120.00').waitFor()
  expect(await page.getByRole('checkbox', { name: 'Pagó' }).count()).toBe(0)
  await expectAccessibleLayout(page, 'the section Cobros')
  await button(page, 'Cobrar').first().focus()
  await page.keyboard.press('Enter')
  await dialog(page).getByText('Letra de esta laptop').waitFor()
  await expectAccessibleLayout(page, 'the choice of the letter')
  await page.keyboard.press('Enter')
  await dialog(page).getByText('el monto exacto, S/ 120.00').waitFor()
  await expectAccessibleLayout(page, 'the dialog Cobrar')
  await page.keyboard.press('Enter')
  await page.getByText('Recibo A-0001').waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('Requisitos: completos').waitFor()
  await account(page).getByText('Pagó', { exact: true }).waitFor()
  expect(await button(page, 'Cobrar').count()).toBe(0)
  expect(await receipts()).toEqual([['A-0001', 12_000]])
})

test('a debt and a missing signature are red only where a gate stops the rider for them', async () => {
  const { page, url, entered, ask } = await openDesk()
  const id = await entered('Ana')
  await ask('PUT', '/api/waiver', { text: 'Corro bajo mi responsabilidad.' })
  const isRed = (text: string) =>
    page.getByText(text).evaluate((element) => getComputedStyle(element).color === 'rgb(150, 0, 15)')
  for (const [demand, checks, ...red] of [
    ['checks', ['payment', 'waiver'], true, true],
    ['checks', ['payment'], true, false],
    ['nothing', ['payment', 'waiver'], false, false],
  ] as const) {
    await setEvent(url, anEvent({ country: 'PE', checks: [...checks], demand }))
    await page.goto(`/credencial/${id}`)
    await page.getByText('Debe S/ 120.00').waitFor()
    await page.waitForLoadState('networkidle')
    expect([
      await isRed('Debe S/ 120.00'),
      await isRed(/waiver/.test(`${checks}`) ? 'Falta firmar el deslinde' : 'Deslinde sin firmar'),
    ]).toEqual(red)
  }
})

test('a credential with two entries says once what is owed and what is to be signed, before what is only read', async () => {
  const { page, url, entered } = await openDesk()
  await setEvent(url, anEvent({ country: 'PE', checks: ['payment', 'waiver'] }))
  await askAt(url, 'PUT', '/api/waiver', { text: 'Corro bajo mi responsabilidad.' })
  const id = await entered('Ana')
  await enter(url, { ids: [id], modalidades: ['RALLY'] })
  await page.goto(`/credencial/${id}`)
  const inscription = page.getByRole('region', { name: 'Inscripción' })
  await inscription.getByRole('region').nth(1).waitFor()
  expect(await inscription.getByText('Requisitos').count()).toBe(0)
  const texts = ['Debe S/ 160.00', /^Cobrar/, 'Falta firmar el deslinde', /^Firmar/, 'DNI']
  await page.setViewportSize(phone)
  // Two in one place would be refused.
  const tops = await Promise.all(
    texts.map(async (text) => (await page.getByText(text, { exact: true }).boundingBox())?.y ?? -1),
  )
  const [, charge = 0, , sign = 0, document = 0] = tops
  expect([charge < document, sign < document]).toEqual([true, true])
  await expectAccessibleLayout(page, 'a credential with two entries')
})

test('an unsure amount is asked, the change is said before and after, and neither a second click nor a lost answer pays twice', async () => {
  const { page, entered, receipts, report } = await openDesk()
  await page.goto(`/credencial/${await entered('Ana')}`)
  await button(page, 'Cobrar').click()
  const handed = dialog(page).getByLabel('Entrega')
  await handed.fill('1.500,00')
  await handed.press('Enter')
  await dialog(page).getByText('¿Es S/ 1,500.00?').waitFor()
  expect(await receipts()).toEqual([])
  await button(page, 'Sí, es S/ 1,500.00').press('Enter')
  expect(await handed.evaluate((input) => input === document.activeElement)).toBe(true)
  await dialog(page).getByText('S/ 1,380.00').waitFor()
  await handed.fill('100')
  await handed.press('Enter')
  // The form takes no order before the answer, which says the same as the form does at once.
  await dialog(page).getByText('Faltan S/ 20.00').nth(1).waitFor()
  await handed.fill('-5')
  await handed.press('Enter')
  await dialog(page).getByText('El monto no puede ser negativo').waitFor()
  await handed.fill('150')
  await page.getByText('Vuelto S/ 30.00').waitFor()

  // The payment is stored, but its answer is lost.
  await page.route('**/api/payments', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await button(page, 'Cobrar S/ 120.00').click()
  await dialog(page).getByText('El kiosco no responde').waitFor()
  expect(await handed.inputValue()).toBe('150')
  await page.unroute('**/api/payments')
  await button(page, 'Cobrar S/ 120.00').dblclick()
  await page.getByText('Recibo A-0001').waitFor()
  await page.getByText('Vuelto S/ 30.00').waitFor()
  await expectAccessibleLayout(page, 'the receipt')
  expect(await receipts()).toEqual([['A-0001', 12_000]])
  expect((await report()).receipts[0]?.payment.handed).toBe(15_000)
})

test('an order whose answer is lost counts once, and a changed one is told the receipt of the first', async () => {
  const { page, entered, receipts } = await openDesk()
  await page.goto(`/credencial/${await entered('Ana')}`)
  const lose = (path: string) =>
    page.route(
      path,
      async (route) => {
        await route.fetch()
        await route.abort()
      },
      { times: 1 },
    )
  await lose('**/charges')
  const licence = account(page).getByRole('button', { name: 'Licencia S/ 50.00' })
  await licence.click()
  await account(page).getByText('El kiosco no responde').waitFor()
  await licence.click()
  await account(page).getByText('El kiosco no responde').waitFor({ state: 'detached' })
  await page.getByText('Debe S/ 170.00').waitFor()

  await button(page, 'Cobrar').click()
  await lose('**/api/payments')
  await button(page, 'Cobrar S/ 170.00').click()
  await dialog(page).getByText('El kiosco no responde').waitFor()
  await dialog(page).getByLabel('Yape').check()
  await button(page, 'Cobrar S/ 170.00').click()
  await dialog(page).getByText('Ana Paz ya pagó: recibo A-0001').waitFor()
  expect(await receipts()).toEqual([['A-0001', 17_000]])
})

test('a part is paid by a transfer whose number comes later, an extra price is one press, and too much is given back', async () => {
  const { page, entered, receipts } = await openDesk()
  await page.goto(`/credencial/${await entered('Ana')}`)
  const section = account(page)
  await section.getByRole('button', { name: 'Licencia S/ 50.00' }).dblclick()
  await page.getByText('Debe S/ 170.00').waitFor()
  await button(page, 'Cobrar').click()
  await dialog(page).getByLabel('Transferencia').check()
  await button(page, 'Paga solo una parte').press('Enter')
  const part = dialog(page).getByLabel('Paga una parte')
  await expect.poll(() => part.evaluate((input) => input === document.activeElement)).toBe(true)
  await part.fill('170,5')
  await part.press('Enter')
  await dialog(page).getByText('Cobre hasta S/ 170.00').waitFor()
  await part.fill('130')
  await part.press('Enter')
  await page.getByText('S/ 130.00 · Transferencia · falta el número').waitFor()
  await page.keyboard.press('Enter')
  await section.getByText('falta el número').waitFor()
  await page.goto('/caja')
  await page.getByLabel('Buscar un recibo').fill('transferencia falta')
  await button(page, 'A-0001').click()
  await button(page, 'Anotar el número').click()
  await expectAccessibleLayout(page, 'the dialog for the number of a transfer')
  await dialog(page).getByLabel('Número de operación').fill('00412')
  await page.keyboard.press('Enter')
  await page.getByText('S/ 130.00 · Transferencia · 00412').waitFor()
  expect(await button(page, 'Anotar el número').count()).toBe(0)
  await page.keyboard.press('Escape')
  await page.goBack()
  await page.getByText('Debe S/ 40.00').waitFor()
  await button(page, 'Quitar Licencia').click()
  await section.getByText('A su favor').waitFor()
  await button(page, 'Devolver').click()
  await dialog(page).getByRole('button', { name: 'Devolver S/ 10.00' }).click()
  await page.getByText('Recibo A-0002').waitFor()
  await page.keyboard.press('Enter')
  await section.getByText('Pagó', { exact: true }).waitFor()
  expect(await receipts()).toEqual([
    ['A-0001', 13_000],
    ['A-0002', -1000],
  ])
})

test('the notice of a known rider enters and charges by one key, also if the event wants no payment, and who was not charged owes nothing', async () => {
  const { page, url, receipts } = await openDesk()
  await setEvent(url, anEvent({ country: 'PE' }))
  const id = await register(
    url,
    aDraft({ name: 'Ana', lastname: 'Paz', dni: 71000001, modalidad: 'MOTOCROSS' }),
  )
  await page.goto(`/credencial/${id}`)
  await account(page).getByText('No debe nada', { exact: true }).waitFor()
  await page.goto('/form')
  await page.getByLabel('Documento de identidad (DNI)').fill('71000001')
  await page.keyboard.press('Enter')
  await button(page, 'Inscribir F6').waitFor()
  await page.keyboard.press('F6')
  await dialog(page).getByLabel('Número').waitFor()
  await page.keyboard.press('Enter')
  await button(page, 'Cobrar F6').waitFor()
  await page.keyboard.press('F6')
  await dialog(page).getByText('el monto exacto, S/ 120.00').waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('Recibo A-0001').waitFor()
  await page.keyboard.press('Enter')
  await button(page, 'Cobrar F6').waitFor({ state: 'detached' })
  expect(await receipts()).toEqual([['A-0001', 12_000]])
})

test('an admin takes a receipt back and exempts with a reason, which an account of the desk cannot', async () => {
  const folder = await aFolder()
  await addAccount(folder, 'ana', undefined, 'mesa')
  const opened = await openDesk('A', { folder })
  const { page, entered, pay, report } = opened
  const id = await entered('Eva')
  await pay(id)
  const desk = await openElsewhere(opened, blank)
  await asLan(desk)
  await desk.goto('/login')
  await signIn(desk, 'ana')
  await desk.goto(`/credencial/${id}`)
  await account(desk).getByText('Pagó: A-0001').waitFor()
  expect(await button(desk, /Anular A-|Exonerar/).count()).toBe(0)

  await page.goto(`/credencial/${id}`)
  await button(page, 'Anular A-0001').click()
  await dialog(page).getByLabel('Motivo').press('Enter')
  await dialog(page).getByText('Escriba el motivo').waitFor()
  await dialog(page).getByLabel('Motivo').fill('Era otra persona')
  await page.keyboard.press('Enter')
  await page.getByText(/^Debe /).waitFor()
  await button(page, 'Exonerar Inscripción MOTOCROSS').click()
  await dialog(page).getByLabel('Motivo').fill('Invitada del club')
  await page.keyboard.press('Enter')
  await page.getByText('Quitado, exonerado o anulado: 2').click()
  await page.getByText(/A-0001 · recibo A-0002: anulado S\/ 120.00, Efectivo, Era otra persona/).waitFor()
  await page.getByText(/Inscripción S\/ 120.00 exonerado: Invitada del club/).waitFor()
  await expectAccessibleLayout(page, 'the lines that were taken back')
  // The credential of the other desk follows.
  await account(desk).getByText('Quitado, exonerado o anulado: 2').waitFor()
  expect(await report()).toMatchObject({ paid: 0, exempt: 12_000, owing: [] })

  const half = await entered('Luz')
  await pay(half, 5000)
  await page.goto(`/credencial/${half}`)
  await button(page, 'Exonerar Inscripción MOTOCROSS').click()
  await dialog(page).getByText('ya no debe S/ 70.00. Lo pagado queda pagado.').waitFor()
  await dialog(page).getByLabel('Motivo').fill('Juez')
  await page.keyboard.press('Enter')
  await account(page).getByText('Pagó', { exact: true }).waitFor()
  await account(page).getByText('Quitado, exonerado o anulado: 1').waitFor()
})

test('somebody pays for the riders of a club with one receipt, of whom one is taken out', async () => {
  const { page, entered, pay, receipts } = await openDesk()
  for (const name of ['Ana', 'Eva', 'Luz', 'Rosa', 'Sol']) await entered(name)
  await pay(await entered('Paga'))
  await page.goto('/search')
  await page.getByText('Falta: pago').first().waitFor()
  await page.getByRole('checkbox', { name: 'Elegir a todos los de esta página' }).check()
  await page.getByRole('checkbox', { name: 'Elegir a Rosa Paz' }).uncheck()
  await button(page, 'Cobrar 5').click()
  await dialog(page).getByText('No deben nada: 1 piloto.').waitFor()
  await dialog(page).getByText('4 pilotos deben').waitFor()
  await expectAccessibleLayout(page, 'the riders of a receipt')
  await button(page, 'Quitar a Eva Paz').click()
  await dialog(page).getByText('3 pilotos deben').waitFor()
  await button(page, 'Cobrar S/ 360.00').click()
  await page.getByText('S/ 360.00 · Efectivo · 3 pilotos').waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(() => page.getByText('Falta: pago').count()).toBe(2)
  expect(await receipts()).toEqual([
    ['A-0001', 12_000],
    ['A-0002', 36_000],
  ])
})

test('after an approval and the entry, the desk takes the money and goes on with the queue by keys alone', async () => {
  const { page, url, receipts } = await openDesk()
  const send = await openReception(url)
  await send(aDraft({ name: 'Ana', lastname: 'Paz', modalidad: 'MOTOCROSS' }))
  await send(aDraft({ name: 'Eva', lastname: 'Paz', modalidad: 'MOTOCROSS' }))
  await page.goto('/por-aprobar')
  await page.getByText('2 personas por aprobar.').waitFor()
  await page.keyboard.press('Enter')
  await page.getByLabel('Tipo de sangre').waitFor()
  await page.keyboard.press('o')
  await page.keyboard.press('Control+Enter')
  await page.getByText('Registro exitoso').waitFor()
  await page.keyboard.press('F6')
  await dialog(page).getByText('Ana Paz').waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('1 inscrito').waitFor()
  await page.keyboard.press('Enter')
  await button(page, 'Cobrar F6').waitFor()
  await expectAccessibleLayout(page, 'the offer to charge')
  await page.keyboard.press('F6')
  await dialog(page).getByText('el monto exacto, S/ 120.00').waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('Recibo A-0001').waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('turn')
  await page.getByText('1 persona por aprobar.').waitFor()
  expect(await button(page, 'Cobrar F6').count()).toBe(0)
  expect(await receipts()).toEqual([['A-0001', 12_000]])
})

test('the receipt is a PDF without a printer, a copy the next time, and a picture for the phone', async () => {
  const { page, entered, pay } = await openDesk()
  const rider = await entered('Ana')
  await pay(rider)
  await page.goto(`/credencial/${rider}`)
  await button(page, 'Recibo A-0001').click()
  await dialog(page).getByText('Recibo A-0001').waitFor()
  const saved = async (name: string) => {
    const file = await downloadFrom(button(page, name))
    return (await readFile(await file.path())).toString('latin1')
  }
  expect((await saved('Imprimir recibo')).slice(0, 5)).toBe('%PDF-')
  await dialog(page).getByText('Preparando').waitFor({ state: 'detached' })
  expect((await saved('Enviar recibo')).slice(1, 4)).toBe('PNG')
  await dialog(page).getByText('adjúntela en el chat').waitFor()
  await expectAccessibleLayout(page, 'the receipt')
})
