/** Tests of *Ajustes › Categorías*: an admin adds, changes, orders and removes the categories of the open event. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { GivenCategory } from '#domain/events/categories/category'
import { anEvent, enter, openEventOf, setEvent } from '../../support/events.ts'
import { expectAccessibleLayout } from '../../support/looks.ts'
import { described, goTo, openElsewhere, pageOpener, phone, registerAll } from '../../support/page.ts'
import { aDraft } from '../../support/pilots.ts'

const openPage = pageOpener()
const section = (page: Page) => page.getByRole('region', { name: 'Categorías' })
const dialogOf = (page: Page) => page.getByRole('dialog')
const field = (page: Page, label: string) => dialogOf(page).getByLabel(label, { exact: true })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const save = (page: Page) => dialogOf(page).getByRole('button', { name: 'Guardar' }).click()

/** Changes the categories as another admin does. */
async function store(url: string, categories: readonly GivenCategory[]): Promise<void> {
  await setEvent(url, { ...anEvent(), categories })
}

test('an admin adds categories, sees an overlap at its field, edits, orders and removes, and the next event has them', async () => {
  const { page, url } = await openPage('/ajustes/categorias')
  await section(page).getByText('primero póngale nombre al evento').waitFor()
  await setEvent(url, anEvent())

  await press(page, 'Agregar categoría')
  await press(page, 'Agregar')
  await expect.poll(() => described(field(page, 'Nombre'))).toContain('Escriba el nombre de la categoría')
  await field(page, 'Nombre').fill('85 cc')
  await field(page, 'Edad desde').fill('diez')
  await press(page, 'Agregar')
  await expect.poll(() => described(field(page, 'Edad desde'))).toContain('Escriba un número entero')
  await field(page, 'Edad desde').fill('10')
  await field(page, 'Edad hasta').fill('9')
  await press(page, 'Agregar')
  await expect
    .poll(() => described(field(page, 'Edad desde')))
    .toContain('Empieza en 10 años y termina en 9: va el menor primero')
  await expectAccessibleLayout(page, 'the dialog of a category')
  await field(page, 'Edad hasta').fill('13')
  await field(page, 'Números').fill('1-199, 901')
  await press(page, 'Agregar')
  await section(page).getByText('85 cc está entre las categorías.').waitFor()
  await section(page).getByText('de 10 a 13 años cumplidos al 31 de diciembre · números 1-199, 901').waitFor()

  await press(page, 'Agregar categoría')
  await field(page, 'Nombre').fill('MX2')
  await field(page, 'Motor').selectOption('Solo 4T')
  await field(page, 'Números').fill('150-300')
  await field(page, 'Lugares').fill('40')
  await press(page, 'Agregar')
  await expect.poll(() => described(field(page, 'Números'))).toContain('85 cc y MX2 comparten 150-199')
  expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('numbers')
  await field(page, 'Números').fill('200-300')
  await page.keyboard.press('Enter')
  await section(page).getByText('4T · números 200-300 · 40 lugares').waitFor()

  await press(page, 'Editar 85 cc')
  await field(page, 'Nombre').fill('Cadetes')
  await field(page, 'La edad se cuenta').selectOption('el día de la carrera')
  await save(page)
  await section(page).getByText('Cadetes quedó cambiada.').waitFor()
  await press(page, 'Bajar Cadetes')
  const names = section(page).getByRole('list', { name: 'Categorías de MOTOCROSS' }).locator('b')
  await expect.poll(() => names.allTextContents()).toEqual(['MX2', 'Cadetes'])
  expect((await openEventOf(url)).categories).toMatchObject([
    { id: 'motocross-mx2', engine: { strokes: '4T' }, places: 40 },
    { id: 'motocross-85cc', name: 'Cadetes', age: { from: 10, to: 13, on: 'race' } },
  ])
  await expectAccessibleLayout(page, 'the categories of Ajustes')
  // A range of numbers is not divided at its hyphen.
  await section(page).getByText('números 200-300', { exact: true }).waitFor()

  await goTo(page, '/ajustes/evento')
  await press(page, 'Nuevo evento…')
  await field(page, 'Nombre').fill('Gran Premio')
  await press(page, 'Abrir el evento')
  await page
    .getByRole('dialog', { name: 'Gran Premio está abierto' })
    .getByRole('button', { name: 'Cerrar' })
    .click()
  await goTo(page, '/ajustes/categorias')
  await section(page).getByText('Son las de Gran Premio').waitFor()
  await expect.poll(() => names.allTextContents()).toEqual(['MX2', 'Cadetes'])
  await press(page, 'Quitar MX2')
  await dialogOf(page).getByText('Los eventos anteriores conservan la suya.').waitFor()
  await dialogOf(page).getByRole('button', { name: 'Quitar' }).click()
  await section(page).getByText('MX2 ya no está.').waitFor()
  expect((await openEventOf(url)).categories).toMatchObject([{ name: 'Cadetes' }])
})

