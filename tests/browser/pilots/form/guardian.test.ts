/** Tests what the form and the list say of a rider under 18 without a guardian, in a real Chromium. */
import { expect, test } from 'vitest'
import { expectAccessibleLayout } from '../../../support/looks.ts'
import { countOf, described, fill, hasFocus, labelled, pageOpener } from '../../../support/page.ts'
import { aDraft } from '../../../support/pilots.ts'

const openPage = pageOpener()
const born = `01/01/${new Date().getFullYear() - 10}`
const unguarded = 'Es menor de 18 años y no tiene apoderado'

test('the birth date of a minor opens the section of the guardian, through which Enter leads, and which folds again for the next rider', async () => {
  const { page, url } = await openPage('/form')
  await labelled(page, 'fechanac').fill(born)
  expect(await labelled(page, 'apoderado').isVisible()).toBe(false)
  await labelled(page, 'nlicencia').focus()
  await labelled(page, 'apoderado').waitFor()
  const guardian = 'Es menor de 18 años: anote al apoderado en «Emergencia y seguro»'
  expect(await described(labelled(page, 'fechanac'))).toBe(guardian)
  // The person may fold it.
  await page.getByText('Emergencia y seguro', { exact: true }).click()
  expect(await labelled(page, 'apoderado').isVisible()).toBe(false)
  await page.getByText('Emergencia y seguro', { exact: true }).click()
  await fill(page, { ...aDraft({ dni: 71000007 }), fechanac: born })
  await labelled(page, 'participacion').fill('')
  await labelled(page, 'participacion').press('Enter')
  expect(await hasFocus(page, 'emergencia_nombre')).toBe(true)
  await labelled(page, 'apoderado').fill('Rosa Núñez')
  await labelled(page, 'apoderado_celular').fill('912 345 678')
  expect(await described(labelled(page, 'fechanac'))).toBe('')
  await page.keyboard.press('Control+Enter')
  await page.getByText('Registro exitoso').waitFor()
  expect(await page.getByText(unguarded).count()).toBe(0)
  // The section of the next rider is folded again, and Enter goes past it.
  await labelled(page, 'participacion').focus()
  await page.keyboard.press('Enter')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Registrar')
  expect(await (await fetch(`${url}/api?list=all`)).text()).toContain('Rosa Núñez')
})

test('Enter leads from the birth date of a minor to the guardian, and back to the first field that is empty', async () => {
  const { page } = await openPage('/form')
  await labelled(page, 'fechanac').fill(born.replaceAll('/', '').replace(/20(?=..$)/, ''))
  await page.keyboard.press('Enter')
  expect(await hasFocus(page, 'apoderado')).toBe(true)
  await page.keyboard.press('Enter')
  expect(await hasFocus(page, 'name')).toBe(true)
  await labelled(page, 'fechanac').press('Enter')
  await page.keyboard.type('Rosa Núñez')
  await page.keyboard.press('Enter')
  expect(await hasFocus(page, 'apoderado_dni')).toBe(true)
  await page.keyboard.press('Enter')
  await page.keyboard.type('912345678')
  await page.keyboard.press('Enter')
  expect(await hasFocus(page, 'name')).toBe(true)
  // A guardian who is known is passed.
  await labelled(page, 'fechanac').press('Enter')
  expect(await hasFocus(page, 'nlicencia')).toBe(true)
  await fill(page, { ...aDraft(), fechanac: born })
  await labelled(page, 'apoderado_celular').press('Enter')
  expect(await hasFocus(page, 'transponder')).toBe(true)
})

test('a minor is stored without a guardian after one question only, and the success text and the list say so', async () => {
  const { page, url } = await openPage('/form')
  await fill(page, { ...aDraft({ dni: 71000008, name: 'Eva', lastname: 'Paz' }), fechanac: born })
  // The birthday is the last field that is typed, and is not left.
  await labelled(page, 'fechanac').focus()
  await page.keyboard.press('Control+Enter')
  const dialog = page.getByRole('dialog', { name: 'Falta el apoderado' })
  await dialog.getByText(unguarded).waitFor()
  await expectAccessibleLayout(page, 'the question about the guardian')
  await page.keyboard.press('Control+Enter')
  expect(await countOf(url)).toBe(0)
  // Enter and Escape go back to the form, with all that was typed.
  await page.keyboard.press('Escape')
  await expect.poll(() => hasFocus(page, 'apoderado')).toBe(true)
  await page.keyboard.press('Control+Enter')
  await dialog.waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(() => hasFocus(page, 'apoderado')).toBe(true)

  await page.keyboard.press('Control+Enter')
  await dialog.getByRole('button', { name: 'Registrar sin apoderado' }).dblclick()
  await page.getByText('Registro exitoso').waitFor()
  await page.getByText(`${unguarded}: se anota con «Editar».`).waitFor()
  await expectAccessibleLayout(page, 'the notice of a minor without a guardian')
  expect(await countOf(url)).toBe(1)
  await page.getByRole('link', { name: 'Editar', exact: true }).click()
  await page.getByRole('heading', { name: 'Editar piloto' }).waitFor()

  await page.goto('/search')
  await page.getByText('Resumen', { exact: true }).click()
  await page.getByRole('button', { name: 'Datos por revisar 1' }).click()
  await page.getByText('1 piloto con datos por revisar').waitFor()
  // An edit of something else asks nothing, and that of the birthday of an adult asks.
  await page.getByRole('link', { name: 'Editar a Eva Paz', exact: true }).click()
  await labelled(page, 'apoderado').waitFor()
  await labelled(page, 'club').fill('Otro club')
  await page.keyboard.press('Control+Enter')
  await page.getByText('El usuario fue actualizado exitosamente').waitFor()
  await page.getByText(`${unguarded}: se anota con «Editar».`).waitFor()
})

test('an edit that makes a rider a minor, or takes the guardian away, asks once', async () => {
  const { page, url } = await openPage('/form', { pilots: [aDraft({ name: 'Eva' })] })
  const [{ id_driver: id } = { id_driver: '' }] = (await (await fetch(`${url}/api?list=all`)).json()).data
  await page.goto(`/form/${id}`)
  await labelled(page, 'fechanac').fill(born)
  // The button stays under a finger that presses it for a while.
  await page.getByRole('button', { name: 'Editar' }).hover()
  await page.mouse.down()
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)))
  await page.mouse.up()
  await page.getByRole('button', { name: 'Guardar sin apoderado' }).click()
  await page.getByText('El usuario fue actualizado exitosamente').waitFor()
})
