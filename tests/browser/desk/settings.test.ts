/** Tests of the screen *Ajustes* in a real Chromium. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { changesPath } from '#domain/api/addresses'
import { readBackup } from '../../../server/store/backup/backup.ts'
import { restoreBackup } from '../../../server/store/backup/restore.ts'
import { openFolder, openStores } from '../../../server/store/open.ts'
import { downloadFrom } from '../../support/downloads.ts'
import { anEvent, setEvent } from '../../support/events.ts'
import { aFolder } from '../../support/folder.ts'
import { holdBack } from '../../support/held-requests.ts'
import { expectAccessibleLayout } from '../../support/looks.ts'
import { withStores } from '../../support/opened-stores.ts'
import {
  addAccount,
  asLan,
  blank,
  described,
  openElsewhere,
  pageOpener,
  phone,
  register,
  signIn,
} from '../../support/page.ts'
import { aDraft } from '../../support/pilots.ts'
import { startTestServer } from '../../support/server.ts'
import { askAt } from '../../support/versions.ts'

const openPage = pageOpener()

test('an account that is added here signs in elsewhere, also after a restart; one that is removed by itself is asked, signed out and told so', async () => {
  const opened = await openPage('/')
  const { page, folder, port } = opened
  await page.getByRole('link', { name: 'Ajustes' }).click()
  await page.getByRole('link', { name: 'Cuentas' }).click()
  await page.getByText('Todavía no hay ninguna cuenta').waitFor()
  await page.getByRole('button', { name: 'Agregar cuenta' }).click()
  const dialog = page.getByRole('dialog')
  const fields = (user: string, password: string, repetition = password) =>
    fillIn(dialog, { Usuario: user, Contraseña: password, 'Otra vez': repetition })
  await fields('ana maría', 'corta', 'otra')
  await dialog.getByRole('button', { name: 'Agregar' }).click()
  const user = dialog.getByLabel('Usuario')
  expect(await described(user)).toContain('una palabra de hasta 60 letras')
  expect(await described(dialog.getByLabel('Contraseña'))).toContain('al menos 8 caracteres')
  expect(await described(dialog.getByLabel('Otra vez'))).toContain('No es la misma')
  expect(await user.evaluate((input) => input === document.activeElement)).toBe(true)
  await expectAccessibleLayout(page, 'the dialog of an account')
  await fields('ana', 'la clave de ana')
  expect(await dialog.getByRole('radio', { name: 'Mesa' }).isChecked()).toBe(true)
  await dialog.getByRole('radio', { name: 'Admin' }).check()
  await dialog.getByLabel('Otra vez').press('Enter')
  await page.getByText('La cuenta ana está lista').waitFor()
  await page.getByRole('listitem').getByText('Admin').waitFor()

  await page.getByRole('button', { name: 'Agregar cuenta' }).click()
  await fields('ＡNA', 'otra clave')
  await dialog.getByRole('button', { name: 'Agregar' }).click()
  await expect.poll(() => described(user)).toContain('Ya existe la cuenta ana, que es el mismo nombre')
  await dialog.getByRole('button', { name: 'Cancelar' }).click()

  const other = await openElsewhere(opened, blank, phone)
  await asLan(other)
  await other.goto('/ajustes/cuentas')
  await other.waitForURL('**/login')
  await signIn(other, 'ana')
  await other.waitForURL('**/ajustes/cuentas')
  await opened.close()
  // The laptop needs a session now, too, and the view that an option fixes cannot be changed.
  await startTestServer({ folder, port, requireLogin: true, publicData: 'minima' })
  await other.reload()
  await other.getByText('la suya').waitFor()

  await page.goto('/ajustes/vista')
  await page.waitForURL('**/login')
  await signIn(page, 'ana')
  await page.getByText('--public minima').waitFor()
  expect(await page.getByLabel('Completa').isDisabled()).toBe(true)
  expect(await page.getByLabel('Mínima').isChecked()).toBe(true)
  await page.goto('/ajustes/cuentas')
  await page.getByRole('button', { name: 'Borrar la cuenta ana' }).click()
  await dialog.getByText('Es la última cuenta').waitFor()
  await dialog.getByText('Es la cuenta con la que usted entró').waitFor()
  await dialog.getByRole('button', { name: 'Borrar cuenta' }).click()
  // Nobody could administer this server.
  await dialog.getByText('ana es la única cuenta de admin').waitFor()
  await dialog.getByRole('button', { name: 'Cancelar' }).click()
  await addAccount(folder, 'eva')
  await page.getByRole('button', { name: 'Cambiar la contraseña de ana' }).click()
  await fillIn(dialog, { 'Contraseña nueva': 'la clave de ana 2', 'Otra vez': 'la clave de ana 2' })
  await dialog.getByRole('button', { name: 'Cambiar' }).click()
  await page.getByText('La contraseña de ana cambió').waitFor()
  await other.waitForURL('**/login')
  await page.reload()
  await page.getByRole('button', { name: 'Borrar la cuenta ana' }).click()
  await dialog.getByRole('button', { name: 'Borrar cuenta' }).click()
  await page.waitForURL('**/login')
  await page.getByText('La cuenta ana fue borrada, y con ella terminó su sesión.').waitFor()
})

