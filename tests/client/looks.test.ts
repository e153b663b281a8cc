/** What holds for every screen at every size, in a real Chromium. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { laptop, phone, register, withBrowser } from '../support/desk.ts'
import { aDraft } from '../support/pilots.ts'
import { scan } from '../support/scanner.ts'

const openDesk = withBrowser()
const sheet = fileURLToPath(new URL('../fixtures/inscritos.xlsx', import.meta.url))

describe.each([
  ['a phone', phone],
  ['a laptop', laptop],
  ['the smallest phone', { width: 360, height: 640 }],
  ['a large screen', { width: 1920, height: 1080 }],
])('on %s', (_, viewport) => {
  test('no screen breaks a rule of axe-core, is wider than the screen, or has a target under 44 px', {
    timeout: 60_000,
  }, async () => {
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
      '/search?modalidad=ENDURO%20CROSS&licencia=Anual&today=1&sort=lastname&order=desc',
      '/search?modalidad=UTV',
      '/search?search=7K3Q-9XW2-M4TB',
      '/ayuda',
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
      const summary = page.locator('details:not([open]) > summary').filter({ hasText: 'Resumen' })
      if (await summary.count()) await summary.click()
      if (path === '/form') await page.getByRole('button', { name: 'Registrar' }).click()
      await expectGoodLooks(page, path)
    }
  })

  test('neither do what a scan says and that the kiosk is gone', async () => {
    const { page, close } = await openDesk('/', { viewport, pilots: [aDraft()] })
    await page.getByText('1 piloto').waitFor()
    await scan(page, '7K3Q9XW2M4TB')
    await page.getByText('Ningún piloto tiene el código').waitFor()
    await expectGoodLooks(page, 'a wrong code')
    await close()
    await page.getByText('se sigue solo cuando vuelva').waitFor()
    await expectGoodLooks(page, 'without a kiosk')
  })

  test('neither does a dialog', async () => {
    const { page, url } = await openDesk('/', {
      viewport,
      pilots: [aDraft({ name: 'Maximiliano Bartolomé' })],
    })
    const id = await register(url, aDraft())
    const open = (name: string) => page.getByRole('button', { name, exact: true }).click()

    await open('Importar')
    await expectGoodLooks(page, 'import')
    await page.getByLabel('Elegir archivo').setInputFiles(sheet)
    await page.getByText('Por corregir').waitFor()
    await expectGoodLooks(page, 'what an import would do')
    await open('Importar 2 pilotos')
    await page.getByText('Se importaron 2 pilotos').waitFor()
    await expectGoodLooks(page, 'what an import did')
    await open('Listo')

    await page.goto('/')
    await page.getByRole('heading', { name: 'Pilotos' }).click()
    await page.keyboard.press('?')
    await page.getByText('ir a la búsqueda').waitFor()
    await expectGoodLooks(page, 'keys')
    await page.keyboard.press('Escape')

    await page.goto('/search?search=maximiliano&modalidad=ENDURO%20CROSS')
    await page.getByRole('checkbox', { name: 'Elegir a todos' }).check()
    await open('Exportar')
    await page.getByText('1 piloto de ENDURO CROSS, con «maximiliano»').last().waitFor()
    await expectGoodLooks(page, 'export')
    await page.keyboard.press('Escape')

    await page.goto(`/credencial/${id}`)
    await open('Imprimir')
    await page.getByLabel('Hoja A4').check()
    await page.getByText('Ajustar la impresora').click()
    await expectGoodLooks(page, 'print')
    await open('Preparar PDF')
    await page.getByRole('link', { name: 'Abrir el PDF' }).waitFor()
    await expectGoodLooks(page, 'printed')
  })
})

async function expectGoodLooks(page: Page, where: string): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.evaluate(await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'))
  const violations = await page.evaluate(async () => {
    const { violations: found } = await (
      window as never as {
        axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> }
      }
    ).axe.run()
    return found.map(({ id: rule, nodes }) => `${rule}: ${nodes.map(({ html }) => html).join(' ')}`)
  })
  expect(violations, where).toEqual([])
  const { wide, small } = await page.evaluate(() => ({
    wide: [document.documentElement, ...document.querySelectorAll('dialog, dialog :not(input)')]
      .filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth)
      .filter((element) => getComputedStyle(element).display !== 'inline')
      .map((element) => element.outerHTML.slice(0, 200)),
    small: [
      ...document.querySelectorAll(
        'button, nav a, td a, form a[class], dialog a, summary, select, textarea, input:not([type=file], [aria-hidden])',
      ),
    ]
      .filter((element) => element.getBoundingClientRect().height < 44)
      .filter((element) => element.checkVisibility())
      .map((element) => element.outerHTML),
  }))
  expect(wide, where).toEqual([])
  expect(small, where).toEqual([])
}
