/** Tests that the pages bring their typefaces along, so that they do not depend on those of the laptop. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { pageOpener, register } from '../../support/page.ts'
import { aDraft } from '../../support/pilots.ts'

const openPage = pageOpener()

/** The most bytes of typefaces that a page loads. */
const budget = 30_720

/** The screens, and a text that each shows once it is complete. */
const screens = [
  ['/', 'Íñigo Núñez'],
  ['/form', 'Datos personales'],
  ['/credencial/', 'VIGENTE'],
  ['/ayuda', 'Abrir y cerrar'],
  ['/ajustes', 'Este evento'],
  ['/ajustes/copias', 'Carpeta:'],
  ['/informe', 'Quién trabajó'],
  ['/puerta', 'Empezar'],
] as const

test('texts of every screen have the typefaces of PilotOS, of which no page loads more than 30 KB', async () => {
  const { page, context, url } = await openPage()
  const id = await register(
    url,
    aDraft({ name: 'Íñigo', lastname: 'Núñez', club: 'Moto Clube São João · 27' }),
  )
  for (const [screen, content] of screens) {
    await page.close()
    const fresh = await context.newPage()
    const sizes: Promise<number>[] = []
    fresh.on('response', (answer) => {
      if (answer.url().endsWith('.woff2')) sizes.push(answer.body().then((body) => body.length))
    })
    await fresh.goto(url + screen + (screen.endsWith('/credencial/') ? id : ''))
    await fresh.getByText(content).first().waitFor()
    await fresh.waitForLoadState('networkidle')
    await fresh.evaluate(() => document.fonts.ready)
    expect(await textsInOtherFonts(fresh), screen).toEqual([])
    const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
    expect(bytes, screen).toBeLessThanOrEqual(budget)
    await fresh.close()
  }
})

/** Returns the texts in which a letter or a figure is drawn in a font of the system. */
async function textsInOtherFonts(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page)
  await session.send('DOM.enable')
  await session.send('CSS.enable')
  const { nodes } = await session.send('DOM.getFlattenedDocument', { depth: -1 })
  const found: string[] = []
  for (const { nodeId, parentId, nodeType, nodeValue } of nodes) {
    const isText =
      nodeType === 3 && parentId !== undefined && /^[\p{L}\p{N}\s.,;:()«»“”·°/-]+$/u.test(nodeValue)
    if (!isText || !nodeValue.trim()) continue
    const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId })
    const others = fonts.filter(({ isCustomFont }) => !isCustomFont)
    if (others.length > 0) found.push(`${nodeValue} (${others.map(({ familyName }) => familyName)})`)
  }
  return found
}
