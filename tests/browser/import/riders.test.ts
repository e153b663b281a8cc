/** Tests in a real Chromium that an import offers to restore removed riders, and names documents of another length. */
import { expect, test } from 'vitest'
import { anEvent, setEvent } from '../../support/events.ts'
import { choose } from '../../support/import-page.ts'
import { expectAccessibleLayout } from '../../support/looks.ts'
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
