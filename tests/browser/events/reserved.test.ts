/** Tests of reserved numbers: an admin reserves them and those of a podium, and only their persons are entered with them. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { screens } from '#domain/api/addresses'
import { anEvent, enter, openEventOf, setEvent } from '../../support/events.ts'
import { expectAccessibleLayout } from '../../support/looks.ts'
import { described, goTo, openElsewhere, pageOpener, phone, register } from '../../support/page.ts'
import { aDraft } from '../../support/pilots.ts'

const openPage = pageOpener()
const modalidad = 'MOTOCROSS'
const categories = [
  { id: 'mx1', modalidad, name: 'MX1', numbers: '1-99' },
  { id: 'mx2', modalidad, name: 'MX2', numbers: '200-299' },
]
const section = (page: Page) => page.getByRole('region', { name: 'Números reservados' })
const dialogOf = (page: Page) => page.getByRole('dialog').last()
const field = (page: Page, label: string | RegExp) => dialogOf(page).getByLabel(label)
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const confirm = (page: Page, name: string) =>
  dialogOf(page).getByRole('button', { name, exact: true }).click()
const reservedOf = async (url: string) => (await openEventOf(url)).reserved

test('the podium is reserved in one step, a number is changed, and only its person is entered with it, as it was typed', async () => {
  const opened = await openPage('/ajustes/reservados')
  const { page, url } = opened
  await section(page).getByText('primero póngale nombre al evento').waitFor()
  await setEvent(url, anEvent({ categories, first: '2099-11-21', last: '2099-11-22' }))
  await press(page, 'Reservar el podio')
  await confirm(page, 'Reservar')
  await expect.poll(() => described(field(page, /^Primero/))).toContain('Escriba quién es')
  await field(page, 'Categoría').selectOption('MOTOCROSS · MX2')
  await field(page, 'Primero, con el 200').waitFor()
  await field(page, 'Categoría').selectOption('MOTOCROSS · MX1')
  await field(page, 'Primero, con el 1').fill('juan perez')
  await field(page, 'Segundo, con el 2').fill('70123456')
  expect(await field(page, 'Hasta').inputValue()).toBe('31/12/2099')
  await expectAccessibleLayout(page, 'the dialog of the podium')
  await confirm(page, 'Reservar')
  await section(page).getByText('2 números reservados en MOTOCROSS · MX1.').waitFor()
  await section(page).getByText('para juan perez hasta el 31/12/2099').waitFor()

  await press(page, 'Editar 1 de MOTOCROSS · MX1')
  await field(page, 'Número').fill('0100')
  await confirm(page, 'Guardar')
  await expect.poll(() => described(field(page, 'Número'))).toContain('El número 0100 no es de MX1')
  await field(page, 'Número').fill('07')
  await expectAccessibleLayout(page, 'the dialog of a reserved number')
  await confirm(page, 'Guardar')
  await section(page).getByText('07 de MOTOCROSS · MX1', { exact: true }).waitFor()
  await expectAccessibleLayout(page, 'the reserved numbers of Ajustes')
  await press(page, 'Reservar el podio')
  expect(await field(page, 'Segundo, con el 2').inputValue()).toBe('70123456')
  await field(page, 'Segundo, con el 2').fill('Ana Paz')
  await field(page, 'Tercero, con el 3').fill('Juan Pérez')
  await confirm(page, 'Reservar')
  await section(page).getByText('2 números reservados en MOTOCROSS · MX1.').waitFor()
  await section(page).getByText('para Ana Paz hasta el 31/12/2099').waitFor()
  expect(await reservedOf(url)).toMatchObject([{ number: '07' }, { for: 'Ana Paz' }, { number: '3' }])
  await press(page, 'Quitar 3 de MOTOCROSS · MX1')
  await confirm(page, 'Quitar')
  await section(page).getByText('El 3 de MOTOCROSS · MX1 ya no está reservado.').waitFor()

  const person = { modalidad, npiloto: '45' }
  await register(url, aDraft({ ...person, name: 'Eva', lastname: 'Rojas' }))
  await register(url, aDraft({ ...person, name: 'Juan', lastname: 'Pérez' }))
  const chosen = async (name: string) => {
    await page.goto(`/search?q=${name}`)
    await page.getByRole('checkbox', { name: `Elegir a ${name}` }).check()
    await press(page, 'Inscribir')
  }
  await chosen('Eva Rojas')
  await field(page, 'Número').fill('7')
  await dialogOf(page).getByText('El 7 ya es de otra persona').waitFor()
  await confirm(page, 'Inscribir')
  const reason = 'El número 7 de MX1 está reservado para juan perez hasta el 31/12/2099'
  await dialogOf(page).getByText(reason).waitFor()
  await expectAccessibleLayout(page, 'the refusal of a reserved number')
  await chosen('Juan Pérez')
  expect(await field(page, 'Número').inputValue()).toBe('07')
  expect(await dialogOf(page).getByText('es de otra persona').count()).toBe(0)
  await confirm(page, 'Inscribir')
  await confirm(page, 'Listo')
  await page
    .getByRole('row', { name: /Juan Pérez/ })
    .getByText(/^07$/)
    .waitFor()
})

test('of two admins, each keeps the number of the other, and a category with a reserved number stays', async () => {
  const opened = await openPage('/ajustes/reservados')
  const { page, url } = opened
  const one = { number: '1', modalidad, category: 'mx1', for: 'Juan Pérez' }
  await setEvent(url, anEvent({ categories, reserved: [one] }))
  await press(page, 'Editar 1 de MOTOCROSS · MX1')
  const other = await openElsewhere(opened, '/ajustes/reservados', phone)
  await press(other, 'Reservar un número')
  await field(other, 'Categoría').selectOption('MOTOCROSS, todas las categorías')
  await field(other, 'Número').fill('01')
  await field(other, 'Para quién').fill('Eva Rojas')
  await confirm(other, 'Reservar')
  await expect
    .poll(() => described(field(other, 'Número')))
    .toContain('El número 01 ya está reservado aquí para Juan Pérez')
  await field(other, 'Número').fill('222')
  await confirm(other, 'Reservar')
  await section(other).getByText('222 de MOTOCROSS, todas las categorías', { exact: true }).waitFor()
  await expectAccessibleLayout(other, 'the reserved numbers of Ajustes on a phone')
  await press(other, 'Editar 1 de MOTOCROSS · MX1')
  await field(other, 'Para quién').fill('Ana Paz')
  await confirm(other, 'Guardar')
  await section(other).getByText('para Ana Paz', { exact: true }).waitFor()

  await field(page, 'Hasta').fill('30/11/2020')
  await confirm(page, 'Guardar')
  await expect.poll(() => described(field(page, 'Hasta'))).toContain('Ese día ya pasó')
  await field(page, 'Hasta').fill('30/11/2099')
  await confirm(page, 'Guardar')
  await dialogOf(page).getByText('Ahora es: 1, para Ana Paz.', { exact: false }).waitFor()
  await confirm(page, 'Guardar')
  await section(page).getByText('para Juan Pérez hasta el 30/11/2099', { exact: true }).waitFor()
  expect(await reservedOf(url)).toMatchObject([{ until: '2099-11-30' }, { number: '222', for: 'Eva Rojas' }])

  await goTo(page, '/ajustes/categorias')
  await press(page, 'Quitar MX1')
  await confirm(page, 'Quitar')
  await dialogOf(page).getByText('quite antes la reserva').waitFor()
  await confirm(page, 'Cancelar')
  await goTo(page, '/ajustes/reservados')
  await press(page, 'Quitar 1 de MOTOCROSS · MX1')
  await confirm(page, 'Quitar')
  await section(page).getByText('El 1 de MOTOCROSS · MX1 ya no está reservado.').waitFor()
  expect(await reservedOf(url)).toMatchObject([{ number: '222' }])
})

test('a pending rider is proposed the number that was reserved for him since, and no other one', async () => {
  const { page, url } = await openPage('/ajustes')
  await setEvent(url, anEvent({ categories }))
  const person = { modalidad, npiloto: '45' }
  await register(url, aDraft({ ...person, name: 'Eva', lastname: 'Rojas' }))
  await register(url, aDraft({ ...person, name: 'Juan', lastname: 'Pérez' }))
  await enter(url)
  await setEvent(url, anEvent({ categories, reserved: [{ number: '07', modalidad, for: 'Juan Pérez' }] }))
  await page.goto(screens.pending)
  const row = page.getByRole('form', { name: /^Juan Pérez/ })
  await row.getByText('Ya se puede inscribir con su número.').waitFor()
  expect(await row.getByLabel('Número de Juan Pérez').inputValue()).toBe('07')
  await row.getByRole('button', { name: 'Inscribir' }).click()
  await page.getByText('Juan Pérez quedó inscrito en MOTOCROSS con el 07.').waitFor()
})
