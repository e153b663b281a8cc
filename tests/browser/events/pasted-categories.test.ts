/** Tests of *Pegar una tabla* in *Ajustes*: an admin adds the rows of a spreadsheet to a list, all or none. */
import { expect, test } from 'vitest'
import { anEvent, openEventOf, setEvent } from '../../support/events.ts'
import { expectAccessibleLayout } from '../../support/looks.ts'
import { goTo, pageOpener } from '../../support/page.ts'

const openPage = pageOpener()

/** Returns the rows of 17 categories as a spreadsheet copies them. */
function seventeen(numbersOf = (index: number) => `${index * 50 + 1}-${index * 50 + 50}`): string {
  const rows = Array.from({ length: 17 }, (_, index) =>
    [`MX ${index + 1}`, 10 + index, 20 + index, index % 2 ? '4T' : '', numbersOf(index), 'S/ 50'].join('\t'),
  )
  return ['NOMBRE\tEdad desde\tedad hasta\tMotor\tNumeros\tPrecio', ...rows].join('\r\n')
}

test('an admin pastes 17 categories by keyboard, sees what is wrong with which row, and adds them all at once', async () => {
  const permissions = ['clipboard-read', 'clipboard-write']
  const { page, url } = await openPage('/ajustes/categorias', { permissions })
  await setEvent(url, {
    ...anEvent(),
    categories: [{ modalidad: 'MOTOCROSS', name: 'Open', numbers: '900-999' }],
  })
  const section = page.getByRole('region', { name: 'Categorías' })
  const dialog = page.getByRole('dialog', { name: 'Pegar una tabla' })
  const stored = async () => (await openEventOf(url)).categories.map(({ name }) => name)
  let presses = 0
  const keys = async (...all: string[]) => {
    for (const key of all) await page.keyboard.press(key)
    presses += all.length
  }
  const paste = async (text: string) => {
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
    await keys('ControlOrMeta+A', 'ControlOrMeta+V')
  }

  await section.getByRole('button', { name: 'Agregar categoría' }).focus()
  await keys('Tab', 'Enter')
  await dialog.waitFor()
  await expectAccessibleLayout(page, 'the dialog that takes a table')
  await paste(seventeen().replace('\t12\t', '\tdoce\t').replace('MX 9', ''))
  await keys('Tab', 'Tab', 'Enter')
  await dialog.getByText('2 problemas', { exact: false }).waitFor()
  await dialog.getByText('Fila 4, Edad desde: Escriba un número entero').waitFor()
  await dialog.getByText('Fila 10, Nombre: Escriba el nombre de la categoría').waitFor()
  await dialog.getByText('Esta columna no se usa: Precio.').waitFor()
  await expectAccessibleLayout(page, 'a table with problems')

  // The kiosk refuses the numbers of two rows, and stores none.
  await keys('Shift+Tab', 'Shift+Tab')
  await paste(seventeen((index) => (index === 16 ? '950-960' : `${(index % 16) * 50 + 1}`)))
  await keys('Tab', 'Tab', 'Enter', 'Enter')
  await dialog.getByText('Fila 18, Números: Open y MX 17 comparten 950-960', { exact: false }).waitFor()
  expect(await stored()).toEqual(['Open'])
  expect(await dialog.getByLabel('Filas de la planilla').inputValue()).toContain('MX 17\t26\t36')

  presses = 2
  await keys('Shift+Tab', 'Shift+Tab')
  await paste(seventeen())
  await keys('Tab', 'Tab', 'Enter')
  await dialog.getByText('17 filas se pueden agregar').waitFor()
  expect(await dialog.getByRole('row').nth(2).innerText()).toContain('Solo 4T')
  await keys('Enter')
  await section.getByText('Se agregaron 17 filas.').waitFor()
  expect(presses).toBeLessThanOrEqual(10)
  expect(await stored()).toHaveLength(18)
  expect((await openEventOf(url)).categories.at(-1)).toMatchObject({
    ...{ modalidad: 'MOTOCROSS', name: 'MX 17', numbers: '801-850' },
    age: { from: 26, to: 36, on: 'year-end' },
  })
})

test('licencias and reserved numbers are pasted, the columns in the order of the dialog', async () => {
  const { page, url } = await openPage('/ajustes/clases')
  await setEvent(url, { ...anEvent(), modalidades: ['RALLY'] })
  const add = async (region: string, button: string, text: string, action: string) => {
    await page.getByRole('region', { name: region }).getByRole('button', { name: button }).click()
    await page.getByLabel('Filas de la planilla').fill(text)
    for (const name of ['Revisar', action])
      await page.getByRole('dialog').getByRole('button', { name, exact: true }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
  await add('Clases', 'Pegar una tabla: Licencias', 'Nacional;Nac., Nal.\n"Zonal";\n', 'Agregar 2')
  const classes = page.getByRole('region', { name: 'Clases' })
  await classes.getByText('también «Nac.», «Nal.»').waitFor()
  const licences = classes.getByRole('list', { name: 'Licencias' }).locator('b')
  await expect.poll(() => licences.allTextContents()).toEqual(['Anual', 'Regional', 'Nacional', 'Zonal'])
  await goTo(page, '/ajustes/reservados')
  const reserved = page.getByRole('region', { name: 'Números reservados' })
  await reserved.getByRole('button', { name: 'Pegar una tabla' }).waitFor()
  await add(
    'Números reservados',
    'Pegar una tabla',
    'Para quién\tNúmero\tHasta\nAna Paz\t07\t31/12/2099\nLuis Rey\t8',
    'Agregar 2',
  )
  await reserved.getByText('para Ana Paz hasta el 31/12/2099', { exact: false }).waitFor()
})
