/** Tests of cards that are printed at once, from a credential, after a registration and in the settings, in a real Chromium. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { layouts } from '#domain/credential/cards'
import { FakePrinters } from '../../../support/fake-printers.ts'
import { changeTerms } from '../../../support/gate.ts'
import { expectAccessibleLayout } from '../../../support/looks.ts'
import { chooseFromMenu } from '../../../support/menu.ts'
import {
  addAccount,
  asLan,
  blank,
  fill,
  openElsewhere,
  pageOpener,
  phone,
  register,
  signIn,
} from '../../../support/page.ts'
import { aDraft } from '../../../support/pilots.ts'

const openPage = pageOpener()

/** Chooses the printer of the cards in the settings. */
async function choosePrinter(page: Page, name: string) {
  await page.goto('/ajustes/impresora')
  await page.getByLabel('Tarjeta, 85,6 × 54 mm').selectOption(name)
  await page.getByRole('button', { name: 'Guardar impresoras' }).click()
  await page.getByText('Guardado: vale desde ahora.').waitFor()
}

test('«Imprimir» prints without a dialog, once, and says what becomes of the card', async () => {
  const printSystem = new FakePrinters('Zebra', 'Epson')
  const { page, url } = await openPage(blank, { printSystem })
  const id = await register(url, aDraft({ name: 'Ana', lastname: 'Quispe' }))
  await choosePrinter(page, 'Zebra')
  await page.getByRole('button', { name: 'Imprimir una tarjeta de prueba en Epson' }).click()
  await expect.poll(() => printSystem.jobs).toMatchObject([{ printer: 'Epson' }])
  printSystem.now = { state: 'printed' }
  await page.getByText('Tarjeta de prueba: salió en Epson.').waitFor()
  printSystem.now = { state: 'printing', reason: 'Sin papel' }
  await page.goto(`/credencial/${id}`)
  await page.getByRole('button', { name: 'Imprimir' }).dblclick()
  await page.getByText('Ana Quispe: imprimiendo en Zebra… Sin papel.').waitFor()
  await page.getByRole('button', { name: 'Imprimir', exact: true }).click()
  await expectAccessibleLayout(page, 'a card that waits for paper')
  expect(printSystem.jobs).toMatchObject([{}, { printer: 'Zebra', sheet: layouts.card.page }])
  printSystem.now = { state: 'failed', reason: 'La impresora la abandonó' }
  await page.getByText('Ana Quispe: no salió en Zebra. La impresora la abandonó.').waitFor()
  await expectAccessibleLayout(page, 'a card that failed on a phone')
  printSystem.now = { state: 'printed' }
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await page.getByText('Ana Quispe: salió en Zebra.').waitFor()
  await page.getByRole('button', { name: 'Imprimir', exact: true }).click()
  await page.getByText('Esta credencial ya se imprimió.').waitFor()
  await page.getByRole('button', { name: 'Imprimir otra vez' }).click()
  await page.getByText('Ana Quispe: salió en Zebra.').waitFor()
  await expect.poll(() => printSystem.jobs.length).toBe(4)
  await changeTerms(url, id, { until: '2026-01-01' })
  await page.reload()
  await page.getByRole('button', { name: 'Imprimir', exact: true }).click()
  const question = page.getByRole('dialog')
  await question.getByText('ya se imprimió. Esta credencial está vencida. Se imprime igual').waitFor()
  await expectAccessibleLayout(page, 'the question before an expired card')
  await question.getByRole('button', { name: 'Imprimir otra vez' }).click()
  await page.getByText('Ana Quispe: salió en Zebra.').waitFor()
  await expect.poll(() => printSystem.jobs.length).toBe(5)
  await chooseFromMenu(page, 'Imprimir con PDF')
  await page.getByRole('button', { name: 'Preparar PDF' }).waitFor()
})

test('a registration is printed with its key, and a phone of the desk prints on the laptop', async () => {
  const printSystem = new FakePrinters('Zebra')
  printSystem.now = { state: 'printed' }
  const opened = await openPage(blank, { printSystem })
  const { page, folder, url } = opened
  await addAccount(folder, 'luis', undefined, 'mesa')
  await choosePrinter(page, 'Zebra')
  await page.goto('/form')
  await fill(page, aDraft({ name: 'Eva', lastname: 'Ríos' }))
  await page.getByRole('button', { name: 'Registrar' }).click()
  await page.getByText('Registro exitoso').waitFor()
  await page.keyboard.press('F8')
  await page.getByText('Eva Ríos: salió en Zebra.').waitFor()
  const id = await register(url, aDraft({ name: 'Leo', lastname: 'Paz' }))
  const other = await openElsewhere(opened, blank, phone)
  await asLan(other)
  await other.goto('/login')
  await signIn(other, 'luis')
  await other.goto(`/credencial/${id}`)
  await other.getByRole('button', { name: 'Imprimir', exact: true }).click()
  await other.getByText('Leo Paz: salió en Zebra.').waitFor()
  expect(printSystem.jobs.map(({ printer }) => printer)).toEqual(['Zebra', 'Zebra'])
})

test('a printer of receipts is chosen beside those of the cards, and prints one of nobody', async () => {
  const printSystem = new FakePrinters('Zebra', 'Epson')
  const { page, url } = await openPage(blank, { printSystem })
  await choosePrinter(page, 'Zebra')
  await page.getByLabel('Recibo, hoja A6').selectOption('Epson')
  await page.getByRole('button', { name: 'Guardar impresoras' }).click()
  await page.getByText('Guardado: vale desde ahora.').waitFor()
  await page.getByRole('button', { name: 'Imprimir un recibo de prueba en Epson' }).click()
  await expect.poll(() => printSystem.jobs).toMatchObject([{ printer: 'Epson', sheet: { width: 105 } }])
  const [info] = (await (await fetch(`${url}/api/printers`)).json()).data
  expect(info.chosen).toEqual({ card: 'Zebra', 'receipt-a6': 'Epson' })
  await expectAccessibleLayout(page, 'the choice of the printers')
})

test('a laptop without printers says what to do, and prints by the PDF as before', async () => {
  const { page, url } = await openPage(blank, { printSystem: new FakePrinters() })
  const id = await register(url, aDraft())
  await page.goto('/ajustes/impresora')
  await page.getByText('Esta laptop no tiene ninguna impresora.').waitFor()
  await expectAccessibleLayout(page, 'the settings without a printer')
  await page.goto(`/credencial/${id}`)
  await page.getByRole('button', { name: 'Imprimir', exact: true }).click()
  await page.getByRole('button', { name: 'Preparar PDF' }).waitFor()
})
