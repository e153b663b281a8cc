/** Tests of those whom an order for many riders refused: the list that stays, in a real Chromium. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { GivenEvent } from '#domain/events/event'
import type { PilotRecord } from '#domain/pilots/schemas'
import { downloadFrom } from '../../support/downloads.ts'
import { anEvent, enter, openEventOf, setEvent } from '../../support/events.ts'
import { expectAccessibleLayout } from '../../support/looks.ts'
import { described, openElsewhere, pageOpener, registerAll } from '../../support/page.ts'
import { aDraft } from '../../support/pilots.ts'
import { askAt } from '../../support/versions.ts'

const openPage = pageOpener()
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const rows = (page: Page) => page.getByRole('main').getByRole('form')

/** Opens the list of a desk with 62 riders, of whom two have each number. */
async function openTwins() {
  const opened = await openPage()
  await setEvent(opened.url, anEvent({ name: 'Copa Andina' }))
  const twins = (name: string) =>
    Array.from({ length: 31 }, (_, index) =>
      aDraft({
        name: `${name} ${String(index + 1).padStart(2, '0')}`,
        lastname: 'Quispe',
        npiloto: String(10 * (index + 1)),
        modalidad: 'RALLY',
      }),
    )
  await registerAll(opened.url, [...twins('Uno'), ...twins('Otro')])
  return opened
}

/** Returns the number that a rider has in the event, if the rider is entered. */
async function numberOf(url: string, name: string): Promise<string | undefined> {
  const { data } = await (await fetch(`${url}/api?list=all`)).json()
  const record = data.find(({ data_driver: stored }: PilotRecord) => JSON.parse(String(stored)).name === name)
  return record.entries?.[0]?.number
}

async function pendingOf(url: string): Promise<{ id: string; name: string }[]> {
  const { data } = await (await fetch(`${url}/api/entries/pending`)).json()
  return data[0].riders
}

