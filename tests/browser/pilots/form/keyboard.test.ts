/** Tests registration without a mouse, in a real Chromium. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { fields, requiredNames } from '#domain/pilots/fields'
import type { PilotDraft } from '#domain/pilots/pilot'
import { launchWithCamera } from '../../../support/camera.ts'
import {
  blank,
  countOf,
  described,
  fill,
  hasFocus,
  labelled,
  pageOpener,
  register,
} from '../../../support/page.ts'
import { aDraft } from '../../../support/pilots.ts'
import { pricedEvent } from '../../../support/till.ts'

const openPage = pageOpener()
const openCamera = pageOpener(launchWithCamera)

/** The order in which Enter goes through a blank form. */
const enterOrder = ['dni', ...requiredNames.filter((name) => name !== 'dni')] as const

/** Presses keys one by one, and counts them. A character is one key, and each pair of braces names one: `{Enter}`. */
function keyCounter(page: Page) {
  const counter = { pressed: 0, press }
  async function press(...texts: string[]): Promise<void> {
    for (const key of texts.join('').match(/\{\w+\}|./gs) ?? []) {
      await page.keyboard.press(/^\{\w+\}$/.test(key) ? key.slice(1, -1) : key)
      counter.pressed += 1
    }
  }
  return counter
}

async function newest(url: string): Promise<PilotDraft> {
  const { data } = (await (await fetch(`${url}/api?list=all`)).json()) as { data: { data_driver: string }[] }
  return JSON.parse(String(data[0]?.data_driver))
}

