/** Tests of the screen *Ajustes* in a real Chromium. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { readBackup, restoreBackup } from '../../../server/backup/backup.ts'
import { openFolder } from '../../../server/store/open.ts'
import { aFolder } from '../../support/folder.ts'
import { expectAccessibleLayout } from '../../support/looks.ts'
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
import { aDraft, aPicture } from '../../support/pilots.ts'
import { startTestServer } from '../../support/server.ts'

const openPage = pageOpener()

describe('the accounts', () => {
  test('an account that is added here signs in elsewhere, stays signed in after a restart, and is out after a new password', async () => {
    const opened = await openPage('/')
    const { page, folder, port } = opened
    await page.getByRole('link', { name: 'Ajustes' }).click()
    await page.getByText('Todavía no hay ninguna cuenta').waitFor()
    await page.getByRole('button', { name: 'Agregar cuenta' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Usuario').fill('ana maría')
    await dialog.getByLabel('Contraseña').fill('corta')
    await dialog.getByLabel('Otra vez').fill('otra')
    await dialog.getByRole('button', { name: 'Agregar' }).click()
    expect(await described(dialog.getByLabel('Usuario'))).toContain('una palabra de hasta 60 letras')
    expect(await described(dialog.getByLabel('Contraseña'))).toContain('al menos 8 caracteres')
    expect(await described(dialog.getByLabel('Otra vez'))).toContain('No es la misma')
    expect(await dialog.getByLabel('Usuario').evaluate((input) => input === document.activeElement)).toBe(
      true,
    )
    await expectAccessibleLayout(page, 'the dialog of an account')
    await dialog.getByLabel('Usuario').fill('ana')
    await dialog.getByLabel('Contraseña').fill('la clave de ana')
    await dialog.getByLabel('Otra vez').fill('la clave de ana')
    expect(await dialog.getByRole('radio', { name: 'Mesa' }).isChecked()).toBe(true)
    await dialog.getByRole('radio', { name: 'Admin' }).check()
    await dialog.getByLabel('Otra vez').press('Enter')
    await page.getByText('La cuenta ana está lista').waitFor()
    await page.getByRole('listitem').getByText('Admin').waitFor()

    const other = await openElsewhere(opened, blank, phone)
    await asLan(other)
    await other.goto('/ajustes')
    await other.waitForURL('**/login')
    await signIn(other, 'ana')
    await other.waitForURL('**/ajustes')
    await opened.close()
    await startTestServer({ folder, port })
    await other.reload()
    await other.getByText('la suya').waitFor()

    await page.reload()
    await page.getByRole('button', { name: 'Cambiar la contraseña de ana' }).click()
    await dialog.getByLabel('Contraseña nueva').fill('otra clave de ana')
    await dialog.getByLabel('Otra vez').fill('otra clave de ana')
    await dialog.getByRole('button', { name: 'Cambiar' }).click()
    await page.getByText('La contraseña de ana cambió').waitFor()
    await other.waitForURL('**/login')
  })

  test('a person who removes the own account is asked, signed out, and told so', async () => {
    const { page, folder } = await openPage(blank, { requireLogin: true, viewport: phone })
    await addAccount(folder, 'ana')
    await page.goto('/ajustes')
    await page.waitForURL('**/login')
    await signIn(page, 'ana')
    await page.getByRole('button', { name: 'Borrar la cuenta ana' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Es la última cuenta').waitFor()
    await dialog.getByText('Es la cuenta con la que usted entró').waitFor()
    await dialog.getByRole('button', { name: 'Borrar cuenta' }).click()
    // Nobody could administer this server: the laptop needs a session too.
    await dialog.getByText('ana es la única cuenta de admin').waitFor()
    await dialog.getByRole('button', { name: 'Cancelar' }).click()
    await addAccount(folder, 'eva')
    await page.getByRole('button', { name: 'Cambiar la contraseña de ana' }).click()
    await dialog.getByLabel('Contraseña nueva').fill('la clave de ana 2')
    await dialog.getByLabel('Otra vez').fill('la clave de ana 2')
    await dialog.getByRole('button', { name: 'Cambiar' }).click()
    await page.getByText('La contraseña de ana cambió').waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Borrar la cuenta ana' }).click()
    await dialog.getByRole('button', { name: 'Borrar cuenta' }).click()
    await page.waitForURL('**/login')
    await page.getByText('La cuenta ana fue borrada, y con ella terminó su sesión.').waitFor()
  })
})