test('a backup that is cut off is not reported as made; another is made, saved with its date in the name, and can be restored; those of the server can be downloaded', async () => {
  const { page, folder: data } = await openPage('/ajustes/copias', { pilots: [aDraft()], backupEvery: 200 })
  await page.route('**/api/backups', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  await page.getByRole('button', { name: 'Hacer una copia ahora' }).click()
  await page.getByRole('alert').filter({ hasText: 'El kiosco no responde' }).waitFor()
  expect(await page.getByText('Se descargó').count()).toBe(0)
  await page.unroute('**/api/backups')

  const saved = await downloadFrom(page.getByRole('button', { name: 'Hacer una copia ahora' }))
  expect(saved.suggestedFilename()).toMatch(/^pilotos-\d{4}-\d\d-\d\d-.*\.tar\.gz$/)
  await page.getByText(`Se descargó ${saved.suggestedFilename()}`).waitFor()
  const stores = await openFolder(join(await aFolder(), 'data'))
  const count = await restoreBackup(stores, await readBackup(await saved.path()))
  await stores.close()
  expect(count).toMatchObject({ pilots: 1 })

  const folder = join(data, 'backups')
  await expect.poll(() => backupsIn(folder)).not.toHaveLength(0)
  await page.reload()
  await page.getByText('si algo cambió').first().waitFor()
  const stored = await downloadFrom(page.getByRole('link', { name: 'Descargar la copia' }).first())
  expect(await readdir(folder)).toContain(stored.suggestedFilename())
  expect((await readBackup(await stored.path())).pilots).toHaveLength(1)
})

test('a backup of the laptop is restored after a question that compares the numbers, and the open list follows', async () => {
  const folder = await aFolder()
  await withStores(folder, ({ pilots }) => pilots.register(aDraft({ name: 'Ana' })))
  // The server makes a backup at its start.
  const opened = await openPage('/ajustes/copias', { folder })
  const { page, url } = opened
  const row = page.getByRole('button', { name: /^Restaurar la copia de / })
  await expect.poll(() => backupsIn(join(folder, 'backups'))).toHaveLength(1)
  await page.reload()
  for (const name of ['Luz', 'Rosa']) await register(url, aDraft({ name }))
  const list = await openElsewhere(opened, '/')
  await list.getByText('3 pilotos', { exact: true }).waitFor()
  await row.click()
  const dialog = page.getByRole('dialog')
  // The numbers arrive after the question.
  await dialog.getByRole('row').last().waitFor()
  expect(await dialog.getByRole('row').allInnerTexts()).toEqual([
    expect.stringMatching(/Ahora\s+En la copia/),
    'Pilotos\t3\t1',
    'Con foto\t0\t0',
    'Lecturas\t0\t0',
  ])
  await expectAccessibleLayout(page, 'the question before a restore')
  await dialog.getByRole('button', { name: 'Restaurar', exact: true }).click()
  await page
    .getByText(/^Se restauró la copia de .*: 1 piloto, 0 fotos y 0 lecturas\. Lo que había quedó en/)
    .waitFor()
  await list.getByText('1 piloto', { exact: true }).waitFor()
  await expect.poll(() => row.count()).toBe(2)
})

test('a page shows a change of the event that was made before its change feed opened, or while its tab was hidden', async () => {
  const { page, url } = await openPage(blank)
  const { arrived, release } = await holdBack(page, `**${changesPath}`)
  await page.goto('/ajustes/evento')
  const name = page.getByRole('form', { name: 'Evento abierto' }).getByLabel('Nombre')
  await name.waitFor()
  await arrived
  await setEvent(url, anEvent())
  release()
  await expect.poll(() => name.inputValue()).toBe('Copa Andina')

  await setVisibility(page, 'hidden')
  await setEvent(url, anEvent({ name: 'Gran Premio' }))
  await setVisibility(page, 'visible')
  await expect.poll(() => name.inputValue()).toBe('Gran Premio')
})

test('a page that was signed in to shows a change that was made before its change feed opened', async () => {
  const { page, folder } = await openPage(blank, { requireLogin: true })
  await addAccount(folder, 'ana')
  const remote = await openStores(folder)
  const { arrived, release } = await holdBack(page, `**${changesPath}`)
  await page.goto('/search')
  await signIn(page, 'ana')
  await page.getByText('Todavía no hay pilotos').waitFor()
  await arrived
  await remote.pilots.register(aDraft())
  release()
  await page.getByText('1 piloto', { exact: true }).waitFor()
})

/** Hides the tab of a page, or shows it again: a browser without windows shows all of them. */
async function setVisibility(page: Page, state: DocumentVisibilityState): Promise<void> {
  await page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { value, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, state)
}

/** Fills in the fields of a dialog, by their labels. */
async function fillIn(dialog: Locator, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await dialog.getByLabel(label).fill(value)
}

/** Returns the names of the backups in a folder, without those that are being written. */
async function backupsIn(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.tar.gz'))
}

test('the history of the settings is read only once somebody asks for it, and follows a change', async () => {
  const { page, url } = await openPage('/ajustes/historial', { viewport: phone })
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const history = page.getByRole('region', { name: 'Historial' })
  await history.getByRole('button', { name: 'Ver el historial' }).click()
  await history.getByText('Nadie cambió todavía los ajustes.').waitFor()
  expect(asked.filter((path) => path === '/api/settings/history')).toHaveLength(1)
  for (const gates of [['Norte'], ['Norte', 'Sur']])
    await askAt(url, 'PUT', '/api/settings', { gate: { again: 'warn', gates } })
  await history.getByText('Puertas: «Norte» → «Norte, Sur»').waitFor()
  await expectAccessibleLayout(page, 'the history of the settings')
})
