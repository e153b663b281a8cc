/** Tests of the prices in *Ajustes*, and of a day of the drawers in *Caja*, in a real Chromium. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
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
import { anId, prices, thisDrawer } from '../../support/till.ts'
import { askAt as ask } from '../../support/versions.ts'

const openPage = pageOpener()

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const section = (page: Page) => page.getByRole('region', { name: 'Precios', exact: true })
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** Opens a page of a server with an event, and two riders who are entered in MOTOCROSS. */
async function openDesk(options: Parameters<typeof openPage>[1] = {}) {
  const opened = await openPage(blank, options)
  const { url } = opened
  await setEvent(url, anEvent({ checks: ['payment'], modalidades: ['MOTOCROSS', 'RALLY'] }))
  const modalidad = 'MOTOCROSS'
  const ids = [
    await register(url, aDraft({ name: 'Ana', lastname: 'Paz', dni: 70000001, modalidad, npiloto: '1' })),
    await register(url, aDraft({ name: 'Eva', lastname: 'Ríos', dni: 70000002, modalidad, npiloto: '2' })),
  ]
  await enter(url)
  const [{ event }] = await ask(url, 'GET', '/api/till')
  const pay = (rider = '', cents = 12_000, more = {}) => {
    const parts = [{ rider, owed: cents, cents }]
    return ask(url, 'POST', '/api/payments', { event, id: anId(), parts, means: 'Efectivo', ...more })
  }
  const setPrices = (more = {}) =>
    ask(url, 'PUT', '/api/till', { event, currency: 'PEN', prices, means: [], ...more })
  return { ...opened, ids, event, pay, setPrices }
}

test('an admin types the prices, is told what is wrong at its row and how many were charged, and may charge anew those who have not paid', async () => {
  const { page, url, ids, pay } = await openDesk()
  await page.goto('/ajustes/precios')
  const prices = section(page)
  await prices.getByText('Sin precios, la mesa marca «Pagó» a mano.').waitFor()
  await button(page, 'Inscripción').click()
  await button(page, 'Inscripción').click()
  await button(page, 'Licencia').click()
  await prices.getByLabel('Para').first().selectOption('MOTOCROSS')
  const amount = (index: number) => prices.getByLabel('Precio', { exact: true }).nth(index)
  await amount(0).fill('1.200')
  await amount(1).fill('80')
  await amount(2).fill('-5')
  await button(page, 'Guardar los precios').click()
  await prices.getByText('El monto no puede ser negativo').waitFor()
  expect(await amount(0).evaluate((field) => field === document.activeElement)).toBe(true)
  await expectAccessibleLayout(page, 'prices with mistakes')
  await button(page, 'Sí, es S/ 1,200.00').click()
  expect(await amount(0).inputValue()).toBe('1200.00')
  await amount(0).fill('120')
  await amount(2).fill('50')
  await prices.getByLabel('Para').first().selectOption('Todas')
  await button(page, 'Guardar los precios').click()
  await prices.getByText('Ya hay un precio para lo mismo: quite uno de los dos').waitFor()
  await prices.getByLabel('Para').first().selectOption('MOTOCROSS')
  await prices.getByLabel('Otras formas de pago').fill('Yape, Plin')
  await button(page, 'Guardar los precios').click()
  await prices.getByText('Guardado: vale desde ahora. Se cargó a la cuenta de 2 inscritos.').waitFor()
  const [till] = await ask(url, 'GET', '/api/till')
  expect(till.means.slice(3)).toEqual(['Yape', 'Plin'])
  expect(till.prices).toMatchObject([
    { kind: 'entry', modalidad: 'MOTOCROSS', cents: 12_000 },
    { kind: 'entry', label: 'Inscripción', cents: 8000 },
    { kind: 'extra', label: 'Licencia', cents: 5000 },
  ])

  await ask(url, 'PUT', '/api/till/letter', { letter: 'A' })
  await pay(ids[0])
  await amount(0).fill('130')
  await button(page, 'Precio anticipado').first().click()
  await prices.getByLabel('Anticipado hasta el').fill('01/01/2026')
  await prices.getByLabel('Precio anticipado').fill('100,50')
  await button(page, 'Subir Licencia').click()
  await button(page, 'Guardar los precios').click()
  await prices.getByText('1 inscrito que no ha pagado conserva el precio de antes.').waitFor()
  await prices.getByLabel('Cobrar el precio nuevo también').check()
  await button(page, 'Guardar los precios').click()
  await prices.getByText('Guardado: vale desde ahora. Se cargó a la cuenta de 1 inscrito.').waitFor()
  const [report] = await ask(url, 'GET', '/api/till/report')
  expect(report.owing).toMatchObject([{ name: 'Eva Ríos', cents: 13_000 }])
  const [{ prices: after }] = await ask(url, 'GET', '/api/till')
  expect(after.map(({ label }: { label: string }) => label)).toEqual([
    'Inscripción',
    'Licencia',
    'Inscripción',
  ])
  expect(after[0].early).toEqual({ cents: 10_050, until: '2026-01-01' })
})

