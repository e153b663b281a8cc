/** Tests in a real Chromium that an import replaces no suspension and brings no erased person back silently, and is undone as a whole. */
import { expect, test } from 'vitest'
import { changeTerms } from '../../support/gate.ts'
import { choose, importButton } from '../../support/import-page.ts'
import { expectAccessibleLayout } from '../../support/looks.ts'
import { chooseFromMenu } from '../../support/menu.ts'
import { pageOpener, register, update } from '../../support/page.ts'
import { aDraft } from '../../support/pilots.ts'

const openPage = pageOpener()

test('an import says which suspensions stay, replaces them only if the person says so, and is undone unless a pilot was edited since', async () => {
  const { page, url } = await openPage()
  const [ana, luis] = [aDraft({ name: 'Ana', lastname: 'Paz' }), aDraft({ club: 'Sur' })]
  const ids = [await register(url, ana), await register(url, luis)] as const
  const suspension = { from: '2026-01-01', reason: 'Antidopaje' }
  for (const id of ids) await changeTerms(url, id, { suspension })
  const suspensions = async () => {
    const records = await Promise.all(ids.map(async (id) => (await fetch(`${url}/api?list=${id}`)).json()))
    return records.map(({ data }) => data[0].terms.suspension)
  }
  /** Makes a file that moves the first rider, suspends both, and has a new one. */
  const file = (club: string) => {
    const moved = { ...ana, club, suspendida_desde: '01/05/2026', suspendida_motivo: 'Pago' }
    const rows = [moved, { ...luis, suspendida_desde: '01/01/2026' }, aDraft()]
    return { name: 'padron.json', buffer: Buffer.from(JSON.stringify(rows)) }
  }
  await page.goto('/')
  await chooseFromMenu(page, 'Importar')
  await choose(page, file('Norte'))
  await page.getByLabel('Cambiar los pilotos que ya existen').check()
  const text = '1 piloto con una suspensión que sigue y otra en el archivo: '
  await page.getByText(`${text}queda la que está`).waitFor()
  await page
    .getByText('Ana Paz: desde 01/01/2026: Antidopaje. En el archivo: desde 01/05/2026: Pago')
    .waitFor()
  await expectAccessibleLayout(page, 'an import with another suspension')
  await importButton(page, 'Importar 2 pilotos').click()
  await page.getByText('Se importaron 2 pilotos').waitFor()
  await page.getByText(`${text}queda la que está`).waitFor()
  expect(await suspensions()).toEqual([suspension, suspension])
  await update(url, ids[0], { ...ana, club: 'Otro club' })
  await page.getByRole('button', { name: 'Deshacer importación' }).click()
  const refusal = 'La importación no se deshizo: desde entonces se cambió a Ana Paz'
  await page.getByText(refusal).waitFor()

  await page.getByRole('button', { name: 'Otro archivo' }).click()
  await choose(page, file('Este'))
  await page.getByLabel('Usar las suspensiones del archivo').check()
  await page.getByText(`${text}se usa la del archivo`).waitFor()
  await importButton(page, 'Importar 2 pilotos').click()
  await page.getByText('Se importaron 2 pilotos').waitFor()
  expect(await suspensions()).toEqual([{ from: '2026-05-01', reason: 'Pago' }, suspension])
  await page.getByRole('button', { name: 'Deshacer importación' }).click()
  await page.getByText('Importación deshecha: 1 borrado, 1 como estaba antes').waitFor()
  expect(await page.getByRole('button', { name: 'Deshacer importación' }).count()).toBe(0)
  expect(await suspensions()).toEqual([suspension, suspension])
  await page.getByRole('button', { name: 'Listo' }).click()
  await page.getByText('3 pilotos', { exact: true }).waitFor()

  await page.goto('/borrados')
  await page.getByText('No hay pilotos borrados.').waitFor()
  await page.getByText('Deshecha', { exact: true }).waitFor()
  expect(await page.getByText('padron.json', { exact: true }).count()).toBe(2)
  await page.getByRole('button', { name: /^Deshacer la importación del/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Deshacer importación' }).click()
  await page.getByRole('dialog').getByText(refusal).waitFor()
})

test('an import leaves out the rows of erased persons until somebody says that they asked to come back', async () => {
  const { page, url } = await openPage()
  const drafts = [aDraft({ name: 'Eva', dni: 71234567 }), aDraft({ name: 'Luz', dni: 71234568 })]
  await page.goto('/')
  for (const draft of drafts) {
    const order = { path: `/api/pilots/${await register(url, draft)}/erase`, document: String(draft.dni) }
    const erased = await page.evaluate(async ({ path, ...body }) => {
      const headers = { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }
      return (await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })).status
    }, order)
    expect(erased).toBe(200)
  }
  await page.getByRole('button', { name: 'Importar una planilla' }).click()
  const rows = [...drafts, aDraft({ name: 'Otra' })]
  await choose(page, { name: 'padron.json', buffer: Buffer.from(JSON.stringify(rows)) })
  const text = '2 filas de personas que se borraron para siempre: '
  await page.getByText(`${text}no se registran`).waitFor()
  await importButton(page, 'Importar 1 piloto').waitFor()
  await expectAccessibleLayout(page, 'an import with erased persons')
  await page.getByLabel('Lo pidieron: registrar otra vez').check()
  await page.getByText(`${text}se registran otra vez`).waitFor()
  await importButton(page, 'Importar 3 pilotos').click()
  await page.getByText('Se importaron 3 pilotos').waitFor()
  await page.getByText(`${text}se registran otra vez`).waitFor()
})
