/** Tests the alert that staff see when an automatic backup fails, in a real Chromium. */
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { aFolder } from '../../support/folder.ts'
import { pageOpener } from '../../support/page.ts'
import { aDraft } from '../../support/pilots.ts'

const openPage = pageOpener()

test('staff see on every screen why the automatic backup failed, until a backup succeeds', async () => {
  const folder = await aFolder()
  await writeFile(join(folder, 'backups'), '')
  const { page } = await openPage('/', {
    folder,
    backupEvery: 50,
    pilots: [aDraft()],
    expectsErrors: true,
  })
  const notice = page.getByRole('alert').filter({ hasText: 'No se pudo hacer la copia automática' })
  await notice.waitFor()
  expect(await notice.textContent()).toContain(
    `No se puede usar ${join(folder, 'backups')}: no es una carpeta.`,
  )
  await page.getByRole('link', { name: 'Formulario' }).click()
  await notice.waitFor()
  await rm(join(folder, 'backups'))
  await notice.waitFor({ state: 'detached' })
})
