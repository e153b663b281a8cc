/** A journey through a merge: the backup of another desk is dropped, previewed, merged and undone, in a real Chromium. */
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { dropOnList } from '../support/file-drag.ts'
import { chooseFromMenu } from '../support/menu.ts'
import { edit, otherDesk } from '../support/other-desk.ts'
import { pageOpener, register, update } from '../support/page.ts'
import { aDraft } from '../support/pilots.ts'

const openPage = pageOpener()

test('a backup that is dropped on the list is merged after its differences are decided, and undone as a whole', async () => {
  const { page, url } = await openPage()
  const ana = aDraft({ name: 'Ana', lastname: 'Quispe', club: 'Uno' })
  const id = await register(url, ana)
  const path = await otherDesk(url, async (other) => {
    await edit(other, ana.dni, { club: 'Norte' })
    await other.pilots.register(aDraft({ name: 'Luz', lastname: 'Rojas' }), undefined, 'luis')
  })
  await update(url, id, { ...ana, club: 'Sur' })
  await page.goto(`${url}/search`)
  await page.getByText('1 piloto', { exact: true }).waitFor()

  await dropOnList(page, [{ name: 'norte.tar.gz', content: await readFile(path) }])
  const dialog = page.getByRole('dialog', { name: 'Unir con otra mesa' })
  await dialog.getByText('Falta 1 diferencia por decidir.').waitFor()
  const club = dialog.getByRole('group', { name: 'Club de Ana Quispe' })
  await club.getByText('esta laptop').waitFor()
  await club.getByText(/^luis, en /).waitFor()
  const merge = dialog.getByRole('button', { name: 'Unir 2 pilotos' })
  expect(await merge.isDisabled()).toBe(true)
  await club.getByLabel('Norte').check()
  await dialog.getByText('Todavía no se guardó nada.').waitFor()
  await merge.click()
  const done = page.getByRole('dialog', { name: 'Unión terminada' })
  await done.getByText(/^Se unieron 2 pilotos de /).waitFor()
  await done.getByText(/^antes-de-unir-.*\.tar\.gz$/).waitFor()
  await done.getByRole('button', { name: 'Listo' }).click()
  await page.getByText('2 pilotos', { exact: true }).waitFor()

  await page.goto(`${url}/credencial/${id}`)
  await chooseFromMenu(page, 'Historial de cambios')
  await page.getByText('Unido con los datos de otra mesa').waitFor()
  await page.getByText(/ · luis, en /).waitFor()
  await page.goto(`${url}/borrados`)
  await page.getByText(/^Unión con /).waitFor()
  await page.getByRole('button', { name: /^Deshacer la unión del / }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Deshacer unión' }).click()
  await page.getByText('Unión deshecha: 1 borrado, 1 como estaba antes').waitFor()
})
