/** Tests the status on a credential, and the dialog that changes its terms, in a real Chromium. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { addDays, formatDate, today } from '#domain/text/date'
import { changeTerms } from '../../support/gate.ts'
import { expectAccessibleLayout } from '../../support/looks.ts'
import { chooseFromMenu } from '../../support/menu.ts'
import { addAccount, openElsewhere, pageOpener, register, signIn } from '../../support/page.ts'
import { aDraft } from '../../support/pilots.ts'

const openPage = pageOpener()
const day = today()
const yesterday = addDays(day, -1)
const tomorrow = addDays(day, 1)

describe('the status on a credential', () => {
  test('is a band with a word, an icon and the date, and only staff read the reason and what ends first', async () => {
    const opened = await openPage()
    const { page, url } = opened
    const id = await register(url, aDraft())
    await page.goto(`/credencial/${id}`)
    const band = (at: Page) => at.locator('[data-kind]').first()
    await expect.poll(() => band(page).textContent()).toMatch(/^VIGENTE\s+hasta 31\/12\/\d{4}$/)
    const shape = () => band(page).locator('path').getAttribute('d')
    const shapes = [await shape()]
    const colours = [await colourOf(page)]

    // The page of staff follows changes that are made elsewhere.
    await changeTerms(url, id, { until: addDays(day, 30), medical: tomorrow })
    await page.getByText('Termina primero el certificado médico').waitFor()
    await changeTerms(url, id, { medical: yesterday })
    await expect.poll(() => band(page).textContent()).toContain(`el ${formatDate(yesterday)}`)
    await page.getByText('Venció el certificado médico').waitFor()
    shapes.push(await shape())
    colours.push(await colourOf(page))
    await changeTerms(url, id, { suspension: { from: day, to: tomorrow, reason: 'Pago pendiente' } })
    await page.getByText('Motivo: Pago pendiente').waitFor()
    expect(await band(page).textContent()).toMatch(
      new RegExp(`^SUSPENDIDA\\s+hasta ${formatDate(tomorrow)}\\s*Motivo`),
    )
    shapes.push(await shape())
    expect(new Set(shapes).size).toBe(3)
    expect(colours[0]).not.toBe(colours[1])
    expect(Math.min(...colours.map(contrastWithWhite))).toBeGreaterThanOrEqual(7)
  })
})

test('an expired credential is renewed with one key, and its band does not merge with the colour of the event', async () => {
  const { page, url } = await openPage()
  const id = await register(url, aDraft())
  await changeTerms(url, id, { until: yesterday })
  await page.goto(`/credencial/${id}`)
  const band = page.locator('[data-kind]').first()
  await band.getByText('VENCIDA').waitFor()
  const gap = await band.evaluate(
    (element) =>
      element.getBoundingClientRect().top -
      (element.previousElementSibling?.getBoundingClientRect().bottom ?? 0),
  )
  expect(gap).toBeGreaterThanOrEqual(4)
  await page.getByRole('button', { name: 'Renovar F4' }).waitFor()
  await expectAccessibleLayout(page, 'an expired credential')
  await page.keyboard.press('F4')
  await page.getByRole('button', { name: 'Renovar 1 credencial' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Listo' }).click()
  await band.getByText('VIGENTE').waitFor()
  expect(await page.getByRole('button', { name: 'Renovar' }).count()).toBe(0)
})

test('staff see the age beside the birth date, and MENOR of a rider under 18, which a scan without an account does not tell', async () => {
  const opened = await openPage(undefined, { requireLogin: true })
  const { page, folder, url } = opened
  await addAccount(folder, 'marta')
  await page.goto('/login')
  await signIn(page, 'marta')
  const year = new Date().getFullYear() - 10
  const register = (draft: object) =>
    page.evaluate(async (text) => {
      const body = new FormData()
      body.set('data_driver', text)
      const { data } = await (await fetch('/api', { method: 'POST', body })).json()
      return data[0].id_driver as string
    }, JSON.stringify(draft))
  const child = await register(aDraft({ dni: 71000001, fechanac: `${year}-01-01` }))
  const adult = await register(aDraft({ dni: 71000002, npiloto: '7', fechanac: '1990-01-01' }))
  await page.goto(`/credencial/${child}`)
  await page.getByText(`01/01/${year} · 10 años`).waitFor()
  await page.getByText('MENOR', { exact: true }).waitFor()
  await page.goto(`/credencial/${adult}`)
  await page.getByText(`01/01/1990 · ${year + 10 - 1990} años`).waitFor()
  expect(await page.getByText('MENOR').count()).toBe(0)

  const stranger = await openElsewhere(opened, `${url}/credencial/${child}`)
  await stranger.getByRole('heading', { level: 1 }).waitFor()
  expect(await stranger.locator('body').innerText()).not.toMatch(/MENOR|años/)
})

test('the last day of a policy is typed like a birthday, and staff read that it has expired', async () => {
  const { page, url } = await openPage()
  const id = await register(url, aDraft())
  await page.goto(`/form/${id}`)
  await page.getByText('Emergencia y seguro', { exact: true }).click()
  const policy = page.getByLabel('Póliza vigente hasta')
  await policy.fill('311250')
  await page.keyboard.press('Enter')
  expect(await policy.inputValue()).toBe('31/12/2050')
  await policy.fill(formatDate(yesterday).replace(/\/(?:20)?/g, ''))
  await page.keyboard.press('Control+Enter')
  await page.getByText('El usuario fue actualizado exitosamente').waitFor()
  await page.goto(`/credencial/${id}`)
  await page.getByText(`VENCIDA el ${formatDate(yesterday)}`).waitFor()
  await page.getByText('Venció el seguro').waitFor()
  const record = await (await fetch(`${url}/api?list=${id}`)).json()
  expect(record.data[0].status).toEqual({ kind: 'expired', until: yesterday, isInsurance: true })
  expect(JSON.parse(record.data[0].data_driver).poliza_hasta).toBe(yesterday)
})

describe('the dialog of the terms', () => {
  test('shows the status before it saves, and keeps what was typed next to its errors, until its loss is confirmed, and if others save', async () => {
    const { page, url } = await openPage()
    const id = await register(url, aDraft())
    await page.goto(`/credencial/${id}`)
    await chooseFromMenu(page, 'Vigencia')
    const dialog = page.getByRole('dialog', { name: 'Vigencia' })
    const result = dialog.getByRole('status')
    await dialog.getByLabel('Válida hasta').fill(formatDate(yesterday))
    await result.getByText(`VENCIDA el ${formatDate(yesterday)}`).waitFor()
    await dialog.getByLabel('Certificado médico hasta').fill('31/02/2030')
    await dialog.getByRole('button', { name: 'Guardar' }).click()
    await dialog.getByText('No es un día del calendario').waitFor()
    expect(await focusedName(page)).toBe('medical')
    await dialog.getByLabel('Certificado médico hasta').fill('')

    await dialog.getByLabel('Suspender la credencial').check()
    expect(await dialog.getByLabel('Primer día').inputValue()).toBe(formatDate(day))
    await dialog.getByLabel('Último día').fill(formatDate(yesterday))
    await dialog.getByText('La suspensión termina antes de empezar').waitFor()
    await dialog.getByLabel('Último día').fill(formatDate(tomorrow).replace(/\d\d(\d\d)$/, '$1'))
    await result.getByText(`SUSPENDIDA hasta ${formatDate(tomorrow)}`).waitFor()
    await dialog.getByRole('button', { name: 'Guardar' }).click()
    await dialog.getByText('Escriba el motivo de la suspensión').waitFor()
    await expect.poll(() => focusedName(page)).toBe('reason')
    await dialog.getByLabel('Motivo').fill('Pago pendiente')
    await expectAccessibleLayout(page, 'the dialog of the terms')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name: 'Lo que cambió se perderá' }).getByText('Cancelar').click()
    await dialog.getByRole('button', { name: 'Guardar' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByText('Motivo: Pago pendiente').waitFor()

    await chooseFromMenu(page, 'Vigencia')
    await dialog.getByLabel('Suspender la credencial').uncheck()
    await dialog.getByLabel('Válida hasta').fill('')
    await dialog.getByText('Al guardar, se levanta la suspensión: Pago pendiente').waitFor()
    await result.getByText('VIGENTE hasta').waitFor()
    await dialog.getByRole('button', { name: 'Guardar' }).click()
    await page.getByText('VIGENTE', { exact: true }).waitFor()
    const history = await (await fetch(`${url}/api/pilots/${id}/history`)).json()
    expect(history.data.at(-1).changes).toHaveLength(2)

    // Another person saves meanwhile: what was typed stays.
    await chooseFromMenu(page, 'Vigencia')
    await dialog.getByLabel('Válida hasta').fill(formatDate(tomorrow))
    await changeTerms(url, id, { until: yesterday, medical: addDays(day, 30) })
    await dialog.getByRole('button', { name: 'Guardar' }).click()
    await dialog.getByText('Otra persona cambió esta vigencia mientras tanto.').waitFor()
    await dialog.getByText(`Válida hasta: «según la licencia» → «${formatDate(yesterday)}»`).waitFor()
    expect(await dialog.getByLabel('Válida hasta').inputValue()).toBe(formatDate(tomorrow))
    expect(await dialog.getByLabel('Certificado médico hasta').inputValue()).toBe(
      formatDate(addDays(day, 30)),
    )
    await dialog.getByRole('button', { name: 'Guardar' }).click()
    await page.getByText(`VIGENTE hasta ${formatDate(tomorrow)}`).waitFor()
    await page.getByText('Termina primero la licencia').waitFor()
  })
})

function focusedName(page: Page): Promise<string | null | undefined> {
  return page.evaluate(() => document.activeElement?.getAttribute('name'))
}

function colourOf(page: Page): Promise<number[]> {
  return page
    .locator('[data-kind]')
    .first()
    .evaluate((band) => (getComputedStyle(band).backgroundColor.match(/\d+/g) ?? []).map(Number))
}

/** Returns the contrast of a colour with white, by WCAG 2.2. */
function contrastWithWhite(colour: number[]): number {
  const [red = 0, green = 0, blue = 0] = colour.map((value) => {
    const part = value / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05)
}
