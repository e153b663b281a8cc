/** Tests in a real Chromium of a phone that becomes a gate. */
import { expect, test } from 'vitest'
import { expectAccessibleLayout } from '../../support/looks.ts'
import { asLan, blank, openElsewhere, pageOpener, phone } from '../../support/page.ts'
import { readQr } from '../../support/qr-reader.ts'

const openPage = pageOpener()

test('a phone scans the code of the desk, is a gate at once, and is none once the desk removes it; a closed code pairs no phone', async () => {
  const opened = await openPage('/ajustes')
  const { page } = opened
  const dialog = page.getByRole('dialog')
  const code = dialog.getByRole('img', {
    name: 'Código para emparejar un teléfono con Puerta principal',
  })
  const showCode = async () => {
    await page.getByRole('button', { name: 'Emparejar un teléfono' }).click()
    await dialog.getByRole('button', { name: 'Mostrar el código' }).click()
    await code.waitFor()
    return new URL((await readQr(await code.screenshot())) ?? '')
  }
  const closed = await showCode()
  const [cancelled] = await Promise.all([
    page.waitForResponse((response) => response.request().method() === 'DELETE'),
    dialog.getByRole('button', { name: 'Cancelar' }).click(),
  ])
  expect(cancelled.status()).toBe(204)
  const url = await showCode()
  expect(url.pathname).toBe('/puerta')
  await expectAccessibleLayout(page, 'the code of a phone')

  const gate = await openElsewhere(opened, blank, phone)
  await asLan(gate)
  await gate.goto(`/puerta${url.hash}`)
  await gate.getByRole('button', { name: 'Empezar' }).waitFor()
  expect(new URL(gate.url()).hash).toBe('')
  await gate.getByText('Puerta principal', { exact: true }).waitFor()
  await dialog.getByText('Puerta principal 1').waitFor()
  await dialog.getByRole('button', { name: 'Listo' }).click()
  await page.getByRole('listitem').getByText('Puerta principal 1').waitFor()

  // Another screen stays paired, with the name in one line below its button. A further phone cannot use the code.
  await gate.goto('/ayuda')
  const name = gate.getByText('Puerta principal 1', { exact: true })
  expect((await name.boundingBox())?.height).toBeLessThan(20)
  await gate.goto('/puerta')
  await gate.getByRole('button', { name: 'Empezar' }).waitFor()
  const other = await openElsewhere(opened, blank, phone)
  await asLan(other)
  await other.goto(`/puerta${closed.hash}`)
  await other.getByText('Ese código no es de este kiosco: pida otro en la mesa').waitFor()
  await other.goto(`/puerta${url.hash}`)
  await other.getByText('Ese código ya se usó: pida otro en la mesa').waitFor()
  await other.getByText('Este equipo todavía no es una puerta.').waitFor()
  await expectAccessibleLayout(other, 'a phone whose code was used')

  await page.getByRole('button', { name: 'Quitar Puerta principal 1' }).click()
  await dialog.getByRole('button', { name: 'Quitar' }).click()
  await page.getByText('Puerta principal 1 ya no es una puerta.').waitFor()
  await gate.reload()
  await gate.getByText('Este equipo todavía no es una puerta.').waitFor()
})
