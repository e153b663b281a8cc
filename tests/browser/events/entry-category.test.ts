/** Tests of the category of an entry, where a rider is entered and on the credential, in a real Chromium. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { GivenCategory } from '#domain/events/categories/category'
import type { Entry } from '#domain/events/entry'
import { anEvent, enter, setEvent } from '../../support/events.ts'
import { expectAccessibleLayout } from '../../support/looks.ts'
import { blank, described, pageOpener, phone, register, registerAll } from '../../support/page.ts'
import { aDraft } from '../../support/pilots.ts'

const openPage = pageOpener()
const dialog = (page: Page) => page.getByRole('dialog').last()
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const field = (within: Page | ReturnType<typeof dialog>, label: string) =>
  within.getByLabel(label, { exact: true })

const categories: readonly GivenCategory[] = [
  { modalidad: 'MOTOCROSS', name: '85 cc', age: { to: 13, on: 'year-end' }, numbers: '1-9, 901' },
  {
    ...{ modalidad: 'MOTOCROSS', name: 'MX2', numbers: '10-199' },
    ...{ age: { from: 14, on: 'year-end' }, engine: { to: 250 } },
  },
  { modalidad: 'MOTOCROSS', name: 'MX1', age: { from: 14, on: 'year-end' }, numbers: '200-299' },
]

/** Opens a kiosk whose event has categories of MOTOCROSS, with a boy of 12 and a man of 32. */
async function openRiders(viewport?: typeof phone) {
  const opened = await openPage(blank, { viewport })
  await setEvent(opened.url, anEvent({ categories: [] }))
  await setEvent(opened.url, { ...anEvent(), categories })
  const rider = (name: string, rest: object) =>
    register(opened.url, aDraft({ name, lastname: 'Rojas', modalidad: 'MOTOCROSS', ...rest }))
  const teo = await rider('Teo', { npiloto: '7', fechanac: '2014-03-01' })
  const ana = await rider('Ana', { npiloto: '15', fechanac: '1994-03-01' })
  return { ...opened, teo, ana, rider }
}

async function entryOf(url: string, id: string): Promise<Entry | undefined> {
  const { data } = await (await fetch(`${url}/api?list=${id}`)).json()
  return data[0].entries?.[0]
}

const chosen = (select: ReturnType<typeof field>) =>
  select.evaluate((one) => (one as HTMLSelectElement).selectedOptions[0]?.textContent)

