/** Tests the form in a real Chromium. */
import { truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { fieldNames, fields, fieldsOf, isOptional, requiredNames } from '#domain/pilots/fields'
import { choicesOf, fixedFields } from '#domain/pilots/own/field-table'
import { isShown } from '../../../../client/pilots/form/pilot-values.ts'
import { aFolder } from '../../../support/folder.ts'
import { holdBack } from '../../../support/held-requests.ts'
import { choosePhoto, described, fill, pageOpener, phone } from '../../../support/page.ts'
import { aDraft, aPicture } from '../../../support/pilots.ts'

const openPage = pageOpener()

/** Returns the message and the state of each field, in the order of the form. */
/** The fields of a rider with a DNI. */
const shownNames = fieldNames.filter((name) => isShown(name))

function messages(page: Page): Promise<(string | null)[][]> {
  return Promise.all(
    shownNames.map(async (name) => {
      const control = page.getByLabel(fields[name].label, { exact: true })
      return [name, await described(control), await control.getAttribute('aria-invalid')]
    }),
  )
}

describe('the form', () => {
  test('has the sections, labels, options and error texts of the specification, and fits a laptop and a phone', async () => {
    const { page } = await openPage('/form')
    const button = page.getByRole('button', { name: 'Registrar' })
    await button.waitFor()
    expect(await page.locator('legend').allTextContents()).toEqual([
      'Datos personales',
      'Datos de inscripcion',
      'Foto',
      'Historial deportivo',
    ])
    expect(await page.locator('form label').allTextContents()).toEqual([
      ...requiredNames.slice(0, -1).map((name) => fields[name].label),
      'Foto',
      'Elegir foto',
      'Historial deportivo',
      ...fieldsOf('emergencia').map((name) => fields[name].label),
    ])
    for (const name of ['licencia', 'modalidad', 'tiposangre'] as const) {
      const options = await page
        .getByLabel(fields[name].label, { exact: true })
        .locator('option')
        .allTextContents()
      expect(options).toEqual(['Seleccione…', ...choicesOf(fixedFields, name)])
    }

    // The photo is beside the personal data, and nothing scrolls, even with errors and with the notice of a save.
    const sizeOf = () =>
      page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight])
    expect(await sizeOf()).toEqual([1440, 900])
    const place = async (legend: string) => page.getByRole('group', { name: legend }).boundingBox()
    expect((await place('Foto'))?.y).toBe((await place('Datos personales'))?.y)
    await button.click()
    await page.getByText('Revise lo marcado en rojo').waitFor()
    expect(await sizeOf()).toEqual([1440, 900])
    expect(await messages(page)).toEqual(
      shownNames.map((name) => {
        if (isOptional(name)) return [name, '', null]
        return [name, name === 'tiposangre' ? 'Ingrese su Tipo de Sangre' : 'Campo Requerido', 'true']
      }),
    )
    expect(await page.getByLabel('Nombres').evaluate((field) => field === document.activeElement)).toBe(true)
    await fill(page, { email: 'no', celular: 'abc', dni: '1.5', fechanac: '30/02/1994' })
    await page.getByLabel('Nombres').focus()
    expect(await described(page.getByLabel('Correo Electronico'))).toBe('correo electronico invalido')
    expect(await described(page.getByLabel('Celular', { exact: true }))).toBe(
      'Porfavor ingrese un numero de celular valido',
    )
    expect(await described(page.getByLabel('Documento de identidad (DNI)'))).toBe(
      'Porfavor ingrese un documento de identidad valido',
    )
    await page.getByLabel('Correo Electronico').fill('si@ejemplo.org')
    expect(await page.getByLabel('Correo Electronico').getAttribute('aria-invalid')).toBeNull()
    await page.locator('input[type=date]').first().fill('1994-02-28', { force: true })
    expect(await page.getByLabel('Fecha de Nacimiento').inputValue()).toBe('28/02/1994')
    await fill(page, aDraft())
    await button.click()
    await page.getByText('Registro exitoso').waitFor()
    expect(await sizeOf()).toEqual([1440, 900])
    await page.reload()
    await button.waitFor()
    await page.setViewportSize({ width: 1366, height: 768 })
    expect(await sizeOf()).toEqual([1366, 768])

    // On a low screen, the button stays in view, above nothing that has the focus, and a photo moves nothing.
    await page.setViewportSize({ width: 1024, height: 600 })
    const bottom = async () => button.evaluate((element) => element.getBoundingClientRect().bottom)
    expect(await bottom()).toBeLessThanOrEqual(600)
    const blood = page.getByLabel('tipo de sangre')
    await blood.focus()
    const top = await button.evaluate((element) => element.getBoundingClientRect().top)
    expect(await blood.evaluate((field) => field.getBoundingClientRect().bottom)).toBeLessThan(top)
    const before600 = await sizeOf()
    await choosePhoto(page, await aPicture('png', 400, 400))
    await page.getByRole('button', { name: 'Recortar de nuevo' }).waitFor()
    expect(await sizeOf()).toEqual(before600)
    expect(await bottom()).toBeLessThanOrEqual(600)
    await page.getByRole('button', { name: 'No usar esta foto' }).click()
    await page.setViewportSize(phone)
    expect((await sizeOf())[0]).toBe(phone.width)

    // The button does not move when a tap on it takes the focus from a field.
    const history = page.getByLabel('Historial deportivo')
    await fill(page, aDraft({ participacion: '' }))
    // The rider of before has the same name and birth date.
    await page.getByText('¿Es la misma persona?').waitFor()
    await history.focus()
    const before = await button.boundingBox()
    await page.mouse.move(0, 0)
    await history.blur()
    expect(await button.boundingBox()).toEqual(before)

    // The history shows three lines, and grows with its text.
    const heightOf = () => history.evaluate((area) => area.clientHeight)
    const three = await heightOf()
    await history.fill('1\n2\n3')
    expect(await heightOf()).toBe(three)
    await history.fill('1\n2\n3\n4\n5')
    expect(await heightOf()).toBeGreaterThan(three)
  })

  test('rejects an invalid or too large photo before it is sent, and keeps a good one and the typed values until they are stored, once', async () => {
    const { page, url } = await openPage('/form')
    const photo = page.getByLabel('Foto', { exact: true })
    await photo.setInputFiles({
      name: 'foto.gif',
      mimeType: 'image/gif',
      buffer: await aPicture('gif', 40, 30),
    })
    expect(await described(photo)).toContain('La foto no es una imagen válida')
    const large = join(await aFolder(), 'foto.png')
    await writeFile(large, '')
    await truncate(large, 10 * 1024 * 1024 + 1)
    await photo.setInputFiles(large)
    await expect.poll(() => described(photo)).toContain('La foto pesa más de 10 MB')
    await photo.setInputFiles({
      name: 'foto.png',
      mimeType: 'image/png',
      buffer: Buffer.from('no soy una foto'),
    })
    await page.getByText('La foto no es una imagen válida').waitFor()
    const draft = aDraft()
    const button = page.getByRole('button', { name: 'Registrar' })
    await fill(page, draft)
    await button.click()
    await page.getByText('Revise lo marcado en rojo').waitFor()
    await page.getByRole('button', { name: 'No usar esta foto' }).click()

    await choosePhoto(page, await aPicture('png', 400, 300))
    await page.route('**/api', (route) => route.abort())
    await button.click()
    await page.getByText('No se sabe si se guardó. El kiosco no responde.').waitFor()
    await page.unroute('**/api')
    // The server may not know the outcome either: the form does not claim that the save failed.
    const error = 'La base dejó de responder y no se sabe si se guardó: mire en la lista antes de repetir'
    await page.route('**/api', (route) => route.fulfill({ status: 503, json: { error, unknown: true } }))
    await button.click()
    await page.getByText(`${error}. Lo escrito sigue aquí.`).waitFor()
    expect(await page.getByText('No se guardó').count()).toBe(0)
    expect(await page.getByLabel('Club').inputValue()).toBe(draft.club)
    expect(await page.getByLabel('Historial deportivo').inputValue()).toBe(draft.participacion)
    await page.getByAltText('Foto elegida').waitFor()
    await page.unroute('**/api')

    const storing = await holdBack(page, '**/api')
    await button.dblclick()
    await page.keyboard.press('Enter')
    storing.release()
    await page.getByText('Registro exitoso').waitFor()
    expect(((await (await fetch(`${url}/api?list=all`)).json()) as { total: number }).total).toBe(1)
  })

  test('does not disturb the next page or its typed values when its save finishes late, and is blank when the notice of a change appears', async () => {
    const { page } = await openPage('/form/0000000000ZZ', { pilots: [aDraft({ name: 'Ana' })] })
    await page.getByRole('alert').filter({ hasText: 'No existe un piloto con este identificador' }).waitFor()
    await page.getByRole('link', { name: 'Registrar un piloto nuevo' }).click()
    await page.getByRole('button', { name: 'Registrar' }).waitFor()
    await fill(page, aDraft())
    const storing = await holdBack(page, '**/api')
    const stored = page.waitForResponse((response) => response.request().method() === 'POST')
    await page.getByRole('button', { name: 'Registrar' }).click()
    await page.getByRole('link', { name: 'Lista' }).click()
    await page
      .getByRole('link', { name: /^Editar a/ })
      .first()
      .click()
    await page.getByLabel('Club', { exact: true }).fill('Otro club')
    storing.release()
    await (await stored).finished()
    // The page has received the earlier response once it receives the response to this later request.
    await page.evaluate(async () => (await fetch('/api/session')).text())
    expect(new URL(page.url()).pathname).not.toBe('/form')
    expect(await page.getByLabel('Club', { exact: true }).inputValue()).toBe('Otro club')

    const nameAtTheNotice = page.evaluate(
      () =>
        new Promise((resolve) => {
          new MutationObserver(() => {
            if (document.body.textContent.includes('actualizado exitosamente'))
              resolve(document.querySelector('input')?.value)
          }).observe(document.body, { childList: true, subtree: true })
        }),
    )
    await page.getByRole('button', { name: 'Editar' }).click()
    expect(await nameAtTheNotice).toBe('')
  })
})
