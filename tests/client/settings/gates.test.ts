/** Tests in a real Chromium of the gates on *Ajustes*, and of a phone that becomes one of them. */
import { expect, test } from 'vitest'
import { openStores as openStore } from '../../../server/store/open.ts'
import { expectAccessibleLayout } from '../../support/looks.ts'
import { asLan, blank, described, openElsewhere, pageOpener, phone } from '../../support/page.ts'
import { readQr } from '../../support/qr-reader.ts'

const openPage = pageOpener()

test('the gates get names and a rule, and a wrong name is said at its field and loses nothing', async () => {
  const { page, folder } = await openPage('/ajustes')
  const save = page.getByRole('button', { name: 'Guardar las puertas' })
  const name = (number: number) => page.getByLabel(`Nombre de la puerta ${number}`)
  await name(1).fill('Norte')
  await page.getByRole('button', { name: 'Agregar puerta' }).click()
  await name(2).fill(' norte ')
  await page.getByRole('button', { name: 'Agregar puerta' }).click()
  await page.getByLabel('No pasa, salvo que antes haya salido').check()
  await save.click()
  expect(await described(name(2))).toContain('Ya hay una puerta con este nombre')
  expect(await described(name(3))).toContain('Escriba el nombre')
  expect(await name(2).evaluate((input) => input === document.activeElement)).toBe(true)
  await expectAccessibleLayout(page, 'the gates')
  await name(2).fill('Boxes')
  await page.getByRole('button', { name: 'Quitar la puerta 3' }).click()
  await save.click()
  await page.getByText('Guardado: vale desde ahora.').waitFor()
  const stores = await openStore(folder)
  expect((await stores.settings.read()).gate).toEqual({ again: 'after-exit', gates: ['Norte', 'Boxes'] })
  await stores.close()
  await page.reload()
  await expect.poll(() => name(2).inputValue()).toBe('Boxes')
  expect(await page.getByLabel('No pasa, salvo que antes haya salido').isChecked()).toBe(true)
})

test('a phone scans the code of the desk, is a gate at once, and is none once the desk removes it', async () => {
  const opened = await openPage('/ajustes')
  const { page } = opened
  await page.getByRole('button', { name: 'Emparejar un teléfono' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Mostrar el código' }).click()
  const code = dialog.getByRole('img', {
    name: 'Código para emparejar un teléfono con Puerta principal',
  })
  await code.waitFor()
  await expectAccessibleLayout(page, 'the code of a phone')
  const url = new URL((await readQr(await code.screenshot())) ?? '')
  expect(url.pathname).toBe('/puerta')

  const gate = await openElsewhere(opened, blank, phone)
  await asLan(gate)
  await gate.goto(`/puerta${url.hash}`)
  await gate.getByRole('button', { name: 'Empezar' }).waitFor()
  expect(new URL(gate.url()).hash).toBe('')
  await gate.getByText('Puerta principal').waitFor()
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

test('a code that the desk closes pairs no phone', async () => {
  const opened = await openPage('/ajustes')
  const { page } = opened
  await page.getByRole('button', { name: 'Emparejar un teléfono' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Mostrar el código' }).click()
  const code = dialog.getByRole('img')
  await code.waitFor()
  const url = new URL((await readQr(await code.screenshot())) ?? '')
  const [cancelled] = await Promise.all([
    page.waitForResponse((response) => response.request().method() === 'DELETE'),
    dialog.getByRole('button', { name: 'Cancelar' }).click(),
  ])
  expect(cancelled.status()).toBe(204)
  const gate = await openElsewhere(opened, blank, phone)
  await asLan(gate)
  await gate.goto(`/puerta${url.hash}`)
  await gate.getByText('Ese código no es de este kiosco: pida otro en la mesa').waitFor()
})
