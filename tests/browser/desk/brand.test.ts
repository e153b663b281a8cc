/** Tests the choices of the brand and of the public view, in a real Chromium. */
import { expect, test } from 'vitest'
import { asLan, blank, openElsewhere, pageOpener, phone, register } from '../../support/page.ts'
import { aDraft } from '../../support/pilots.ts'

const openPage = pageOpener()

const logo = {
  name: 'logo.svg',
  mimeType: 'image/svg+xml',
  buffer: Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="120" height="60"><circle cx="60" cy="30" r="30"/></svg>',
  ),
}

test('the brand is seen before it is stored, and then on credentials, as is the public view', async () => {
  const opened = await openPage('/ajustes/marca')
  const { page, url } = opened
  const id = await register(url, aDraft({ dni: 40123456 }))
  const preview = page.getByRole('figure', { name: 'Vista previa de la credencial' })
  await page.getByLabel('Nombre de quien organiza').fill('Copa Andina')
  await page.getByLabel('Color').fill('#ffd500')
  await page.getByLabel('Elegir logo').setInputFiles(logo)
  await preview.getByText('Copa Andina').waitFor()
  await page.getByRole('button', { name: 'Ver una tarjeta de muestra' }).click()
  const card = page.getByRole('link', { name: 'Abrir la tarjeta de muestra' })
  await card.waitFor()
  expect(await card.evaluate((element) => element === document.activeElement)).toBe(true)
  expect((await fetch(`${url}/api/brand/logo`)).status).toBe(404)

  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await page.getByText('Guardado: las credenciales').waitFor()
  await page.getByLabel('Cambiar logo').setInputFiles({ ...logo, buffer: Buffer.from('hola') })
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await page.getByText('El logo no es una imagen PNG, JPEG o SVG que se pueda leer').waitFor()

  const scanned = await openElsewhere(opened, blank, phone)
  await asLan(scanned)
  await scanned.goto(`/credencial/${id}`)
  await scanned.getByText('Copa Andina').waitFor()
  const head = scanned.getByRole('article').locator('header')
  expect(await head.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe('rgb(255, 213, 0)')
  const width = () => head.locator('img').evaluate((image) => (image as HTMLImageElement).naturalWidth)
  await expect.poll(width).toBeGreaterThan(0)

  await scanned.getByText('40123456').waitFor()
  await page.goto('/ajustes/vista')
  await page.getByLabel('Mínima').check()
  await page.getByText('Guardado: vale desde ahora.').waitFor()
  await scanned.reload()
  await scanned.getByRole('heading', { name: 'Íñigo Núñez Peña' }).waitFor()
  expect(await scanned.getByText('40123456').count()).toBe(0)
  await page.reload()
  expect(await page.getByLabel('Mínima').isChecked()).toBe(true)
})

test('the name that was typed for the event is at once the one on open pages, credentials and printed lists, above that of the organiser', async () => {
  const opened = await openPage('/ajustes/marca')
  const { page, context, url } = opened
  const id = await register(url, aDraft())
  const credential = await context.newPage()
  await credential.goto(`/credencial/${id}`)
  const head = credential.getByRole('article').locator('header')
  const preview = page.getByRole('figure', { name: 'Vista previa de la credencial' })
  const brand = page.getByLabel('Nombre de quien organiza')
  await page.getByText('El evento abierto todavía no tiene nombre').waitFor()
  await brand.fill('Federación Andina')
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await page.getByText('Guardado: las credenciales').waitFor()
  await expect.poll(() => preview.innerText()).toMatch(/^Federación Andina\s+Credencial de piloto$/)

  const settings = await context.newPage()
  await settings.goto('/ajustes/evento')
  const event = settings.getByRole('form', { name: 'Evento abierto' })
  await event.getByLabel('Nombre').fill('Copa Sur')
  await event.getByRole('button', { name: 'Guardar el evento' }).click()
  await page.getByText('Va debajo de «Copa Sur»').waitFor()
  const both = /^Copa Sur\s+Federación Andina · Credencial de piloto$/
  await expect.poll(() => preview.innerText()).toMatch(both)
  await expect.poll(() => head.innerText()).toMatch(both)
  await credential.goto('/')
  await credential.getByText('1 piloto', { exact: true }).waitFor()
  await credential.evaluate(() => dispatchEvent(new Event('beforeprint')))
  const printed = credential.getByRole('region', { name: 'Lista para imprimir', includeHidden: true })
  await expect.poll(() => printed.locator('header').textContent()).toContain('Copa Sur · ')
  const scanned = await openElsewhere(opened, blank, phone)
  await asLan(scanned)
  await scanned.goto(`/credencial/${id}`)
  expect(await scanned.getByRole('article').locator('header').innerText()).toMatch(both)
})
