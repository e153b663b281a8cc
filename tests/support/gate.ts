/** Opens the page of a gate, as a marshal does. */
import type { Page } from 'playwright-core'

/** Opens a gate with the last choice of this browser, and waits until it is ready. */
export async function openGate(page: Page): Promise<void> {
  await page.route('**/api/gate/roster', (route) =>
    route.fulfill({
      json: {
        data: [{ at: new Date().toISOString(), again: 'warn', gates: ['Norte'], pilots: [], revoked: [] }],
      },
    }),
  )
  await page.route('**/api/passages', (route) => {
    const { passages } = route.request().postDataJSON()
    return route.fulfill({ json: { data: [{ id: passages[0].id, result: 'unknown', admitted: false }] } })
  })
  await page.goto('/puerta')
  await page.getByRole('button', { name: 'Empezar' }).click()
  await page.getByText('Escanee para').waitFor()
}
