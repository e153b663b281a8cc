/** Tests in a real Chromium of the end of a day. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readBackup } from '../../../server/store/backup/backup.ts'
import { openFolder } from '../../../server/store/open.ts'
import { downloadFrom } from '../../support/downloads.ts'
import { aFolder } from '../../support/folder.ts'
import { sendScans } from '../../support/gate.ts'
import { expectAccessibleLayout } from '../../support/looks.ts'
import { blank, pageOpener, register } from '../../support/page.ts'
import { aScan } from '../../support/passages.ts'
import { aDraft } from '../../support/pilots.ts'

const openPage = pageOpener()

test('the desk sees who is inside and which phones are paired, closes the day, and takes the backup along; if the backup fails, nothing else happens', async () => {
  const folder = await aFolder()
  const stores = await openFolder(folder)
  const phone = {
    user: 'Puerta Norte 1',
    password: 'a',
    role: 'puerta',
    gate: 'Norte',
    device: 'iPhone',
  } as const
  await stores.accounts.put(phone)
  await stores.close()
  const { page, url } = await openPage(blank, { folder })
  const ana = await register(url, aDraft({ name: 'Ana', lastname: 'Paz', npiloto: '27' }))
  const gate = 'Puerta principal'
  await page.goto('/ajustes/dia')
  const dialog = page.getByRole('dialog', { name: '¿Cerrar el día?' })
  const ask = () => page.getByRole('button', { name: 'Cerrar el día' }).click()
  const close = dialog.getByRole('button', { name: 'Cerrar el día' })
  await ask()
  await dialog.getByText('nadie sigue adentro').waitFor()
  // A phone that sends its scans meanwhile is seen at once.
  await sendScans(url, aScan({ scanned: ana, gate }))
  await dialog.getByRole('heading', { name: 'Sigue adentro 1 persona' }).waitFor()
  await dialog.getByText('Ana Paz').waitFor()
  await dialog.getByRole('heading', { name: 'Termina el emparejamiento de 1 teléfono' }).waitFor()
  await dialog.getByText('espere a que diga «Enviadas»').waitFor()
  await expectAccessibleLayout(page, 'the question before the day is closed')

  const full = 'El día no se cerró, y los teléfonos siguen emparejados. No se guardó: el disco está lleno.'
  await page.route('**/api/day', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 507, json: { error: full } })
      : route.continue(),
  )
  await close.click()
  await dialog.getByRole('alert').getByText(full).waitFor()
  await page.unroute('**/api/day')
  await dialog.getByRole('button', { name: 'Cancelar' }).click()
  await page.goto('/ajustes/puertas')
  await page.getByRole('listitem').getByText('Puerta Norte 1').waitFor()
  await page.goto('/ajustes/dia')

  await ask()
  await close.click()
  const section = page.getByRole('region', { name: 'Fin del día' })
  await section.getByText('El día está cerrado. Terminó el emparejamiento de 1 teléfono.').waitFor()
  await section.getByText('Ana Paz').waitFor()
  const [name = ''] = (await readdir(join(folder, 'backups'))).filter((one) =>
    one.startsWith('antes-de-cerrar-'),
  )
  const saved = await downloadFrom(section.getByRole('link', { name: 'Descargar la copia del día' }))
  expect(saved.suggestedFilename()).toBe(name)
  expect((await readBackup(await saved.path())).log).toHaveLength(1)
  await expectAccessibleLayout(page, 'a day that is closed')
  await page.goto('/ajustes/puertas')
  await page.getByText('Ningún teléfono está emparejado.').waitFor()
  await page.goto('/ajustes/copias')
  await page.getByText('al cerrar el día').waitFor()
  await page.goto('/ajustes/dia')

  await sendScans(url, aScan({ scanned: ana, gate, direction: 'out' }))
  await ask()
  await dialog.getByText('Ningún teléfono está emparejado con una puerta.').waitFor()
  await close.click()
  await section.getByText('No había teléfonos emparejados.').waitFor()
  await section.getByText('nadie sigue adentro').waitFor()
})
