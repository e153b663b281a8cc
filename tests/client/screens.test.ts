/** The screens in a real Chromium, used as the desk uses them. */

import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type FieldName, fieldNames, fields } from '#domain/fields'
import { openDesk as openRemote } from '../../server/store/desk.ts'
import { launchBrowser } from '../support/chromium.ts'
import { pilotos } from '../support/command.ts'
import { aFolder } from '../support/folder.ts'
import { formRequest, listeningKiosk, publicUrl } from '../support/kiosk.ts'
import { aDraft, aPicture } from '../support/pilots.ts'
import { readQr } from '../support/qr-reader.ts'

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser?.close())

const laptop = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }

interface Desk {
  page: Page
  context: BrowserContext
  url: string
  folder: string
  close: () => Promise<void>
}

/** A kiosk and a browser before it. An error on the page fails the test. */
async function openDesk(
  path = '/',
  options: { requireLogin?: boolean; viewport?: typeof phone; pilots?: object[] } = {},
): Promise<Desk> {
  const { viewport = laptop, pilots = [], requireLogin } = options
  const kiosk = await listeningKiosk({ requireLogin, countryCode: '51' })
  for (const pilot of pilots) await register(kiosk.url, pilot)
  const context = await browser.newContext({ viewport, baseURL: kiosk.url, locale: 'es-PE' })
  onTestFinished(() => context.close())
  const page = await context.newPage()
  page.on('pageerror', (error) => {
    throw error
  })
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) throw new Error(message.text())
  })
  await page.goto(path)
  return { ...kiosk, page, context }
}

async function register(url: string, draft: object): Promise<string> {
  const { headers, payload } = formRequest({ data_driver: draft })
  const response = await fetch(`${url}/api`, {
    method: 'POST',
    headers: headers as never,
    body: new Uint8Array(payload as Buffer),
  })
  const { data } = (await response.json()) as { data: { id_driver: string }[] }
  return String(data[0]?.id_driver)
}

async function fill(page: Page, values: Partial<Record<FieldName, string | number>>): Promise<void> {
  for (const name of fieldNames) {
    const value = values[name]
    if (value === undefined) continue
    const control = page.getByLabel(fields[name].label, { exact: true })
    if (fields[name].control === 'select') await control.selectOption(String(value))
    else await control.fill(String(value))
  }
}

