/** Tests of the section *Autoinscripción* of *Ajustes*, in a real Chromium. */
import { expect, test } from 'vitest'
import { downloadFrom } from '../../support/downloads.ts'
import { expectAccessibleLayout } from '../../support/looks.ts'
import { described, pageOpener } from '../../support/page.ts'

const openPage = pageOpener()

test('an admin opens the reception with one press, gives it an hour and a Wi-Fi, takes the poster, and renews the code', async () => {
  const { page, url } = await openPage('/ajustes/autoinscripcion')
  const section = page.getByRole('region', { name: 'Autoinscripción' })
  const reception = async () => (await (await fetch(`${url}/api/reception`)).json()).data[0]
  await section.getByText('Cerrada').waitFor()
  expect(await section.getByText('Cartel (PDF)').count()).toBe(0)
  await section.getByRole('button', { name: 'Abrir la autoinscripción' }).click()
  await section.getByText('Abierta, hasta que se cierre aquí o se abra otro evento.').waitFor()
  const opened = await reception()
  expect(opened).toMatchObject({ is_open: true, until: '' })
  await section.getByText(opened.url).waitFor()

  await section.getByLabel('Nombre del Wi-Fi').fill('Carrera')
  const hour = section.getByLabel('Se cierra a las')
  await hour.fill('25')
  await section.getByRole('button', { name: 'Guardar' }).click()
  expect(await described(hour)).toContain('Una hora de hoy que no pasó, como 18:30')
  await hour.fill('23:59')
  await section.getByRole('button', { name: 'Guardar' }).click()
  await section.getByText('Abierta, hasta las 23:59 de hoy.').waitFor()
  expect(await reception()).toMatchObject({ wifi: 'Carrera', is_open: true })
  await expectAccessibleLayout(page, 'the section of the reception')

  const download = await downloadFrom(section.getByText('Cartel (PDF)'))
  expect(download.suggestedFilename()).toBe('cartel-autoinscripcion.pdf')
  await section.getByRole('button', { name: 'Renovar el código' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Los carteles impresos hasta ahora dejan de servir').waitFor()
  await dialog.getByRole('button', { name: 'Renovar el código' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect((await reception()).url).not.toBe(opened.url)
  await section.getByRole('button', { name: 'Cerrar la autoinscripción' }).click()
  await section.getByText('Cerrada').waitFor()
  expect(await reception()).toMatchObject({ is_open: false, wifi: 'Carrera' })
})