test('what is saved stays when a load that began before the save is answered after it', async () => {
  const { page, url, setPrices } = await openDesk()
  await setPrices()
  await page.goto('/ajustes/precios')
  const amount = section(page).getByLabel('Precio', { exact: true }).first()
  await amount.waitFor()
  const held: (() => Promise<void>)[] = []
  await page.route('**/api/till', async (route) => {
    if (route.request().method() !== 'GET') return route.continue()
    const response = await route.fetch()
    held.push(() => route.fulfill({ response }))
  })
  await ask(url, 'PUT', '/api/till/letter', { letter: 'A' })
  await expect.poll(() => held.length).toBe(1)
  await amount.fill('150')
  await button(page, 'Guardar los precios').click()
  await section(page).getByText('Guardado: vale desde ahora.').waitFor()
  const loaded = page.waitForResponse((response) => response.url().endsWith('/api/events'))
  await held[0]?.()
  await (await loaded).finished()
  await expect.poll(() => held.length).toBe(2)
  expect(await amount.inputValue()).toBe('150.00')
})

test('a desk chooses its letter and its float, sees what others take, and an admin closes the drawer with a count', async () => {
  const { page, url, ids, pay, setPrices } = await openDesk({ viewport: { width: 1024, height: 600 } })
  await page.goto('/caja')
  await page.getByRole('link', { name: 'Poner los precios' }).waitFor()
  await expectAccessibleLayout(page, 'the till without prices')
  await setPrices({ means: ['Yape'] })
  await button(page, 'Usar esta letra').click()
  await page.getByLabel('Efectivo al empezar el turno').fill('50')
  await button(page, 'Guardar').click()
  await page.getByText('Guardado.', { exact: true }).waitFor()
  await region(page, 'Cajas abiertas').getByText('Empezó con S/ 50.00.').waitFor()
  await pay(ids[0])
  await pay(ids[1], 12_000, { means: 'Yape' })
  await region(page, 'Cajas abiertas').getByText('S/ 170.00').waitFor()
  await region(page, 'Recibos').getByText('A-0002').waitFor()
  await page.getByLabel('Buscar un recibo').fill('ana')
  await region(page, 'Recibos').getByText('1 recibo', { exact: true }).waitFor()
  await expectAccessibleLayout(page, 'the till of a day')

  await button(page, 'Cerrar caja').click()
  const dialog = page.getByRole('dialog', { name: `Cerrar la caja de ${thisDrawer}` })
  await dialog.getByText('Cuente los billetes y las monedas.').waitFor()
  await dialog.getByRole('button', { name: 'Cerrar caja' }).click()
  await dialog.getByText('Escriba el monto con cifras').waitFor()
  await dialog.getByLabel('Efectivo contado').fill('169,90')
  await dialog.getByText('Falta S/ 0.10 de Efectivo').waitFor()
  await dialog.getByLabel('Empezó con').fill('60')
  await dialog.getByText('Falta S/ 10.10 de Efectivo').waitFor()
  await dialog.getByLabel('Empezó con').fill('50')
  await expectAccessibleLayout(page, 'the count of a drawer')
  await dialog.getByRole('button', { name: 'Cerrar caja' }).click()
  const closed = region(page, 'Cajas cerradas')
  await closed.getByText('Falta S/ 0.10 de Efectivo').waitFor()
  await closed.getByText(/^Cerrada el .* por la laptop .*\.$/).waitFor()

  const { receipt } = (await ask(url, 'GET', '/api/till/report'))[0].receipts[0].payment
  const [{ event }] = await ask(url, 'GET', '/api/till')
  await ask(url, 'POST', `/api/payments/${receipt}/void`, { event, id: anId(), reason: 'Era de otro' })
  const next = region(page, 'Cajas abiertas')
  await next.getByText(`${thisDrawer} · A · turno 2`).waitFor()
  await next.getByText('-S/ 120.00').waitFor()
  await region(page, 'Deben: 1 piloto').getByRole('link', { name: 'Ana Paz' }).waitFor()
  const saved = await downloadFrom(page.getByRole('button', { name: 'Exportar a CSV' }))
  expect(saved.suggestedFilename()).toMatch(/^caja.*\.csv$/)
})

