/** Tests the help and the keyboard shortcuts of the list, in a real Chromium. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { type Installation, launchOf } from '#domain/desk/installation'
import { answerTexts, passageResults, resultTexts } from '#domain/gate/passage'
import { expectAccessibleLayout } from '../../support/looks.ts'
import { addAccount, goTo, isFocused, pageOpener, phone, register } from '../../support/page.ts'
import { aDraft } from '../../support/pilots.ts'

const openPage = pageOpener()

const ways: Record<Installation, string> = {
  clone: 'escriba npm start. ',
  win32: 'haga doble clic en PilotOS.cmd. ',
  darwin: 'haga doble clic en PilotOS.command. ',
  linux: 'haga doble clic en PilotOS.desktop, o escriba en una terminal ./pilotos. ',
  debian: 'abra en el menú de aplicaciones PilotOS. ',
}

test('the help is linked from every page, says how to start what the laptop has, and prints on one sheet', async () => {
  const { page, url } = await openPage('/', { installation: 'win32' })
  const id = await register(url, aDraft())
  const expectHelp = async (installation: Installation) => {
    await page.getByRole('link', { name: 'Ayuda' }).click()
    await page.getByRole('heading', { name: 'Abrir y cerrar' }).waitFor()
    const text = await page.getByRole('article').innerText()
    const { command } = launchOf(installation)
    expect(text).toContain(ways[installation])
    expect(text).toContain(`Las órdenes ${command} … se escriben`)
    expect(text).toContain(`escriba ${command} doctor;`)
    expect(text.includes('npm')).toBe(installation === 'clone')
    expect(await pagesOf(page)).toBe(1)
    expect(text).toMatch(/Por aprobar.*Ctrl\+Enter aprueba, y F4 rechaza/s)
  }
  await expectHelp('win32')
  expect(await page.getByRole('link', { name: 'Ayuda' }).getAttribute('aria-current')).toBe('page')
  await page.goto(`/credencial/${id}`)
  await expectHelp('win32')
  // Both pages name the installation, which the help reads when it appears.
  for (const installation of Object.keys(ways) as Installation[]) {
    await page.evaluate(
      (name) => Object.assign(document.documentElement.dataset, { installation: name }),
      installation,
    )
    await goTo(page, `/credencial/${id}`)
    await page.getByRole('heading', { name: 'Íñigo' }).waitFor()
    await expectHelp(installation)
  }
})

test('the help searches its tasks by the words that people use, and goes on in the manual', async () => {
  const { page } = await openPage('/ayuda')
  const tasks = page.getByRole('article').locator('section').getByRole('heading')
  await page.getByRole('heading', { name: 'En la mesa' }).waitFor()
  expect((await tasks.count()) > 20).toBe(true)
  await page.getByRole('searchbox', { name: 'Buscar en la ayuda' }).fill('carnet perdido')
  expect(await tasks.allInnerTexts()).toEqual(['Una credencial perdida'])
  await page.getByText('1 tarea.').waitFor()
  await expectAccessibleLayout(page, 'the found tasks')
  await page.getByRole('searchbox').fill('xyzzy')
  await page.getByText('Ninguna tarea tiene esas palabras.').waitFor()
  await page.getByRole('searchbox').fill('carnet perdido')
  await page.getByRole('link', { name: 'Buscar en el manual' }).click()
  const results = page.getByRole('list', { name: 'Secciones encontradas' }).getByRole('link')
  await results.first().waitFor()
  expect(await results.first().innerText()).toBe('Una credencial perdida')
})

test('the help opens without an account and leads to the sign-in; that of a gate is about the gate, fits a phone, and names what to do after each answer', async () => {
  const { page, folder } = await openPage('/ayuda', { requireLogin: true, viewport: phone })
  await page.getByRole('heading', { name: 'Controlar una puerta' }).waitFor()
  expect(await page.getByRole('navigation').getByRole('link').allInnerTexts()).toEqual(['Ayuda'])
  await page.getByRole('link', { name: 'Iniciar sesión' }).click()
  await page.waitForURL('**/login')
  await addAccount(folder, 'paco', undefined, 'puerta')
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
  expect(await pagesOf(page)).toBe(1)
  await page.getByRole('link', { name: 'Ir a Puerta' }).click()
  await page.getByRole('button', { name: 'Empezar' }).waitFor()
})

test('the keyboard shortcuts of the list lead to the search, from row to row, to a credential and to a blank form, do nothing in a field or under a dialog, and one of them lists them all', async () => {
  const { page } = await openPage('/', { pilots: [aDraft({ name: 'Ana' }), aDraft({ name: 'Eva' })] })
  await page.getByText('2 pilotos').waitFor()
  // The clock begins at zero: a key that was pressed before would lie in its future.
  await page.clock.install()
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
  await page.getByRole('heading', { name: 'Eva' }).waitFor()
  await page.goBack()
  await page.getByText('2 pilotos').waitFor()

  await search.focus()
  await page.keyboard.type('n/?')
  expect(await search.inputValue()).toBe('n/?')
  await page.getByRole('button', { name: 'Limpiar' }).click()
  await page.getByRole('heading', { name: 'Pilotos' }).click()
  await page.keyboard.press('?')
  const dialog = page.getByRole('dialog', { name: 'Teclas' })
  await dialog.getByText('ir a la búsqueda').waitFor()
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
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('heading', { name: 'Pilotos' }).click()
  await page.keyboard.press('n')
  await page.clock.fastForward(1000)
  await page.waitForURL('**/form')
})

/** Returns the number of printed pages. */
async function pagesOf(page: Page): Promise<number | undefined> {
  const pdf = await page.pdf({ preferCSSPageSize: true })
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length
}
