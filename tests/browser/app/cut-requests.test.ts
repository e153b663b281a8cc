/** Tests a page whose requests are all cut off by the browser when the laptop joins or leaves a network. */
import { expect, test } from 'vitest'
import { pageOpener } from '../../support/page.ts'

const openPage = pageOpener()

test.each([
  { what: 'scripts and its stylesheet', cut: /\/assets\/(?!start-)/, count: 4 },
  { what: 'screens of staff', cut: /\/assets\/staff-part-/, count: 1 },
])('a page opens although all requests for its $what are cut off at first', async ({ cut, count }) => {
  const { page } = await openPage()
  let loads = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads += 1
  })
  const missing = new Set<string>()
  await page.route(cut, (route) => {
    if (loads > 1) return route.continue()
    missing.add(route.request().url())
    return route.abort('connectionreset')
  })
  await page.goto('/form')
  await page.getByLabel('Nombres').waitFor()
  const space = () => page.evaluate(() => getComputedStyle(document.body).getPropertyValue('--space-4'))
  await expect.poll(space).not.toBe('')
  expect([loads, missing.size >= count]).toEqual([2, true])
})

test('a page whose scripts never arrive says what to do', async () => {
  const { page } = await openPage()
  await page.route(/\/assets\/main-/, (route) => route.abort('connectionreset'))
  await page.goto('/form')
  await page.getByText('No se pudo cargar la página. Revise que este equipo siga en la red').waitFor()
})