describe('the keyboard', () => {
  test('registers a pilot with short values in at most 60 keys, the next of the same class in fewer, and any from the first field on', async () => {
    const { page, url } = await openPage('/form')
    await page.getByRole('button', { name: 'Registrar' }).waitFor()
    const first = keyCounter(page)
    // Typed in full, with an Enter after each field and Ctrl+Enter, these values are 79 keys.
    await first.press('70123456{Enter}', 'Ana{Enter}', 'Paz{Enter}', 'ana@{Enter}', '987654321{Enter}')
    await first.press(
      '280294{Enter}',
      '9{Enter}',
      '7{Enter}',
      'A{Enter}',
      'M{Enter}',
      'Sur{Enter}',
      'o{Enter}',
    )
    // Enter reaches the photo, which one key passes.
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Tomar foto')
    await first.press('-{Enter}')
    expect(await labelled(page, 'fechanac').inputValue()).toBe('28/02/1994')
    expect(await labelled(page, 'participacion').inputValue()).toBe('Sin historial')
    await first.press('{Enter}')
    await page.getByText('Registro exitoso').waitFor()
    const ana = {
      name: 'Ana',
      lastname: 'Paz',
      email: 'ana@gmail.com',
      celular: 987654321,
      dni: 70123456,
      fechanac: '1994-02-28',
      nlicencia: '9',
      npiloto: '7',
      licencia: 'Anual',
      modalidad: 'MOTOCROSS',
      club: 'Sur',
      tiposangre: 'O+',
      participacion: 'Sin historial',
    }
    expect(await newest(url)).toEqual(ana)
    expect(first.pressed).toBeLessThanOrEqual(60)

    // Licencia, modalidad and club are offered, and taken with Enter. Nothing is filled in before.
    const second = keyCounter(page)
    await second.press('70123457{Enter}', 'Luz{Enter}', 'Paz{Enter}', 'luz@h{Enter}', '987654322{Enter}')
    await second.press('280294{Enter}', '8{Enter}', '6{Enter}')
    expect(await labelled(page, 'licencia').inputValue()).toBe('')
    expect(await described(labelled(page, 'licencia'))).toBe('Enter Anual')
    await second.press('{Enter}', '{Enter}', '{Enter}', 'o{Enter}', '-{Enter}', '{Enter}')
    await page.getByText('Registro exitoso Luz Paz').waitFor()
    expect(await newest(url)).toEqual({
      ...ana,
      name: 'Luz',
      email: 'luz@hotmail.com',
      celular: 987654322,
      dni: 70123457,
      nlicencia: '8',
      npiloto: '6',
    })
    expect(second.pressed).toBeLessThan(first.pressed)

    // Whole values replace what is offered, and Enter in the history starts a line.
    const eva = aDraft({
      ...{ name: 'Eva', lastname: 'Paz', email: 'eva@x.pe', nlicencia: '5', npiloto: '4' },
      ...{ licencia: 'Regional', modalidad: 'RALLY', club: 'Este', participacion: 'Una' },
    })
    for (const name of enterOrder) {
      expect(await hasFocus(page, name), name).toBe(true)
      if (fields[name].control === 'select') await page.keyboard.type(String(eva[name]))
      else await page.keyboard.insertText(String(eva[name]))
      if (name !== 'participacion') await page.keyboard.press('Enter')
      if (name === 'tiposangre') await page.keyboard.press('-')
    }
    await page.keyboard.press('Enter')
    await page.keyboard.insertText('Otra')
    await page.keyboard.press('Control+Enter')
    await page.getByText('Registro exitoso Eva Paz').waitFor()
    expect(await newest(url)).toEqual({ ...eva, participacion: 'Una\nOtra' })
    expect(await hasFocus(page, 'dni')).toBe(true)
    await page.getByText('F2').waitFor()
    await page.keyboard.press('F2')
    await page.getByRole('heading', { name: 'Eva Paz' }).waitFor()
  })

  test('reads a date of six digits when Tab leaves it, which passes the calendar, and when it is pasted', async () => {
    const { page } = await openPage('/form')
    const date = labelled(page, 'fechanac')
    await date.fill('120515')
    await page.keyboard.press('Tab')
    expect(await date.inputValue()).toBe('12/05/2015')
    expect(await hasFocus(page, 'nlicencia')).toBe(true)
    await page.keyboard.press('Shift+Tab')
    expect(await hasFocus(page, 'fechanac')).toBe(true)

    await labelled(page, 'name').fill('12 mayo 2015')
    await labelled(page, 'name').selectText()
    await page.keyboard.press('Control+X')
    await date.selectText()
    await page.keyboard.press('Control+V')
    expect(await date.inputValue()).toBe('12/05/2015')
  })

  test('registers a pilot with usual values and without a photo in at most 75 keys, at a desk that has registered another', async () => {
    const { page, url } = await openPage('/form')
    await fill(page, aDraft({ nlicencia: 'FM-2026-41', club: 'Moto Club Cusco', modalidad: 'RALLY' }))
    await page.keyboard.press('Control+Enter')
    await page.getByText('Registro exitoso').waitFor()
    const keys = keyCounter(page)
    // With the whole e-mail and licence number, and without what is offered, these values are 97 keys and more.
    await keys.press('70123456{Enter}', 'Juan Carlos{Enter}', 'Quispe Mamani{Enter}', 'jquispe{Enter}')
    await keys.press('987654321{Enter}', '280294{Enter}')
    expect(await page.getByText('+ FM-2026-').isVisible()).toBe(true)
    await keys.press('+42{Enter}', '93{Enter}', '{Enter}', '{Enter}', '{Enter}', 'o{Enter}')
    await keys.press('-', '{Enter}', '{Enter}')
    await page.getByText('Registro exitoso Juan Carlos').waitFor()
    expect(await newest(url)).toEqual({
      name: 'Juan Carlos',
      lastname: 'Quispe Mamani',
      email: 'jquispe@gmail.com',
      celular: 987654321,
      dni: 70123456,
      fechanac: '1994-02-28',
      nlicencia: 'FM-2026-42',
      npiloto: '93',
      licencia: 'Anual',
      modalidad: 'RALLY',
      club: 'Moto Club Cusco',
      tiposangre: 'O+',
      participacion: 'Sin historial',
    })
    expect(keys.pressed).toBeLessThanOrEqual(75)
  })

  test('stores, enters and charges a new rider in at most 70 keys besides the letters of the data, and a known one in 12', async () => {
    const { page, url } = await openPage(blank)
    const { ask } = await pricedEvent(url)
    await ask('PUT', '/api/till/letter', { letter: 'A' })
    await page.goto('/form')
    await page.getByRole('button', { name: 'Registrar' }).waitFor()
    /** Presses a key once the button or the field that takes it has the focus. */
    async function pressOn(keys: ReturnType<typeof keyCounter>, taker: string) {
      const focused = () =>
        page.evaluate(
          () => document.activeElement?.textContent || document.activeElement?.getAttribute('name'),
        )
      await expect.poll(focused).toBe(taker)
      await keys.press('{Enter}')
    }
    /** Enters the rider of the notice, and takes the money. */
    async function enterAndPay(keys: ReturnType<typeof keyCounter>, steps: readonly string[]) {
      for (const taker of steps) {
        if (['Inscribir', 'handed'].includes(taker)) await keys.press('{F6}')
        await pressOn(keys, taker)
      }
      expect(await hasFocus(page, 'dni')).toBe(true)
    }
    const keys = keyCounter(page)
    const typed = ['70123456', 'Juan', 'Quispe', 'juan@correo.pe', '987654321', '100295', '42', '93']
    for (const value of typed) await keys.press(value, '{Enter}')
    await keys.press('a{Enter}', 'm{Enter}', 'Sur{Enter}', 'o{Enter}', '-{Enter}', '{Enter}')
    await page.getByText('Registro exitoso').waitFor()
    await enterAndPay(keys, ['Inscribir', 'Listo', 'handed', 'Listo'])
    expect(keys.pressed - typed.join('').length).toBeLessThanOrEqual(70)

    await register(url, aDraft({ dni: 70123457, npiloto: '8', modalidad: 'MOTOCROSS' }))
    const known = keyCounter(page)
    await known.press('70123457', '{Enter}')
    await page.getByText('ya está registrado').waitFor()
    await known.press('{F6}')
    await pressOn(known, 'Inscribir')
    await page.getByText('Debe S/ 120.00').waitFor()
    await enterAndPay(known, ['handed', 'Listo'])
    expect(known.pressed - '70123457'.length).toBeLessThanOrEqual(12)
  })

  test('registers a pilot with a photo of the webcam in at most 90 keys', async () => {
    const { page, url } = await openCamera('/form', {
      permissions: ['camera'],
      pilots: [aDraft({ club: 'Moto Club Cusco' })],
    })
    await page.getByRole('button', { name: 'Registrar' }).waitFor()
    const keys = keyCounter(page)
    // Typed in full, with the slashes of the date and the way back from the photo, these are 132 keys.
    await keys.press('70123456{Enter}', 'Juan Carlos{Enter}', 'Quispe Mamani{Enter}', 'jquispe@{Enter}')
    await keys.press(
      '987654321{Enter}',
      '280294{Enter}',
      'FM-2026-42{Enter}',
      '93{Enter}',
      'A{Enter}',
      'R{Enter}',
    )
    await keys.press('m')
    await page.getByRole('option', { name: 'Moto Club Cusco' }).waitFor()
    await keys.press('{ArrowDown}{Enter}', 'o')
    await keys.press('{Enter}{Enter}')
    await page.getByRole('dialog').getByRole('button', { name: 'Tomar foto', disabled: false }).waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Tomar foto')
    await keys.press('{Enter}')
    await page.getByRole('application', { name: 'Encuadre de la foto' }).waitFor()
    await keys.press('{Enter}')
    await page.getByAltText('Foto elegida').waitFor()
    expect(await hasFocus(page, 'participacion')).toBe(true)
    await keys.press('{Enter}{Enter}')
    await page.getByText('Registro exitoso').waitFor()
    expect(await newest(url)).toMatchObject({
      club: 'Moto Club Cusco',
      tiposangre: 'O+',
      email: 'jquispe@gmail.com',
    })
    expect(keys.pressed).toBeLessThanOrEqual(90)
  })

  test('takes the input of a scanner, moves with Tab, and neither skips fields nor registers twice while Enter is held down', async () => {
    const { page, url } = await openPage('/form')
    // The input of a scanner ends with Enter.
    await labelled(page, 'nlicencia').focus()
    await page.keyboard.type('FM-42\n')
    expect(await labelled(page, 'nlicencia').inputValue()).toBe('FM-42')
    expect(await hasFocus(page, 'npiloto')).toBe(true)
    expect(await countOf(url)).toBe(0)
    await labelled(page, 'nlicencia').fill('')

    const draft = aDraft({ name: 'Ana', lastname: 'Paz', participacion: 'Debutante' })
    await labelled(page, 'name').focus()
    for (const name of requiredNames.slice(0, -1)) {
      if (fields[name].control === 'select') await page.keyboard.type(String(draft[name]))
      else await page.keyboard.insertText(String(draft[name]))
      await page.keyboard.press('Tab')
    }
    for (let photo = 0; photo < 2; photo += 1) await page.keyboard.press('Tab')
    await page.keyboard.insertText(draft.participacion)
    // The folded section of optional fields is one stop.
    for (let stop = 0; stop < 2; stop += 1) await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByText('Registro exitoso Ana Paz').waitFor()
    expect(await newest(url)).toEqual(draft)

    // Enter leaves a select, and selects the next value, so that typing replaces it.
    await fill(page, aDraft({ name: 'Luz', lastname: 'Paz', modalidad: 'RALLY', club: 'Uno' }))
    await labelled(page, 'modalidad').focus()
    await page.keyboard.press('Enter')
    expect(await hasFocus(page, 'club')).toBe(true)
    await page.keyboard.type('Dos')
    expect(await labelled(page, 'club').inputValue()).toBe('Dos')

    await labelled(page, 'name').focus()
    await page.keyboard.down('Enter')
    for (let count = 0; count < 20; count += 1) await page.keyboard.down('Enter')
    await page.keyboard.up('Enter')
    expect(await hasFocus(page, 'lastname')).toBe(true)
    expect(await countOf(url)).toBe(1)
    await page.keyboard.down('Control')
    for (let count = 0; count < 20; count += 1) await page.keyboard.down('Enter')
    await page.getByText('Registro exitoso Luz Paz').waitFor()
    for (let count = 0; count < 20; count += 1) await page.keyboard.down('Enter')
    await page.keyboard.up('Enter')
    // Pressing Control+Enter once more shows no errors in the next form, which is still blank.
    await page.keyboard.press('Enter')
    await page.keyboard.up('Control')
    await page.getByText('Registro exitoso Luz Paz').waitFor()
    expect(await page.getByText('Campo Requerido').count()).toBe(0)
    expect(await countOf(url)).toBe(2)
  })
})
