/** Tests of the waiver on the screens of staff: its text in *Ajustes*, and its signatures, in a real Chromium. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { PilotId } from '#domain/pilots/pilot-id'
import { readStrokes } from '#domain/signing/strokes'
import { addDays, today } from '#domain/text/date'
import { downloadFrom } from '../../support/downloads.ts'
import { anEvent, enter, openEventOf, setEvent } from '../../support/events.ts'
import { holdBack } from '../../support/held-requests.ts'
import { expectAccessibleLayout } from '../../support/looks.ts'
import { withStores } from '../../support/opened-stores.ts'
import { goTo, openElsewhere, pageOpener, phone, register } from '../../support/page.ts'
import { aDraft } from '../../support/pilots.ts'
import { askAt } from '../../support/versions.ts'

const openPage = pageOpener()

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
/** The button, whose key a phone does not show. */
const sign = (page: Page) => page.getByRole('button', { name: /^Firmar( F7)?$/ })
const dialog = (page: Page) => page.getByRole('dialog').last()
const pad = (page: Page) => page.getByRole('img', { name: 'Firme aquí con el dedo' })
const drawing = (page: Page) => pad(page).locator('path').getAttribute('d')
const section = (page: Page) => page.getByRole('region', { name: 'Deslinde' })
const textField = (page: Page) => section(page).getByLabel('Texto del deslinde')

async function writeText(url: string, text: string) {
  return (await askAt(url, 'PUT', '/api/waiver', { text }))[0]
}

/** Opens the credential of a rider who is entered in an event that demands the waiver and the payment. */
async function openSigning(
  changes: object = {},
  options: Parameters<typeof openPage>[1] = { hasTouch: true, viewport: phone },
) {
  const opened = await openPage(undefined, options)
  const { url, page } = opened
  await setEvent(url, anEvent({ checks: ['payment', 'waiver'], demand: 'checks' }))
  const waiver = await writeText(url, 'Corro bajo mi responsabilidad.')
  const id = await register(url, aDraft({ name: 'Ana', lastname: 'Rojas', ...changes }))
  await enter(url)
  await page.goto(`/credencial/${id}`)
  await page.getByText('Requisitos: falta 1').waitFor()
  const waivers = async () => {
    const pilot = await withStores(opened.folder, ({ pilots }) => pilots.get(id as PilotId))
    return pilot.waivers
  }
  return { ...opened, id, waiver, waivers }
}

/** The points of a finger on the box, as parts of its width and height. */
type Points = readonly (readonly [number, number])[]
const wave: Points = Array.from({ length: 12 }, (_, n) => [0.1 + n * 0.06, 0.5 + 0.3 * Math.sin(n)])

/** Moves a finger over the box. A page that `isBusy` hears of the whole stroke at once. */
async function finger(
  page: Page,
  points: Points,
  end: 'touchEnd' | 'touchCancel' = 'touchEnd',
  isBusy = false,
) {
  await pad(page).scrollIntoViewIfNeeded()
  const session = await page.context().newCDPSession(page)
  const box = await pad(page).boundingBox()
  if (!box) throw new Error('There is no box')
  if (isBusy) await page.evaluate(workFor, 600)
  const touches = points.map(([x, y], index) => ({
    type: index === 0 ? ('touchStart' as const) : ('touchMove' as const),
    touchPoints: [{ x: box.x + x * box.width, y: box.y + y * box.height }],
  }))
  const heard: Promise<unknown>[] = []
  for (const touch of [...touches, { type: end, touchPoints: [] }]) {
    heard.push(session.send('Input.dispatchTouchEvent', touch))
    if (!isBusy) await heard.at(-1)
  }
  await Promise.all(heard)
  await session.detach()
}

/** Runs in the page. Keeps it busy for a time, in milliseconds, from the next task on. */
function workFor(time: number): void {
  setTimeout(() => {
    const end = performance.now() + time
    while (performance.now() < end);
  })
}

test('a slow phone, which hears of a stroke only at its end, keeps the whole stroke', async () => {
  const { page } = await openSigning()
  await sign(page).waitFor()
  await page.keyboard.press('F7')
  await finger(page, wave)
  const calm = await drawing(page)
  await button(page, 'Borrar la firma').click()
  await finger(page, wave, 'touchEnd', true)
  const ends = [calm, await drawing(page)].map((path) =>
    readStrokes(path ?? '').map((stroke) => stroke.at(-1)),
  )
  expect(ends[1]).toEqual(ends[0])
})

