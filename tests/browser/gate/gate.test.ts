/** Tests the page of a gate, in a real Chromium. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { groupedId } from '#domain/pilots/pilot-id'
import {
  changeGates,
  changeTerms,
  openGate,
  passageRecords,
  passageSummary,
  passagesOf,
  revoke,
  sendScans,
  undoAnswer,
  word,
} from '../../support/gate.ts'
import { expectAccessibleLayout } from '../../support/looks.ts'
import { addAccount, blank, pageOpener, phone, register } from '../../support/page.ts'
import { fixDate } from '../../support/page-time.ts'
import { aScan } from '../../support/passages.ts'
import { aDraft, aPicture } from '../../support/pilots.ts'
import { scan } from '../../support/scanner.ts'

const openPage = pageOpener()

const next = (page: Page) => page.getByRole('button', { name: 'Siguiente' })

test('a scan is answered by its word, with the person and the photo or a sign that there is none, and a refused one is not counted', async () => {
  const { page, url } = await openPage(blank, { viewport: phone })
  const ana = await register(
    url,
    aDraft({ name: 'Ana', lastname: 'Quispe', npiloto: '127', tiposangre: 'O+', modalidad: 'RALLY' }),
    await aPicture(),
  )
  const suspended = await register(url, aDraft({ name: 'Zoila', fechanac: '2020-05-01' }))
  await changeTerms(url, suspended, { suspension: { from: '2026-01-01', to: '2099-12-12', reason: 'Deuda' } })
  await page.addInitScript(keepAnswers)
  await openGate(page)

  await scan(page, ana)
  await word(page, 'PASE').waitFor()
  const answer = page.getByRole('region', { name: 'Respuesta' })
  for (const text of ['Ana Quispe', 'Número 127', 'RALLY', 'O+'])
    await answer.getByText(text, { exact: true }).waitFor()
  const photo = page.getByAltText('Foto de Ana Quispe')
  // The small photo comes first, and the full one replaces it.
  await expect.poll(() => photo.getAttribute('src')).toMatch(/^\/files\/[^?]+$/)
  expect((await answer.boundingBox()) ?? {}).toEqual({ x: 0, y: 0, ...phone })
  expect(await contrast(page)).toBeGreaterThanOrEqual(7)
  await expectAccessibleLayout(page, 'PASE')

  for (const [code, text, more] of [
    [suspended, 'SUSPENDIDA hasta el 12/12/2099', 'Zoila'],
    ['7791234567890', 'NO ES UNA CREDENCIAL', 'Se leyó «7791234567890».'],
  ] as const) {
    await scan(page, code)
    await answer.getByText(more).waitFor()
    expect(await answer.getByText('MENOR').count()).toBe(more === 'Zoila' ? 1 : 0)
    // A small sign, and no helmet.
    expect(await answer.getByText('SIN FOTO, PIDA EL DNI').count()).toBe(more === 'Zoila' ? 1 : 0)
    expect(await answer.getByLabel('Sin foto').count()).toBe(0)
    await word(page, text).waitFor()
    // There is nothing to take back.
    expect(await answer.getByRole('button', { name: 'Deshacer' }).count(), code).toBe(0)
    expect(await contrast(page), code).toBeGreaterThanOrEqual(7)
    expect(await answer.getByText('Deuda').count()).toBe(0)
  }
  expect(await passageSummary(url)).toMatchObject({ inside: 1, entered_today: 1 })
})

test('the same card again is one scan at once, and YA ENTRÓ seconds later, where the marshal may let in a rider as an incident', async () => {
  const { page, url } = await openPage(blank, { viewport: phone })
  const id = await register(url, aDraft({ name: 'Ana', lastname: 'Quispe' }))
  await openGate(page)
  const start = Date.now()
  await fixDate(page, start)
  const answer = page.getByRole('region', { name: 'Respuesta' })
  await scan(page, id)
  await word(page, 'PASE').waitFor()
  await fixDate(page, start + 1500)
  await scan(page, id)
  await answer.getByText('Es la misma lectura').waitFor()
  await fixDate(page, start + 6500)
  await scan(page, id)
  await word(page, /^YA ENTRÓ hace \d s, en esta puerta$/).waitFor()
  await answer.getByText('Mire la foto').waitFor()
  expect(await answer.getAttribute('data-kind')).toBe('warn')
  await expectAccessibleLayout(page, 'YA ENTRÓ, seconds later')
  expect(await passageSummary(url)).toMatchObject({ inside: 1, incidents: 0 })
  await answer.getByRole('button', { name: 'Dejar pasar' }).click()
  await answer.getByText('Lo dejó pasar la puerta: queda como incidencia.').waitFor()
  expect(await answer.getByRole('button', { name: 'Dejar pasar' }).count()).toBe(0)
  expect(await passageSummary(url)).toMatchObject({ inside: 1, incidents: 1 })
  const [last] = await passageRecords(url)
  expect(last).toMatchObject({ result: 'again', admitted: true, override: true, incident: true })
})

test('a second entry names the first, Deshacer takes back the last one, an exit is accepted, and the rule may refuse the next entry', async () => {
  const { page, url } = await openPage(blank, { viewport: phone })
  await changeGates(url, { gates: ['Norte', 'Sur'] })
  const id = await register(url, aDraft({ name: 'Ana', lastname: 'Quispe' }))
  const other = await register(url, aDraft())
  await page.goto('/puerta')
  await page.getByRole('radio', { name: 'Norte' }).waitFor()
  await expectAccessibleLayout(page, 'the start of a gate')
  await page.getByRole('button', { name: 'Empezar' }).click()
  await page.getByText('Escanee para').waitFor()
  const before = new Date(Date.now() - 120_000).toISOString()
  await sendScans(url, aScan({ scanned: id, gate: 'Norte', at: before, offline: true }))
  await page.getByRole('button', { name: 'Cerrar' }).click()
  await page.getByRole('radio', { name: 'Sur' }).check()
  await page.getByRole('button', { name: 'Empezar' }).click()
  await page.getByRole('heading', { name: 'Sur' }).waitFor()

  await scan(page, id)
  await word(page, /^YA ENTRÓ .*a las \d\d:\d\d por Norte$/).waitFor()
  await page.getByText('Puede pasar').waitFor()
  expect(await contrast(page)).toBeGreaterThanOrEqual(7)
  const undo = page.getByRole('region', { name: 'Respuesta' }).getByRole('button', { name: 'Deshacer' })
  await undoAnswer(page)
  await word(page, 'DESHECHO').waitFor()
  await page.getByText('No se cuenta la entrada de Ana Quispe, en ninguna puerta.').waitFor()
  expect(await passagesOf(url)).toMatchObject([
    {},
    { result: 'again', corrected: true },
    { corrected: false },
  ])
  await next(page).click()
  await page.getByRole('region', { name: 'Últimas lecturas' }).getByText('DESHECHO').waitFor()

  const stripes = () =>
    page
      .locator('main [data-direction]:not(button)')
      .evaluateAll((signs) =>
        signs.map((sign) => getComputedStyle(sign).backgroundImage.includes('repeating')),
      )
  expect(await stripes()).toEqual([false, false])
  await page.getByRole('button', { name: 'Salida' }).click()
  await page.getByText('Escanee para la salida').waitFor()
  expect(await stripes()).toEqual([true, true])
  // An address that a scanner types under a Spanish keyboard layout presses no focused button.
  await page.getByRole('button', { name: 'Entrada' }).focus()
  await scan(page, `httpÑ--192.168.1.20Ñ4780-credencial-${id}`)
  await word(page, 'SALIDA').waitFor()
  expect(await contrast(page)).toBeGreaterThanOrEqual(7)
  expect(await passageSummary(url)).toMatchObject({ inside: 0, entered_today: 1 })
  expect((await passagesOf(url))[0]).toMatchObject({ scanned: expect.stringContaining(id), direction: 'out' })

  // The gate and the direction are remembered.
  await openGate(page)
  await page.getByRole('heading', { name: 'Sur' }).waitFor()
  await page.getByText('Escanee para la salida').waitFor()
  await page.getByRole('button', { name: 'Entrada' }).click()

  // A code that is typed by hand is checked before it is sent, and a scan leaves its field as it was.
  await changeGates(url, { again: 'daily' })
  await page.getByRole('button', { name: 'Buscar' }).click()
  const field = page.getByLabel('Número, nombre, DNI o código')
  const button = page.getByRole('button', { name: 'Registrar' })
  await field.fill('7K3Q-9X')
  await page.getByText('Un código tiene 12 letras y números').waitFor()
  await page.keyboard.press('Enter')
  expect(await button.count()).toBe(0)
  expect(await passagesOf(url)).toHaveLength(4)
  await field.focus()
  await scan(page, other.toLowerCase())
  await word(page, 'PASE').waitFor()
  await undo.waitFor()
  await next(page).click()
  expect(await field.inputValue()).toBe('7K3Q-9X')
  await field.fill(groupedId(id).toLowerCase())
  await page.keyboard.press('Enter')
  await word(page, /^YA ENTRÓ a las/).waitFor()
  await page.getByText('No puede entrar otra vez.').waitFor()
  expect(await contrast(page)).toBeGreaterThanOrEqual(7)

  // The notice of a missing camera is higher than the rest of the screen beside the numbers, and covers nothing.
  await next(page).click()
  await page.getByRole('button', { name: 'adentro' }).click()
  await page.getByRole('button', { name: 'Cámara' }).click()
  const retry = await page.getByRole('button', { name: 'Reintentar' }).boundingBox()
  const scans = await page.getByRole('region', { name: 'Últimas lecturas' }).boundingBox()
  expect((retry?.y ?? 0) + (retry?.height ?? 0)).toBeLessThanOrEqual(scans?.y ?? 0)
})

test('a browser without a session is told what to do, and without a session or a list nobody is let in', async () => {
  const opened = await openPage(blank, { requireLogin: true, viewport: phone, expectsErrors: true })
  const { page, url, folder } = opened
  await page.goto('/puerta')
  await page.getByText('Este equipo todavía no es una puerta.').waitFor()
  await addAccount(folder, 'marta')
  const signInLink = page.getByRole('link', { name: 'Iniciar sesión' })
  expect((await signInLink.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await signInLink.click()
  await page.getByLabel('Usuario').fill('marta')
  await page.getByLabel('Contraseña').fill('la clave de marta')
  await page.getByRole('button', { name: 'Ingresar' }).click()
  await page.getByRole('button', { name: 'Empezar' }).click()
  await page.getByText('Escanee para').waitFor()

  await page.context().clearCookies()
  await scan(page, '7K3Q9XW2M4TB')
  await word(page, 'NO SE REGISTRÓ').waitFor()
  const ended = 'La sesión de este equipo terminó: escanee otra vez el código de la mesa, o inicie sesión.'
  await page.getByRole('alert').getByText(ended).waitFor()
  await next(page).click()
  await page.getByRole('status').getByText(ended).waitFor()
  const link = page.getByRole('link', { name: 'Iniciar sesión' })
  // Another tab, so that the gate stays open.
  expect(await link.getAttribute('target')).toBe('_blank')

  await opened.close()
  await scan(page, '7K3Q9XW2M4TB')
  await page.getByRole('alert').getByText('este equipo todavía no tiene la lista').waitFor()
  expect(new URL(page.url()).href).toBe(`${url}/puerta`)
})

test('the page of a credential records a scan with one press in a browser that is a gate, and never by being opened or reloaded', async () => {
  const { page, context, url, folder } = await openPage(blank, { viewport: phone })
  await addAccount(folder, 'paco', undefined, 'puerta')
  const id = await register(url, aDraft({ name: 'Ana', lastname: 'Quispe' }))
  const lost = await register(url, aDraft({ name: 'Lost' }))
  await revoke(url, lost)
  await page.goto(`/credencial/${id}`)
  await page.getByRole('button', { name: 'Imprimir' }).waitFor()
  const button = page.getByRole('button', { name: 'Registrar entrada' })
  expect(await button.count()).toBe(0)
  await openGate(page)
  await page.goto(`/credencial/${id}`)
  await button.waitFor()
  await page.reload()
  await button.waitFor()
  expect(await passagesOf(url)).toEqual([])
  await expectAccessibleLayout(page, 'a credential at a gate')

  await fixDate(page, Date.now())
  await button.click()
  await word(page, 'PASE').waitFor()
  await page.getByRole('button', { name: 'Cerrar' }).click()
  await button.click()
  await page.getByText(/^Es la misma lectura de las \d\d:\d\d: no se cuenta otra vez\.$/).waitFor()
  await undoAnswer(page)
  await word(page, 'DESHECHO').waitFor()
  expect(await passageSummary(url)).toMatchObject({ inside: 0, entered_today: 0 })
  expect(await passagesOf(url)).toHaveLength(3)

  // The scan of a revoked card is recorded, and lets nobody in.
  const data = { user: 'paco', password: 'la clave de paco' }
  await context.request.post('/api/session', { data, headers: { origin: url } })
  await page.goto(`/credencial/${lost}`)
  const read = page.getByRole('button', { name: 'Registrar lectura' })
  await read.waitFor()
  await page.getByRole('heading', { name: 'CREDENCIAL ANULADA' }).waitFor()
  expect(await passagesOf(url)).toHaveLength(3)
  await read.click()
  await word(page, /^ANULADA el \d/).waitFor()
  expect(await page.getByRole('button', { name: 'Deshacer' }).count()).toBe(0)
  expect((await passageRecords(url))[0]).toMatchObject({
    scanned: lost,
    result: 'revoked',
    admitted: false,
    direction: 'in',
    by: 'paco',
  })
})

/** Runs in the page before its scripts: an answer stays on the screen until all is checked. */
function keepAnswers(): void {
  const setReal = window.setTimeout
  Object.assign(window, {
    setTimeout: (action: () => void, delay = 0) => setReal(action, delay < 4000 ? delay : 600_000),
  })
}