test('a letter that two laptops gave receipts with is told, and a clock that was set back puts no receipt before another', async () => {
  const { page, url, ids, pay, setPrices } = await openDesk()
  await setPrices()
  await ask(url, 'PUT', '/api/till/letter', { letter: 'A' })
  await pay(ids[0])
  await pay(ids[1])
  await page.route('**/api/till/report', async (route) => {
    const { data } = await (await route.fetch()).json()
    data[0].receipts[0].payment.at = new Date(Date.now() + 24 * 3_600_000).toISOString()
    await route.fulfill({ json: { data: [{ ...data[0], clashes: ['A'] }] } })
  })
  await page.goto('/caja')
  await page.getByText('Dos laptops dieron recibos con la letra A.').waitFor()
  const names = region(page, 'Recibos').getByRole('button', { name: /^A-/ })
  expect(await names.allTextContents()).toEqual(['A-0002', 'A-0001'])
})

test('an account of the desk sees the drawers on a phone, and closes none', async () => {
  const folder = await aFolder()
  await addAccount(folder, 'marta', undefined, 'mesa')
  const desk = await openDesk({ folder })
  await desk.setPrices()
  await ask(desk.url, 'PUT', '/api/till/letter', { letter: 'A' })
  await desk.pay(desk.ids[0])
  const page = await openElsewhere(desk, blank, phone)
  await asLan(page)
  await page.goto('/caja')
  await signIn(page, 'marta')
  await region(page, 'Su caja: marta').waitFor()
  await region(page, 'Cajas abiertas').getByText('S/ 120.00').waitFor()
  expect(await button(page, 'Cerrar caja').count()).toBe(0)
  await expectAccessibleLayout(page, 'the till on a phone')
})

test('the question before the day is closed has the open drawers, which are closed there, and who has a chip', async () => {
  const { page, url, ids, event, pay, setPrices } = await openDesk()
  await setPrices()
  await ask(url, 'PUT', '/api/till/letter', { letter: 'A' })
  await ask(url, 'POST', '/api/chips', { event, chips: [{ code: '401', label: '12', rented: true }] })
  await ask(url, 'POST', '/api/chips/lend', { event, id: anId(), rider: ids[1], chip: '12' })
  await page.goto('/ajustes/dia')
  const day = page.getByRole('dialog', { name: '¿Cerrar el día?' })
  await button(page, 'Cerrar el día').click()
  await day.getByRole('heading', { name: 'Sin devolver: 1 chip' }).waitFor()
  await day.getByRole('link', { name: 'Eva Ríos' }).waitFor()
  await pay(ids[0])
  await day.getByRole('heading', { name: 'Sin cerrar: 1 caja' }).waitFor()
  await expectAccessibleLayout(page, 'the question about the day with an open drawer')
  await day.getByRole('button', { name: 'Cerrar el día con 1 caja abierta' }).click()
  await region(page, 'Fin del día')
    .getByText(`Quedó sin cerrar la caja de ${thisDrawer}: ciérrela en Caja.`)
    .waitFor()

  await button(page, 'Cerrar el día').click()
  await day.getByRole('button', { name: 'Cerrar caja' }).click()
  const count = page.getByRole('dialog', { name: `Cerrar la caja de ${thisDrawer}` })
  await count.getByLabel('Efectivo contado').fill('120')
  await count.getByText('Cuadra').waitFor()
  await count.getByRole('button', { name: 'Cerrar caja' }).click()
  await day.getByRole('button', { name: 'Cerrar el día', exact: true }).click()
  await page.getByText('Quedó sin cerrar la caja').waitFor({ state: 'detached' })
  await region(page, 'Fin del día').getByText('Chip 12').waitFor()
})

