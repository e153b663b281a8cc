/** Tests in a real Chromium that incomplete riders are completed as a table, row by row, with the keyboard. */
import { expect, test } from 'vitest'
import { expectAccessibleLayout } from '../../../support/looks.ts'
import { pageOpener, update } from '../../../support/page.ts'
import { aDraft } from '../../../support/pilots.ts'

const openPage = pageOpener()

test('what incomplete riders lack is typed row by row, and a rider whom another changed meanwhile is not overwritten', async () => {
  const { page, url } = await openPage()
  const riders = ['Ana', 'Eva', 'Luz'].map((name, at) => ({
    ...aDraft({ name, lastname: `Paz ${at}`, npiloto: String(at + 1) }),
    dni: '',
    ...(at === 0 && { fechanac: '' }),
  }))
  const stored = await fetch(`${url}/api/import?incomplete=1`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/octet-stream', Origin: url },
    body: JSON.stringify(riders),
  })
  expect(await stored.json()).toMatchObject({ data: [{ report: { incomplete: 3 } }] })
  await page.goto('/search?status=incomplete')
  await page.getByRole('button', { name: 'Completar', exact: true }).click()
  const row = (name: string) => page.getByRole('form', { name })
  const dni = (name: string) => row(name).getByLabel('Documento de identidad (DNI)')
  await dni('Ana').fill('x')
  await page.keyboard.press('Enter')
  await row('Ana').getByText('Campo Requerido').waitFor()
  await expectAccessibleLayout(page, 'the table of incomplete riders')
  await dni('Ana').fill('40000001')
  await row('Ana').getByLabel('Fecha de Nacimiento').fill('28/02/1994')
  await page.keyboard.press('Enter')
  await row('Ana').getByText('✓ guardado').waitFor()
  await expect.poll(() => dni('Eva').evaluate((one) => one === document.activeElement)).toBe(true)
  // A rider without a DNI has another document.
  await page.keyboard.type('No tiene')
  await row('Eva').getByLabel('Tipo de documento').selectOption('Pasaporte')
  await row('Eva').getByLabel('Número de documento').fill('XDB123')
  await page.keyboard.press('Enter')
  await row('Eva').getByText('✓ guardado').waitFor()
  const found = async (search: string) => {
    const answer = await fetch(`${url}/api?list=all&search=${search}`)
    return ((await answer.json()) as { data: { id_driver: string; data_driver: string }[] }).data[0]
  }
  const luz = await found('Luz')
  const theirs = { ...JSON.parse(luz?.data_driver ?? '{}'), dni: 40000003, club: 'Otro' }
  await update(url, luz?.id_driver ?? '', theirs)
  await dni('Luz').fill('40000004')
  await page.keyboard.press('Enter')
  await row('Luz').getByRole('alert').waitFor()
  expect(JSON.parse((await found('Luz'))?.data_driver ?? '{}')).toMatchObject({ dni: 40000003, club: 'Otro' })
  expect(JSON.parse((await found('Ana'))?.data_driver ?? '{}')).toMatchObject({ dni: 40000001 })
  await page.setViewportSize({ width: 360, height: 800 })
  await expectAccessibleLayout(page, 'the table of incomplete riders on a phone')
  await page.getByRole('button', { name: 'Listo' }).click()
  await page.getByText('Ningún piloto está incompleto.').waitFor()
})