test('an admin writes the text, learns what a change means, and hears of another admin who changes it too', async () => {
  const { page, url } = await openPage()
  await setEvent(url, anEvent())
  await page.goto('/ajustes/evento')
  await page.getByRole('checkbox', { name: 'Firmó el deslinde' }).check()
  await page.getByText('El deslinde todavía no tiene texto').waitFor()
  expect(await page.getByRole('checkbox', { name: /Apoderado firmó/ }).count()).toBe(0)
  await button(page, 'Guardar el evento').click()
  await page.getByText('Guardado: vale desde ahora.').waitFor()
  expect((await openEventOf(url)).checks).toEqual(['waiver'])

  await goTo(page, '/ajustes/deslinde')
  await textField(page).fill(`${'línea\n'.repeat(60)}la última`)
  await button(page, 'Guardar el deslinde').click()
  await section(page).getByText('El texto tiene hasta 5000 letras y 60 líneas').waitFor()
  await textField(page).fill('Corro bajo mi responsabilidad.')
  await button(page, 'Guardar el deslinde').click()
  await section(page).getByText('Guardado: desde ahora se firma la versión 1.').waitFor()

  const id = await register(url, aDraft())
  await enter(url)
  const { hash } = await writeText(url, 'Corro bajo mi responsabilidad.')
  await askAt(url, 'POST', `/api/pilots/${id}/waiver`, { hash, paper: true })
  // The second admin does not hear of the first one before the try to save.
  const held = await holdBack(page, /\/api\/waiver$/)
  await textField(page).fill('Corro como quiero.')
  await section(page).getByText('De los inscritos, 1 firmó la versión 1.').waitFor()
  await writeText(url, 'Corro, y nadie más responde.')
  const isSaved = button(page, 'Guardar el deslinde').click()
  held.release()
  await isSaved
  await section(page).getByText('Otra persona guardó la versión 2 mientras tanto.').waitFor()
  await section(page).getByText('Corro, y nadie más responde.').waitFor()
  expect(await textField(page).inputValue()).toBe('Corro como quiero.')
  await expectAccessibleLayout(page, 'the text of the waiver that another admin has changed')
  await button(page, 'Guardar el deslinde').click()
  await section(page)
    .getByText(/desde ahora se firma la versión \d/)
    .waitFor()
  expect((await (await fetch(`${url}/api/waiver`)).json()).data[0].text).toBe('Corro como quiero.')

  await textField(page).fill('')
  await section(page).getByText('Sin un texto, nadie firma más.').waitFor()
  await button(page, 'Guardar el deslinde').click()
  await section(page).getByText('Guardado: ya nadie firma.').waitFor()
})

test('the mark of the guardian is offered only where the event has it', async () => {
  const { page, url } = await openPage()
  await setEvent(url, anEvent({ checks: ['guardian'] }))
  await page.goto('/ajustes/evento')
  await page.getByRole('checkbox', { name: /Apoderado firmó/ }).uncheck()
  await page.getByRole('checkbox', { name: /Apoderado firmó/ }).waitFor()
  await button(page, 'Guardar el evento').click()
  await page.getByRole('checkbox', { name: /Apoderado firmó/ }).waitFor({ state: 'detached' })
})

test('a finger signs on a phone that turns meanwhile: a dot is refused, and what is stored is what was drawn', async () => {
  const { page, waivers } = await openSigning()
  await sign(page).click()
  await dialog(page).getByText('Corro bajo mi responsabilidad.').waitFor()
  await finger(page, [[0.5, 0.5]])
  await button(page, 'Guardar la firma').click()
  await dialog(page).getByText('Eso no parece una firma').waitFor()
  await expectAccessibleLayout(page, 'the dialog of a signature')
  await button(page, 'Borrar la firma').click()

  await finger(page, wave)
  const first = String(await drawing(page))
  expect(first).toMatch(/^M100 \d+(l-?\d+ -?\d+)+$/)
  // The phone turns during the second stroke, which the browser then cancels.
  await finger(page, wave.slice(0, 5), 'touchCancel')
  await page.setViewportSize({ width: phone.height, height: phone.width })
  const second = String(await drawing(page))
  expect(second.startsWith(`${first}M`)).toBe(true)
  await finger(
    page,
    wave.map(([x, y]) => [x, 1 - y] as const),
  )
  const whole = String(await drawing(page))
  expect(whole.startsWith(`${second}M`)).toBe(true)
  await page.setViewportSize(phone)
  expect(await drawing(page)).toBe(whole)
  await button(page, 'Guardar la firma').click()
  await page.getByText(/^Deslinde: firmó la versión 1 el \d\d\/\d\d\/\d{4} · la laptop /).waitFor()
  await page.getByText('Requisitos: falta 1').waitFor()
  expect(await waivers()).toMatchObject([{ version: 1, strokes: whole }])
  const saved = await downloadFrom(page.getByRole('link', { name: 'PDF de la firma' }))
  expect(saved.suggestedFilename()).toMatch(/^deslinde-.*\.pdf$/)
})

