/** Tests the statuses in the list and the renewal of many credentials, in a real Chromium. */
import { expect, test } from 'vitest'
import type { TermsChange } from '#domain/credential/calls'
import { addDays, formatDate, today } from '#domain/text/date'
import { changeTerms } from '../../../support/gate.ts'
import { expectAccessibleLayout } from '../../../support/looks.ts'
import { chooseFromMenu } from '../../../support/menu.ts'
import { pageOpener, phone, register } from '../../../support/page.ts'
import { aDraft } from '../../../support/pilots.ts'

const openPage = pageOpener()
const day = today()
const yesterday = formatDate(addDays(day, -1))
const yearEnd = `31/12/${day.slice(0, 4)}`

/** Registers pilots by their names, with their terms. */
async function registerAll(url: string, pilots: Record<string, TermsChange>): Promise<void> {
  for (const [name, terms] of Object.entries(pilots))
    await changeTerms(url, await register(url, aDraft({ name, lastname: 'Rojas' })), terms)
}

const expired = { until: addDays(day, -1) }

test('rows and the print dialog say which credentials are not valid, and the summary counts and filters them', async () => {
  const { page, url } = await openPage()
  await registerAll(url, {
    Ana: {},
    Luz: expired,
    Eva: { suspension: { from: day, reason: 'Pago pendiente' } },
  })
  await page.goto('/search')
  const luz = page.getByRole('row', { name: 'Luz Rojas' })
  for (const viewport of [phone, { width: 1024, height: 600 }]) {
    await page.setViewportSize(viewport)
    await luz.getByText(`vencida el ${yesterday}`).waitFor()
    await page.getByRole('row', { name: 'Eva Rojas' }).getByText('suspendida').waitFor()
    expect(await page.getByText('vigente').count()).toBe(0)
  }

  for (const name of ['Ana', 'Luz']) await page.getByLabel(`Elegir a ${name} Rojas`).check()
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Imprimir', exact: true }).click()
  await dialog.getByText('De 2 credenciales, 1 está vencida. Se imprimen igual, con su fecha.').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Quitar selección' }).click()

  await page.getByRole('button', { name: 'Resumen' }).click()
  const chips = page.getByRole('group', { name: 'Vigencia' }).getByRole('button')
  expect(await chips.allTextContents()).toEqual(['Vigentes 1', 'Vencidas 1', 'Suspendidas 1'])
  await page.getByRole('button', { name: 'Vencidas' }).click()
  await page.waitForURL('**/search?status=expired')
  await page.getByText('1 piloto con credencial vencida').waitFor()
  await registerAll(url, { Rosa: expired })
  await page.getByText('2 pilotos con credencial vencida').waitFor()
  await page.getByRole('button', { name: 'Quitar filtros' }).click()
  await page.getByText('4 pilotos', { exact: true }).waitFor()

  await luz.getByRole('link', { name: 'Buscar credencial' }).click()
  await page.getByRole('heading', { name: 'Luz Rojas' }).waitFor()
  await page.getByRole('button', { name: 'Imprimir', exact: true }).click()
  await dialog.getByText('Esta credencial está vencida.').waitFor()
  await dialog.getByRole('button', { name: 'Preparar PDF' }).click()
  await dialog.getByRole('link', { name: 'Abrir el PDF' }).waitFor()
})

test('a renewal of all that the filter finds, or of chosen pilots, says first what it does, and does it once', async () => {
  const { page, url } = await openPage()
  await registerAll(url, {
    Ana: {},
    Luz: expired,
    Eva: expired,
    Rosa: { ...expired, medical: addDays(day, -1) },
  })
  await page.goto(`${url}/search?status=expired`)
  await page.getByText('3 pilotos').waitFor()
  await chooseFromMenu(page, 'Renovar')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Se renuevan 3 credenciales.').waitFor()
  const ends = dialog.getByRole('listitem').filter({ hasText: `3 del ${yesterday} → al ${yearEnd}` })
  await ends.waitFor()
  await dialog.getByText('Seguirán sin valer: 1').waitFor()
  await dialog.getByText(`VENCIDA el ${yesterday}, por el certificado médico`).waitFor()
  await expectAccessibleLayout(page, 'the preview of a renewal')
  await page.keyboard.press('Escape')
  await page.getByText('3 pilotos').waitFor()

  await chooseFromMenu(page, 'Renovar')
  await dialog.getByRole('button', { name: 'Renovar 3 credenciales' }).click()
  await dialog.getByText('Se renovaron 3 credenciales.').waitFor()
  await dialog.getByText('Siguen sin valer: 1').waitFor()
  await dialog.getByRole('button', { name: 'Listo' }).press('Enter')
  await page.getByText('1 piloto con credencial vencida').waitFor()
  await chooseFromMenu(page, 'Renovar')
  await dialog.getByText('No hay ninguna que renovar.').waitFor()
  await dialog.getByText('1 queda como está: renovar hoy no les da más días.').waitFor()

  const next = Number(day.slice(0, 4)) + 1
  const issued = dialog.getByLabel('Emitida el')
  expect(await issued.inputValue()).toBe(formatDate(day))
  await issued.fill(`01/01/${next}`)
  await dialog.getByText(`Vencen el 31/12/${next}.`).waitFor()
  await dialog.getByText(`La emisión pasa al 01/01/${next}`).waitFor()
  await issued.fill(`29/02/${next - (next % 4) + 1}`)
  await issued.press('Tab')
  await dialog.getByText('No es un día del calendario').waitFor()
  expect(await dialog.getByRole('button', { name: 'Renovar 1 credencial' }).isDisabled()).toBe(true)
  await issued.fill(`01/01/${next}`)
  await dialog.getByRole('button', { name: 'Renovar 1 credencial' }).click()
  await dialog.getByText('Se renovó 1 credencial.').waitFor()

  // On a phone, a renewal of chosen pilots leaves the others.
  await dialog.getByRole('button', { name: 'Listo' }).click()
  await page.setViewportSize(phone)
  await registerAll(url, { Mia: expired, Zoe: expired })
  await page.getByText('Zoe Rojas').waitFor()
  await chooseFromMenu(page, 'Elegir')
  await page.getByLabel('Elegir a Mia Rojas').check()
  await chooseFromMenu(page, 'Renovar')
  await page.getByRole('button', { name: 'Renovar 1 credencial' }).click()
  await page.getByText('Se renovó 1 credencial.').waitFor()
  await page.getByRole('button', { name: 'Listo' }).click()
  await page.getByText('Mia Rojas').waitFor({ state: 'detached' })
  await page.getByRole('row', { name: 'Zoe Rojas' }).getByText(`vencida el ${yesterday}`).waitFor()
  await page.goto(`${url}/search?status=suspended`)
  await page.getByText('Ninguna credencial está suspendida.').waitFor()
})
