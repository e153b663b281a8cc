/** Tests in a real Chromium that a person who taps on at a gate takes nothing back. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openGate, passagesOf, undoAnswer, word } from '../../support/gate.ts'
import { expectAccessibleLayout, expectNarrowLayout } from '../../support/looks.ts'
import { blank, pageOpener, phone, register } from '../../support/page.ts'
import { fixDate } from '../../support/page-time.ts'
import { aDraft } from '../../support/pilots.ts'
import { scan } from '../../support/scanner.ts'

const openPage = pageOpener()

interface Control {
  name: string
  left: number
  top: number
  right: number
  bottom: number
}

/** Returns the visible parts of the controls of the idle page, or of what lies over it. */
function controls(page: Page, over?: 'Respuesta' | 'Piloto elegido'): Promise<Control[]> {
  return page.evaluate((wanted) => {
    const found = [...document.querySelectorAll('main :is(button, a, label, input:not([type=file]))')]
    return found
      .filter((element) => element.checkVisibility())
      .filter((element) => {
        const place = element.closest('[aria-label="Respuesta"], [aria-label="Piloto elegido"]')
        return (place?.getAttribute('aria-label') ?? undefined) === wanted
      })
      .map((element) => {
        let { left, top, right, bottom } = element.getBoundingClientRect()
        for (let outer = element.parentElement; outer; outer = outer.parentElement) {
          if (getComputedStyle(outer).overflowY === 'visible') continue
          const edge = outer.getBoundingClientRect()
          top = Math.max(top, edge.top)
          bottom = Math.min(bottom, edge.bottom)
        }
        return { name: element.textContent ?? '', left, top, right, bottom }
      })
      .filter(({ top, bottom }) => top < bottom)
  }, over)
}

const overlap = (one: Control, other: Control) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom

for (const viewport of [
  { width: 360, height: 800 },
  { width: 390, height: 844 },
  { width: 1024, height: 600 },
]) {
  const size = `${viewport.width}×${viewport.height}`
  test(`at ${size}, no control of an answer lies where the idle page has one, and none moves to another's place`, async () => {
    const { page, url } = await openPage(blank, { viewport })
    const ids = await Promise.all(Array.from({ length: 4 }, () => register(url, aDraft())))
    await openGate(page)
    // The first card comes back within the three seconds of one scan, however long the test takes.
    await fixDate(page, Date.now())
    const ofAnswers: Control[] = []
    const answered = async (text: string | RegExp) => {
      await word(page, text).waitFor()
      ofAnswers.push(...(await controls(page, 'Respuesta')))
    }
    for (const id of ids) {
      await scan(page, id)
      await answered('PASE')
    }
    await page.getByRole('button', { name: 'Contacto de emergencia' }).click()
    await answered('Contacto de emergencia')
    await scan(page, ids[0] ?? '')
    await answered('PASE')
    await page.getByText('Es la misma lectura').waitFor()
    await scan(page, 'no es nada')
    await answered('NO ES UNA CREDENCIAL')
    await page.getByRole('button', { name: 'Siguiente' }).click()

    const idle: Control[] = []
    const look = async () => idle.push(...(await controls(page)))
    await page.getByRole('button', { name: 'Salida' }).click()
    await look()
    const strip = page.getByRole('region', { name: 'Últimas lecturas' })
    await strip.getByRole('button', { name: 'Deshacer' }).click()
    await look()
    await page.getByRole('button', { name: 'adentro' }).click()
    await look()
    await page.getByRole('button', { name: 'Buscar' }).click()
    await page.getByLabel('Número, nombre, DNI o código').fill('íñigo')
    const row = page.getByRole('list', { name: 'Pilotos encontrados' }).getByRole('button').first()
    await row.waitFor()
    await look()
    const rows = (await controls(page)).filter(({ name }) => name.includes('Íñigo'))
    await row.click()
    const [record] = await controls(page, 'Piloto elegido')
    expect([rows.length > 0, record?.name]).toEqual([true, 'Sale sin credencial'])
    const under = [...rows, ...ofAnswers].filter((one) => record && overlap(one, record))
    expect(under.map(({ name }) => name)).toEqual([])
    await page.getByRole('button', { name: 'Volver' }).click()
    await page.getByRole('button', { name: 'Cámara' }).click()
    await page.getByRole('button', { name: 'Reintentar' }).waitFor()
    await look()

    expect(idle.length).toBeGreaterThan(20)
    const hits = ofAnswers.flatMap((one) =>
      idle.filter((other) => overlap(one, other)).map((other) => `${one.name} over ${other.name}`),
    )
    expect(hits).toEqual([])
    const moved = ofAnswers.flatMap((one) =>
      ofAnswers.filter((other) => one.name !== other.name && overlap(one, other)).map(({ name }) => name),
    )
    expect(moved).toEqual([])
  })
}

test('one tap on Deshacer takes nothing back and asks for a second one, in the answer and in the strip, and forgets it after a while', async () => {
  const { page, url } = await openPage(blank, { viewport: phone })
  const id = await register(
    url,
    aDraft({ name: 'Maximiliano Alejandro', lastname: 'Etxeberria-Goikoetxea Fernández' }),
  )
  await openGate(page)
  await page.clock.install()
  const undo = page.getByRole('button', { name: 'Deshacer', exact: true })
  const again = page.getByRole('button', { name: 'Toque otra vez para deshacer' })
  const answer = page.getByRole('region', { name: 'Respuesta' })
  await scan(page, id)
  await word(page, 'PASE').waitFor()
  await page.clock.runFor(3000)
  await answer.getByRole('button', { name: 'Deshacer', exact: true }).click()
  // The answer stays for the second tap, although its time would be over.
  await page.clock.runFor(3500)
  await again.waitFor()
  await expectAccessibleLayout(page, 'an answer that asks for the second tap')
  await page.clock.runFor(600)
  await answer.waitFor({ state: 'detached' })
  await expectNarrowLayout(page, 'the strip of a rider with a long name')
  await undo.click()
  await again.waitFor()
  await expectNarrowLayout(page, 'the strip that asks for the second tap')
  await page.clock.runFor(4100)
  await undo.waitFor()
  expect(await passagesOf(url)).toMatchObject([{ corrected: false }])
  await undo.click()
  await again.click()
  await word(page, 'DESHECHO').waitFor()
  expect(await passagesOf(url)).toMatchObject([{}, { corrected: true }])
  await scan(page, id)
  await undoAnswer(page)
  await word(page, 'DESHECHO').waitFor()
})
