/** A day at the desk: sixty riders pay in every way, some change their minds, and the drawer is closed to the cent. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { TillReport } from '#domain/till/schemas'
import { enter } from '../../support/events.ts'
import { blank, pageOpener, register } from '../../support/page.ts'
import { aDraft } from '../../support/pilots.ts'
import { pricedEvent } from '../../support/till.ts'

const openPage = pageOpener()
const riders = 60
const dialog = (page: Page) => page.getByRole('dialog').last()
const region = (page: Page, name: string) => page.getByRole('region', { name })
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })

test(`${riders} riders pay in a day, and the drawer is closed to the cent`, async () => {
  const { page, url } = await openPage(blank)
  const { ask, event } = await pricedEvent(url)
  await ask('PUT', '/api/till/letter', { letter: 'A' })
  const ids: string[] = []
  for (let index = 0; index < riders; index += 1) {
    const modalidades = index % 4 === 0 ? ['MOTOCROSS', 'RALLY'] : ['MOTOCROSS']
    const draft = aDraft({ name: `Piloto ${index}`, npiloto: String(index + 1), modalidad: 'MOTOCROSS' })
    ids.push(await register(url, draft))
    await enter(url, { ids: [ids[index] ?? ''], modalidades })
  }
  await page.goto('/caja')
  await page.getByLabel('Efectivo al empezar el turno').fill('200')
  await button(page, 'Guardar').click()
  await page.getByText('Guardado.', { exact: true }).waitFor()

  /** The money that was taken, in cents, as the desk would note it on paper. */
  const taken = { Efectivo: 20_000, Yape: 0 }
  for (const [index, id] of ids.entries()) {
    const cents = index % 4 === 0 ? 16_000 : 12_000
    await page.goto(`/credencial/${id}`)
    await button(page, 'Cobrar').click()
    await dialog(page)
      .getByText(/el monto exacto/)
      .waitFor()
    if (index % 3 === 1) {
      await dialog(page).getByText('Yape', { exact: true }).click()
      await button(page, /^Cobrar S\//).click()
      taken.Yape += cents
    } else {
      if (index % 3 === 2) await dialog(page).getByLabel('Entrega').fill('200')
      await page.keyboard.press('Enter')
      taken.Efectivo += cents
    }
    await page.getByText(`Recibo A-${String(index + 1).padStart(4, '0')}`).waitFor()
    await page.keyboard.press('Enter')
    await region(page, 'Cobros').getByText('Pagó', { exact: true }).waitFor()
  }
  // One leaves and gets the money back, and a receipt of another one was a mistake.
  await ask('POST', '/api/entries/withdraw', { event, ids: [ids[3]] })
  await page.goto(`/credencial/${ids[3]}`)
  await button(page, 'Devolver').click()
  await dialog(page).getByRole('button', { name: 'Devolver S/ 120.00' }).click()
  await page.getByText('Recibo A-0061').waitFor()
  taken.Efectivo -= 12_000
  const before: TillReport = await ask('GET', '/api/till/report')
  const mistaken = before.receipts[5]?.payment.receipt ?? ''
  await ask('POST', `/api/payments/${mistaken}/void`, { event, id: 'orden-anulada', reason: 'Otra persona' })
  taken.Efectivo -= 12_000

  const report: TillReport = await ask('GET', '/api/till/report')
  expect(report.means).toEqual(taken.Yape > 0 ? { Efectivo: taken.Efectivo - 20_000, Yape: taken.Yape } : {})
  expect(report.receipts.map(({ payment }) => payment.number)).toEqual(
    Array.from({ length: riders + 2 }, (_, index) => index + 1),
  )
  expect(report.charged - report.exempt - report.paid).toBe(
    report.owing.reduce((sum, { cents }) => sum + cents, 0),
  )
  await page.goto('/caja')
  await button(page, 'Cerrar caja').click()
  await dialog(page)
    .getByLabel('Efectivo contado')
    .fill((taken.Efectivo / 100).toFixed(2))
  await dialog(page).getByText('Cuadra').first().waitFor()
  await dialog(page).getByRole('button', { name: 'Cerrar caja' }).click()
  await region(page, 'Cajas cerradas')
    .getByText(/^Cerrada el/)
    .waitFor()
  const { drawers }: TillReport = await ask('GET', '/api/till/report')
  expect(drawers).toMatchObject([{ shift: 1, float: 20_000, expected: taken, closed: { counted: taken } }])
}, 240_000)
