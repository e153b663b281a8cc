/** Tests numbers that are scanned, or typed while no field has the focus, in a real Chromium. */
import { expect, test } from 'vitest'
import { pageOpener } from '../../support/page.ts'
import { aDraft } from '../../support/pilots.ts'
import { scan } from '../../support/scanner.ts'

const openPage = pageOpener()
const pilots = [
  aDraft({ name: 'Ana', dni: 70123456, npiloto: '7' }),
  aDraft({ name: 'Eva', dni: 70999999, npiloto: '725', modalidad: 'RALLY' }),
]

test('a number that is scanned on any screen is searched, and the next one replaces it', async () => {
  const { page } = await openPage('/ayuda', { pilots })
  await page.getByRole('heading', { name: 'Escanear' }).waitFor()
  await scan(page, '70123456')
  await page.getByText('1 piloto con «70123456»').waitFor()
  await scan(page, '70999999')
  await page.getByText('1 piloto con «70999999»').waitFor()
  await page.getByRole('heading', { name: 'Pilotos' }).click()
  await scan(page, '70123456')
  await page.getByText('1 piloto con «70123456»').waitFor()
})

test('digits that are typed outside of fields go to the search, on the list and on other screens', async () => {
  const { page } = await openPage('/search?modalidad=RALLY', { pilots })
  await page.getByText('1 piloto de RALLY').waitFor()
  const search = page.getByRole('searchbox')
  await page.keyboard.press('7')
  await page.keyboard.press('2')
  await expect.poll(() => search.inputValue()).toBe('72')
  await page.keyboard.press('5')
  await page.getByText('1 piloto de RALLY, con «725»').waitFor()
  expect(new URL(page.url()).searchParams.get('modalidad')).toBe('RALLY')

  await page.goto('/form')
  await page.getByRole('button', { name: 'Registrar' }).focus()
  // The digits arrive before, during and after the change of the screen; none is lost.
  await page.keyboard.type('725', { delay: 60 })
  await page.getByText('1 piloto con «725»').waitFor()
  expect(await search.evaluate((box) => box === document.activeElement)).toBe(true)

  await page.goto('/ayuda')
  await page.getByRole('heading', { name: 'Escanear' }).waitFor()
  await page.keyboard.press('7')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/search?search=7')
})