test('a pilot is registered, found, edited, shown, and the QR leads to the credential', async () => {
  const { page, context, folder } = await openDesk('/form')
  const draft = aDraft({ name: 'Begoña', lastname: 'Ibáñez', dni: 40123456 })
  const picture = join(await aFolder(), 'foto.png')
  await writeFile(picture, await aPicture('png', 400, 400))

  await fill(page, { ...draft, fechanac: '28/02/1994' })
  await page.getByLabel('Foto', { exact: true }).setInputFiles(picture)
  await page.getByAltText('Foto elegida').waitFor()
  await page.getByRole('button', { name: 'Registrar' }).click()
  await page.getByRole('alert').filter({ hasText: 'Registro exitoso' }).waitFor()
  for (const name of fieldNames)
    expect(await page.getByLabel(fields[name].label, { exact: true }).inputValue()).toBe('')
  expect(await page.getByLabel('Nombres').evaluate((field) => field === document.activeElement)).toBe(true)

  await page.getByRole('link', { name: 'Lista' }).click()
  await page.getByRole('searchbox').fill('ibanez BEGONA')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/search?search=ibanez+BEGONA')
  await page.getByText('1 piloto con «ibanez BEGONA»').waitFor()
  expect(await page.getByRole('columnheader').allInnerTexts()).toEqual([
    'QR',
    'Credencial',
    'Nombre Piloto',
    'Correo Electronico',
    'Numero de Licencia',
    'Modelo de Moto',
    'Club',
    'Editar',
  ])
  expect(await page.getByRole('cell').allInnerTexts()).toEqual([
    'QR',
    'Buscar',
    'Begoña Ibáñez',
    'inigo@ejemplo.org',
    'FM-2026-0001',
    'ENDURO CROSS',
    'Moto Club "Ñandú"',
    'Editar',
  ])

  await page.getByRole('link', { name: 'Editar', exact: true }).click()
  await page.waitForURL('**/form/*')
  expect(await page.getByLabel('Fecha de Nacimiento').inputValue()).toBe('28/02/1994')
  await page.getByAltText('Foto guardada').waitFor()
  await page.getByLabel('Club').fill('Otro club')
  await page.getByRole('button', { name: 'Editar' }).click()
  await page.getByRole('alert').filter({ hasText: 'El usuario fue actualizado exitosamente' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/form')
  expect(await page.getByLabel('Nombres').inputValue()).toBe('')
  await page.getByRole('button', { name: 'Registrar' }).waitFor()

  await page.getByRole('link', { name: 'Lista' }).click()
  const [tab] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('link', { name: 'QR', exact: true }).click(),
  ])
  await tab.waitForLoadState()
  expect(await tab.evaluate(() => document.contentType)).toBe('image/png')
  const text = await readQr(await tab.screenshot())
  await page.getByRole('link', { name: 'Buscar', exact: true }).click()
  await page.waitForURL('**/credencial/*')
  expect(text).toBe(publicUrl + new URL(page.url()).pathname)

  await page.getByRole('heading', { name: 'Begoña Ibáñez' }).waitFor()
  const facts = await page
    .locator('dl div')
    .evaluateAll((rows) =>
      rows.map((row) => [row.querySelector('dt')?.textContent, row.querySelector('dd')?.textContent]),
    )
  expect(Object.fromEntries(facts)).toEqual({
    DNI: '40123456',
    'Licencia N°': 'FM-2026-0001',
    'Piloto N°': '93',
    Modalidad: 'ENDURO CROSS',
    'Fecha de Nacimiento': '28/02/1994',
    Correo: 'inigo@ejemplo.org',
    Licencia: 'Anual',
    'Tipo de sangre': 'AB+',
  })
  await page.getByText('campeón regional').waitFor()
  await page.getByRole('heading', { name: 'Historial de Competiciones' }).waitFor()
  expect(await page.getByRole('link', { name: /987654321/ }).getAttribute('href')).toBe(
    'https://wa.me/51987654321',
  )
  await page.getByAltText('Foto de Begoña Ibáñez').waitFor()
  const qr = page.getByAltText('Código QR de esta credencial')
  expect(await readQr(await qr.screenshot())).toBe(text)

  expect(JSON.parse((await pilotos(['list', '--json', '--data', folder])).stdout)).toMatchObject([
    { name: 'Begoña', club: 'Otro club', attachment: expect.stringMatching(/\.jpg$/) },
  ])
})

