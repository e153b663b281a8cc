/** Tests the rules of validity on the screen *Ajustes*, in a real Chromium. */
import { expect, test } from 'vitest'
import { addDays, formatDate, today } from '#domain/text/date'
import { expectAccessibleLayout } from '../../support/looks.ts'
import { pageOpener } from '../../support/page.ts'
import { aDraft } from '../../support/pilots.ts'

const openPage = pageOpener()
const day = today()

test('a rule says what it means today and whose status it changes, then applies to all at once', async () => {
  const opened = await openPage('/ajustes', { pilots: [aDraft(), aDraft({ licencia: 'Regional' })] })
  const { page, context } = opened
  const annual = page.getByRole('form', { name: 'Licencia Anual' })
  await annual.getByText(`emitida hoy vence el 31/12/${day.slice(0, 4)}.`).waitFor()
  expect(await annual.getByRole('button', { name: 'Guardar' }).count()).toBe(0)
  await annual.getByLabel('Un número de días').check()
  await annual.getByLabel('Días', { exact: true }).fill('0')
  await annual.getByText('Un número de 1 a 3.660').waitFor()
  await annual.getByLabel('Días', { exact: true }).fill('30')
  await annual.getByText(`emitida hoy vence el ${formatDate(addDays(day, 30))}.`).waitFor()
  await annual.getByText('Al guardar, ninguna credencial cambia de estado.').waitFor()

  await annual.getByLabel('Hasta una fecha fija').check()
  await annual.getByRole('button', { name: 'Guardar' }).click()
  await annual.getByText('Escriba un día del calendario').waitFor()
  const yesterday = formatDate(addDays(day, -1))
  await annual.getByLabel('Fecha', { exact: true }).fill(yesterday)
  await annual.getByText('Al guardar, 1 credencial pasa de VIGENTE a VENCIDA.').waitFor()
  await expectAccessibleLayout(page, 'the rules of validity')
  const list = await context.newPage()
  await list.goto('/search')
  await list.getByText('2 pilotos').waitFor()
  await page.bringToFront()
  await annual.getByRole('button', { name: 'Guardar' }).click()
  await annual.getByText('Guardado: vale desde ahora. 1 credencial pasó de VIGENTE a VENCIDA.').waitFor()
  expect(await annual.getByRole('button', { name: 'Guardar' }).count()).toBe(0)
  await list.bringToFront()
  await list.getByText(`vencida el ${yesterday}`).waitFor()
  await page.reload()
  expect(await annual.getByLabel('Fecha', { exact: true }).inputValue()).toBe(yesterday)
  await page
    .getByRole('form', { name: 'Licencia Regional' })
    .getByText(`vence el 31/12/${day.slice(0, 4)}`)
    .waitFor()
})
