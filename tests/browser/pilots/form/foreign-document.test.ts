/** Tests the question about a DNI whose length no document of the country of the event has, in a real Chromium. */
import { expect, test } from 'vitest'
import { anEvent, setEvent } from '../../../support/events.ts'
import { expectAccessibleLayout } from '../../../support/looks.ts'
import { described, fill, labelled, laptop, pageOpener, phone } from '../../../support/page.ts'
import { aDraft } from '../../../support/pilots.ts'

const openPage = pageOpener()
const question = 'Un documento de Perú tiene hasta 8 cifras, y este 9: ¿es de otro país?'

test('a DNI of nine digits in Peru is asked about, and one key makes it a document of another kind', async () => {
  const { page, url } = await openPage()
  await setEvent(url, anEvent({ country: 'PE' }))
  await page.goto('/form')
  await labelled(page, 'dni').fill('12345678')
  await labelled(page, 'dni').press('Enter')
  expect(await described(labelled(page, 'dni'))).toBe('')
  await labelled(page, 'dni').fill('123456789')
  await labelled(page, 'dni').press('Enter')
  await expect.poll(() => described(labelled(page, 'dni'))).toBe(question)
  await expectAccessibleLayout(page, 'a DNI of another length')
  // The button covers nothing of the number about which it asks, nor of the question.
  for (const viewport of [phone, laptop]) {
    await page.setViewportSize(viewport)
    const [control, text, answer] = await Promise.all(
      [
        labelled(page, 'dni'),
        page.getByText(question),
        page.getByRole('button', { name: /^Es de otro país/ }),
      ].map((shown) => shown.boundingBox()),
    )
    expect(text?.y).toBeGreaterThanOrEqual((control?.y ?? 0) + (control?.height ?? Infinity))
    expect(answer?.y).toBeGreaterThanOrEqual((text?.y ?? 0) + (text?.height ?? Infinity))
  }
  await page.keyboard.press('F8')
  await expect.poll(() => labelled(page, 'documento').inputValue()).toBe('123456789')
  expect(await labelled(page, 'dni').inputValue()).toBe('No tiene')
  await expect
    .poll(() => labelled(page, 'tipodoc').evaluate((field) => field === document.activeElement))
    .toBe(true)

  // The question refuses nothing.
  await page.goto('/form')
  await page.getByRole('button', { name: 'Descartar' }).click()
  await fill(page, aDraft({ dni: 987654321, name: 'Luz' }))
  await page.keyboard.press('Control+Enter')
  await page.getByText('Registro exitoso').waitFor()
  // In the form of the next rider, the key is that of the question.
  await labelled(page, 'dni').fill('987654320')
  await labelled(page, 'dni').press('Enter')
  await expect.poll(() => described(labelled(page, 'dni'))).toBe(question)
  expect(await page.getByText('Registro exitoso').count()).toBe(0)
  await page.keyboard.press('F8')
  await expect.poll(() => labelled(page, 'documento').inputValue()).toBe('987654320')
})

test('without a country, nobody is asked', async () => {
  const { page } = await openPage('/form')
  await labelled(page, 'dni').fill('123456789')
  await labelled(page, 'name').focus()
  await labelled(page, 'name').fill('Ana')
  expect(await described(labelled(page, 'dni'))).toBe('')
})

test('in Chile the first field takes a RUT as it is written, and asks about a wrong check digit', async () => {
  const { page, url } = await openPage()
  await setEvent(url, anEvent({ country: 'CL' }))
  await page.goto('/form')
  const first = page.getByLabel('Documento de identidad (RUT)')
  await first.fill('12345678-4')
  await first.press('Enter')
  await expect.poll(() => first.inputValue()).toBe('12.345.678-4')
  await expect
    .poll(() => described(first))
    .toBe('El dígito verificador no es el de ese número (RUT): compárelo con el documento')
  const { dni: _, ...draft } = aDraft({ name: 'Luz' })
  await fill(page, draft)
  await first.fill('12345678-5')
  await page.keyboard.press('Control+Enter')
  await page.getByText('Registro exitoso').waitFor()
  await first.fill('12.345.678')
  await first.press('Enter')
  await expect.poll(() => described(first)).toContain('Ya existe')
  await page.goto('/search?search=12.345.678-5')
  await page.getByText('RUT 12.345.678-5').waitFor()
})
