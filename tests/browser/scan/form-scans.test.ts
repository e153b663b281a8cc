/** Tests the hand scanner while a field of the form has the focus, in a real Chromium. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { holdBack } from '../../support/held-requests.ts'
import { choosePhoto, pageOpener, register } from '../../support/page.ts'
import { aDraft, aPicture } from '../../support/pilots.ts'
import { scan } from '../../support/scanner.ts'

const openPage = pageOpener()

async function openForm() {
  const opened = await openPage('/form')
  const id = await register(opened.url, aDraft({ name: 'Ana', lastname: 'Quispe' }))
  await opened.page.getByLabel('Nombres').waitFor()
  return { ...opened, id, address: `http://192.168.1.20:4780/credencial/${id}` }
}

/** Returns the value and the selection of the focused field. */
function focusedContent(page: Page) {
  return page.evaluate(() => {
    const { name, value, selectionStart, selectionEnd } = document.activeElement as HTMLInputElement
    return { name, value, selection: [selectionStart, selectionEnd] }
  })
}

function drafts(page: Page): Promise<string[]> {
  return page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('pilotos-draft/')))
}

test('a scan into a blank form opens the credential and leaves no draft, and what is no credential stays in the field', async () => {
  const { page, id, address } = await openForm()
  for (const text of [address, id]) {
    await page.getByLabel('Nombres').focus()
    await scan(page, text)
    await page.waitForURL(`**/credencial/${id}`)
    await page.getByRole('heading', { name: 'Ana Quispe' }).waitFor()
    expect(await page.getByText('Lo escrito en el formulario se conserva.').count()).toBe(0)
    expect(await drafts(page)).toEqual([])
    await page.goBack()
    expect(await page.getByLabel('Nombres').inputValue()).toBe('')
  }

  await page.getByLabel('Nombres').focus()
  await scan(page, 'bartolomeito', 70)
  expect(await focusedContent(page)).toMatchObject({ name: 'lastname' })
  expect(await page.getByLabel('Nombres').inputValue()).toBe('bartolomeito')
  // A licence number of twelve characters could be a code, but no pilot has it.
  await page.getByLabel('Numero de Licencia').focus()
  await scan(page, 'FM2026000042')
  await expect.poll(() => focusedContent(page)).toMatchObject({ name: 'npiloto' })
  expect(await page.getByLabel('Numero de Licencia').inputValue()).toBe('FM2026000042')
  expect(new URL(page.url()).pathname).toBe('/form')
  await scan(page, id)
  await page.waitForURL(`**/credencial/${id}`)
})

test('a scan leaves every kind of field as it was, and what was typed is there again, but a photo is asked for', async () => {
  const { page, id, address } = await openForm()
  const name = page.getByLabel('Nombres')
  await name.fill('María José')
  await page.getByLabel('Historial deportivo').fill('Una línea\nOtra')
  await page.getByLabel('modalidad', { exact: true }).selectOption('RALLY')
  // The answer is held back, so that the form can be read before it is left.
  const held = await holdBack(page, `**/api?list=${id}`)
  for (const label of ['modalidad', 'Historial deportivo', 'Nombres']) {
    const field = page.getByLabel(label, { exact: true })
    await field.evaluate((box: HTMLInputElement) => {
      box.focus()
      if (box.tagName !== 'SELECT') box.setSelectionRange(2, 5)
    })
    const before = await focusedContent(page)
    await scan(page, address)
    await expect.poll(() => focusedContent(page)).toEqual(before)
  }
  held.release()
  await page.waitForURL(`**/credencial/${id}`)
  await page.getByText('Lo escrito en el formulario se conserva.').waitFor()
  await page.getByRole('link', { name: 'Volver al formulario' }).click()
  await page.getByText('Se recuperó').waitFor()
  expect(await name.inputValue()).toBe('María José')
  expect(await page.getByLabel('modalidad', { exact: true }).inputValue()).toBe('RALLY')

  // A chosen photo would be lost.
  await choosePhoto(page, await aPicture('png', 40, 30))
  const question = page.getByRole('dialog', { name: 'Salir del formulario' })
  await page.getByLabel('Nombres').focus()
  await scan(page, id)
  await question.getByRole('button', { name: 'Cancelar' }).click()
  await page.getByAltText('Foto elegida').waitFor()
  await scan(page, id)
  await question.getByRole('button', { name: 'Salir sin la foto' }).click()
  await page.waitForURL(`**/credencial/${id}`)
})