test('31 riders whose numbers are taken stay as a list, which the keyboard works off while another desk enters one of them', async () => {
  const opened = await openTwins()
  const { page, url } = opened
  await page.goto('/search')
  await button(page, 'Inscribir').click()
  await button(page, 'Inscribir 62').click()
  await page.getByText('31 inscritos').waitFor()
  await page.getByText('31 no se inscribieron').waitFor()
  await page.getByRole('link', { name: 'Resolverlos' }).click()
  await page.getByText('Quedan 31.').waitFor()
  await page.getByText('El número 10 de RALLY lo tiene Uno 01 Quispe').waitFor()
  expect(await rows(page).count()).toBe(31)
  await expectAccessibleLayout(page, 'the list of pending riders')

  // Enter takes the next free number, and goes on to the next rider.
  const number = (name: string) => page.getByLabel(`Número de ${name} Quispe`)
  expect(await number('Otro 01').inputValue()).toBe('11')
  await number('Otro 01').focus()
  await page.keyboard.press('Enter')
  await page.getByText('Otro 01 Quispe quedó inscrito en RALLY con el 11. Quedan 30.').waitFor()
  const hasFocus = (name: string) =>
    expect.poll(() => number(name).evaluate((field) => field === document.activeElement)).toBe(true)
  await hasFocus('Otro 02')
  await page.keyboard.press('ArrowDown')
  expect(await number('Otro 02').inputValue()).toBe('19')
  await page.keyboard.press('Enter')
  await page.getByText('Quedan 29.').waitFor()
  await hasFocus('Otro 03')
  await page.keyboard.press('F4')
  await page.getByText('Otro 03 Quispe queda fuera. Quedan 28.').waitFor()
  await hasFocus('Otro 04')

  // Another desk enters the rider whose row has the focus, and the next row takes it over.
  const [next] = await pendingOf(url)
  expect(next?.name).toBe('Otro 04 Quispe')
  await enter(url, { ids: [next?.id], modalidades: ['RALLY'], numbers: { RALLY: '500' } })
  await page.getByText('Quedan 27.').waitFor()
  await hasFocus('Otro 05')

  // The list is the same after a reload, on another screen and in another browser.
  await page.reload()
  await page.getByText('Quedan 27.').waitFor()
  await page.goto('/search?entered=pending')
  await page.getByRole('status').filter({ hasText: '27 pilotos por inscribir' }).waitFor()
  await page.getByRole('button', { name: 'Más', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Por inscribir: 27' }).click()
  await page.getByText('Quedan 27.').waitFor()
  const other = await openElsewhere(opened, '/por-inscribir')
  await other.getByText('Quedan 27.').waitFor()

  // A number that somebody else took meanwhile is refused with the rider, and the next one is proposed.
  await number('Otro 05').fill('60')
  await number('Otro 05').press('Enter')
  await page.getByText('El número 60 de RALLY lo tiene Uno 06 Quispe').nth(1).waitFor()
  expect(await number('Otro 05').inputValue()).toBe('51')

  const download = await downloadFrom(button(page, 'Exportar a CSV'))
  expect(download.suggestedFilename()).toMatch(/^por-inscribir-.*\.csv$/)

  // The others are entered at once, each with the next free number.
  await button(page, 'Inscribir a los 27 con un número libre').click()
  await button(page, 'Inscribir').click()
  await page.getByText('27 inscripciones.').waitFor()
  await page.getByText('Nadie quedó por inscribir').waitFor()
  await other.getByText('Nadie quedó por inscribir').waitFor()
  expect(await numberOf(url, 'Otro 02')).toBe('19')
  expect(await numberOf(url, 'Otro 03')).toBeUndefined()
  expect(await numberOf(url, 'Otro 31')).toBe('311')
})

test('a pending rider of a modalidad that does not ride is edited or left out, and a number that was freed is proposed', async () => {
  const { page, url } = await openPage()
  await setEvent(url, anEvent({ modalidades: ['RALLY'] }))
  await registerAll(url, [
    aDraft({ name: 'Ana', lastname: 'Paz', npiloto: '7', modalidad: 'RALLY' }),
    aDraft({ name: 'Eva', lastname: 'Paz', npiloto: '7', modalidad: 'RALLY' }),
    aDraft({ name: 'Luz', lastname: 'Paz', npiloto: '7', modalidad: 'UTV' }),
  ])
  await enter(url)
  const [record] = (await (await fetch(`${url}/api?list=all&entered=all`)).json()).data
  const order = { event: (await openEventOf(url)).id, ids: [record.id_driver] }
  await askAt(url, 'POST', '/api/entries/withdraw', order)
  await page.setViewportSize({ width: 360, height: 800 })
  await page.goto('/por-inscribir')
  await page.getByText('Ya se puede inscribir con su número.').waitFor()
  await page.getByText('UTV no corre en este evento').waitFor()
  expect(await page.getByLabel('Número de Eva Paz').inputValue()).toBe('7')
  await expectAccessibleLayout(page, 'the pending riders on a phone')
  await rows(page).first().getByRole('button', { name: 'Inscribir' }).click()
  await page.getByText('Queda 1.').waitFor()
  await page.getByRole('link', { name: 'Editar' }).waitFor()
  await rows(page).getByRole('button', { name: 'Dejar fuera' }).click()
  await page.getByText('Nadie quedó por inscribir').waitFor()
})

test('the numbers of pending riders are those of their categories, and whom none fits is entered in a chosen one with the reason', async () => {
  const { page, url } = await openPage()
  const mx2 = { modalidad: 'MOTOCROSS', name: 'MX2', numbers: '10-199' }
  const categories = [{ ...mx2, age: { from: 14, on: 'race' } }]
  await setEvent(url, { ...anEvent(), categories } as GivenEvent)
  const rider = (name: string, npiloto: string, fechanac = '1994-05-01') =>
    aDraft({ name, lastname: 'Paz', npiloto, fechanac, modalidad: 'MOTOCROSS' })
  await registerAll(url, [
    ...[rider('Ana', '15'), rider('Eva', '15'), rider('Luz', '300'), rider('Teo', '9', '2014-05-01')],
  ])
  await enter(url)
  await page.goto('/por-inscribir')
  await page.getByText('Quedan 3.').waitFor()
  const number = (name: string) => page.getByLabel(`Número de ${name} Paz`)
  await page.getByText('El número 15 de MX2 lo tiene Ana Paz').waitFor()
  await page.getByText('El número 300 no es de MX2, que tiene 10-199').waitFor()
  await page.getByText('MOTOCROSS · MX2 ·').first().waitFor()
  expect(await number('Eva').inputValue()).toBe('16')
  expect(await number('Luz').inputValue()).toBe('199')
  // A number that is wrong stays as it was typed.
  await number('Luz').fill('301')
  await page.getByText('El número 301 no es de MX2, que tiene 10-199').waitFor()
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.postData() ?? ''))
  await number('Luz').press('Enter')
  expect(await number('Luz').inputValue()).toBe('301')
  await number('Luz').fill('199')
  await number('Eva').press('Enter')
  await page.getByText('Eva Paz quedó inscrito en MOTOCROSS con el 16. Quedan 2.').waitFor()
  await number('Luz').press('Enter')
  await page.getByText('Queda 1.').waitFor()
  expect(sent.filter((body) => body.includes('"301"'))).toEqual([])

  await page.getByText('Ninguna categoría de MOTOCROSS le corresponde: MX2 (12 años: mínimo 14)').waitFor()
  const category = rows(page).getByLabel('Categoría')
  await expect.poll(() => category.evaluate((select) => select === document.activeElement)).toBe(true)
  await category.selectOption('MX2 (12 años: mínimo 14)')
  expect(await number('Teo').inputValue()).toBe('10')
  await expectAccessibleLayout(page, 'a pending rider whom no category fits')
  await number('Teo').press('Enter')
  const reason = rows(page).getByLabel('Por qué entra igual')
  await expect.poll(() => described(reason)).toContain('Escriba por qué entra igual')
  await reason.fill('Sube de categoría')
  await reason.press('Enter')
  await page.getByText('Nadie quedó por inscribir').waitFor()
  expect(await numberOf(url, 'Teo')).toBe('10')
})
