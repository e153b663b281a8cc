/** Tests of identity cards that a hand scanner reads, in a real Chromium. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { launchWithCamera } from '../../support/camera.ts'
import { barcode, cardZone, colombianCard, keyboards } from '../../support/identity-cards.ts'
import { fill, pageOpener, register } from '../../support/page.ts'
import { aDraft, aPicture } from '../../support/pilots.ts'
import { scan } from '../../support/scanner.ts'

const openPage = pageOpener()
const openCamera = pageOpener(launchWithCamera)

const argentina = '00123456789@PEREZ@JUAN CARLOS@M@30123456@B@05/02/1983@10/05/2015'
const peru = cardZone({ head: 'I<PER', number: '41234567', names: 'QUISPE<<ANA' })

/** Returns the values of the first fields, by their names. */
function values(page: Page): Promise<Record<string, string>> {
  return page.evaluate(() =>
    Object.fromEntries(
      ['name', 'lastname', 'email', 'celular', 'dni', 'fechanac'].map((name) => [
        name,
        document.querySelector<HTMLInputElement>(`form [name="${name}"]`)?.value ?? '',
      ]),
    ),
  )
}

test('a card that is scanned into any field fills the empty form, sends nothing, and moves on to the first empty field', async () => {
  const { page, url } = await openPage('/form')
  await page.locator('[name=celular]').focus()
  await scan(page, argentina)
  await page.getByText('Se leyó el documento.').waitFor()
  const person = { name: 'Juan Carlos', lastname: 'Perez', dni: '30123456', fechanac: '05/02/1983' }
  expect(await values(page)).toEqual({ ...person, email: '', celular: '' })
  expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).name)).toBe('email')
  expect(await (await fetch(`${url}/api?list=all`)).json()).toMatchObject({ total: 0 })
  const kept = await page.evaluate(() =>
    JSON.stringify({ ...localStorage, ...sessionStorage, ...history.state }),
  )
  for (const part of ['00123456789', '10/05/2015', 'PEREZ']) expect(kept).not.toContain(part)
})

test('a card from the list, line by line and under another keyboard, opens the form and says what to set on the scanner', async () => {
  const { page } = await openPage('/')
  await page.getByText('0 pilotos').first().waitFor()
  for (const line of peru) await scan(page, keyboards.Spanish(line))
  await page.waitForURL('**/form')
  await page.getByText('Estados Unidos').waitFor()
  expect(await values(page)).toMatchObject({ name: 'Ana', lastname: 'Quispe', dni: '41234567' })
})

test.each(['Tab', ''] as const)(
  'a scanner that ends a card with «%s» fills the form too, a list that has the focus keeps its choice, and a lost letter is marked',
  async (end) => {
    const { page } = await openPage('/form')
    await page.locator('[name=tiposangre]').selectOption('O+')
    await page.locator('[name=tiposangre]').focus()
    await scan(page, argentina.replace('PEREZ', 'MU?OZ'), 5, end)
    await page.getByText('Se leyó el documento. Revise lo marcado.').waitFor()
    await page.getByText('El lector no está seguro: compárelo con el documento').waitFor()
    expect(await values(page)).toMatchObject({ name: 'Juan Carlos', dni: '30123456' })
    expect(await page.locator('[name=tiposangre]').inputValue()).toBe('O+')
  },
)

