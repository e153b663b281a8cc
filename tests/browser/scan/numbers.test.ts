/** Tests numbers that are scanned, or typed while no field has the focus, in a real Chromium. */
import { expect, test } from 'vitest'
import { goTo, pageOpener } from '../../support/page.ts'
import { aDraft } from '../../support/pilots.ts'
import { scan } from '../../support/scanner.ts'

const openPage = pageOpener()
const pilots = [
  aDraft({ name: 'Ana', dni: 70123456, npiloto: '7' }),
  aDraft({ name: 'Eva', dni: 70999999, npiloto: '725', modalidad: 'RALLY' }),
]

test('a number that is scanned or typed outside of fields on any screen is searched, and the next scan replaces it', async () => {
  const { page } = await openPage('/ayuda', { pilots })
  await page.getByRole('heading', { name: 'Leer un documento' }).waitFor()
  await scan(page, '70123456')
  await page.getByText('1 piloto con «70123456»').waitFor()
  await scan(page, '70999999')
  await page.getByText('1 piloto con «70999999»').waitFor()
  // The search has the focus now.
  await scan(page, '70123456')
  await page.getByText('1 piloto con «70123456»').waitFor()
  await page.getByRole('heading', { name: 'Pilotos' }).click()
  await scan(page, '70999999')
  await page.getByText('1 piloto con «70999999»').waitFor()

  // Digits that are typed slowly arrive one by one.
  await goTo(page, '/search?modalidad=RALLY')
  await page.getByText('1 piloto de RALLY').waitFor()
  const search = page.getByRole('searchbox')
  await page.keyboard.press('7')
  await page.keyboard.press('2')
  await expect.poll(() => search.inputValue()).toBe('72')
  await page.keyboard.press('5')
  await page.getByText('1 piloto de RALLY, con «725»').waitFor()
  expect(new URL(page.url()).searchParams.get('modalidad')).toBe('RALLY')

  await goTo(page, '/form')
  await page.getByRole('button', { name: 'Registrar' }).focus()
  // The digits arrive before, during and after the change of the screen; none is lost.
  await page.keyboard.type('725', { delay: 60 })
  await page.getByText('1 piloto con «725»').waitFor()
  expect(await search.evaluate((box) => box === document.activeElement)).toBe(true)

  await goTo(page, '/ayuda')
  await page.getByRole('heading', { name: 'Leer un documento' }).waitFor()
  await page.keyboard.press('7')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/search?search=7')
})
