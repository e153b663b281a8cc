/** Tests the export for a timing program in a real Chromium. */
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { downloadFrom } from '../../../support/downloads.ts'
import { expectAccessibleLayout } from '../../../support/looks.ts'
import { chooseFromMenu } from '../../../support/menu.ts'
import { pageOpener } from '../../../support/page.ts'
import { aDraft } from '../../../support/pilots.ts'

const openPage = pageOpener()

test('the desk sees which riders a timing program would mistake, and downloads the file', async () => {
  const modalidad = 'MOTOCROSS' as const
  const { page } = await openPage('/search', {
    pilots: [
      aDraft({ name: 'Eva', npiloto: '27', transponder: '1', modalidad }),
      aDraft({ name: 'Luz', npiloto: '027', transponder: '2', modalidad }),
      aDraft({ name: 'Ana', npiloto: '8', modalidad }),
    ],
  })
  await page.getByText('3 pilotos').first().waitFor()
  await chooseFromMenu(page, 'Exportar')
  const dialog = page.getByRole('dialog', { name: 'Exportar pilotos' })
  await dialog.getByText('Cronometraje').click()
  await dialog.getByLabel('MYLAPS Orbits').check()
  await dialog.getByText('El 27 de MOTOCROSS lo tienen 2 pilotos').click()
  await dialog
    .getByText(/^Eva Núñez Peña, \d{8}$/)
    .first()
    .waitFor()
  await expectAccessibleLayout(page, 'the export for a timing program')
  const download = await downloadFrom(dialog.getByRole('button', { name: 'Descargar para MYLAPS Orbits' }))
  expect(download.suggestedFilename()).toMatch(/^orbits-\d{4}-\d\d-\d\d\.csv$/)
  expect((await readFile(await download.path(), 'utf8')).split('\r\n')).toHaveLength(5)
  await dialog.getByLabel('Webscorer').check()
  await dialog.getByText('1 piloto sin transponder').waitFor()
})
