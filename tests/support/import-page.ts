/** Works with the import dialog as the staff does. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { federationFiles } from './federations.ts'

/** A file of a federation by its name, or a file with its content. */
type ChosenFile = string | { name: string; buffer: Buffer }

/** Chooses a file in the open dialog. */
export async function choose(page: Page, file: ChosenFile): Promise<void> {
  const { name, buffer } = typeof file === 'string' ? await federationFile(file) : file
  await page.getByLabel('Elegir archivo').setInputFiles({ name, mimeType: 'text/plain', buffer })
}

/** Makes a file of a federation. */
export async function federationFile(name: string): Promise<{ name: string; buffer: Buffer }> {
  const found = federationFiles.find(({ file }) => file === name)
  if (!found) throw new Error(`There is no file ${name}`)
  return { name, buffer: await found.bytes() }
}

/** Opens the dialog from the empty list and chooses a file. */
export async function startImport(page: Page, file: ChosenFile): Promise<void> {
  await page.getByRole('button', { name: 'Importar una planilla' }).click()
  await choose(page, file)
}

/** Waits until the dialog says why the file is refused. */
export const says = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text }).waitFor()

export const importButton = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Expects that the control has the focus and this value. */
export async function expectFocus(page: Page, label: string, value: string): Promise<void> {
  const control = page.getByLabel(label, { exact: true })
  await expect
    .poll(() => control.evaluate((element) => element === document.activeElement), { message: label })
    .toBe(true)
  expect(await control.inputValue()).toBe(value)
}