/** Runs in the page before its scripts: records the vibrations, and the frequencies of the tones that are played. */
function recordSignals(): void {
  const signals: string[] = []
  Object.assign(window, { signals })
  Object.assign(navigator, { vibrate: (pattern: number[]) => signals.push(pattern.join(' ')) })
  const { start } = OscillatorNode.prototype
  OscillatorNode.prototype.start = function (this: OscillatorNode, when) {
    signals.push(String(this.frequency.value))
    start.call(this, when)
  }
}

/** Returns the contrast of the word with the ground of the screen (WCAG 2.2, relative luminance). */
function contrast(page: Page): Promise<number> {
  return page.getByRole('region', { name: 'Respuesta' }).evaluate((region) => {
    const { color, backgroundColor } = getComputedStyle(region)
    const luminance = (text: string) => {
      const [r = 0, g = 0, b = 0] = (text.match(/\d+/g) ?? []).map((part) => {
        const share = Number(part) / 255
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * r + 0.7152 * g + 0.0722 * b
    }
    const [low = 0, high = 0] = [luminance(color), luminance(backgroundColor)].sort((a, b) => a - b)
    return (high + 0.05) / (low + 0.05)
  })
}

test('an answer is heard and felt and leaves by itself, and an emergency contact stays until the next scan, is noted, and is not shown offline', async () => {
  const { page, url } = await openPage(blank, { viewport: { width: 360, height: 800 } })
  const contact = {
    emergencia_nombre: 'Rosa Núñez',
    emergencia_parentesco: 'Madre',
    emergencia_celular: '912 345 678',
  }
  const ana = await register(url, aDraft({ name: 'Ana', ...contact, alergias: 'Penicilina' }))
  const luis = await register(url, aDraft({ name: 'Luis' }))
  const eva = await register(url, aDraft({ name: 'Eva' }))
  await page.addInitScript(recordSignals)
  const given = () => page.evaluate(() => (window as never as { signals: string[] }).signals.splice(0))
  await openGate(page)
  await page.clock.install()
  const answer = page.getByRole('region', { name: 'Respuesta' })
  const ask = answer.getByRole('button', { name: 'Contacto de emergencia' })

  await scan(page, luis)
  await word(page, 'PASE').waitFor()
  expect(await given()).toEqual(['80', '880', '1320'])
  await page.clock.runFor(4100)
  await answer.waitFor({ state: 'detached' })
  await scan(page, 'no es nada')
  await word(page, 'NO ES UNA CREDENCIAL').waitFor()
  expect(await given()).toEqual(['450 120 450', '170', '170'])

  await scan(page, ana)
  await word(page, 'PASE').waitFor()
  expect((await ask.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  expect(await page.content()).not.toContain('Rosa')
  await ask.click()
  await word(page, 'Contacto de emergencia').waitFor()
  // It stays for longer than any answer, so that a person can dial.
  await page.clock.runFor(9100)
  for (const text of ['Rosa Núñez', 'Madre']) await answer.getByText(text, { exact: true }).waitFor()
  expect(await answer.getByRole('link', { name: '912 345 678' }).getAttribute('href')).toBe('tel:912345678')
  expect(await page.content()).not.toContain('Penicilina')
  await expectAccessibleLayout(page, 'Contacto de emergencia')

  await scan(page, eva)
  await word(page, 'PASE').waitFor()
  expect(await page.content()).not.toContain('Rosa')
  await ask.click()
  await answer.getByText('No tiene contacto de emergencia').waitFor()

  const history = async (id: string) => (await (await fetch(`${url}/api/pilots/${id}/history`)).json()).data
  expect((await history(ana)).slice(1)).toEqual([
    expect.objectContaining({ kind: 'contact', gate: 'Puerta principal', by: 'esta laptop' }),
  ])
  expect(await history(eva)).toHaveLength(1)

  await page.context().setOffline(true)
  await scan(page, ana)
  await ask.click()
  await word(page, 'NO SE MUESTRA').waitFor()
  await answer.getByText('pídalo a la mesa').waitFor()
  expect(await page.content()).not.toContain('Rosa')
  await page.context().setOffline(false)
  expect(await history(ana)).toHaveLength(2)
})