test('a text that changes meanwhile is read again and signed anew, whether the page has heard of it or not', async () => {
  const { page, url, waivers } = await openSigning()
  await sign(page).click()
  await finger(page, wave)
  await writeText(url, 'Texto de Ana.')
  await dialog(page).getByText('El texto del deslinde cambió mientras tanto').waitFor()
  await dialog(page).getByText('Texto de Ana.').waitFor()
  expect(await drawing(page)).toBe('')

  await finger(page, wave)
  const held = await holdBack(page, /\/api\/waiver$/)
  const { hash } = await writeText(url, 'Texto de Beto.')
  await held.arrived
  await button(page, 'Guardar la firma').click()
  await dialog(page).getByText('El texto del deslinde cambió mientras tanto').waitFor()
  held.release()
  await dialog(page).getByText('Texto de Beto.').waitFor()
  await expect.poll(() => drawing(page)).toBe('')
  await button(page, 'Guardar la firma').click()
  await dialog(page).getByText('Eso no parece una firma').waitFor()
  await finger(page, wave)
  // A signature that is drawn is not lost by Escape, nor stored twice by a second press.
  await page.keyboard.press('Escape')
  await dialog(page).getByText('La firma de Ana Rojas todavía no se guardó.').waitFor()
  await page.keyboard.press('Escape')
  await button(page, 'Guardar la firma').dblclick()
  await page.getByText('Deslinde: firmó la versión 3').waitFor()
  expect(await waivers()).toMatchObject([{ version: 3, hash }])
})

test('staff note what they saw on paper, of a minor with the adult, and take it back; another desk may be first', async () => {
  const opened = await openSigning({ fechanac: addDays(today(), -15 * 365), apoderado: 'Rosa Núñez' }, {})
  const { page, id, waivers } = opened
  await button(page, 'Firmó en papel').click()
  await dialog(page).getByText('Queda anotado que la vio esta laptop').waitFor()
  expect(await dialog(page).getByLabel('Nombre del adulto que firma').inputValue()).toBe('Rosa Núñez')
  await button(page, 'Anotar').click()
  await dialog(page).getByText('Escriba el documento del adulto que firma').waitFor()
  await expectAccessibleLayout(page, 'the dialog of a signature on paper')
  await dialog(page).getByLabel('Documento del adulto que firma').fill('DNI 40506070')
  await button(page, 'Anotar').click()
  await page.getByText(/^Deslinde: firmó la versión 1 en papel el .*, con Rosa Núñez · la laptop /).waitFor()
  await expectAccessibleLayout(page, 'a credential with a signature on paper')
  expect(await waivers()).toMatchObject([
    { paper: true, guardian: { name: 'Rosa Núñez', document: 'DNI 40506070' } },
  ])
  await button(page, 'Quitar la firma').click()
  await dialog(page).getByText('vuelve a quedar sin firmar el deslinde').waitFor()
  await button(page, 'Quitar').click()
  await page.getByText('Falta firmar el deslinde').waitFor()
  expect(await waivers()).toBeUndefined()

  // Another desk signs while this one has its dialog open.
  await sign(page).click()
  await pad(page).waitFor()
  const other = await openElsewhere(opened, `/credencial/${id}`)
  await button(other, 'Firmó en papel').click()
  await dialog(other).getByLabel('Documento del adulto que firma').fill('DNI 40506070')
  await button(other, 'Anotar').click()
  await other.getByText('Deslinde: firmó la versión 1 en papel').waitFor()
  // A drawing stands for a paper, so that the dialog stays until somebody has drawn one.
  await pad(page).waitFor()
  await sign(other).click()
  await dialog(other).getByLabel('Documento del adulto que firma').fill('DNI 40506070')
  const box = await pad(other).boundingBox()
  if (!box) throw new Error('There is no box')
  await other.mouse.move(box.x + 20, box.y + 20)
  await other.mouse.down()
  await other.mouse.move(box.x + 200, box.y + 80, { steps: 5 })
  await other.mouse.up()
  await button(other, 'Guardar la firma').click()
  await dialog(page).getByText('Ya firmó la versión 1').waitFor()
  await button(page, 'Cerrar').last().click()
  await page.getByText(/^Deslinde: firmó la versión 1 el /).waitFor()
})

test('where no event demands it, a text is offered quietly, and a rider of the desk signs right after the entry in the form', async () => {
  const { page, url } = await openSigning({ dni: 70000002 }, {})
  await setEvent(url, anEvent({ checks: [] }))
  await page.getByText('Deslinde sin firmar').waitFor()
  await sign(page).waitFor()
  await setEvent(url, anEvent({ checks: ['waiver'] }))
  await page.goto('/form')
  await page.getByRole('textbox', { name: 'Documento de identidad (DNI)' }).fill('70000002')
  await page.keyboard.press('Tab')
  const notice = page.getByRole('region', { name: 'Ana Rojas' })
  await notice.getByText('Falta firmar el deslinde').waitFor()
  await notice.getByRole('button', { name: 'Firmó en papel' }).click()
  await button(page, 'Anotar').click()
  await notice.getByText('Deslinde: firmó la versión 1 en papel').waitFor()
  await page.goto('/informe')
  await page.getByRole('row', { name: 'Sin deslinde 0' }).waitFor()
  const saved = await downloadFrom(button(page, 'Deslindes firmados (PDF)'))
  expect(saved.suggestedFilename()).toMatch(/^deslindes-.*\.pdf$/)
})
