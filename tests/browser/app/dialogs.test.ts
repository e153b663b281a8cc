/** Tests what all dialogs do, in a real Chromium. */
import { expect, test } from 'vitest'
import { anEvent, enter, setEvent } from '../../support/events.ts'
import { blank, pageOpener, register } from '../../support/page.ts'
import { aDraft } from '../../support/pilots.ts'
import { pricedEvent } from '../../support/till.ts'
import { askAt } from '../../support/versions.ts'

const openPage = pageOpener()

test('the button that opened a dialog has the focus again, however the dialog closes and whatever it had to load', async () => {
  const { page, url } = await openPage(blank)
  const { ask } = await pricedEvent(url)
  await setEvent(url, anEvent({ country: 'PE', checks: ['payment', 'waiver'] }))
  await ask('PUT', '/api/till/letter', { letter: 'A' })
  await askAt(url, 'PUT', '/api/waiver', { text: 'Corro bajo mi responsabilidad.' })
  const id = await register(url, aDraft({ name: 'Ana', modalidad: 'MOTOCROSS' }))
  await enter(url, { ids: [id], modalidades: ['MOTOCROSS'] })
  const other = await register(url, aDraft({ name: 'Luz', modalidad: 'MOTOCROSS', npiloto: '8' }))
  for (const [path, opener, inside] of [
    [`/credencial/${id}`, /^Cobrar/, 'Entrega'],
    [`/credencial/${id}`, /^Firmar/, 'Firme aquí con el dedo'],
    [`/credencial/${other}`, 'Inscribir', 'Otra, o varias'],
    ['/search', 'Inscribir', 'A los 2 de la lista'],
  ] as const) {
    if (!page.url().endsWith(path)) await page.goto(path)
    const button = page.getByRole('button', { name: opener, exact: true }).first()
    for (const close of ['Escape', 'Cancelar', 'Cerrar']) {
      await button.click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText(inside).first().waitFor()
      if (close === 'Escape') await page.keyboard.press(close)
      else await dialog.getByRole('button', { name: close }).click()
      await dialog.waitFor({ state: 'detached' })
      await expect
        .poll(() => button.evaluate((one) => one === document.activeElement), {
          message: `${path} ${opener} ${close}`,
        })
        .toBe(true)
    }
  }
})

test('a button that is pressed right after an Escape opens its dialog, whose earlier one has not said yet that it is closed', async () => {
  const { page } = await openPage('/search', { pilots: [aDraft()] })
  await page.getByRole('heading', { name: 'Pilotos' }).click()
  await page.keyboard.press('?')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Teclas' }).press('Enter')
  await page.getByRole('dialog').waitFor()
  // The browser takes both keys before it tells that a dialog is closed.
  await page.evaluate(() =>
    document.addEventListener(
      'cancel',
      () => {
        const end = performance.now() + 300
        while (performance.now() < end);
      },
      { capture: true, once: true },
    ),
  )
  await Promise.all([page.keyboard.press('Escape'), page.keyboard.press('Enter')])
  await page.getByText('ir a la búsqueda').waitFor()
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)))
  expect(await page.getByText('ir a la búsqueda').isVisible()).toBe(true)
})
