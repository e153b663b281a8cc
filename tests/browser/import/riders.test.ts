/** Tests in a real Chromium that an import offers to restore removed riders, and names documents of another length. */
import { expect, test } from 'vitest'
import { anEvent, setEvent } from '../../support/events.ts'
import { choose, importButton } from '../../support/import-page.ts'
import { expectAccessibleLayout } from '../../support/looks.ts'
import { chooseFromMenu } from '../../support/menu.ts'
import { pageOpener, register } from '../../support/page.ts'
import { aDraft } from '../../support/pilots.ts'
import { askAt } from '../../support/versions.ts'

const openPage = pageOpener()

test('a removed rider of a file is restored in the preview, with the credential of before, and a DNI of another length is told', async () => {
  const { page, url } = await openPage()
  await setEvent(url, anEvent({ country: 'PE' }))
  const ana = aDraft({ name: 'Ana', lastname: 'Paz', dni: 40123456 })
  const id = await register(url, ana)
  await askAt(url, 'DELETE', `/api/pilots/${id}`)
  const rows = [ana, aDraft({ name: 'Eva', lastname: 'Rey', dni: 123456789 })]
  await page.goto('/')
  await page.getByRole('button', { name: 'Importar una planilla' }).click()
  await choose(page, { name: 'padron.json', buffer: Buffer.from(JSON.stringify(rows)) })
  await page.getByText('1 fila de alguien que se borró').waitFor()
  await page.getByText('1 fila con un DNI que no es de hasta 8 cifras, como los de Perú').waitFor()
  await page.getByText('Eva Rey: 123456789').waitFor()
  await expectAccessibleLayout(page, 'an import of a removed rider')
  await page.getByRole('button', { name: 'Restaurar' }).dblclick()
  await expect.poll(() => page.getByText('1 fila de alguien que se borró').count()).toBe(0)
  await page.getByText('Ya existe un piloto con este DNI').first().waitFor()
  expect((await fetch(`${url}/api?list=${id}`)).status).toBe(200)
})

test('a row of another person than the rider of its document is asked, all or one by one, and wrong mails go at once', async () => {
  const { page, url } = await openPage()
  const ana = aDraft({ name: 'Ana', lastname: 'Paz' })
  const eva = aDraft({ name: 'Eva', lastname: 'Rey' })
  const ids = [await register(url, ana), await register(url, eva)]
  const stranger = { fechanac: '2001-05-12', nlicencia: 'X-9' }
  const rows = [
    { ...ana, ...stranger, name: 'Pedro', lastname: 'Soto' },
    { ...eva, ...stranger, name: 'Luis', lastname: 'Mora' },
    { ...aDraft(), name: 'Sol', email: 'sól@ejemplo.org' },
    { ...aDraft(), name: 'Mar', email: 'már@ejemplo.org' },
  ]
  const nameOf = async (id?: string) => {
    const { data } = (await (await fetch(`${url}/api?list=${id}`)).json()) as {
      data: { data_driver: string }[]
    }
    return JSON.parse(data[0]?.data_driver ?? '{}').name
  }
  await page.goto('/')
  await chooseFromMenu(page, 'Importar')
  await choose(page, { name: 'padron.json', buffer: Buffer.from(JSON.stringify(rows)) })
  await page.getByLabel('Cambiar los pilotos que ya existen').check()
  await page.getByText('2 filas con Documento de identidad (DNI): Es de otra persona').waitFor()
  await page
    .getByText(
      'Es de otra persona: Ana Paz (nació el 28/02/1994). El archivo dice Pedro Soto (nació el 12/05/2001)',
    )
    .waitFor()
  await expectAccessibleLayout(page, 'an import of other persons')
  await page.getByRole('button', { name: 'Poner «No tiene» en las 2 filas' }).click()
  await importButton(page, 'Importar 2 pilotos').waitFor()
  await page.getByRole('button', { name: 'No importar esta fila' }).first().click()
  await page.getByText('1 fila con el documento de otra persona no se importa').waitFor()
  await page.getByRole('button', { name: 'Es la misma persona: cambiar' }).last().click()
  await page.getByText('Respondidas: filas con Documento de identidad (DNI): Es de otra persona').waitFor()
  await importButton(page, 'Importar 3 pilotos').click()
  await page.getByText('Se importaron 3 pilotos').waitFor()
  expect([await nameOf(ids[0]), await nameOf(ids[1])]).toEqual(['Ana', 'Luis'])
})
