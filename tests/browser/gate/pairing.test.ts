/** Tests in a real Chromium of a phone that becomes a gate. */
import { expect, test } from 'vitest'
import { changeGates, passageRecords } from '../../support/gate.ts'
import { expectAccessibleLayout } from '../../support/looks.ts'
import { asLan, blank, goTo, openElsewhere, pageOpener, phone, register } from '../../support/page.ts'
import { aDraft } from '../../support/pilots.ts'
import { readQr } from '../../support/qr-reader.ts'
import { scan } from '../../support/scanner.ts'
import { askAt } from '../../support/versions.ts'

const openPage = pageOpener()

test('a phone scans the code of the desk, is a gate at once, and is none once the desk removes it; a closed code pairs no phone', async () => {
  const opened = await openPage('/ajustes/puertas')
  const { page } = opened
  const dialog = page.getByRole('dialog')
  const code = dialog.getByRole('img', { name: 'Código para emparejar un teléfono con Puerta principal' })
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
  await goTo(gate, '/puerta')
  await gate.getByRole('button', { name: 'Empezar' }).waitFor()
  const other = await openElsewhere(opened, blank, phone)
  await asLan(other)
  await other.goto(`/puerta${closed.hash}`)
  await other.getByText('Ese código ya no vale: pida otro en la mesa').waitFor()
  await goTo(other, `/puerta${url.hash}`)
  await other.getByText('Ese código ya se usó: pida otro en la mesa').waitFor()
  await other.getByText('Este equipo todavía no es una puerta.').waitFor()
  await expectAccessibleLayout(other, 'a phone whose code was used')

  await page.getByRole('button', { name: 'Quitar Puerta principal 1' }).click()
  await dialog.getByRole('button', { name: 'Quitar' }).click()
  await page.getByText('Puerta principal 1 ya no es una puerta.').waitFor()
  await gate.reload()
  await gate.getByText('Este equipo todavía no es una puerta.').waitFor()
})

test('a renamed gate keeps its phone, which shows the new name at once and takes its queue along', async () => {
  const opened = await openPage(blank)
  const { page, url } = opened
  await changeGates(url, { gates: ['Norte', 'Sur'] })
  const ana = await register(url, aDraft({ name: 'Ana' }))
  const gate = await openElsewhere(opened, blank, phone)
  await asLan(gate)
  await gate.goto(`/puerta${await pairingHash(url, 'Norte')}`)
  await gate.getByRole('button', { name: 'Empezar' }).click()
  await gate.getByText('Escanee para').waitFor()
  await gate.route('**/api/passages', (route) => route.abort())
  await scan(gate, ana)
  await gate.getByRole('heading', { level: 2, name: 'PASE' }).waitFor()

  await page.goto('/ajustes/puertas')
  await page.getByText('Norte · ').waitFor()
  await page.getByLabel('Nombre de la puerta 1').fill('Boxes')
  await page.getByRole('button', { name: 'Guardar las puertas' }).click()
  await page.getByText('Guardado: vale desde ahora.').waitFor()
  await page.getByText('Boxes · ').waitFor()
  await gate.unroute('**/api/passages')
  await gate.getByRole('heading', { level: 1, name: 'Boxes' }).waitFor()
  await expect
    .poll(async () => (await passageRecords(url)).map((passage) => [passage.gate, passage.by]))
    .toEqual([['Boxes', 'Puerta Norte 1']])
  await gate.reload()
  const name = gate.getByRole('paragraph')
  await name.getByText('Boxes', { exact: true }).waitFor()

  // A further rename begins with the stored name.
  await page.getByLabel('Nombre de la puerta 1').fill('Pista')
  await page.getByRole('button', { name: 'Guardar las puertas' }).click()
  await page.getByText('Pista · ').waitFor()
  await name.getByText('Pista', { exact: true }).waitFor()
})

/** Makes a code for a gate, and returns the fragment of its address. */
async function pairingHash(url: string, gate: string): Promise<string> {
  const [{ url: address }] = await askAt(url, 'POST', '/api/gate/pairings', { gate })
  return new URL(address).hash
}