describe('the form', () => {
  test('shows the texts of the specification under each field, and takes the focus to the first', async () => {
    const { page } = await openDesk('/form')
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

  test('has the sections, labels and options of the specification', async () => {
    const { page } = await openDesk('/form')
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

  test('keeps all that was typed, and the photo, when the server does not answer, and goes on when it does', async () => {
    const { page, context } = await openDesk('/form')
    const draft = aDraft()
    await fill(page, draft)
    await page
      .getByLabel('Foto', { exact: true })
      .setInputFiles({ name: 'foto.png', mimeType: 'image/png', buffer: await aPicture() })
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

  test('says who has a DNI that is taken, in a tab of its own, and keeps what was typed', async () => {
    const { page, url } = await openDesk('/form')
    const id = await register(url, aDraft({ dni: 7 }))
    await fill(page, aDraft({ dni: 7 }))
    await page.getByRole('button', { name: 'Registrar' }).click()
    const link = page.getByRole('link', { name: 'ver el piloto' })
    await link.waitFor()
    expect(await described(page.getByLabel('Documento de identidad (DNI)'))).toBe(
      'Ya existe un piloto con este DNI: ver el piloto',
    )
    expect([await link.getAttribute('href'), await link.getAttribute('target')]).toEqual([
      `/credencial/${id}`,
      '_blank',
    ])
    expect(await page.getByLabel('Nombres').inputValue()).toBe('Íñigo')
    const [tab] = await Promise.all([page.waitForEvent('popup'), link.click()])
    await tab.getByRole('heading', { name: 'Íñigo' }).waitFor()
  })

  test('does not move its button away from under a finger', async () => {
    const { page } = await openDesk('/form', { viewport: phone })
    await fill(page, aDraft({ participacion: '' }))
    await page.getByLabel('Historial deportivo').focus()
    const button = page.getByRole('button', { name: 'Registrar' })
    const before = await button.boundingBox()
    await page.mouse.move(0, 0)
    await page.getByLabel('Historial deportivo').blur()
    expect(await button.boundingBox()).toEqual(before)
  })

  test('that is stored late leaves a person where they went on to, with what they typed', async () => {
    const { page } = await openDesk('/form', { pilots: [aDraft({ name: 'Ana' })] })
    await fill(page, aDraft())
    await page.route('**/api', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1500))
      await route.continue()
    })
    await page.getByRole('button', { name: 'Registrar' }).click()
    await page.getByRole('link', { name: 'Lista' }).click()
    await page.getByRole('link', { name: 'Editar', exact: true }).first().click()
    await page.getByLabel('Club').fill('Otro club')
    await page.waitForTimeout(2000)
    expect(new URL(page.url()).pathname).not.toBe('/form')
    expect(await page.getByLabel('Club').inputValue()).toBe('Otro club')
  })

  test('refuses a photo that is none or too large, before and after it is sent', async () => {
    const { page } = await openDesk('/form')
    const photo = page.getByLabel('Foto', { exact: true })
    await photo.setInputFiles({ name: 'foto.gif', mimeType: 'image/gif', buffer: await aPicture('gif') })
    expect(await described(photo)).toContain('La foto no es una imagen válida')
    await photo.setInputFiles({
      name: 'foto.png',
      mimeType: 'image/png',
      buffer: Buffer.alloc(10 * 1024 * 1024 + 1),
    })
    expect(await described(photo)).toContain('La foto pesa más de 10 MB')
    await photo.setInputFiles({
      name: 'foto.png',
      mimeType: 'image/png',
      buffer: Buffer.from('no soy una foto'),
    })
    await fill(page, aDraft())
    await page.getByRole('button', { name: 'Registrar' }).click()
    await page.getByText('La foto no es una imagen válida').waitFor()
    await page.getByRole('button', { name: 'No usar esta foto' }).click()
    await page.getByRole('button', { name: 'Registrar' }).click()
    await page.getByText('Registro exitoso').waitFor()
  })

  test('stores one pilot however often the button is pressed', async () => {
    const { page, url } = await openDesk('/form')
    await fill(page, aDraft())
    await page.route('**/api', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 300))
      await route.continue()
    })
    await page.getByRole('button', { name: 'Registrar' }).dblclick()
    await page.keyboard.press('Enter')
    await page.getByText('Registro exitoso').waitFor()
    expect(((await (await fetch(`${url}/api?list=all`)).json()) as { total: number }).total).toBe(1)
  })

  test('is filled and sent without a mouse', async () => {
    const { page } = await openDesk('/form')
    const draft = aDraft({ fechanac: '1994-02-28', participacion: 'Debutante' })
    await page.getByLabel('Nombres').focus()
    for (const name of fieldNames.slice(0, -1)) {
      await page.keyboard.type(String(draft[name]))
      await page.keyboard.press('Tab')
      if (name === 'fechanac') await page.keyboard.press('Tab')
    }
    await page.keyboard.press('Tab')
    await page.keyboard.type(draft.participacion)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByText('Registro exitoso').waitFor()
  })

  test('takes a day from the calendar', async () => {
    const { page } = await openDesk('/form')
    await page.locator('input[type=date]').fill('1994-02-28', { force: true })
    expect(await page.getByLabel('Fecha de Nacimiento').inputValue()).toBe('28/02/1994')
  })

  test('of a pilot that does not exist says so, and leads to a blank one', async () => {
    const { page } = await openDesk('/form/0000000000ZZ')
    await page.getByRole('alert').filter({ hasText: 'No existe un piloto con este identificador' }).waitFor()
    await page.getByRole('link', { name: 'Registrar un piloto nuevo' }).click()
    await page.getByRole('button', { name: 'Registrar' }).waitFor()
  })
})

