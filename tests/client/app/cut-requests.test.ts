/** Tests a page whose requests are all cut off by the browser when the laptop joins or leaves a network. */
import { expect, test } from 'vitest'
import { pageOpener } from '../../support/page.ts'

const openPage = pageOpener()

test('a page opens with its styles although the first two requests for each script and stylesheet are cut off', async () => {
  const { page } = await openPage()
  const requests = new Map<string, number>()
  await page.route(/\/assets\/(?!start-)/, (route) => {
    const url = route.request().url()
    const count = (requests.get(url) ?? 0) + 1
    requests.set(url, count)
    // The first request for a script is only a preload.
    return count > 2 ? route.continue() : route.abort('connectionreset')
  })
  await page.goto('/form')
  await page.getByLabel('Nombres').waitFor()
  const space = () => page.evaluate(() => getComputedStyle(document.body).getPropertyValue('--space-4'))
  await expect.poll(space).not.toBe('')
  expect([...requests.values()].filter((count) => count > 2).length).toBeGreaterThan(5)
})
