/** Tests the rows of the list: opening, choosing, their links and their photos, in a real Chromium. */

import { expect, test } from 'vitest'
import { credentialPath } from '#domain/api/addresses'
import { chooseFromMenu } from '../../../support/menu.ts'
import { blank, pageOpener, phone, register, registerAll, type TestPage } from '../../../support/page.ts'
import { aDraft, aPicture } from '../../../support/pilots.ts'

const openPage = pageOpener()
const path = (opened: TestPage) => new URL(opened.page.url()).pathname

/** Opens the list with Ana, who has a photo, and Luis, who has none. Returns the identifier of Ana. */
async function openTwo(options: Parameters<typeof openPage>[1] = {}): Promise<TestPage & { id: string }> {
  const opened = await openPage(blank, { pilots: [aDraft({ name: 'Luis', lastname: 'Rojas' })], ...options })
  const draft = aDraft({ name: 'Ana', lastname: 'Quispe', club: 'Norte', dni: 9123456, modalidad: 'RALLY' })
  const id = await register(opened.url, draft, await aPicture('png', 400, 400))
  await opened.page.goto('/')
  await opened.page.getByText('2 pilotos').waitFor()
  return { ...opened, id }
}

test('a row shows the photo or a helmet, names the rider in its links, and opens the credential, except where a checkbox, a link or selected text is pressed', async () => {
  const opened = await openTwo()
  const { page, context, id } = opened
  const row = page.getByRole('row', { name: 'Ana Quispe' })
  const image = row.locator('img')
  // The photo loads when it comes into view.
  expect(await image.getAttribute('loading')).toBe('lazy')
  expect(
    await image.evaluate((photo: HTMLImageElement) => photo.decode().then(() => photo.naturalWidth)),
  ).not.toBe(0)
  expect(await page.getByRole('row', { name: 'Luis Rojas' }).locator('svg').count()).toBe(1)
  expect(
    await row
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => [link.textContent, link.getAttribute('aria-label')])),
  ).toEqual([
    ['QR', 'QR de Ana Quispe'],
    ['Buscar', 'Buscar credencial de Ana Quispe'],
    ['Editar', 'Editar a Ana Quispe'],
  ])
  expect(await row.getByRole('link', { name: 'Buscar' }).getAttribute('href')).toBe(`/credencial/${id}`)

  for (const how of [{ button: 'middle' as const }, { modifiers: ['Control' as const] }]) {
    const [tab] = await Promise.all([context.waitForEvent('page'), row.getByText('Norte').click(how)])
    await tab.waitForURL(`**/credencial/${id}`, { waitUntil: 'commit' })
    await tab.close()
    expect(path(opened)).toBe('/')
  }
  await row.getByText('Norte').click()
  await page.waitForURL(`**/credencial/${id}`)
  await page.goBack()
  await row.getByText('09123456').click()
  await page.waitForURL(`**/credencial/${id}`)
  await page.goBack()

  const dni = await row.getByText('09123456').boundingBox()
  await page.mouse.move((dni?.x ?? 0) + 1, (dni?.y ?? 0) + 8)
  await page.mouse.down()
  await page.mouse.move((dni?.x ?? 0) + (dni?.width ?? 0) - 1, (dni?.y ?? 0) + 8)
  await page.mouse.up()
  expect(await page.evaluate(() => String(window.getSelection()))).toMatch(/^\d{6,8}$/)
  await row.getByRole('checkbox').check()
  await page.getByText('1 elegido').waitFor()
  expect(path(opened)).toBe('/')
  await row.getByRole('link', { name: 'Editar a Ana Quispe', exact: true }).click()
  await page.waitForURL(`**/form/${id}`)
})

test('Shift ticks the rows in between, by mouse and by keyboard, and the bar over the selection prints, renews and removes that many; the only filled button registers a pilot', async () => {
  const { page, url } = await openPage()
  await registerAll(
    url,
    Array.from({ length: 6 }, (_, index) => aDraft({ name: `Piloto ${index}`, lastname: 'Rojas' })),
  )
  await page.goto('/')
  const box = (index: number) => page.getByRole('checkbox', { name: `Elegir a Piloto ${index} Rojas` })
  await box(5).check()
  await box(2).click({ modifiers: ['Shift'] })
  await page.getByText('4 elegidos').waitFor()
  expect(await page.evaluate(() => String(window.getSelection()))).toBe('')
  await box(4).click({ modifiers: ['Shift'] })
  await page.getByText('1 elegido').waitFor()
  await box(0).focus()
  await page.keyboard.press('Shift+Space')
  await page.getByText('6 elegidos').waitFor()
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  await press('Imprimir 6')
  await page.getByText('Se imprimen las de 6 pilotos elegidos.').waitFor()
  await page.keyboard.press('Escape')
  await press('Renovar 6')
  await page.getByRole('dialog', { name: 'Renovar credenciales' }).waitFor()
  await page.keyboard.press('Escape')
  await press('Borrar 6')
  await page.getByRole('button', { name: 'Borrar 6 pilotos' }).waitFor()
  await page.keyboard.press('Escape')

  const titles = await page.getByRole('columnheader').allTextContents()
  expect(titles.slice(2, 7)).toEqual([
    'Nombre PilotoDNI',
    'Numero de Licencia',
    'Modelo de Moto',
    'Club',
    'Correo Electronico',
  ])
  const filled = await page
    .getByRole('main')
    .locator('a, button')
    .evaluateAll((all) => {
      const luminance = (element: Element) => /\d+/.exec(getComputedStyle(element).backgroundColor)?.[0]
      const isDark = (element: Element) => Number(luminance(element)) < 100
      const isOpaque = (element: Element) => !/, 0\)$/.test(getComputedStyle(element).backgroundColor)
      return all.filter((one) => isOpaque(one) && isDark(one)).map((one) => one.textContent)
    })
  expect(filled).toEqual(['Nuevo piloto'])
  await page.getByRole('link', { name: 'Nuevo piloto' }).click()
  await page.waitForURL('**/form')
})