describe('the list', () => {
  const thirty = () =>
    Array.from({ length: 30 }, (_, place) =>
      aDraft({ name: `Piloto${place}`, club: place < 27 ? 'Norte' : 'Sur' }),
    )

  test('is paged by 25; back, reload and the address keep search and page', async () => {
    const { page } = await openDesk('/', { pilots: thirty() })
    await page.getByText('30 pilotos').waitFor()
    expect(await page.locator('tbody tr').count()).toBe(25)
    await page.getByRole('searchbox').fill('norte')
    await page.keyboard.press('Enter')
    await page.getByText('27 pilotos con «norte»').waitFor()
    await page.getByRole('link', { name: 'Siguiente' }).click()
    await page.getByText('Página 2 de 2').waitFor()
    expect(new URL(page.url()).search).toBe('?search=norte&page=2')
    await page.reload()
    await page.getByText('Piloto0 ').waitFor()
    expect(await page.locator('tbody tr').count()).toBe(2)
    expect(await page.getByRole('searchbox').inputValue()).toBe('norte')
    await page.goBack()
    await page.getByText('Página 1 de 2').waitFor()
    await page.goBack()
    await page.getByText('30 pilotos').waitFor()
    expect(await page.getByRole('searchbox').inputValue()).toBe('')
    await page.goto('/search?page=99')
    await page.getByText('Página 2 de 2').waitFor()
  })

  test('without pilots says what to do next, and so does a search that finds none', async () => {
    const { page } = await openDesk('/')
    await page.getByText('Todavía no hay pilotos').waitFor()
    await page.getByText('pilotos import planilla.csv').waitFor()
    await page.goto('/search?search=nadie')
    await page.getByText('Ningún piloto tiene todas esas palabras').waitFor()
    await page.getByRole('link', { name: 'Ver todos' }).click()
    await page.getByRole('link', { name: 'Registrar un piloto' }).click()
    await page.waitForURL('**/form')
  })

  test.each(['/404', '/no/existe'])('stands at %s under a notice, with the status 404', async (path) => {
    const { page } = await openDesk('/', { pilots: [aDraft()] })
    expect((await page.goto(path))?.status()).toBe(404)
    await page.getByRole('alert').filter({ hasText: 'Esa página no existe' }).waitFor()
    await page.getByText('1 piloto').waitFor()
  })

  test('that cannot be loaded says so, and loads on the second try', async () => {
    const { page } = await openDesk('/login', { pilots: [aDraft()] })
    await page.route('**/api?list=all*', (route) => route.abort())
    await page.getByRole('link', { name: 'Lista' }).click()
    await page.getByRole('alert').filter({ hasText: 'El kiosco no responde' }).waitFor()
    await page.unroute('**/api?list=all*')
    await page.getByRole('button', { name: 'Reintentar' }).click()
    await page.getByText('1 piloto').waitFor()
  })
})

test('a screen whose script does not come says so, inside of the frame', async () => {
  const { page } = await openDesk('/login')
  await page.route('**/assets/list-screen-*.js', (route) => route.abort())
  await page.getByRole('link', { name: 'Lista' }).click()
  await page.getByRole('alert').filter({ hasText: 'La página no se pudo mostrar' }).waitFor()
  await page.getByRole('link', { name: 'Formulario' }).click()
  await page.getByRole('button', { name: 'Registrar' }).waitFor()
})

