/** Requests that the browser cuts off, as it does with all of them when the laptop joins or leaves a network. */
import { expect, test } from 'vitest'
import { withBrowser } from '../../support/page.ts'

const openPage = withBrowser()

test('a page whose scripts and styles are cut off opens all the same, as it should look', async () => {
  const { page } = await openPage()
  const requests = new Map<string, number>()
  await page.route(/\/assets\/(?!start-)/, (route) => {
    const url = route.request().url()
    const count = (requests.get(url) ?? 0) + 1
    requests.set(url, count)
    // The first request for the app is only a preload.
    return count > (url.includes('/main-') ? 2 : 1) ? route.continue() : route.abort('connectionreset')
  })
  await page.goto('/form')
  await page.getByLabel('Nombres').waitFor()
  const space = () => page.evaluate(() => getComputedStyle(document.body).getPropertyValue('--space-4'))
  await expect.poll(space).not.toBe('')
  expect([...requests.values()].filter((count) => count > 1).length).toBeGreaterThan(5)
})
