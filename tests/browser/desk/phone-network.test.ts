/** Tests in a real Chromium of the question in which network the phones are. */
import { expect, test } from 'vitest'
import { adapters } from '../../support/adapters.ts'
import { holdBack } from '../../support/held-requests.ts'
import { expectAccessibleLayout } from '../../support/looks.ts'
import { pageOpener } from '../../support/page.ts'
import { readQr } from '../../support/qr-reader.ts'
import { askAt } from '../../support/versions.ts'

const openPage = pageOpener()

test('a laptop in two networks asks once where the phones are, at each QR for phones; a slow answer and an adapter that is gone do no harm', async () => {
  let byName: Record<string, string> = { Ethernet: '10.0.0.5', 'Wi-Fi': '192.168.1.20' }
  const { page, url } = await openPage('/ajustes/preparar', { interfaces: () => adapters(byName) })
  const question = page.getByText('Esta laptop está en más de una red. ¿En cuál están los teléfonos?')
  const answer = page.getByRole('status').filter({ hasText: 'Los teléfonos están en' })
  const wifi = page.getByRole('button', { name: 'Wi-Fi · 192.168.1.20' })
  await question.waitFor()
  await expectAccessibleLayout(page, 'the question of the network')

  const beside = await page.context().newPage()
  await beside.goto('/ajustes/autoinscripcion')
  await beside.getByRole('button', { name: 'Abrir la autoinscripción' }).click()
  await beside.getByText('http://10.0.0.5:').waitFor()

  // Two presses while the answer is on its way are one.
  const held = await holdBack(page, '**/api/settings')
  await wifi.click()
  await held.arrived
  await wifi.click({ force: true })
  held.release()
  await answer.getByText('192.168.1.20').waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Cambiar de red')
  await beside.getByText('http://192.168.1.20:').waitFor()
  expect(await beside.getByText('¿En cuál están los teléfonos?').count()).toBe(0)

  await page.goto('/ajustes/puertas')
  await answer.waitFor()
  await expectAccessibleLayout(page, 'the network of the phones')
  await page.getByRole('button', { name: 'Emparejar un teléfono' }).click()
  await page.getByRole('button', { name: 'Mostrar el código' }).click()
  const code = page.getByRole('img', { name: 'Código para emparejar un teléfono con Puerta principal' })
  await code.waitFor()
  expect(new URL((await readQr(await code.screenshot())) ?? '').hostname).toBe('192.168.1.20')
  await page.getByRole('button', { name: 'Cancelar' }).click()

  await page.getByRole('button', { name: 'Cambiar de red' }).click()
  await question.waitFor()
  byName = { 'Wi-Fi': '192.168.1.20' }
  // The server asks the system once a second, and the page does not know it yet.
  await expect.poll(async () => (await askAt(url, 'GET', '/api/settings'))[0].networks).toBeUndefined()
  await page.getByRole('button', { name: 'Ethernet · 10.0.0.5' }).click()
  await page.getByRole('alert').getByText('La laptop ya no está en esa red').waitFor()
  await question.waitFor({ state: 'hidden' })
})
