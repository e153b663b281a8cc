/** Tests the form in a real Chromium. */
import { describe, expect, test } from 'vitest'
import { fieldNames, fields } from '#domain/pilot/fields'
import { holdBack } from '../../support/held-requests.ts'
import { choosePhoto, described, fill, pageOpener, phone, register } from '../../support/page.ts'
import { aDraft, aPicture } from '../../support/pilots.ts'

const openPage = pageOpener()

describe('the form', () => {
  test('shows the error texts of the specification under each field, and focuses the first field', async () => {
    const { page } = await openPage('/form')
    await page.getByRole('button', { name: 'Registrar' }).click()
    for (const name of fieldNames) {
      const control = page.getByLabel(fields[name].label, { exact: true })
      expect(await described(control)).toBe(
        name === 'tiposangre' ? 'Ingrese su Tipo de Sangre' : 'Campo Requerido',
      )
      expect(await control.getAttribute('aria-invalid')).toBe('true')
    }
    expect(await page.getByLabel('Nombres').evaluate((field) => field === document.activeElement)).toBe(true)

    await fill(page, { email: 'no', celular: 'abc', dni: '1.5', fechanac: '30/02/1994' })
    await page.getByLabel('Nombres').focus()
    expect(await described(page.getByLabel('Correo Electronico'))).toBe('correo electronico invalido')
    expect(await described(page.getByLabel('Celular'))).toBe('Porfavor ingrese un numero de celular valido')
    expect(await described(page.getByLabel('Documento de identidad (DNI)'))).toBe(
      'Porfavor ingrese un documento de identidad valido',
    )
    await page.getByLabel('Correo Electronico').fill('si@ejemplo.org')
    expect(await page.getByLabel('Correo Electronico').getAttribute('aria-invalid')).toBeNull()
  })

  test('fits a laptop without scrolling, with the photo beside the personal data, and a phone without scrolling sideways', async () => {
    const { page } = await openPage('/form')
    const button = page.getByRole('button', { name: 'Registrar' })
    await button.waitFor()
    const sizeOf = () =>
      page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight])
    expect(await sizeOf()).toEqual([1440, 900])
    const place = async (legend: string) => page.getByRole('group', { name: legend }).boundingBox()
    expect((await place('Foto'))?.y).toBe((await place('Datos personales'))?.y)
    await button.click()
    await page.getByText('Revise lo marcado en rojo').waitFor()
    expect(await sizeOf()).toEqual([1440, 900])
    await fill(page, aDraft())
    await button.click()
    await page.getByText('Registro exitoso').waitFor()
    expect(await sizeOf()).toEqual([1440, 900])
    await page.reload()
    await button.waitFor()
    await page.setViewportSize({ width: 1366, height: 768 })
    expect(await sizeOf()).toEqual([1366, 768])
    await page.setViewportSize(phone)
    expect((await sizeOf())[0]).toBe(phone.width)

    // The history shows three lines, and grows with its text.
    const history = page.getByLabel('Historial deportivo')
    const heightOf = () => history.evaluate((area) => area.clientHeight)
    const three = await heightOf()
    await history.fill('1\n2\n3')
    expect(await heightOf()).toBe(three)
    await history.fill('1\n2\n3\n4\n5')
    expect(await heightOf()).toBeGreaterThan(three)
  })

  test('has the sections, labels and options of the specification', async () => {
    const { page } = await openPage('/form')
    await page.getByRole('button', { name: 'Registrar' }).waitFor()
    expect(await page.locator('legend').allTextContents()).toEqual([
      'Datos personales',
      'Datos de inscripcion',
      'Foto',
      'Historial deportivo',
    ])
    expect(await page.locator('form label').allTextContents()).toEqual([
      ...fieldNames.slice(0, -1).map((name) => fields[name].label),
      'Foto',
      'Elegir foto',
      'Historial deportivo',
    ])
    for (const name of ['licencia', 'modalidad', 'tiposangre'] as const) {
      const options = await page
        .getByLabel(fields[name].label, { exact: true })
        .locator('option')
        .allTextContents()
      expect(options).toEqual(['Seleccione…', ...fields[name].options])
    }
  })

  test('keeps the typed values and the photo if the server does not answer, and can be sent once it does', async () => {
    const { page, context } = await openPage('/form')
    const draft = aDraft()
    await fill(page, draft)
    await choosePhoto(page, await aPicture())
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Registrar' }).click()
    await page.getByText('No se sabe si se guardó. El kiosco no responde.').waitFor()
    expect(await page.getByLabel('Club').inputValue()).toBe(draft.club)
    expect(await page.getByLabel('Historial deportivo').inputValue()).toBe(draft.participacion)
    await page.getByAltText('Foto elegida').waitFor()
    await context.setOffline(false)
    await page.getByRole('button', { name: 'Registrar' }).click()
    await page.getByText('Registro exitoso').waitFor()
  })

  test('does not claim that a save failed if its outcome is unknown', async () => {
    const { page } = await openPage('/form')
    await fill(page, aDraft())
    const error = 'La base dejó de responder y no se sabe si se guardó: mire en la lista antes de repetir'
    await page.route('**/api', (route) => route.fulfill({ status: 503, json: { error, unknown: true } }))
    await page.getByRole('button', { name: 'Registrar' }).click()
    await page.getByText(`${error}. Lo escrito sigue aquí.`).waitFor()
    expect(await page.getByText('No se guardó').count()).toBe(0)
  })

  test('links to the pilot who has the same DNI, in a new tab, even if the server says so only on saving', async () => {
    const { page, url } = await openPage('/form')
    const id = await register(url, aDraft({ dni: 7 }))
    await page.route('**/api/duplicates*', (route) => route.abort())
    await fill(page, aDraft({ dni: 7 }))
    await page.getByRole('button', { name: 'Registrar' }).click()
    const link = page.getByRole('link', { name: 'ver el piloto' })
    await link.waitFor()
    expect(await described(page.getByLabel('Documento de identidad (DNI)'))).toBe(
      'Ya existe un piloto con este DNI: ver el piloto · Editar',
    )
    expect([await link.getAttribute('href'), await link.getAttribute('target')]).toEqual([
      `/credencial/${id}`,
      '_blank',
    ])
    expect(await page.getByLabel('Nombres').inputValue()).toBe('Íñigo')
    const [tab] = await Promise.all([page.waitForEvent('popup'), link.click()])
    await tab.getByRole('heading', { name: 'Íñigo' }).waitFor()
  })

  test('does not move its button when a tap on it takes the focus from a field', async () => {
    const { page } = await openPage('/form', { viewport: phone })
    await fill(page, aDraft({ participacion: '' }))
    await page.getByLabel('Historial deportivo').focus()
    const button = page.getByRole('button', { name: 'Registrar' })
    const before = await button.boundingBox()
    await page.mouse.move(0, 0)
    await page.getByLabel('Historial deportivo').blur()
    expect(await button.boundingBox()).toEqual(before)
  })

  test('does not disturb the next page or its typed values when its save finishes late', async () => {
    const { page } = await openPage('/form', { pilots: [aDraft({ name: 'Ana' })] })
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
  })

  test('rejects an invalid or too large photo before it is sent', async () => {
    const { page } = await openPage('/form')
    const photo = page.getByLabel('Foto', { exact: true })
    await photo.setInputFiles({ name: 'foto.gif', mimeType: 'image/gif', buffer: await aPicture('gif') })
    expect(await described(photo)).toContain('La foto no es una imagen válida')
    await photo.setInputFiles({
      name: 'foto.png',
      mimeType: 'image/png',
      buffer: Buffer.alloc(10 * 1024 * 1024 + 1),
    })
    await expect.poll(() => described(photo)).toContain('La foto pesa más de 10 MB')
    await photo.setInputFiles({
      name: 'foto.png',
      mimeType: 'image/png',
      buffer: Buffer.from('no soy una foto'),
    })
    await page.getByText('La foto no es una imagen válida').waitFor()
    await fill(page, aDraft())
    await page.getByRole('button', { name: 'Registrar' }).click()
    await page.getByText('Revise lo marcado en rojo').waitFor()
    await page.getByRole('button', { name: 'No usar esta foto' }).click()
    await page.getByRole('button', { name: 'Registrar' }).click()
    await page.getByText('Registro exitoso').waitFor()
  })

  test('of a changed pilot is blank when its notice appears', async () => {
    const { page, url } = await openPage()
    const id = await register(url, aDraft({ name: 'Begoña' }))
    await page.goto(`/form/${id}`)
    await page.getByLabel('Club').fill('Otro club')
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

  test('stores one pilot even if the button is pressed several times', async () => {
    const { page, url } = await openPage('/form')
    await fill(page, aDraft())
    const storing = await holdBack(page, '**/api')
    await page.getByRole('button', { name: 'Registrar' }).dblclick()
    await page.keyboard.press('Enter')
    storing.release()
    await page.getByText('Registro exitoso').waitFor()
    expect(((await (await fetch(`${url}/api?list=all`)).json()) as { total: number }).total).toBe(1)
  })

  test('can be filled and sent without a mouse', async () => {
    const { page } = await openPage('/form')
    const draft = aDraft({ fechanac: '1994-02-28', participacion: 'Debutante' })
    await page.getByLabel('Nombres').focus()
    for (const name of fieldNames.slice(0, -1)) {
      await page.keyboard.type(String(draft[name]))
      await page.keyboard.press('Tab')
      if (name === 'fechanac') await page.keyboard.press('Tab')
    }
    for (let photo = 0; photo < 2; photo += 1) await page.keyboard.press('Tab')
    await page.keyboard.type(draft.participacion)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByText('Registro exitoso').waitFor()
  })

  test('accepts a date from the calendar', async () => {
    const { page } = await openPage('/form')
    await page.locator('input[type=date]').fill('1994-02-28', { force: true })
    expect(await page.getByLabel('Fecha de Nacimiento').inputValue()).toBe('28/02/1994')
  })

  test('says that a pilot does not exist, and links to a blank form', async () => {
    const { page } = await openPage('/form/0000000000ZZ')
    await page.getByRole('alert').filter({ hasText: 'No existe un piloto con este identificador' }).waitFor()
    await page.getByRole('link', { name: 'Registrar un piloto nuevo' }).click()
    await page.getByRole('button', { name: 'Registrar' }).waitFor()
  })
})
