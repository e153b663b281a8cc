/** Tests of the dialog that merges the backup of another desk, in a real Chromium. */
import { readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { dropOnList } from '../../support/file-drag.ts'
import { says } from '../../support/import-page.ts'
import { expectAccessibleLayout } from '../../support/looks.ts'
import { chooseFromMenu } from '../../support/menu.ts'
import { edit, otherDesk } from '../../support/other-desk.ts'
import { addAccount, asLan, pageOpener, register, signIn, type TestPage, update } from '../../support/page.ts'
import { aDraft, aForeigner, aPicture } from '../../support/pilots.ts'

const openPage = pageOpener()

/** Chooses a backup in the open dialog. */
async function choose(page: Page, path: string, name = 'norte.tar.gz'): Promise<void> {
  const buffer = await readFile(path)
  await page.getByLabel('Elegir archivo').setInputFiles({ name, mimeType: 'application/gzip', buffer })
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

async function openMerge({ page, url }: Pick<TestPage, 'page' | 'url'>): Promise<void> {
  await page.goto(`${url}/search`)
  await chooseFromMenu(page, 'Unir con otra mesa')
}

/** Opens a server and the backup of another desk, with something of everything that a merge shows. */
async function openWithEverything() {
  const opened = await openPage()
  const { url } = opened
  const ana = aDraft({ name: 'Ana', lastname: 'Quispe', club: 'Uno', email: 'ana@ejemplo.org' })
  const luz = aDraft({ name: 'Luz', lastname: 'Rojas', npiloto: '7' })
  const eva = aDraft({ name: 'Eva', lastname: 'Torres' })
  const [anaId, , evaId] = [await register(url, ana), await register(url, luz), await register(url, eva)]
  const rosa = { name: 'Rosa', lastname: 'Huamán Flores', npiloto: '31' }
  const path = await otherDesk(url, async ({ pilots, accounts, photos }) => {
    const other = { pilots }
    await edit(other, ana.dni, { club: 'Club de Enduro del Valle Norte', email: 'a@norte.org' })
    const list = (await pilots.list()).pilots
    await pilots.revoke(list.find(({ dni }) => dni === luz.dni)?.id as string, 'luis')
    await pilots.remove(evaId, 'luis')
    const photo = await photos.save(await aPicture('jpeg'))
    await pilots.register(aForeigner({ ...rosa, club: 'Norte' }), photo, 'luis')
    await pilots.register(aDraft({ name: 'Sol', lastname: 'Nueva', npiloto: '93' }), undefined, 'luis')
    await accounts.put({ user: 'luis', password: 'hash', role: 'mesa' })
  })
  await update(url, anaId, { ...ana, club: 'Sur', email: 'ana.quispe.de.la.mesa.del.sur@ejemplo.org' })
  await update(url, evaId, { ...eva, club: 'Sur' })
  await register(url, aForeigner({ ...rosa, club: 'Sur' }))
  return { ...opened, path, anaId, ana }
}

test('a merge shows everything that it would do, asks for what it cannot know, and does what was chosen', async () => {
  const opened = await openWithEverything()
  const { page, url, path, anaId } = opened
  await openMerge(opened)
  await choose(page, path)
  await page.getByText('Faltan 2 diferencias por decidir.').waitFor()
  await page.getByText(/^También entran 1 foto y la cuenta luis \(Mesa\)\.$/).waitFor()
  await page.getByText('1 credencial queda anulada, porque una mesa la anuló').waitFor()
  await page.getByText('1 piloto que una mesa borró sigue, porque la otra lo cambió después').waitFor()
  await page.getByText(/^\d+ números? l/).waitFor()
  await expectAccessibleLayout(page, 'the preview of a merge')

  // One person has further differences.
  const question = page.getByRole('group', { name: 'Rosa Huamán Flores', exact: true })
  await question.getByLabel('Sí, es la misma').check()
  await page.getByText(/^Faltan [3-9] diferencias por decidir\.$/).waitFor()
  await question.getByLabel('No, son dos').check()
  await page.getByText('Faltan 2 diferencias por decidir.').waitFor()
  expect(await button(page, /^Unir \d/).isDisabled()).toBe(true)
  await page.getByRole('group', { name: 'Club de Ana Quispe' }).getByLabel('Sur').check()
  await page.getByText('Falta 1 diferencia por decidir.').waitFor()
  await button(page, 'Todo lo de la otra').click()
  await page.getByText('Todavía no se guardó nada.').waitFor()

  await button(page, 'Cerrar').click()
  await page.getByText('Lo que eligió para «norte.tar.gz» todavía no se guardó.').waitFor()
  await button(page, 'Cancelar').click()
  await button(page, /^Unir \d/).click()
  await page.getByText(/^Se unieron \d pilotos de /).waitFor()
  await expectAccessibleLayout(page, 'a merge that is done')
  const { data } = await (await fetch(`${url}/api?list=${anaId}`)).json()
  expect(JSON.parse(data[0].data_driver)).toMatchObject({ club: 'Sur', email: 'a@norte.org' })
  await button(page, 'Deshacer unión').click()
  await page.getByText(/^Unión deshecha: /).waitFor()
  await button(page, 'Listo').click()
  await page.getByText('4 pilotos', { exact: true }).waitFor()
})

test('what changes while a person decides is shown before it is stored, and a second merge finds nothing', async () => {
  const opened = await openWithEverything()
  const { page, url, path, anaId, ana } = opened
  await openMerge(opened)
  await choose(page, path)
  await button(page, 'Todo lo de la otra').click()
  await page.getByText('Todavía no se guardó nada.').waitFor()
  await update(url, anaId, { ...ana, club: 'Centro' })
  await button(page, /^Unir \d/).dblclick()
  await says(page, 'Alguien cambió algo mientras tanto, y no se guardó nada.')
  await page.getByRole('group', { name: 'Club de Ana Quispe' }).getByText('Centro').waitFor()
  await button(page, /^Unir \d/).click()
  await page.getByText(/^Se unieron \d pilotos de /).waitFor()
  await button(page, 'Otra copia').click()
  await choose(page, path)
  await page.getByText('No hay nada nuevo.').waitFor()
  expect(await button(page, 'Unir').last().isDisabled()).toBe(true)
})

test('a file that is no backup, two files and a lost connection are said, and the same file can be sent again', async () => {
  const opened = await openPage('/', { pilots: [aDraft()] })
  const { page, url } = opened
  const path = await otherDesk(url, async ({ pilots }) => {
    await pilots.register(aDraft({ name: 'Luz' }))
  })
  const backup = await readFile(path)
  await openMerge(opened)
  await choose(page, import.meta.filename, 'notas.gz')
  await says(page, '«notas.gz» no es una copia de PilotOS')
  const cut = { name: 'cortada.tgz', content: backup.subarray(0, backup.length / 2) }
  await dropOnList(page, [cut])
  await says(page, 'El archivo no es una copia de PilotOS, o está incompleta')
  await dropOnList(page, [cut, cut])
  await says(page, 'Se une una copia a la vez: elija una sola')

  await page.route('**/api/merges', (route) => route.abort())
  await choose(page, path)
  await says(page, 'El kiosco no responde.')
  await page.unroute('**/api/merges')
  // A browser may have unpacked the backup while it downloaded it.
  await dropOnList(page, [{ name: 'norte.tar', content: gunzipSync(backup) }])
  const confirm = button(page, 'Unir 1 piloto')
  await page.route('**/api/merges/*', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await confirm.click()
  await says(page, 'No se sabe si se unió: pulse «Unir» otra vez.')
  await page.unroute('**/api/merges/*')
  await confirm.click()
  await page.getByText(/^Se unió 1 piloto de /).waitFor()
})

test('the import and the backups of the settings lead to the merge, which only an admin may do', async () => {
  const opened = await openPage('/', { pilots: [aDraft()] })
  const { page, url, folder } = opened
  const path = await otherDesk(url, async ({ pilots }) => {
    await pilots.register(aDraft({ name: 'Luz' }))
  })
  await chooseFromMenu(page, 'Importar')
  await choose(page, path)
  await button(page, 'Unir 1 piloto').waitFor()
  await button(page, 'Cerrar').click()
  await page.goto(`${url}/ajustes/copias`)
  await button(page, 'Unir con otra mesa').click()
  await choose(page, path)
  await button(page, 'Unir 1 piloto').click()
  await page.getByText(/^Se unió 1 piloto de /).waitFor()
  await button(page, 'Listo').click()
  await page.getByText('antes de unir').waitFor()

  await opened.close()
  await addAccount(folder, 'marta', undefined, 'mesa')
  const desk = await openPage('/login', { folder, requireLogin: true })
  await asLan(desk.page)
  await signIn(desk.page, 'marta')
  await desk.page.goto(`${desk.url}/search`)
  await button(desk.page, 'Más').click()
  await desk.page.getByRole('menuitem', { name: 'Exportar' }).waitFor()
  expect(await desk.page.getByRole('menuitem', { name: 'Unir con otra mesa' }).count()).toBe(0)
  await desk.page.keyboard.press('Escape')
  await dropOnList(desk.page, [{ name: 'norte.tar.gz', content: await readFile(path) }])
  await desk.page.getByText('La une una persona con cuenta de admin').waitFor()
})

test('an admin and an erasure of the other desk come along only with a tick, and the undo takes both back', async () => {
  const opened = await openPage()
  const { page, url } = opened
  const luz = aDraft({ name: 'Luz', lastname: 'Rojas' })
  await register(url, luz)
  const path = await otherDesk(url, async ({ pilots, accounts, erasures }) => {
    const { pilots: all } = await pilots.list()
    await erasures.erase(all.map(({ id }) => id))
    await accounts.put({ user: 'jefa', password: 'hash', role: 'admin' })
    await pilots.register(aDraft({ name: 'Sol' }), undefined, 'luis')
  })
  await openMerge(opened)
  await choose(page, path)
  const erase = page.getByLabel('Borrarla para siempre también aquí')
  const admin = page.getByLabel('Traer la cuenta jefa')
  await page.getByText(/^1 persona que .+ borró para siempre, y que aquí está$/).waitFor()
  await page.getByText(/^Luz Rojas \(/).waitFor()
  expect([await erase.isChecked(), await admin.isChecked()]).toEqual([false, false])
  await expectAccessibleLayout(page, 'whom the other desk erased, and its admin')
  await admin.check()
  await erase.check()
  await page.getByText(/^También entra la cuenta jefa \(Admin\)\.$/).waitFor()
  await button(page, /^Unir \d/).click()
  await page.getByText('1 piloto que una mesa borró para siempre: no vuelve en ninguna.').waitFor()
  await button(page, 'Deshacer unión').click()
  await page.getByText(/^Unión deshecha/).waitFor()
  await button(page, 'Listo').click()
  await page.getByText('Luz Rojas').first().waitFor()
})
