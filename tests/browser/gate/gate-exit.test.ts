/** Tests in a real Chromium of the ways in which a device stops being a gate. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { readPairingCode } from '#domain/api/addresses'
import { openStores } from '../../../server/store/open.ts'
import { openGate, passageRecords } from '../../support/gate.ts'
import { heldPhotos, heldPilots } from '../../support/gate-database.ts'
import { expectAccessibleLayout } from '../../support/looks.ts'
import { addAccount, asLan, blank, pageOpener, phone, type TestPage } from '../../support/page.ts'
import { aDraft, aPicture } from '../../support/pilots.ts'
import { scan } from '../../support/scanner.ts'
import { askAt } from '../../support/versions.ts'

const openPage = pageOpener()

async function signInAs({ context, url }: TestPage, user = 'paco'): Promise<void> {
  const data = { user, password: `la clave de ${user}` }
  await context.request.post('/api/session', { data, headers: { origin: url } })
}

async function expectForgotten(page: Page): Promise<void> {
  await expect.poll(() => heldPilots(page)).toBeUndefined()
  await expect.poll(() => heldPhotos(page)).toBe(0)
}

test('an account of a gate that signs out forgets the riders, on its page and elsewhere, and the unsent scans stay and are told', async () => {
  const opened = await openPage(blank, { requireLogin: true, viewport: phone })
  const { page, folder } = opened
  await addAccount(folder, 'paco', undefined, 'puerta')
  const stores = await openStores(folder)
  const photo = await stores.photos.save(await aPicture('jpeg', 40, 30))
  const { id } = await stores.pilots.register(aDraft(), photo)
  page.on('dialog', (dialog) => void dialog.accept())
  await signInAs(opened)
  await openGate(page)
  const scanUnsent = async () => {
    await expect.poll(() => heldPhotos(page)).toBe(1)
    expect(await heldPilots(page)).toBe(1)
    await page.route('**/api/passages', (route) => route.abort())
    await scan(page, id)
    await page.getByRole('heading', { level: 2, name: /^(PASE|YA ENTRÓ)/ }).waitFor()
  }
  await scanUnsent()
  await page.getByRole('button', { name: 'Siguiente' }).click()
  await page.getByRole('button', { name: 'Cerrar' }).click()
  await page.getByRole('button', { name: 'Salir' }).click()
  const dialog = page.getByRole('dialog', { name: 'Salir de la puerta' })
  await dialog.getByText('1 lectura por enviar: queda guardada en este equipo').waitFor()
  await expectAccessibleLayout(page, 'the question before a gate is left')
  await dialog.getByRole('button', { name: 'Cancelar' }).click()
  expect(await heldPilots(page)).toBe(1)
  await page.getByRole('button', { name: 'Salir' }).click()
  await dialog.getByRole('button', { name: 'Salir' }).click()
  await page.getByText('Este equipo todavía no es una puerta.').waitFor()
  await page.getByRole('status').getByText('1 lectura por enviar: queda guardada').waitFor()
  await expectForgotten(page)
  expect((await stores.passages.list()).total).toBe(0)

  await page.unroute('**/api/passages')
  await signInAs(opened)
  await page.reload()
  await page.getByText('Enviadas').waitFor()
  expect((await stores.passages.list()).passages).toMatchObject([{ offline: true, isAdmitted: true }])

  // Another screen, on which the application has started.
  await page.getByRole('button', { name: 'Empezar' }).click()
  await page.getByText('Escanee para').waitFor()
  await scanUnsent()
  await page.goto(`/credencial/${id}`)
  await page.getByRole('button', { name: 'Registrar entrada' }).waitFor()
  await page.getByRole('button', { name: 'Salir' }).click()
  await page.getByText('En este equipo hay 1 lectura de una puerta por enviar.').waitFor()
  await expectForgotten(page)
})

test('a paired phone leaves its gate only on the page of the gate, after a question', async () => {
  const { page, url, folder } = await openPage(blank, { viewport: phone })
  const [{ url: address }] = await askAt(url, 'POST', '/api/gate/pairings', { gate: 'Puerta principal' })
  await asLan(page)
  await page.goto(`/puerta#${readPairingCode(new URL(address).hash)}`)
  await page.getByRole('button', { name: 'Empezar' }).waitFor()
  await page.goto('/ayuda')
  await page.getByText('Puerta principal 1', { exact: true }).waitFor()
  expect(await page.getByRole('button', { name: 'Salir' }).count()).toBe(0)

  await page.goto('/puerta')
  await page.getByRole('button', { name: 'Desconectar' }).click()
  const dialog = page.getByRole('dialog', { name: 'Desconectar este teléfono' })
  await dialog.getByText('deja de atender «Puerta principal»').waitFor()
  await dialog.getByRole('button', { name: 'Desconectar' }).click()
  await page.getByText('Este equipo todavía no es una puerta.').waitFor()
  expect(await (await openStores(folder)).accounts.list()).toEqual([])
  expect(await passageRecords(url)).toEqual([])
})
