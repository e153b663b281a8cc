/** What holds for every screen at every size, in a real Chromium. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { describe, expect, test } from 'vitest'
import { laptop, phone, register, withBrowser } from '../support/desk.ts'
import { aDraft } from '../support/pilots.ts'

const openDesk = withBrowser()

describe.each([
  ['a phone', phone],
  ['a laptop', laptop],
  ['the smallest phone', { width: 360, height: 640 }],
  ['a large screen', { width: 1920, height: 1080 }],
])('on %s', (_, viewport) => {
  test('no screen breaks a rule of axe-core, is wider than the screen, or has a target under 44 px', async () => {
    const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
    const pilots = Array.from({ length: 26 }, () =>
      aDraft({
        name: 'Maximiliano Bartolomé',
        lastname: 'Echeverría-Goyeneche Ibarburu',
        email: 'un.correo.bastante.largo@federacion-nacional.example',
      }),
    )
    const { page, url } = await openDesk('/', { viewport, pilots })
    const id = await register(url, aDraft({ club: 'Unión'.repeat(20) }))
    const paths = [
      '/',
      '/search?search=nadie',
      '/form',
      `/form/${id}`,
      '/form/0000000000ZZ',
      '/login',
      `/credencial/${id}`,
      '/credencial/corto',
      '/404',
    ]
    for (const path of paths) {
      await page.goto(path)
      await page.getByText('Cargando…').waitFor({ state: 'detached' })
      if (path === '/form') await page.getByRole('button', { name: 'Registrar' }).click()
      await page.waitForLoadState('networkidle')
      await page.evaluate(axe)
      const violations = await page.evaluate(async () => {
        const { violations: found } = await (
          window as never as {
            axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> }
          }
        ).axe.run()
        return found.map(({ id: rule, nodes }) => `${rule}: ${nodes.map(({ html }) => html).join(' ')}`)
      })
      expect(violations, path).toEqual([])
      const { content, screen, small } = await page.evaluate(() => ({
        content: document.documentElement.scrollWidth,
        screen: document.documentElement.clientWidth,
        small: [
          ...document.querySelectorAll(
            'button, nav a, td a, form a[class], select, textarea, input:not([type=file], [aria-hidden])',
          ),
        ]
          .filter((element) => element.getBoundingClientRect().height < 44)
          .map((element) => element.outerHTML),
      }))
      expect(content, path).toBeLessThanOrEqual(screen)
      expect(small, path).toEqual([])
    }
  })
})
