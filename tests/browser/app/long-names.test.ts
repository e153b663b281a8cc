/** Tests that names of one long word push no screen aside, in a real Chromium. */
import { expect, test } from 'vitest'
import { anEvent, enter, setEvent } from '../../support/events.ts'
import { blank, pageOpener, register } from '../../support/page.ts'
import { aDraft } from '../../support/pilots.ts'
import { pricedEvent, prices, sendOrder } from '../../support/till.ts'

const openPage = pageOpener()
const word = (length: number) => 'W'.repeat(length)

test('names, prices, chips and licences of one long word push no screen aside, nor lie over what is beside them', async () => {
  const { page, url } = await openPage(blank)
  const { ask, event } = await pricedEvent(url)
  await setEvent(url, anEvent({ name: word(60), place: word(60), country: 'PE', checks: ['payment'] }))
  const named = prices.map((price) => ({ ...price, label: word(40) }))
  await ask('PUT', '/api/till', { event, currency: 'PEN', prices: named, means: [word(30)] })
  await ask('PUT', '/api/till/letter', { letter: 'A' })
  await sendOrder(url, '/api/chips', { chips: [{ code: word(20), label: word(30), rented: true }] })
  const names = { name: word(40), lastname: word(60), club: word(60), nlicencia: word(40) }
  const id = await register(url, aDraft({ ...names, modalidad: 'MOTOCROSS', participacion: word(80) }))
  await enter(url, { ids: [id], modalidades: ['MOTOCROSS', 'RALLY'] })
  await sendOrder(url, '/api/chips/lend', { id: 'para-los-nombres', rider: id, chip: word(20) })
  const screens = [
    'search',
    'informe',
    'caja',
    'chips',
    'lista-de-salida',
    'por-inscribir',
    'ajustes/precios',
  ]
  for (const path of [`/credencial/${id}`, `/form/${id}`, ...screens.map((name) => `/${name}`)]) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    for (const width of [360, 1024, 1366]) {
      await page.setViewportSize({ width, height: 768 })
      expect(await page.evaluate(misplaced), `${path}, at ${width} px`).toEqual([])
    }
  }
}, 60_000)

/** Runs in the page: returns the page if it is wider than the window, and the texts that reach out of their elements. */
function misplaced(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement
  const texts = [...document.querySelectorAll('main :not(input, select, textarea, option)')].filter(
    (element) =>
      [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== '') &&
      element.scrollWidth > element.clientWidth + 1 &&
      getComputedStyle(element).display !== 'inline' &&
      getComputedStyle(element).overflowX === 'visible' &&
      element.checkVisibility() &&
      element.clientWidth > 0,
  )
  return [
    ...(scrollWidth > clientWidth ? ['the page'] : []),
    ...texts.map((one) => one.outerHTML.slice(0, 100)),
  ]
}