describe('the credential', () => {
  test('without a photo, or with one that is gone, has a picture of our own', async () => {
    const { page, url } = await openDesk('/')
    const id = await register(url, aDraft())
    await page.goto(`/credencial/${id.toLowerCase()}`)
    await page.getByRole('img', { name: 'Sin foto' }).waitFor()
  })

  test('of nobody says so', async () => {
    const { page } = await openDesk('/credencial/0000000000ZZ')
    await page.getByRole('alert').filter({ hasText: 'No existe un piloto con este identificador' }).waitFor()
  })

  test('prints on one page without navigation, its QR as vectors, however long the history is', async () => {
    const { page, url } = await openDesk('/')
    const line = '2019: 3.º en la categoría Promocional, detrás de «El Rayo» Gutiérrez\n'
    const drafts = [
      aDraft({ participacion: 'Debutante' }),
      aDraft({ participacion: line.repeat(70) }),
      aDraft({ participacion: 'a\n'.repeat(2400) }),
      aDraft({ participacion: 'W'.repeat(5000) }),
      aDraft({
        name: 'W'.repeat(60),
        lastname: 'W'.repeat(60),
        club: 'W'.repeat(120),
        npiloto: 'W'.repeat(20),
      }),
    ]
    for (const draft of drafts) {
      const id = await register(url, draft)
      await page.goto(`/credencial/${id}`)
      await page.getByAltText('Código QR de esta credencial').waitFor()
      const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
      expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
    }
    expect(await page.getByAltText('Código QR de esta credencial').getAttribute('src')).toContain(
      'format=svg',
    )
    await page.emulateMedia({ media: 'print' })
    expect(await page.getByRole('navigation').isVisible()).toBe(false)
    expect(await page.getByRole('button', { name: 'Imprimir' }).isVisible()).toBe(false)
  })

  test('of a kiosk that shows the least has no document, telephone, birthday, mail, blood or history', async () => {
    const kiosk = await listeningKiosk({ requireLogin: true, publicData: 'minima' })
    const desk = await openRemote(kiosk.folder)
    const { id } = await desk.pilots.register(aDraft({ dni: 40123456 }))
    const page = await (await browser.newContext({ viewport: phone })).newPage()
    onTestFinished(() => page.close())
    await page.goto(`${kiosk.url}/credencial/${id}`)
    await page.getByRole('heading', { name: 'Íñigo Núñez Peña' }).waitFor()
    expect(await page.locator('dt').allTextContents()).toEqual([
      'Licencia N°',
      'Piloto N°',
      'Modalidad',
      'Licencia',
    ])
    const text = String(await page.locator('body').textContent())
    for (const hidden of ['40123456', '987654321', '1994', 'AB+', 'ejemplo.org', 'campeón', 'undefined']) {
      expect(text).not.toContain(hidden)
    }
  })

  test('opens on a phone without a sign-in, without the way to the list', async () => {
    const { page } = await openDesk('/', { requireLogin: true, viewport: phone })
    await page.waitForURL('**/login')
    expect(await page.getByRole('navigation').count()).toBe(0)
  })
})

