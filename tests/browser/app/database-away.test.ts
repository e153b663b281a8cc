/** Tests how the pages of staff and of visitors report a database outage and recover from it. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addAccount, openElsewhere, pageOpener, phone, signIn } from '../../support/page.ts'
import { hasPostgres, removePostgres, startPostgres, type TestServer } from '../../support/postgres.ts'

const openPage = pageOpener()

describe.skipIf(!hasPostgres)('while the database is unavailable', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startPostgres()
  })
  afterAll(() => removePostgres(server))

  test('open and newly opened pages show an alert, and recover by themselves when the database is back', async () => {
    const folder = await server.database()
    await addAccount(folder, 'ana')
    const opened = await openPage('/login', {
      folder,
      requireLogin: true,
      viewport: phone,
      expectsErrors: true,
    })
    const { page } = opened
    await signIn(page, 'ana')
    await page.getByLabel('Nombres').fill('Ana')
    const [gate, list] = await Promise.all([
      openElsewhere(opened, '/login'),
      opened.context.newPage().then(async (tab) => {
        await tab.goto('/search')
        await tab.getByText('Todavía no hay pilotos').waitFor()
        return tab
      }),
    ])

    await server.stop()
    const notice = (tab: Page) =>
      tab.getByRole('alert').filter({ hasText: 'La base de datos no responde. Lo' })
    await Promise.all([page, list].map((tab) => notice(tab).waitFor()))
    // The alert covers no link or button.
    await list.getByRole('link', { name: 'Formulario' }).click()
    await list.getByLabel('Nombres').waitFor()
    await Promise.all([page.reload(), gate.goto('/credencial/7K3Q9XW2M4TB')])
    // A page without the application has a link, which needs no script.
    for (const [tab, role] of [
      [page, 'button'],
      [gate, 'link'],
    ] as const) {
      const alert = tab.getByRole('alert').filter({ hasText: 'La base de datos no responde' })
      await alert.getByRole(role, { name: 'Reintentar' }).waitFor()
      expect(await alert.textContent()).not.toContain('127.0.0.1')
      expect(await longestResponseTime(tab)).toBeLessThan(3000)
    }
    await page.getByRole('link', { name: 'Ayuda' }).click()
    await page.reload()
    await page.getByRole('heading', { name: 'Controlar una puerta' }).waitFor()
    await page.goBack()

    await server.start()
    await notice(list).waitFor({ state: 'detached' })
    await gate.getByText('No existe un piloto con este identificador').waitFor()
    await expect.poll(() => page.getByLabel('Nombres').inputValue()).toBe('Ana')
  })
})

/** Returns the longest time that the server took to start a response to the page, in milliseconds. */
function longestResponseTime(page: Page): Promise<number> {
  return page.evaluate(() => {
    const requests = ['navigation', 'resource'].flatMap(
      (type) => performance.getEntriesByType(type) as PerformanceResourceTiming[],
    )
    return Math.max(...requests.map(({ requestStart, responseStart }) => responseStart - requestStart))
  })
}