test('the drawer of an event that is over is named before the day is closed, and closed in its Caja, where a receipt is taken back', async () => {
  const { page, url, ids, pay, setPrices } = await openDesk()
  await setPrices()
  await ask(url, 'PUT', '/api/till/letter', { letter: 'A' })
  await pay(ids[0])
  await setEvent(url, anEvent({ name: 'Copa Sur' }), 'open')
  await page.goto('/ajustes/dia')
  await button(page, 'Cerrar el día').click()
  const day = page.getByRole('dialog', { name: '¿Cerrar el día?' })
  await day.getByRole('heading', { name: 'Sin cerrar, de Copa Andina: 1 caja' }).waitFor()

  await page.goto('/caja')
  await region(page, `Su caja: ${thisDrawer}`).waitFor()
  await page.getByLabel('Evento').selectOption('Copa Andina')
  await region(page, 'Recibos').getByText('A-0001').waitFor()
  expect(await region(page, `Su caja: ${thisDrawer}`).count()).toBe(0)
  await expectAccessibleLayout(page, 'the till of an event that is over')
  await region(page, 'Cajas abiertas').getByRole('button', { name: 'Cerrar caja' }).click()
  const count = page.getByRole('dialog', { name: `Cerrar la caja de ${thisDrawer}` })
  await count.getByLabel('Efectivo contado').fill('120')
  await count.getByRole('button', { name: 'Cerrar caja' }).click()
  await region(page, 'Cajas cerradas').getByText('Cuadra').waitFor()
  await button(page, 'A-0001').click()
  const receipt = page.getByRole('dialog', { name: 'Recibo' })
  await receipt.getByRole('button', { name: 'Anular' }).click()
  const reason = page.getByRole('dialog', { name: 'Anular' })
  await reason.getByLabel('Motivo').fill('Era otra persona')
  await reason.getByRole('button', { name: 'Anular' }).click()
  await region(page, 'Recibos').getByText('anulado con el A-0002').waitFor()
  await receipt.waitFor({ state: 'detached' })
  await button(page, 'A-0001').click()
  await receipt.getByRole('button', { name: 'Imprimir recibo' }).waitFor()
  expect(await receipt.getByRole('button', { name: 'Anular' }).count()).toBe(0)
  await receipt.getByRole('button', { name: 'Listo' }).click()
  await page.getByLabel('Evento').selectOption('Copa Sur (abierto)')
  await region(page, `Su caja: ${thisDrawer}`).waitFor()
})

test('who opens the next event is told the open drawers, and a debt of the one that is over is paid in its Caja', async () => {
  const { page, url, ids, pay, setPrices } = await openDesk({ viewport: { width: 1024, height: 600 } })
  await setPrices()
  await ask(url, 'PUT', '/api/till/letter', { letter: 'A' })
  await page.goto('/ajustes/evento')
  await button(page, 'Nuevo evento…').click()
  const next = page.getByRole('dialog', { name: 'Nuevo evento' })
  await pay(ids[0])
  await next.getByText(`Sin cerrar: la caja de ${thisDrawer}.`).waitFor()
  await expectAccessibleLayout(page, 'the next event with an open drawer')
  await next.getByLabel('Nombre').fill('Copa Sur')
  await next.getByRole('button', { name: 'Abrir el evento' }).click()
  await page.getByRole('dialog', { name: 'Copa Sur está abierto' }).waitFor()

  await page.goto('/caja')
  await page.getByLabel('Evento').selectOption('Copa Andina')
  await button(page, 'Cobrar Eva Ríos').click()
  await expectAccessibleLayout(page, 'a debt of an event that is over')
  const charging = page.getByRole('dialog', { name: 'Cobrar' })
  await charging.getByText('Eva Ríos debe').waitFor()
  await charging.getByLabel('Entrega').fill('150')
  await charging.getByRole('button', { name: 'Cobrar S/ 120.00' }).click()
  const receipt = page.getByRole('dialog', { name: 'Cobrado' })
  await receipt.getByText('Recibo A-0002').waitFor()
  await receipt.getByText('S/ 30.00').waitFor()
  await receipt.getByRole('button', { name: 'Listo' }).click()
  await region(page, 'Deben: 1 piloto').waitFor({ state: 'detached' })
  await region(page, 'Cajas abiertas').getByText('S/ 240.00').waitFor()
})
