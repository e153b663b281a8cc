/** Tests of the notice of a rider who comes back: the entry in the open event and its checks, in a real Chromium. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { GivenCategory } from '#domain/events/categories/category'
import { fields } from '#domain/pilots/fields'
import { today } from '#domain/text/date'
import { anEvent, enter, setEvent } from '../../../support/events.ts'
import { aFolder } from '../../../support/folder.ts'
import { changeTerms } from '../../../support/gate.ts'
import { expectAccessibleLayout } from '../../../support/looks.ts'
import {
  addAccount,
  asLan,
  blank,
  openElsewhere,
  pageOpener,
  register,
  signIn,
} from '../../../support/page.ts'
import { aDraft } from '../../../support/pilots.ts'

const openPage = pageOpener()
const ana = aDraft({ name: 'Ana', lastname: 'Paz', dni: 71000001, npiloto: '93', modalidad: 'RALLY' })

async function typeDni(page: Page, dni: number): Promise<void> {
  await page.getByLabel(fields.dni.label, { exact: true }).fill(String(dni))
  await page.keyboard.press('Enter')
}

async function entriesOf(url: string, id: string) {
  const { data } = await (await fetch(`${url}/api?list=${id}`)).json()
  return data[0].entries
}

test('a rider who comes back is entered as in the last event, with a free number, and ticked off with the keyboard alone', async () => {
  const { page, url } = await openPage(blank, { viewport: { width: 1024, height: 600 } })
  const id = await register(url, ana)
  await enter(url, { ids: [id], modalidades: ['UTV'], numbers: { UTV: '7' } })
  const categories: GivenCategory[] = [{ modalidad: 'UTV', name: 'Turbo' }]
  await setEvent(url, { ...anEvent({ checks: ['payment', 'inspection'] }), categories }, 'open')
  const luis = await register(url, aDraft({ name: 'Luis', lastname: 'Soto', npiloto: '7', modalidad: 'UTV' }))
  await enter(url, { ids: [luis] })

  await page.goto('/form')
  await typeDni(page, 71000001)
  const notice = page.getByRole('region', { name: 'Ana Paz' })
  await notice.getByRole('alert').filter({ hasText: 'Ana Paz ya está registrado' }).waitFor()
  expect(await notice.locator('div[data-kind]').getAttribute('data-kind')).toBe('good')
  const note = page.getByText('Ya existe un piloto con este DNI')
  const colours = await note.evaluate((text) => {
    const hint = getComputedStyle(document.documentElement).getPropertyValue('--ink-soft')
    const probe = document.body.appendChild(document.createElement('i'))
    probe.style.color = hint
    const wanted = getComputedStyle(probe).color
    probe.remove()
    return [getComputedStyle(text).color, wanted]
  })
  expect(colours[0]).toBe(colours[1])
  await expectAccessibleLayout(page, 'the notice of a known rider')

  // The number of the last event has another rider by now: the arrow takes the next free one.
  await page.keyboard.press('F6')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('checkbox', { name: 'UTV', checked: true }).waitFor()
  await dialog.getByText('El número 7 de Turbo lo tiene Luis Soto').waitFor()
  await dialog.getByRole('button', { name: 'Poner el siguiente libre, 8' }).waitFor()
  await expectAccessibleLayout(page, 'the dialog that enters a known rider')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await notice.getByText('Inscrito en UTV con el 8, Turbo').waitFor()
  expect(await dialog.count()).toBe(0)
  expect(await notice.getByRole('button', { name: 'Inscribir' }).count()).toBe(0)
  await page.keyboard.press('Space')
  await notice.getByText('Requisitos: falta 1').waitFor()
  await notice.getByRole('checkbox', { name: 'Pagó', checked: true }).waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await notice.getByText('Requisitos: completos').waitFor()
  await expectAccessibleLayout(page, 'the notice of a rider who was entered')
  expect(await entriesOf(url, id)).toMatchObject([
    { modalidad: 'UTV', number: '8', checks: { payment: {}, inspection: {} } },
  ])
  expect(new URL(page.url()).pathname).toBe('/form')

  // The ticks of a rider who is entered are there at once, and follow another desk.
  await typeDni(page, 1)
  await notice.waitFor({ state: 'detached' })
  await typeDni(page, 71000001)
  await notice.getByText('Requisitos: completos').waitFor()
})

test('a suspended rider is a warning, and a person of the desk enters and ticks in the notice as on the credential', async () => {
  const folder = await aFolder()
  await addAccount(folder, 'eva', undefined, 'mesa')
  const opened = await openPage(blank, { folder })
  const { url } = opened
  const id = await register(url, ana)
  await changeTerms(url, id, { suspension: { from: today(), reason: 'Pago' } })
  await setEvent(url, anEvent({ checks: ['payment'] }))
  const page = await openElsewhere(opened, blank, { width: 360, height: 800 })
  await asLan(page)
  await page.goto('/login')
  await signIn(page, 'eva')
  await page.goto('/form')
  await typeDni(page, 71000001)
  const notice = page.getByRole('region', { name: 'Ana Paz' })
  await notice.getByText('SUSPENDIDA').waitFor()
  expect(await notice.locator('div[data-kind]').getAttribute('data-kind')).toBe('warning')
  await page.keyboard.press('F6')
  await page.getByRole('dialog').getByLabel('Número').waitFor()
  await page.keyboard.press('Enter')
  await notice.getByRole('checkbox', { name: 'Pagó' }).click()
  await notice.getByText('· eva').waitFor()
  await expectAccessibleLayout(page, 'the notice of a suspended rider on a phone')
  expect(await entriesOf(url, id)).toMatchObject([
    { modalidad: 'RALLY', number: '93', checks: { payment: { by: 'eva' } } },
  ])
})