test('the category that fits is proposed and follows what is typed, and one that does not fit asks why, which the credential keeps', async () => {
  const { page, url, teo, ana } = await openRiders()
  await page.goto(`/credencial/${ana}`)
  await button(page, 'Inscribir').click()
  const category = field(dialog(page), 'Categoría')
  expect(await chosen(category)).toBe('MX2')
  expect(await category.locator('option').allTextContents()).toEqual([
    'MX2',
    'MX1',
    '85 cc (32 años: máximo 13)',
  ])
  await expectAccessibleLayout(page, 'the category of a rider')
  const number = field(dialog(page), 'Número')
  await number.fill('250')
  expect(await chosen(category)).toBe('MX1')
  await number.fill('15')
  expect(await chosen(category)).toBe('MX2')
  await field(dialog(page), 'Moto').fill('KTM 450')
  expect(await chosen(category)).toBe('MX1')
  await dialog(page).getByText('El número 15 no es de MX1, que tiene 200-299').waitFor()
  await number.press('ArrowUp')
  expect(await number.inputValue()).toBe('200')
  await category.selectOption('MX2 (450 cc: máximo 250)')
  await field(dialog(page), 'Moto').fill('KTM 250')
  expect(await chosen(category)).toBe('MX2')
  await number.fill('')
  await number.press('ArrowUp')
  expect(await number.inputValue()).toBe('10')
  await dialog(page).getByRole('button', { name: 'Inscribir' }).click()
  await dialog(page).getByText('1 inscrito').waitFor()
  expect(await entryOf(url, ana)).toMatchObject({ category: 'motocross-mx2', number: '10' })

  // A second category of the same modalidad has a number of its own, and leaves the first entry as it is.
  await button(page, 'Listo').click()
  await button(page, 'Otra modalidad o categoría').click()
  await field(dialog(page), 'Categoría').waitFor()
  expect(await field(dialog(page), 'Categoría').locator('option').allTextContents()).toEqual([
    'MX1',
    '85 cc (32 años: máximo 13)',
  ])
  await field(dialog(page), 'Número').fill('201')
  await dialog(page).getByRole('button', { name: 'Inscribir' }).click()
  await dialog(page).getByText('1 inscrito').waitFor()
  await button(page, 'Listo').click()
  const second = page.getByRole('region', { name: 'MOTOCROSS · MX1' })
  await field(page.getByRole('region', { name: 'MOTOCROSS · MX2' }), 'Transponder').fill('4012')
  await field(second, 'Transponder').fill('4013')
  await second.getByRole('button', { name: 'Guardar' }).click()
  await second.getByRole('button', { name: 'Guardar' }).waitFor({ state: 'detached' })
  await second.getByRole('button', { name: 'Retirar' }).click()
  await dialog(page).getByText('deja de estar inscrito en MOTOCROSS · MX1').waitFor()
  await expectAccessibleLayout(page, 'two entries of one modalidad')
  await dialog(page).getByRole('button', { name: 'Retirar' }).click()
  await second.waitFor({ state: 'detached' })
  expect(await entryOf(url, ana)).toMatchObject({ category: 'motocross-mx2', number: '10' })

  // A boy rides with the men: the reason is asked for, and stays with who and when.
  await page.goto(`/credencial/${teo}`)
  await button(page, 'Inscribir').click()
  expect(await chosen(category)).toBe('85 cc')
  await category.selectOption('MX2 (12 años: mínimo 14)')
  await dialog(page).getByText('No le corresponde: 12 años: mínimo 14').waitFor()
  await number.fill('10')
  await dialog(page).getByText('El 10 ya es de otra persona').waitFor()
  await dialog(page).getByRole('button', { name: 'Inscribir' }).click()
  const reason = field(dialog(page), 'Por qué entra igual')
  await expect.poll(() => described(reason)).toContain('Escriba por qué entra igual')
  expect(await reason.evaluate((one) => one === document.activeElement)).toBe(true)
  await expectAccessibleLayout(page, 'a category that does not fit')
  await reason.fill('Sube de categoría')
  await reason.press('Enter')
  await dialog(page).getByText('El número 10 de MX2 lo tiene Ana Rojas').waitFor()
  expect(await dialog(page).getByRole('link', { name: 'Ver quién lo tiene' }).getAttribute('href')).toBe(
    `/credencial/${ana}`,
  )
  await number.press('ArrowUp')
  expect(await number.inputValue()).toBe('11')
  await number.press('Enter')
  await dialog(page).getByText('1 inscrito').waitFor()
  await page.reload()
  const entry = page.getByRole('region', { name: 'Inscripción' })
  expect(await field(entry, 'Por qué entra igual').inputValue()).toBe('Sube de categoría')
  expect(await described(field(entry, 'Por qué entra igual'))).toMatch(/^esta laptop, \d\d\/\d\d\/\d{4}/)
  await expectAccessibleLayout(page, 'the credential of a rider with an exception')
})

test('the credential changes the category with its reason and its numbers, and tells of one that does not fit any more', async () => {
  const { page, url, teo, ana } = await openRiders(phone)
  await enter(url, { ids: [teo, ana] })
  await page.goto(`/credencial/${ana}`)
  const section = page.getByRole('region', { name: 'Inscripción' })
  const save = section.getByRole('button', { name: 'Guardar' })
  const [category, number] = [field(section, 'Categoría'), field(section, 'Número')]
  await category.selectOption('MX1')
  await section.getByText('El número 15 no es de MX1, que tiene 200-299').waitFor()
  await number.focus()
  await button(page, 'Poner el siguiente libre, 200').waitFor()
  await number.press('ArrowUp')
  expect(await number.inputValue()).toBe('200')
  await field(section, 'Moto').fill('KTM 450')
  await save.click()
  await save.waitFor({ state: 'detached' })
  expect(await entryOf(url, ana)).toMatchObject({ category: 'motocross-mx1', number: '200' })

  await category.selectOption('85 cc (32 años: máximo 13)')
  await number.fill('7')
  await section.getByText('El 7 ya es de otra persona').waitFor()
  await expectAccessibleLayout(page, 'the category on the credential')
  await save.click()
  await expect
    .poll(() => described(field(section, 'Por qué entra igual')))
    .toContain('85 cc (32 años: máximo 13). Escriba por qué entra igual')
  await field(section, 'Por qué entra igual').fill('Exhibición')
  await save.click()
  await section.getByText('El número 7 de 85 cc lo tiene Teo Rojas').waitFor()
  await number.fill('8')
  await save.click()
  await save.waitFor({ state: 'detached' })
  expect(await entryOf(url, ana)).toMatchObject({ number: '8', exception: { reason: 'Exhibición' } })

  // The rider's own number is free.
  await page.reload()
  await number.fill('7')
  await button(page, 'Poner el siguiente libre, 8').waitFor()

  // The rules change while the boy is entered.
  const younger = { modalidad: 'MOTOCROSS', name: '85 cc', id: 'motocross-85cc', age: { to: 10, on: 'race' } }
  await setEvent(url, { ...anEvent(), categories: [younger as GivenCategory, ...categories.slice(1)] })
  await page.goto(`/credencial/${teo}`)
  await section.getByText('No le corresponde: 12 años: máximo 10').waitFor()
  await field(section, 'Transponder').fill('4012345')
  await save.click()
  await save.waitFor({ state: 'detached' })
  expect(await entryOf(url, teo)).toMatchObject({ transponder: '4012345', category: 'motocross-85cc' })
})

