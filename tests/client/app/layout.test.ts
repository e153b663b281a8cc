/** Tests the frame of every screen: the skip link and the menu, in a real Chromium. */
import { expect, test } from 'vitest'
import { pageOpener } from '../../support/page.ts'
import { aDraft } from '../../support/pilots.ts'

const openPage = pageOpener()

test('the first key leads past the menu, and the address and the list stay as they are', async () => {
  const { page } = await openPage('/search?search=quispe', { pilots: [aDraft({ lastname: 'Quispe' })] })
  await page.getByText('1 piloto con «quispe»').waitFor()
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Saltar al contenido' })
  expect(await skip.evaluate((link) => link === document.activeElement)).toBe(true)
  expect((await skip.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await page.keyboard.press('Enter')
  expect(await page.getByRole('main').evaluate((main) => main === document.activeElement)).toBe(true)
  await page.keyboard.press('Tab')
  expect(await page.getByRole('searchbox').evaluate((box) => box === document.activeElement)).toBe(true)
  expect(new URL(page.url()).hash + new URL(page.url()).search).toBe('?search=quispe')
})

test('the current entry of the menu is marked by a line that stays in forced colours', async () => {
  const { page } = await openPage('/ayuda')
  await page.emulateMedia({ forcedColors: 'active' })
  const links = page.getByRole('navigation', { name: 'Principal' }).getByRole('link')
  await links.last().waitFor()
  const lines = links.evaluateAll((links) =>
    links.map((link) => [link.textContent, Number.parseFloat(getComputedStyle(link).borderBottomWidth) > 2]),
  )
  expect(await lines).toEqual([
    ['Lista', false],
    ['Formulario', false],
    ['Puerta', false],
    ['Ajustes', false],
    ['Ayuda', true],
  ])
})
