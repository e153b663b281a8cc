/** Tests the frame of every screen: the skip link and the menu, in a real Chromium. */
import { expect, test } from 'vitest'
import { openStores } from '../../../server/store/open.ts'
import { openEventOf } from '../../support/events.ts'
import { changeTerms, sendScans } from '../../support/gate.ts'
import { expectNarrowLayout } from '../../support/looks.ts'
import { addAccount, asLan, blank, goTo, pageOpener, phone, register, signIn } from '../../support/page.ts'
import { aScan } from '../../support/passages.ts'
import { aDraft } from '../../support/pilots.ts'
import { askAt } from '../../support/versions.ts'

const openPage = pageOpener()

test('the first key leads past the menu, and the address and the list stay as they are; the current entry of the menu is marked by a line that stays in forced colours', async () => {
  const { page } = await openPage('/search?search=quispe', { pilots: [aDraft({ lastname: 'Quispe' })] })
  await page.getByText('1 piloto con «quispe»').waitFor()
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Saltar al contenido' })
  expect(await skip.evaluate((link) => link === document.activeElement)).toBe(true)
  expect((await skip.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await page.keyboard.press('Enter')
  expect(await page.getByRole('main').evaluate((main) => main === document.activeElement)).toBe(true)
  await page.keyboard.press('Tab')
  expect(await page.getByRole('searchbox').evaluate((box) => box === document.activeElement)).toBe(true)
  expect(new URL(page.url()).hash + new URL(page.url()).search).toBe('?search=quispe')

  await goTo(page, '/ayuda')
  await page.getByRole('heading', { name: 'Ayuda', exact: true }).waitFor()
  await page.emulateMedia({ forcedColors: 'active' })
  const links = page.getByRole('navigation', { name: 'Principal' }).getByRole('link')
  const lines = links.evaluateAll((links) =>
    links.map((link) => [link.textContent, Number.parseFloat(getComputedStyle(link).borderBottomWidth) > 2]),
  )
  expect(await lines).toEqual([
    ['Lista', false],
    ['Formulario', false],
    ['Puerta', false],
    ['Informe', false],
    ['Ajustes', false],
    ['Ayuda', true],
  ])
})

test('the menu has the entries of the role, and one line on phones of every width', async () => {
  const { page, url, folder } = await openPage(blank, { viewport: phone, hasTouch: true })
  const id = await register(url, aDraft())
  await changeTerms(url, id, { suspension: { from: '2026-01-01', reason: 'Pago pendiente' } })
  // The menu of staff then counts an incident, where there is room for it.
  await sendScans(url, aScan({ scanned: id, gate: 'Puerta principal', offline: true, admitted: true }))
  const user = 'evangelina'
  await addAccount(folder, user, undefined, 'admin')
  const menu = page.getByRole('navigation', { name: 'Principal' })
  const links = menu.getByRole('link')
  const expectMenu = async (who: string, entries: readonly string[]) => {
    await expect.poll(() => links.allInnerTexts(), { message: who }).toEqual(entries)
    await expectNarrowLayout(page, `the credential for ${who}`, async (at) => {
      expect((await page.getByRole('banner').boundingBox())?.height, at).toBe(54)
    })
  }
  const open = async () => {
    await page.goto(`/credencial/${id}`)
    await page.getByText('SUSPENDIDA').waitFor()
  }

  await open()
  const desk = ['Lista', 'Formulario', 'Puerta', 'Informe']
  await expectMenu('the laptop', desk)
  await asLan(page)
  await open()
  await expectMenu('nobody', ['Ayuda'])
  const data = { user, password: `la clave de ${user}` }
  const headers = { 'x-forwarded-for': '192.168.1.77', 'sec-fetch-site': 'same-origin' }
  await page.request.post('/api/session', { data, headers })
  await open()
  await expectMenu('admin', desk)
  await menu.getByRole('button', { name: 'Más pantallas' }).click()
  const others = menu.getByRole('menuitem')
  expect(await others.allInnerTexts()).toEqual(['Ajustes', 'Ayuda', 'Incidencias: 1', `Salir (${user})`])
  await page.keyboard.press('Escape')
  const stores = await openStores(folder)
  await stores.accounts.change({ user, role: 'mesa' })
  await menu.getByRole('button', { name: 'Más pantallas' }).click()
  await expect.poll(() => others.allInnerTexts()).toEqual(['Ayuda', 'Incidencias: 1', `Salir (${user})`])
  await page.keyboard.press('Escape')
  await expectMenu('mesa', desk)
  await stores.accounts.change({ user, role: 'puerta' })
  await expectMenu('puerta', ['Puerta', 'Ayuda'])
  await stores.close()
})

test('the menu has what the open event uses, in the order of the day, as soon as it does, and one line in every window', async () => {
  const { page, url, folder } = await openPage('/search')
  const id = await register(url, aDraft())
  const menu = page.getByRole('navigation', { name: 'Principal' })
  const links = menu.getByRole('link')
  await expect
    .poll(() => links.allInnerTexts())
    .toEqual(['Lista', 'Formulario', 'Puerta', 'Informe', 'Ajustes', 'Ayuda'])
  const { id: event } = await openEventOf(url)
  const price = { id: 'todos', kind: 'entry', label: 'Inscripción', cents: 8000 }
  await askAt(url, 'PUT', '/api/till', { event, currency: 'PEN', prices: [price], means: [] })
  await askAt(url, 'POST', '/api/chips', { event, chips: [{ code: '7000001', label: '1', rented: true }] })
  await askAt(url, 'PUT', '/api/reception', { is_open: true })
  const day = ['Lista', 'Formulario', 'Por aprobar', 'Chips', 'Caja', 'Puerta', 'Informe']
  await expect.poll(() => links.allInnerTexts()).toEqual([...day, 'Ajustes', 'Ayuda'])

  await changeTerms(url, id, { suspension: { from: '2026-01-01', reason: 'Pago pendiente' } })
  await sendScans(url, aScan({ scanned: id, gate: 'Puerta principal', offline: true, admitted: true }))
  await menu.getByRole('link', { name: 'Incidencias 1' }).waitFor()
  await addAccount(folder, 'evangelina', undefined, 'admin')
  await asLan(page)
  await page.goto('/login')
  await signIn(page, 'evangelina')
  await menu.getByRole('link', { name: 'Incidencias 1' }).waitFor()
  const headers = page.getByRole('banner')
  for (const width of [1440, 1366, 1160, 1150, 1024, 970, 955, 683, 360, 320]) {
    await page.setViewportSize({ width, height: 600 })
    expect((await headers.boundingBox())?.height, `${width}`).toBeLessThan(60)
    const isWide = width > 960
    expect(await links.count(), `${width}`).toBe(isWide ? 10 : 4)
    expect(await menu.getByRole('button', { name: 'Más pantallas' }).isVisible(), `${width}`).toBe(!isWide)
    expect(await page.evaluate(() => document.documentElement.scrollWidth), `${width}`).toBeLessThanOrEqual(
      width,
    )
  }
})