describe('the sign-in', () => {
  async function openLocked(path: string) {
    const desk = await openDesk(path, { requireLogin: true, viewport: phone })
    await pilotos(['staff', 'add', 'ana', '--data', desk.folder], {
      env: { PILOTOS_PASSWORD: 'la clave de ana' },
    })
    await desk.page.reload()
    return desk
  }

  test('has the texts of the specification, and shows both errors whichever was wrong', async () => {
    const { page } = await openLocked('/login')
    await page.getByRole('heading', { name: 'Sign up' }).waitFor()
    await page.getByLabel('Usuario').fill('ana')
    await page.getByLabel('Contraseña').fill('otra clave')
    await page.getByRole('button', { name: 'Ingresar' }).click()
    await page.getByText('*Usuario incorrecto').waitFor()
    expect(await described(page.getByLabel('Usuario'))).toBe('*Usuario incorrecto')
    expect(await described(page.getByLabel('Contraseña'))).toBe('*Contraseña incorrecta')
    await page.getByLabel('Contraseña').fill('la clave de ana')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/form')
    await page.getByRole('button', { name: 'Salir' }).click()
    await page.waitForURL('**/login')
  })

  test('that has ended loses no half-filled form: one signs in in another tab, and sends it', async () => {
    const { page, context } = await openLocked('/login')
    const signIn = async (tab: Page) => {
      await tab.getByLabel('Usuario').fill('ana')
      await tab.getByLabel('Contraseña').fill('la clave de ana')
      await tab.getByRole('button', { name: 'Ingresar' }).click()
      await tab.waitForURL('**/form')
    }
    await signIn(page)
    await fill(page, aDraft())
    await context.clearCookies()
    await page.getByRole('button', { name: 'Registrar' }).click()
    const link = page.getByRole('link', { name: 'Inicie sesión en otra pestaña' })
    const [tab] = await Promise.all([page.waitForEvent('popup'), link.click()])
    await signIn(tab)
    await page.getByRole('button', { name: 'Registrar' }).click()
    await page.getByText('Registro exitoso').waitFor()
  })

  test('leads to where the person was going', async () => {
    const { page } = await openLocked('/search?search=norte')
    await page.waitForURL('**/login')
    await page.getByLabel('Usuario').fill('ana')
    await page.getByLabel('Contraseña').fill('la clave de ana')
    await page.getByRole('button', { name: 'Ingresar' }).click()
    await page.waitForURL('**/search?search=norte')
  })

  test('that was wrong five times says how long to wait', async () => {
    const { page } = await openLocked('/login')
    await page.getByLabel('Usuario').fill('ana')
    for (let count = 0; count < 5; count += 1) {
      await page.getByLabel('Contraseña').fill(`clave ${count}`)
      await Promise.all([page.waitForResponse('**/api/session'), page.keyboard.press('Enter')])
    }
    await page.getByText('Demasiados intentos: espere 30 segundos').waitFor()
  })

  test('without any account says how one is made', async () => {
    const { page } = await openDesk('/login')
    await page.getByText('pilotos staff add USUARIO').waitFor()
  })
})

describe.each([
  ['a phone', phone],
  ['a laptop', laptop],
  ['the smallest phone', { width: 360, height: 640 }],
  ['a large screen', { width: 1920, height: 1080 }],
])('on %s', (_, viewport) => {
  test('no screen breaks a rule of axe-core, is wider than the screen, or has a target under 44 px', async () => {
    const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
    const pilots = Array.from({ length: 26 }, () =>
      aDraft({
        name: 'Maximiliano Bartolomé',
        lastname: 'Echeverría-Goyeneche Ibarburu',
        email: 'un.correo.bastante.largo@federacion-nacional.example',
      }),
    )
    const { page, url } = await openDesk('/', { viewport, pilots })
    const id = await register(url, aDraft({ club: 'Unión'.repeat(20) }))
    const paths = [
      '/',
      '/search?search=nadie',
      '/form',
      `/form/${id}`,
      '/form/0000000000ZZ',
      '/login',
      `/credencial/${id}`,
      '/credencial/corto',
      '/404',
    ]
    for (const path of paths) {
      await page.goto(path)
      await page.getByText('Cargando…').waitFor({ state: 'detached' })
      if (path === '/form') await page.getByRole('button', { name: 'Registrar' }).click()
      await page.waitForLoadState('networkidle')
      await page.evaluate(axe)
      const violations = await page.evaluate(async () => {
        const { violations: found } = await (
          window as never as {
            axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> }
          }
        ).axe.run()
        return found.map(({ id: rule, nodes }) => `${rule}: ${nodes.map(({ html }) => html).join(' ')}`)
      })
      expect(violations, path).toEqual([])
      const { content, screen, small } = await page.evaluate(() => ({
        content: document.documentElement.scrollWidth,
        screen: document.documentElement.clientWidth,
        small: [
          ...document.querySelectorAll(
            'button, nav a, td a, form a[class], select, textarea, input:not([type=file], [aria-hidden])',
          ),
        ]
          .filter((element) => element.getBoundingClientRect().height < 44)
          .map((element) => element.outerHTML),
      }))
      expect(content, path).toBeLessThanOrEqual(screen)
      expect(small, path).toEqual([])
    }
  })
})

/** The text that `aria-describedby` ties to a control. */
function described(control: ReturnType<Page['getByLabel']>): Promise<string> {
  return control.evaluate((element) =>
    (element.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join(' '),
  )
}