test('on a touchscreen, a button that was tapped keeps its words, and the frame of the focus leaves a message free', async () => {
  const { page, url } = await openPage('/ajustes/categorias', { viewport: phone, hasTouch: true })
  await store(url, [{ modalidad: 'MOTOCROSS', name: 'MX1' }])
  const leave = section(page).getByRole('button', { name: 'Quitar MX1' })
  await leave.hover()
  const colours = await leave.evaluate((one) => {
    const { color, backgroundColor } = getComputedStyle(one)
    return [color, backgroundColor]
  })
  expect(new Set(colours).size).toBe(2)
  await press(page, 'Agregar categoría')
  await press(page, 'Agregar')
  const problem = dialogOf(page).getByText('Escriba el nombre de la categoría')
  await problem.waitFor()
  const frame = await field(page, 'Nombre').evaluate((one) => {
    const { outlineWidth, outlineOffset } = getComputedStyle(one)
    return (
      one.getBoundingClientRect().bottom + Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset)
    )
  })
  expect(frame).toBeLessThanOrEqual((await problem.boundingBox())?.y ?? 0)
})

test('of two admins, each keeps the category of the other, and who edits one that was changed sees it before replacing it', async () => {
  const opened = await openPage('/ajustes/categorias')
  const { page, url } = opened
  const mx1 = { modalidad: 'MOTOCROSS', name: 'MX1' }
  await store(url, [mx1])
  const other = await openElsewhere(opened, '/ajustes/categorias', phone)
  await press(page, 'Agregar categoría')
  await field(page, 'Nombre').fill('MX2')
  await press(other, 'Agregar categoría')
  await field(other, 'Nombre').fill('Veteranos')
  await press(other, 'Agregar')
  await section(other).getByText('Veteranos está entre las categorías.').waitFor()
  await press(page, 'Agregar')
  await section(page).getByText('MX2 está entre las categorías.').waitFor()
  const names = async () => (await openEventOf(url)).categories.map(({ name }) => name)
  expect(await names()).toEqual(['MX1', 'Veteranos', 'MX2'])

  await press(page, 'Editar MX1')
  await field(page, 'Nombre').fill('MX 450')
  await press(other, 'Editar MX1')
  await field(other, 'Números').fill('1-99')
  await save(other)
  await section(other).getByText('MX1 quedó cambiada.').waitFor()
  await expectAccessibleLayout(other, 'the categories of Ajustes on a phone')
  await save(page)
  await dialogOf(page).getByText('Ahora es: MX1, números 1-99.', { exact: false }).waitFor()
  await expectAccessibleLayout(page, 'a category that another person has changed')
  expect(await names()).toContain('MX1')
  await save(page)
  await section(page).getByText('MX 450 quedó cambiada.').waitFor()

  await press(other, 'Quitar Veteranos')
  await press(page, 'Editar Veteranos')
  await dialogOf(other).getByRole('button', { name: 'Quitar' }).click()
  await section(other).getByText('Veteranos ya no está.').waitFor()
  await field(page, 'Nombre').fill('Master')
  await save(page)
  await dialogOf(page).getByText('Categoría Veteranos: quitado').waitFor()
  expect(await field(page, 'Nombre').inputValue()).toBe('Master')
})

test('riders who were entered before get the category that fits at once, and one that has riders is not removed', async () => {
  const { page, url } = await openPage()
  await store(url, [])
  const rider = (name: string, fechanac = '1994-05-01') =>
    aDraft({ name, lastname: 'Paz', npiloto: name.length.toString(), fechanac, modalidad: 'MOTOCROSS' })
  await registerAll(url, [rider('Ana'), rider('Luis'), rider('Benito', '2014-05-01')])
  await enter(url)
  const name = 'MX1'
  await store(url, [{ modalidad: 'MOTOCROSS', name, numbers: '1-9', age: { from: 14, on: 'race' } }])
  await page.goto('/ajustes/categorias')
  await section(page).getByText('3 inscritos no tienen categoría.').waitFor()
  await press(page, 'Poner la que corresponde')
  await section(page).getByText('2 inscritos recibieron su categoría').waitFor()
  await section(page).getByRole('heading', { name: '1 sigue sin categoría' }).waitFor()
  await section(page).getByText('MX1 (12 años: mínimo 14)').waitFor()
  expect(await section(page).getByRole('link', { name: 'Benito Paz' }).count()).toBe(1)
  await expectAccessibleLayout(page, 'the categories that riders have received')
  await press(page, 'Quitar MX1')
  await dialogOf(page).getByRole('button', { name: 'Quitar' }).click()
  await dialogOf(page)
    .getByText('La categoría MX1 no se quitó: tiene 2 inscritos. Páselos antes a otra categoría')
    .waitFor()
  await expectAccessibleLayout(page, 'a category that is not removed')
})

test('the event is saved beside its categories, which its form leaves as they are', async () => {
  const { page, url } = await openPage('/ajustes/evento')
  await store(url, [{ modalidad: 'RALLY', name: 'Autos' }])
  const form = page.getByRole('form', { name: 'Evento abierto' })
  await expect.poll(() => form.getByLabel('Nombre').inputValue()).toBe('Copa Andina')
  await form.getByLabel('Lugar').fill('Jauja')
  await store(url, [{ modalidad: 'RALLY', name: 'Camionetas' }])
  await form.getByLabel('RALLY', { exact: true }).uncheck()
  await form.getByRole('button', { name: 'Guardar el evento' }).click()
  await form.getByText('Guardado: vale desde ahora.').waitFor()
  const event = await openEventOf(url)
  expect(event).toMatchObject({ place: 'Jauja', categories: [{ name: 'Camionetas' }] })
  await goTo(page, '/ajustes/categorias')
  await section(page).getByText('No corre en este evento.').waitFor()
})