describe('the backups', () => {
  test('a backup is made, saved with its date in the name, and can be restored; those of the server can be downloaded', async () => {
    const { page, folder: data } = await openPage('/ajustes', { pilots: [aDraft()], backupEvery: 200 })
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Hacer una copia ahora' }).click(),
    ])
    expect(saved.suggestedFilename()).toMatch(/^pilotos-\d{4}-\d\d-\d\d-.*\.tar\.gz$/)
    await page.getByText(`Se descargó ${saved.suggestedFilename()}`).waitFor()
    const stores = await openFolder(join(await aFolder(), 'data'))
    const count = await restoreBackup(stores, await readBackup(await saved.path()))
    await stores.close()
    expect(count).toMatchObject({ pilots: 1 })
    const index = page.getByRole('navigation', { name: 'Ajustes' })
    await index.getByRole('link', { name: 'Fotos' }).click()
    await index.locator('[aria-current]', { hasText: 'Fotos' }).waitFor()

    const folder = join(data, 'backups')
    await expect.poll(() => readdir(folder).catch(() => [])).not.toHaveLength(0)
    await page.reload()
    await page.getByText('si algo cambió').first().waitFor()
    const [stored] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Descargar la copia' }).first().click(),
    ])
    expect(await readdir(folder)).toContain(stored.suggestedFilename())
    expect((await readBackup(await stored.path())).pilots).toHaveLength(1)
    await expectAccessibleLayout(page, 'the settings')
  })

  test('a backup that is cut off is not reported as made', async () => {
    const { page } = await openPage('/ajustes', { pilots: [aDraft()] })
    await page.route('**/api/backups', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    )
    await page.getByRole('button', { name: 'Hacer una copia ahora' }).click()
    await page.getByRole('alert').filter({ hasText: 'El kiosco no responde' }).waitFor()
    expect(await page.getByText('Se descargó').count()).toBe(0)
  })
})

test('pictures from a ZIP become photos, after a preview that names those without a pilot', async () => {
  const pilots = [70000001, 70000002].map((dni) => aDraft({ dni }))
  const { page, url } = await openPage('/ajustes', { pilots, viewport: phone })
  await register(url, aDraft({ dni: 70000003 }), await aPicture())
  const picture = await aPicture('jpeg')
  const files = {
    '70000001.jpg': picture,
    '70000003.jpg': picture,
    'nadie.jpg': picture,
    'lista.txt': picture,
  }
  const zip = (name: string, content: Buffer) => ({ name, mimeType: 'application/zip', buffer: content })
  await page.getByLabel('Elegir ZIP').setInputFiles(zip('roto.zip', Buffer.from('no es un ZIP')))
  await page.getByRole('alert').filter({ hasText: 'El archivo no es un ZIP' }).waitFor()
  await page.getByLabel('Elegir ZIP').setInputFiles(zip('fotos.zip', Buffer.from(zipSync(files))))
  await page.getByText('1 piloto sin foto tendrá la suya. 1 piloto ya tiene foto.').waitFor()
  await page.getByText('No coinciden con ningún piloto (1)').click()
  await page.getByText('nadie.jpg').waitFor()
  await page.getByText('No sirven como foto (1)').click()
  await page.getByText('lista.txt').waitFor()
  await expectAccessibleLayout(page, 'the preview of a ZIP')
  await page.getByRole('button', { name: 'Poner 1 foto', exact: true }).waitFor()
  await page.getByLabel('Reemplazar también las fotos que ya hay').check()
  await page.getByRole('button', { name: 'Poner 2 fotos' }).click()
  await page.getByText('Se pusieron 2 fotos.').waitFor()
  await page.getByText('No se pusieron (2)').waitFor()
  const list = (await (await fetch(`${url}/api?list=all`)).json()) as {
    data: { attachment: string | null }[]
  }
  expect(list.data.filter(({ attachment }) => attachment)).toHaveLength(2)
})

test('the public view is switched at once for the phones that scan a QR', async () => {
  const opened = await openPage('/ajustes')
  const { page, url } = opened
  const id = await register(url, aDraft({ dni: 40123456 }))
  const gate = await openElsewhere(opened, blank, phone)
  await asLan(gate)
  await gate.goto(`/credencial/${id}`)
  await gate.getByText('40123456').waitFor()
  await page.getByLabel('Mínima').check()
  await page.getByText('Guardado: vale desde ahora.').waitFor()
  await gate.reload()
  await gate.getByRole('heading', { name: 'Íñigo Núñez Peña' }).waitFor()
  expect(await gate.getByText('40123456').count()).toBe(0)
  await page.reload()
  expect(await page.getByLabel('Mínima').isChecked()).toBe(true)
})

test('the public view that an option fixes cannot be changed here', async () => {
  const { page } = await openPage('/ajustes', { publicData: 'minima' })
  await page.getByText('--public minima').waitFor()
  expect(await page.getByLabel('Completa').isDisabled()).toBe(true)
  expect(await page.getByLabel('Mínima').isChecked()).toBe(true)
})
