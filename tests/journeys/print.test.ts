/** A journey through the print of a selection, with the cards that are printed already, in a real Chromium. */
import { expect, test } from 'vitest'
import { formatDate, today } from '#domain/text/date'
import { pagesOfPdf } from '../support/downloads.ts'
import { blank, pageOpener, registerAll } from '../support/page.ts'
import { aDraft } from '../support/pilots.ts'

const openPage = pageOpener()
const mark = `✓ Impresa ${formatDate(today())}`

test('printing accepts a selection across pages and searches, marks it in the list, and asks before it prints a card again', async () => {
  const { page, url } = await openPage(blank)
  await registerAll(url, riders(51))
  await page.goto('/')
  await page.getByRole('checkbox', { name: 'Elegir a Piloto50 Quispe' }).check()
  await page.getByRole('link', { name: 'Siguiente' }).click()
  await page.getByRole('checkbox', { name: 'Elegir a Piloto0 Quispe' }).check()
  await page.getByRole('searchbox').fill('piloto48')
  await page.keyboard.press('Enter')
  await page.getByText('1 piloto con «piloto48»').waitFor()
  await page.getByRole('checkbox', { name: 'Elegir a todos los de esta página' }).check()
  await page.getByText('3 elegidos').waitFor()

  await page.getByRole('button', { name: 'Imprimir', exact: true }).click()
  await page.getByText('Se imprimen las de 3 pilotos elegidos.').waitFor()
  await page.getByRole('button', { name: 'Preparar PDF' }).click()
  await page.getByText('Imprima al 100 %, sin ajustar a la página').waitFor()
  expect(await pagesOfPdf(page)).toBeGreaterThanOrEqual(3)
  await page.getByRole('button', { name: 'Listo' }).click()
  await page.getByText(mark).waitFor()

  await page.getByRole('button', { name: 'Quitar selección' }).click()
  await page.getByRole('searchbox').fill('sur')
  await page.keyboard.press('Enter')
  await page.getByText('3 pilotos con «sur»').waitFor()
  expect(await page.getByText(mark).count()).toBe(2)
  await page.getByRole('button', { name: 'Imprimir', exact: true }).click()
  await page.getByText('Se imprimen las de 3 pilotos con «sur».').waitFor()
  await page.getByRole('button', { name: 'Preparar PDF' }).click()
  await page.getByText('2 de 3 ya tienen credencial impresa.').waitFor()
  await page.getByRole('button', { name: 'Solo las que faltan (1)' }).click()
  await page.getByRole('link', { name: 'Abrir el PDF' }).waitFor()
  await pagesOfPdf(page)
  await page.getByRole('button', { name: 'Listo' }).click()
  await page.getByText(mark).nth(2).waitFor()

  await page.getByRole('checkbox', { name: 'Elegir a Piloto50 Quispe' }).check()
  await page.getByRole('button', { name: 'Imprimir', exact: true }).click()
  await page.getByRole('button', { name: 'Preparar PDF' }).click()
  await page.getByRole('button', { name: 'Imprimir otra vez' }).waitFor()
})

/** Returns drafts of Piloto0, Piloto1 and so on. The last three are of the club Sur. */
function riders(count: number) {
  return Array.from({ length: count }, (_, index) =>
    aDraft({ name: `Piloto${index}`, lastname: 'Quispe', club: index < count - 3 ? 'Norte' : 'Sur' }),
  )
}
