/** Tests of the menu *Más*, as people use it with keys, a mouse and a finger, in a real Chromium. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { anEvent, enter, setEvent } from '../../support/events.ts'
import { expectAccessibleLayout } from '../../support/looks.ts'
import { chooseFromMenu } from '../../support/menu.ts'
import { blank, pageOpener, phone, register } from '../../support/page.ts'
import { aDraft } from '../../support/pilots.ts'

const openPage = pageOpener()

const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent?.trim())
const more = (page: Page) => page.getByRole('button', { name: 'Más', exact: true })
const menu = (page: Page) => page.getByRole('menu', { name: 'Más', exact: true })

test('keys open the menu of a credential, move in it, choose an action, and lead back to the button', async () => {
  const { page, url } = await openPage(blank)
  await page.goto(`/credencial/${await register(url, aDraft())}`)
  await more(page).focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => focused(page)).toBe('Vigencia')
  const moves = async (...keys: string[]) => {
    const names: (string | undefined)[] = []
    for (const key of keys) {
      await page.keyboard.press(key)
      names.push(await focused(page))
    }
    return names
  }
  expect(await moves('ArrowUp', 'ArrowDown', 'ArrowDown', 'End', 'Home', 'E')).toEqual([
    'Borrar para siempre',
    'Vigencia',
    'Historial de cambios',
    'Borrar para siempre',
    'Vigencia',
    'Entregar datos',
  ])
  expect(await moves('Escape')).toEqual(['Más'])
  expect(await menu(page).count()).toBe(0)
  // The menu opens at its other end, and Tab leaves it for what follows the button.
  expect(await moves('ArrowUp')).toEqual(['Borrar para siempre'])
  await page.keyboard.press('Tab')
  expect(await menu(page).count()).toBe(0)
  expect(await focused(page)).not.toBe('Más')

  await more(page).focus()
  expect(await moves('ArrowDown', 'h')).toEqual(['Vigencia', 'Historial de cambios'])
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Historial de cambios' }).waitFor()
  expect(await menu(page).count()).toBe(0)
  await page.keyboard.press('Escape')
  await expect.poll(() => focused(page)).toBe('Más')
})

test('a press elsewhere closes the menu, and the letters of the list are its own meanwhile', async () => {
  const { page } = await openPage('/', { pilots: [aDraft()] })
  await more(page).click()
  await expect.poll(() => focused(page)).toBe('Importar')
  await page.keyboard.press('u')
  expect(await focused(page)).toBe('Unir con otra mesa')
  await page.keyboard.press('n')
  await page.keyboard.press('ArrowDown')
  expect(await focused(page)).toBe('Borrados')
  await page.getByRole('status').filter({ hasText: '1 piloto' }).click()
  expect(await menu(page).count()).toBe(0)
  await more(page).click()
  await more(page).click()
  expect(await menu(page).count()).toBe(0)
  expect(new URL(page.url()).pathname).toBe('/')
  // Space follows an item that is a link.
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Space')
  await page.waitForURL('**/borrados')
})

test('the actions of a credential are one line on a phone, and what destroys stands last in the menu, apart', async () => {
  const { page, url } = await openPage(blank, { viewport: { width: 360, height: 800 }, hasTouch: true })
  await page.goto(`/credencial/${await register(url, aDraft())}`)
  const actions = [
    page.getByRole('button', { name: 'Imprimir' }),
    page.getByRole('link', { name: 'Editar' }),
    more(page),
  ]
  await more(page).waitFor()
  const tops = await Promise.all(actions.map(async (one) => (await one.boundingBox())?.y))
  expect(new Set(tops).size).toBe(1)
  await more(page).tap()
  const items = await menu(page).getByRole('menuitem').all()
  const boxes = await Promise.all(items.map((item) => item.boundingBox()))
  for (const box of boxes) {
    expect(box?.height).toBeGreaterThanOrEqual(44)
    expect(box?.x).toBeGreaterThanOrEqual(0)
    expect((box?.x ?? 360) + (box?.width ?? 0)).toBeLessThanOrEqual(360)
    expect(box?.y).toBeGreaterThanOrEqual(0)
    expect((box?.y ?? 800) + (box?.height ?? 0)).toBeLessThanOrEqual(800)
  }
  const groups = await menu(page).getByRole('group').allInnerTexts()
  expect(groups.map((text) => text.split('\n').filter(Boolean))).toEqual([
    [
      ...['Vigencia', 'Historial de cambios', 'Entregar datos'],
      ...['Imprimir con PDF', 'Guardar imagen', 'Enviar por WhatsApp'],
    ],
    ['Anular credencial', 'Borrar para siempre'],
  ])
  await page.keyboard.press('Escape')
  await chooseFromMenu(page, 'Anular credencial')
  await page.getByRole('dialog', { name: 'Anular credencial' }).waitFor()
  await page.keyboard.press('Escape')
  await more(page).tap()
  await expectAccessibleLayout(page, 'the menu of a credential')
})

test('a low window scrolls the menu inside itself', async () => {
  const { page } = await openPage('/', { pilots: [aDraft()], viewport: { ...phone, height: 320 } })
  await more(page).click()
  await page.keyboard.press('End')
  await expect.poll(() => focused(page)).toBe('Borrados')
  const box = await page.getByRole('menuitem', { name: 'Borrados' }).boundingBox()
  expect((box?.y ?? 320) + (box?.height ?? 0)).toBeLessThanOrEqual(320)
})

test('the entry and its checks are above the fold of a small laptop', async () => {
  const { page, url } = await openPage(blank, { viewport: { width: 1024, height: 600 } })
  await setEvent(url, anEvent({ checks: ['payment', 'inspection'] }))
  const id = await register(url, aDraft())
  await enter(url)
  await page.goto(`/credencial/${id}`)
  for (const name of ['Pagó', 'Revisión técnica']) {
    const box = await page.getByRole('checkbox', { name }).boundingBox()
    expect((box?.y ?? 600) + (box?.height ?? 0)).toBeLessThanOrEqual(600)
  }
  await page.getByRole('checkbox', { name: 'Pagó' }).click()
  await page.getByText('Requisitos: falta 1').waitFor()
  const actions = await more(page).boundingBox()
  expect((actions?.y ?? 600) + (actions?.height ?? 0)).toBeLessThanOrEqual(600)
  await expectAccessibleLayout(page, 'a credential with an entry')
})
