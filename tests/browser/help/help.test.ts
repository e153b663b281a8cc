/** Tests the help and the keyboard shortcuts of the list, in a real Chromium. */
import { describe, expect, test } from 'vitest'
import { answerTexts, passageResults, resultTexts } from '#domain/gate/passage'
import { type Installation, launchOf } from '#domain/installation'
import { expectAccessibleLayout } from '../../support/looks.ts'
import { addAccount, blank, pageOpener, phone, register } from '../../support/page.ts'
import { aDraft } from '../../support/pilots.ts'

const openPage = pageOpener()
const isFocused = (element: Element) => element === document.activeElement

describe('the help', () => {
  test('is linked from the header, and prints on one sheet', async () => {
    const { page } = await openPage('/')
    await page.getByRole('link', { name: 'Ayuda' }).click()
    await page.waitForURL('**/ayuda')
    await page.getByRole('heading', { name: 'Una credencial perdida' }).waitFor()
    expect(await page.getByRole('link', { name: 'Ayuda' }).getAttribute('aria-current')).toBe('page')
    await page.getByText('Con una base de datos no: ahí las hace quien la administra.').waitFor()
    const pdf = await page.pdf({ preferCSSPageSize: true })
    expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
    await page.goto('/ayuda')
    await page.getByRole('heading', { name: 'Ayuda' }).waitFor()
  })

  const ways: [Installation, string][] = [
    ['clone', 'escriba npm start. '],
    ['win32', 'haga doble clic en PilotOS.cmd. '],
    ['darwin', 'haga doble clic en PilotOS.command. '],
    ['linux', 'haga doble clic en PilotOS.desktop, o escriba en una terminal ./pilotos. '],
    ['debian', 'abra en el menú de aplicaciones PilotOS. '],
  ]
  test.each(ways)('says how to start what the laptop has (%s)', async (installation, start) => {
    const { page, url } = await openPage(blank, { installation })
    const id = await register(url, aDraft())
    const { command } = launchOf(installation)
    for (const path of ['/', `/credencial/${id}`]) {
      await page.goto(path)
      await page.getByRole('link', { name: 'Ayuda' }).click()
      await page.getByRole('heading', { name: 'Abrir y cerrar' }).waitFor()
      const text = await page.getByRole('article').innerText()
      expect(text).toContain(start)
      expect(text).toContain(`Las órdenes ${command} … de esta hoja`)
      expect(text).toContain(`escriba ${command} doctor;`)
      expect(text.includes('npm')).toBe(installation === 'clone')
    }
    const pdf = await page.pdf({ preferCSSPageSize: true })
    expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
  })

  test('opens without an account, and leads to the sign-in', async () => {
    const { page } = await openPage('/ayuda', { requireLogin: true, viewport: phone })
    await page.getByRole('heading', { name: 'Escanear' }).waitFor()
    expect(await page.getByRole('navigation').getByRole('link').allInnerTexts()).toEqual(['Ayuda'])
    await page.getByRole('link', { name: 'Iniciar sesión' }).click()
    await page.waitForURL('**/login')
  })
})

test('the help of a gate is about the gate, fits a phone, and names what to do after each answer', async () => {
  const { page, folder } = await openPage(blank, { requireLogin: true, viewport: phone })
  await addAccount(folder, 'paco', undefined, 'puerta')
  await page.goto('/login')
  await page.getByLabel('Usuario').fill('paco')
  await page.getByLabel('Contraseña').fill('la clave de paco')
  await page.getByRole('button', { name: 'Ingresar' }).click()
  await page.getByRole('link', { name: 'Ayuda' }).click()
  await page.getByRole('heading', { name: 'Ayuda de la puerta' }).waitFor()
  await expectAccessibleLayout(page, 'the help of a gate')
  const words = await page.getByRole('term').allInnerTexts()
  for (const result of passageResults) {
    // A repeat shows the answer that it repeats.
    if (result !== 'repeat') expect(words).toContain(resultTexts[result])
  }
  expect(words).toEqual(expect.arrayContaining(Object.values(answerTexts)))
  const text = await page.getByRole('main').innerText()
  expect(text).not.toMatch(/Formulario|Registrar\b(?! entrada)|planilla|Importar|pilotos |npm/)
  const pdf = await page.pdf({ preferCSSPageSize: true })
  expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
  await page.getByRole('link', { name: 'Ir a Puerta' }).click()
  await page.getByRole('button', { name: 'Empezar' }).waitFor()
})

describe('the keyboard shortcuts of the list', () => {
  test('lead to the search, from row to row, to a credential and to a blank form', async () => {
    const { page, url } = await openPage(blank, { pilots: [aDraft({ name: 'Ana' })] })
    const id = await register(url, aDraft({ name: 'Eva' }))
    await page.goto('/')
    await page.getByText('2 pilotos').waitFor()
    const search = page.getByRole('searchbox')
    await page.keyboard.press('/')
    await expect.poll(() => search.evaluate(isFocused)).toBe(true)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    const link = (name: string) =>
      page.getByRole('row', { name: new RegExp(name) }).getByRole('link', { name: 'Buscar credencial' })
    expect(await link('Ana').evaluate(isFocused)).toBe(true)
    await page.keyboard.press('ArrowUp')
    expect(await link('Eva').evaluate(isFocused)).toBe(true)
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/credencial/${id}`)
    await page.goBack()
    await page.getByText('2 pilotos').waitFor()
    await page.keyboard.press('n')
    await page.waitForURL('**/form')
  })

  test('do nothing in a field or under a dialog, and one of them lists them all', async () => {
    const { page } = await openPage('/', { pilots: [aDraft()] })
    await page.getByText('1 piloto').waitFor()
    await page.getByRole('searchbox').focus()
    await page.keyboard.type('n/?')
    expect(await page.getByRole('searchbox').inputValue()).toBe('n/?')
    await page.getByRole('button', { name: 'Limpiar' }).click()
    await page.getByRole('heading', { name: 'Pilotos' }).click()
    await page.keyboard.press('?')
    const dialog = page.getByRole('dialog', { name: 'Teclas' })
    await dialog.getByText('ir a la búsqueda').waitFor()
    await page.clock.install()
    for (const key of ['n', '/']) {
      await page.keyboard.press(key)
      // A shortcut takes effect only if no other key follows within a short time.
      await page.clock.fastForward(1000)
    }
    expect(new URL(page.url()).pathname).not.toBe('/form')
    expect(await dialog.isVisible()).toBe(true)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Teclas' }).click()
    await dialog.waitFor()
  })
})