test('the card of a registered pilot opens the pilot with the differences side by side, and overwrites only what is chosen', async () => {
  const { page, url } = await openPage('/')
  const id = await register(
    url,
    aDraft({ name: 'Anita', lastname: 'Quíspe', dni: 41234567, fechanac: '1998-05-15' }),
  )
  await page.getByText('1 piloto').first().waitFor()
  await scan(page, peru.join(''))
  await page.waitForURL(`**/form/${id}`)
  const dialog = page.getByRole('dialog', { name: 'El documento dice otra cosa' })
  await dialog.waitFor()
  // Accents make no difference.
  expect(await dialog.getByRole('group').allInnerTexts()).toHaveLength(2)
  await dialog.getByRole('group', { name: 'Nacimiento' }).getByLabel('El documento').check()
  await dialog.getByRole('button', { name: 'Poner lo elegido' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await values(page)).toMatchObject({ name: 'Anita', lastname: 'Quíspe', fechanac: '14/05/1998' })
})

test('fast typing, a licence and a pasted card fill nothing, and fingerprints are answered with what to scan instead', async () => {
  const { page } = await openPage('/form')
  await page.getByLabel('Nombres').focus()
  await page.keyboard.insertText(argentina)
  await page.keyboard.press('Enter')
  await scan(page, 'Maria de los Angeles')
  await scan(page, 'FM-2026-000042')
  expect(await values(page)).toMatchObject({ dni: '', fechanac: '' })
  await scan(page, 'x7'.repeat(100))
  await page.getByText('no guarda datos que se puedan leer').waitFor()
})

test('a photo of a card fills the form, the number alone fills the DNI or opens its pilot, and a photo without a code says so', async () => {
  const { page, url } = await openPage('/form')
  const id = await register(url, aDraft({ dni: 41234567 }))
  const show = async (buffer: Buffer) => {
    await page.getByRole('button', { name: 'Leer documento' }).click()
    const file = { name: 'documento.png', mimeType: 'image/png', buffer }
    await page.getByLabel('Foto del documento').setInputFiles(file)
  }
  await show(await aPicture('png', 400, 300))
  await page.getByText('La foto no muestra ningún código legible.').waitFor()
  await page.getByRole('button', { name: 'Cerrar' }).click()
  await show(await barcode(argentina, 'PDF417'))
  await page.getByText('Se leyó el documento.').waitFor()
  expect(await values(page)).toMatchObject({ name: 'Juan Carlos', dni: '30123456' })

  await page.goto('/form')
  await page.getByRole('button', { name: 'Descartar' }).click()
  await show(await barcode(Buffer.from(colombianCard(), 'latin1'), 'PDF417'))
  await page.getByText('Se leyó el documento.').waitFor()
  expect(await values(page)).toMatchObject({ lastname: 'Gomez Peña', dni: '52345678' })

  await page.goto('/form')
  await page.getByText('Se recuperó').waitFor()
  await page.getByRole('button', { name: 'Descartar' }).click()
  await page.getByRole('heading', { name: 'Registrar piloto' }).click()
  await scan(page, '45678901')
  await page.getByText('Se leyó el documento.').waitFor()
  expect(await values(page)).toMatchObject({ name: '', dni: '45678901' })
  await show(await barcode('41234567', 'Code39'))
  await page.waitForURL(`**/form/${id}`)
  await page.getByText('Este piloto ya estaba registrado').waitFor()
})

test('from the scan of a card to «Registro exitoso», with a photo of the webcam, are at most twelve keys', async () => {
  const { page, url } = await openCamera('/form', { permissions: ['camera'] })
  // The desk has registered a rider before.
  await fill(page, aDraft({ name: 'Luz', modalidad: 'RALLY', club: 'Moto Club Cusco', dni: 70000001 }))
  await page.keyboard.press('Control+Enter')
  await page.getByText('Registro exitoso Luz').waitFor()
  await scan(page, peru.join(''))
  await page.getByText('Licencia, modalidad y club son los del piloto anterior').waitFor()
  let pressed = 0
  const press = async (...keys: string[]) => {
    for (const key of keys) {
      await page.keyboard.press(key)
      pressed += 1
    }
  }
  const focused = (name: string) =>
    expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe(name)
  for (const name of ['email', 'celular', 'nlicencia']) {
    await focused(name)
    await press('-')
  }
  await focused('npiloto')
  await press('7', 'Enter')
  await focused('tiposangre')
  await press('N', 'Enter')
  await focused('_camera')
  await press('Enter')
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Tomar foto')
  await press('Enter')
  await page.getByRole('application', { name: 'Encuadre de la foto' }).waitFor()
  await press('Enter')
  await focused('participacion')
  await press('Enter', 'Enter')
  await page.getByText('Registro exitoso Ana').waitFor()
  expect(pressed).toBeLessThanOrEqual(12)
  const { data } = (await (await fetch(`${url}/api?list=all`)).json()) as { data: { data_driver: string }[] }
  expect(JSON.parse(data[0]?.data_driver ?? '')).toMatchObject({
    dni: 41234567,
    email: null,
    npiloto: '7',
    modalidad: 'RALLY',
    tiposangre: null,
  })
})