test('a phone opens a credential with a tap on its row, and ticks rows instead while it chooses', async () => {
  const opened = await openTwo({ viewport: phone, hasTouch: true })
  const { page, id } = opened
  const menu = page.getByRole('button', { name: 'Más', exact: true })
  const print = page.getByRole('menuitem', { name: 'Imprimir', exact: true })
  const ana = page.getByRole('row', { name: 'Ana Quispe' })
  expect([await print.count(), await page.getByRole('checkbox').count()]).toEqual([0, 0])
  await menu.click()
  await print.waitFor()
  await page.keyboard.press('Escape')
  expect([await print.count(), await menu.getAttribute('aria-expanded')]).toEqual([0, 'false'])
  await chooseFromMenu(page, 'Elegir')
  await ana.getByText('Ana Quispe').tap()
  await page.getByText('1 elegido').waitFor()
  expect(path(opened)).toBe('/')
  await ana.getByText('Ana Quispe').tap()
  await page.getByText('0 elegidos').waitFor()
  await page.getByRole('button', { name: 'Elegir página' }).click()
  await page.getByText('2 elegidos').waitFor()
  await page.setViewportSize({ width: 360, height: 800 })
  const actions = page.getByRole('button', { name: /^(Imprimir|Renovar|Inscribir|Borrar) 2$/ })
  const tops = await actions.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))
  expect([tops.length, new Set(tops).size], 'the actions share one line').toEqual([4, 1])
  await page.setViewportSize(phone)
  await chooseFromMenu(page, 'Imprimir')
  await page.getByText('Se imprimen las de 2 pilotos elegidos.').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Quitar selección' }).click()
  expect(await page.getByRole('checkbox').count()).toBe(0)
  await ana.getByText('Ana Quispe').tap()
  await page.waitForURL(`**/credencial/${id}`)
})

test('a list to which the person returns has its scroll position and its focused row', async () => {
  const { page, url } = await openPage()
  await registerAll(
    url,
    Array.from({ length: 30 }, (_, index) => aDraft({ name: `Piloto ${index}` })),
  )
  await page.goto('/')
  const link = page.getByRole('row', { name: 'Piloto 4 ' }).getByRole('link', { name: 'Buscar' })
  await link.scrollIntoViewIfNeeded()
  await link.focus()
  const scroll = await page.evaluate(() => window.scrollY)
  expect(scroll).toBeGreaterThan(0)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Piloto 4 ' }).waitFor()
  await page.goBack()
  await link.waitFor()
  await expect.poll(() => link.evaluate((element) => element === document.activeElement)).toBe(true)
  expect(await page.evaluate(() => window.scrollY)).toBe(scroll)
})

test('an e-mail address stands in one line where there is room, in the list and on the credential, and otherwise its second line begins with the @', async () => {
  const long = 'elenapaola.rodriguezquispe960@correo.pe'
  const { page, url } = await openPage(blank, { viewport: { width: 1366, height: 768 } })
  const id = await register(url, aDraft({ lastname: 'Corta', email: 'ana.quispe@ejemplo.org' }))
  await register(url, aDraft({ lastname: 'Larga', email: long }))
  await page.goto('/')
  await page.getByText('2 pilotos').waitFor()
  const linesOf = (name: string) =>
    page.getByRole('row', { name }).locator('td', { hasText: '@' }).evaluate(linesIn)
  expect(await linesOf('Corta')).toEqual(['ana.quispe@ejemplo.org'])
  expect(await linesOf('Larga')).toEqual(long.split(/(?=@)/))
  await page.goto(credentialPath(id))
  const shown = page.getByRole('link', { name: '@' })
  expect(await shown.evaluate(linesIn)).toEqual(['ana.quispe@ejemplo.org'])
})

/** Runs in the page: returns the lines of the text of an element. */
async function linesIn(element: Element): Promise<string[]> {
  await document.fonts.ready
  const lines = new Map<number, string>()
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const range = document.createRange()
    for (const [index, letter] of [...(node.textContent ?? '')].entries()) {
      range.setStart(node, index)
      range.setEnd(node, index + 1)
      const top = Math.round(range.getBoundingClientRect().top)
      lines.set(top, (lines.get(top) ?? '') + letter)
    }
  }
  return [...lines.values()]
}
