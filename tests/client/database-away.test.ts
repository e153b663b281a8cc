/** A database that goes away and comes back, as those at a desk and at the gate see it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addAccount, openElsewhere, phone, signIn, withBrowser } from '../support/desk.ts'
import { hasPostgres, removePostgres, startPostgres, type TestServer } from '../support/postgres.ts'

const openDesk = withBrowser()

describe.skipIf(!hasPostgres)('while the database is away', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startPostgres()
  })
  afterAll(() => removePostgres(server))

  test('every page opens and says so, the help needs none, and all goes on by itself', async () => {
    const folder = await server.database()
    await addAccount(folder, 'ana')
    const desk = await openDesk('/login', { folder, requireLogin: true, viewport: phone })
    const { page } = desk
    await signIn(page, 'ana')
    const gate = await openElsewhere(desk, '/ayuda')
    await server.stop()
    const start = Date.now()
    await Promise.all([page.goto('/search'), gate.goto('/credencial/7K3Q9XW2M4TB')])
    expect(Date.now() - start).toBeLessThan(3000)
    for (const one of [page, gate]) {
      const alert = one.getByRole('alert').filter({ hasText: 'La base de datos no responde' })
      await alert.getByRole('button', { name: 'Reintentar' }).waitFor({ timeout: 5000 })
      expect(await alert.textContent()).not.toContain('127.0.0.1')
    }
    const help = await openElsewhere(desk, '/ayuda')
    await help.getByRole('heading', { name: 'Escanear' }).waitFor({ timeout: 5000 })

    await server.start()
    await page.getByText('Todavía no hay pilotos').waitFor({ timeout: 8000 })
    await gate.getByText('No existe un piloto con este identificador').waitFor({ timeout: 8000 })
  })

  test('an open page says so by itself, covers nothing that is pressed, and takes it back', async () => {
    const { page } = await openDesk('/', { folder: await server.database(), viewport: phone })
    await page.getByText('Todavía no hay pilotos').waitFor()
    const notice = page
      .getByRole('alert')
      .filter({ hasText: 'La base de datos no responde. Lo escrito sigue' })
    await server.stop()
    await notice.waitFor({ timeout: 4000 })
    await page.getByRole('link', { name: 'Formulario' }).click({ timeout: 2000 })
    await page.getByLabel('Nombres').fill('Ana')
    await server.start()
    await notice.waitFor({ state: 'detached', timeout: 4000 })
    expect(await page.getByLabel('Nombres').inputValue()).toBe('Ana')
  })
})
