/** Tests registration without a mouse, in a real Chromium. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { type FieldName, fieldNames, fields } from '#domain/pilot/fields'
import { fill, pageOpener } from '../../support/page.ts'
import { aDraft } from '../../support/pilots.ts'

const openPage = pageOpener()

function labelled(page: Page, name: FieldName) {
  return page.getByLabel(fields[name].label, { exact: true })
}

function hasFocus(page: Page, name: FieldName): Promise<boolean> {
  return labelled(page, name).evaluate((field) => field === document.activeElement)
}

async function countOf(url: string): Promise<number> {
  return ((await (await fetch(`${url}/api?list=all`)).json()) as { total: number }).total
}

describe('the keyboard', () => {
  test('registers a pilot from the first field, starts the next pilot, and opens the credential', async () => {
    const { page } = await openPage('/form')
    const draft = aDraft({ name: 'Ana', lastname: 'Quispe', participacion: 'Una línea\nOtra línea' })
    await page.getByRole('button', { name: 'Registrar' }).waitFor()
    for (const name of fieldNames) {
      expect(await hasFocus(page, name), name).toBe(true)
      await page.keyboard.type(String(draft[name]))
      if (name !== 'participacion') await page.keyboard.press('Enter')
    }
    expect(await labelled(page, 'participacion').inputValue()).toBe(draft.participacion)
    await page.keyboard.press('Control+Enter')
    await page.getByText('Registro exitoso').waitFor()
    expect(await hasFocus(page, 'name')).toBe(true)
    await page.keyboard.type('B')
    expect(await labelled(page, 'name').inputValue()).toBe('B')

    await page.getByText('F2').waitFor()
    await page.keyboard.press('F2')
    await page.getByRole('heading', { name: 'Ana Quispe' }).waitFor()
    await page.goBack()
    expect(await labelled(page, 'name').inputValue()).toBe('B')
  })

  test('leaves a select with Enter, and selects the next value so that typing replaces it', async () => {
    const { page } = await openPage('/form')
    await fill(page, aDraft({ modalidad: 'RALLY', club: 'Uno' }))
    await labelled(page, 'modalidad').focus()
    await page.keyboard.press('Enter')
    expect(await hasFocus(page, 'club')).toBe(true)
    await page.keyboard.type('Dos')
    expect(await labelled(page, 'club').inputValue()).toBe('Dos')
  })

  test('neither skips fields nor registers twice while Enter is held down', async () => {
    const { page, url } = await openPage('/form')
    await fill(page, aDraft())
    await labelled(page, 'name').focus()
    await page.keyboard.down('Enter')
    for (let count = 0; count < 20; count += 1) await page.keyboard.down('Enter')
    await page.keyboard.up('Enter')
    expect(await hasFocus(page, 'lastname')).toBe(true)
    expect(await countOf(url)).toBe(0)

    await page.keyboard.down('Control')
    for (let count = 0; count < 20; count += 1) await page.keyboard.down('Enter')
    await page.getByText('Registro exitoso').waitFor()
    for (let count = 0; count < 20; count += 1) await page.keyboard.down('Enter')
    await page.keyboard.up('Enter')
    // Pressing Control+Enter once more shows no errors in the next form, which is still blank.
    await page.keyboard.press('Enter')
    await page.keyboard.up('Control')
    await page.getByText('Registro exitoso').waitFor()
    expect(await page.getByText('Campo Requerido').count()).toBe(0)
    expect(await countOf(url)).toBe(1)
  })

  test('lets a scanner, whose input ends with Enter, fill a field without sending the form', async () => {
    const { page, url } = await openPage('/form')
    await labelled(page, 'nlicencia').focus()
    await page.keyboard.type('FM-2026-0042\n')
    expect(await labelled(page, 'nlicencia').inputValue()).toBe('FM-2026-0042')
    expect(await hasFocus(page, 'npiloto')).toBe(true)
    expect(await countOf(url)).toBe(0)
  })
})
