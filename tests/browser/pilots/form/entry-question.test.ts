/** Tests of the question whether the entry follows a change of its rider, in a real Chromium. */
import { expect, test } from 'vitest'
import { anEvent, enter, setEvent } from '../../../support/events.ts'
import { expectAccessibleLayout } from '../../../support/looks.ts'
import { pageOpener, phone, register } from '../../../support/page.ts'
import { aDraft } from '../../../support/pilots.ts'

const openPage = pageOpener()

test('a changed number asks once whether the entry follows, which it does by default, and a taken one is told at the field', async () => {
  const { page, url } = await openPage()
  await setEvent(url, anEvent())
  const ana = await register(
    url,
    aDraft({ name: 'Ana', lastname: 'Rojas', npiloto: '11', modalidad: 'RALLY' }),
  )
  const eva = await register(
    url,
    aDraft({ name: 'Eva', lastname: 'Rojas', npiloto: '12', modalidad: 'RALLY' }),
  )
  await enter(url, { ids: [ana, eva] })
  const entryOf = async (id: string) => {
    const { data } = await (await fetch(`${url}/api?list=${id}`)).json()
    return [JSON.parse(data[0].data_driver).npiloto, data[0].entries[0].number]
  }
  const number = page.getByLabel('Numero de Piloto')
  const save = page.getByRole('button', { name: 'Editar', exact: true })
  const question = page.getByRole('dialog', { name: '¿También en la inscripción?' })

  await page.goto(`/form/${ana}`)
  await number.fill('12')
  await save.click()
  await question.getByText('RALLY con el 11. Con el cambio queda: RALLY con el 12.').waitFor()
  await expectAccessibleLayout(page, 'the question about the entry')
  await page.keyboard.press('Enter')
  await page.getByText('El número 12 de RALLY lo tiene Eva Rojas en el evento abierto').first().waitFor()
  await number.fill('611')
  await save.click()
  await page.keyboard.press('Escape')
  await expect.poll(() => question.count()).toBe(0)
  expect(await entryOf(ana)).toEqual(['11', '11'])
  await save.click()
  await question.getByRole('button', { name: 'Cambiar también' }).click()
  await page.getByText('El usuario fue actualizado exitosamente').waitFor()
  expect(await entryOf(ana)).toEqual(['611', '611'])

  await page.setViewportSize(phone)
  await page.goto(`/form/${eva}`)
  await number.fill('612')
  await save.click()
  await expectAccessibleLayout(page, 'the question about the entry, on a phone')
  await question.getByRole('button', { name: 'Dejarla como está' }).click()
  await page.getByText('El usuario fue actualizado exitosamente').waitFor()
  expect(await entryOf(eva)).toEqual(['612', '12'])
  // Nothing of the entry follows a telephone.
  await page.goto(`/form/${ana}`)
  await page.getByLabel('Celular', { exact: true }).fill('911111111')
  await save.click()
  await page.getByText('El usuario fue actualizado exitosamente').waitFor()
})