test('a rider whom no category fits is told why, and nothing is chosen before a person decides', async () => {
  const { page, url, rider } = await openRiders()
  await setEvent(url, { ...anEvent(), categories: categories.slice(0, 1) })
  const eva = await rider('Eva', { npiloto: '31', fechanac: '1990-01-01' })
  await page.goto(`/credencial/${eva}`)
  await button(page, 'Inscribir').click()
  const category = field(dialog(page), 'Categoría')
  const text = 'Ninguna categoría de MOTOCROSS le corresponde: 85 cc (36 años: máximo 13)'
  await expect.poll(() => described(category)).toContain(text)
  expect(await category.evaluate((one) => one === document.activeElement)).toBe(true)
  expect(await category.locator('option').allTextContents()).toEqual([
    'Elija una categoría',
    '85 cc (36 años: máximo 13)',
    'Sin categoría',
  ])
  await expectAccessibleLayout(page, 'a rider whom no category fits')
  await dialog(page).getByRole('button', { name: 'Inscribir' }).click()
  expect(await entryOf(url, eva)).toBeUndefined()
  await category.selectOption('Sin categoría')
  await dialog(page).getByRole('button', { name: 'Inscribir' }).click()
  await dialog(page).getByText('1 inscrito').waitFor()
  expect(await entryOf(url, eva)).not.toHaveProperty('category')

  // The age of a rider whose birth date is missing is unknown.
  const { fechanac: _fechanac, dni: _dni, ...rest } = aDraft({ name: 'Inés', modalidad: 'MOTOCROSS' })
  await registerAll(url, [rest], '?incomplete=1')
  const [ines] = (await (await fetch(`${url}/api?list=all&status=incomplete`)).json()).data
  await page.goto(`/credencial/${ines.id_driver}`)
  await button(page, 'Inscribir').click()
  await expect
    .poll(() => described(category))
    .toContain('85 cc (falta la fecha de nacimiento: hasta 13 años cumplidos al 31 de diciembre)')
  expect(await described(category)).toContain('No se sabe su edad: falta la fecha de nacimiento')
})

test('the form of a new rider offers the modalidades of the event, the others behind one more option, and proposes the next free number of the category that fits', async () => {
  const { page, url } = await openRiders()
  await setEvent(url, { ...anEvent(), categories, modalidades: ['MOTOCROSS', 'RALLY'] })
  await page.goto('/form')
  await field(page, 'Fecha de Nacimiento').fill('01/03/2014')
  const modalidad = page.getByRole('combobox', { name: 'modalidad' })
  await expect
    .poll(() => modalidad.locator('option').allTextContents())
    .toEqual(['Seleccione…', ...['MOTOCROSS', 'RALLY'], 'Otra, que no corre en este evento…'])
  await modalidad.selectOption('Otra, que no corre en este evento…')
  await modalidad.selectOption('UTV')
  await modalidad.selectOption('MOTOCROSS')
  await page.getByText('Libre en 85 cc:').getByRole('button', { name: '1' }).click()
  expect(await field(page, 'Numero de Piloto').inputValue()).toBe('1')
  await expectAccessibleLayout(page, 'the form with a number that was proposed')
})
