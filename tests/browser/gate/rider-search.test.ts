/** Tests in a real Chromium of the riders without a card, whom a gate finds in its roster. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  changeTerms,
  openGate,
  passageRecords,
  passageSummary,
  undoAnswer,
  word,
} from '../../support/gate.ts'
import { heldPhotos, heldPilots } from '../../support/gate-database.ts'
import { expectAccessibleLayout } from '../../support/looks.ts'
import { blank, pageOpener, phone, register, registerAll } from '../../support/page.ts'
import { aDraft, aPicture } from '../../support/pilots.ts'
import { scan } from '../../support/scanner.ts'

const openPage = pageOpener()

const next = (page: Page) => page.getByRole('button', { name: 'Siguiente' })

test('a rider without a card is found by number, name or DNI, judged as by a scan, let in with a mark and taken back, also without the laptop', async () => {
  const { page, context, url } = await openPage(blank, { viewport: phone })
  const ana = await register(
    url,
    aDraft({ name: 'Ana', lastname: 'Quispe', npiloto: '27', dni: 45678912, modalidad: 'RALLY' }),
    await aPicture('png', 40, 40),
  )
  await register(
    url,
    aDraft({
      name: 'Luis',
      lastname: 'Rojas',
      dni: null,
      tipodoc: 'Pasaporte',
      documento: 'AB-12345',
      fechanac: '2020-05-01',
      npiloto: '27',
      modalidad: 'MOTOCROSS',
    }),
  )
  const zoila = await register(url, aDraft({ name: 'Zoila', npiloto: '5' }))
  await changeTerms(url, zoila, { suspension: { from: '2026-01-01', to: '2099-12-12', reason: 'Deuda' } })
  await openGate(page)
  await expect.poll(() => heldPilots(page)).toBe(3)
  await expect.poll(() => heldPhotos(page)).toBe(1)

  await page.getByRole('button', { name: 'Buscar' }).click()
  const field = page.getByLabel('Número, nombre, DNI o código')
  const found = page.getByRole('list', { name: 'Pilotos encontrados' }).getByRole('listitem')
  const find = async (text: string, ...riders: string[]) => {
    await field.fill(text)
    await expect.poll(() => found.count()).toBe(riders.length)
    for (const [index, rider] of riders.entries()) await found.nth(index).getByText(rider).waitFor()
  }
  const letIn = page.getByRole('button', { name: 'Entra sin credencial' })
  // Two modalidades have the same number.
  await find('27', 'Ana Quispe', 'Luis Rojas')
  await found.getByText('SIN FOTO').waitFor()
  for (const text of ['MENOR', 'Documento …8912', 'Documento …2345', 'RALLY', 'MOTOCROSS'])
    await found.getByText(text).waitFor()
  await expectAccessibleLayout(page, 'the riders whom a gate has found')
  await find('ab 12345', 'Luis Rojas')
  await found.click()
  await page.getByText('SIN FOTO, PIDA EL DNI').waitFor()
  await expectAccessibleLayout(page, 'the rider who was chosen at a gate')
  await page.getByRole('button', { name: 'Volver' }).click()
  await find('nadie de aquí')
  await page.getByText('Nadie de la lista tiene ese número').waitFor()
  await find('zoi', 'Zoila Núñez Peña')
  await found.click()
  await letIn.click()
  await word(page, 'SUSPENDIDA hasta el 12/12/2099').waitFor()

  // The DNI in the barcode of an identity card is a search, and no scan.
  await scan(page, '45678912')
  await find('45678912', 'Ana Quispe')
  expect(await page.getByText('NO ES UNA CREDENCIAL').count()).toBe(0)
  expect(await passageRecords(url)).toHaveLength(1)
  await found.click()
  await letIn.click()
  await word(page, 'PASE').waitFor()
  await page.getByText('Sin credencial: así queda anotado.').waitFor()
  expect(await passageSummary(url)).toMatchObject({ inside: 1, entered_today: 1 })
  await undoAnswer(page)
  await word(page, 'DESHECHO').waitFor()
  expect(await passageSummary(url)).toMatchObject({ inside: 0, entered_today: 0 })
  await next(page).click()

  await context.setOffline(true)
  await page.getByRole('button', { name: 'Buscar' }).click()
  await find('27', 'Ana Quispe', 'Luis Rojas')
  expect(await page.getByAltText('Foto de Ana Quispe').getAttribute('src')).toMatch(/^blob:/)
  await found.first().click()
  await letIn.click()
  await word(page, 'PASE').waitFor()
  await page.getByText('Sin conexión: responde la lista').waitFor()
  await context.setOffline(false)
  await expect.poll(async () => (await passageRecords(url)).length).toBe(4)
  const marks = (await passageRecords(url)).map(({ scanned, result, cardless, offline }) => {
    return [scanned, result, cardless, offline]
  })
  expect(marks).toEqual([
    [ana, 'pass', true, true],
    // The correction of the first entry.
    [ana, 'pass', false, false],
    [ana, 'pass', true, false],
    [zoila, 'suspended', true, false],
  ])
  await page.goto('/incidencias')
  await page.getByRole('link', { name: 'Todas las lecturas' }).click()
  await page.getByText(/^Entró a las .* sin conexión, sin credencial\.$/).waitFor()
})

test.each([
  ['a phone', { width: 360, height: 800 }],
  ['a small laptop', { width: 1024, height: 600 }],
])(
  'on %s, six of the riders that a gate has found are whole on the screen, and two taps let one in',
  async (_name, viewport) => {
    const { page, url } = await openPage(blank, { viewport })
    const photo = await aPicture('png', 40, 40)
    for (const [index, lastname] of ['Quispe', 'Huamán Mamani', 'Echeverría-Goyeneche Ibarburu'].entries())
      await register(url, aDraft({ name: 'Ana Maximiliana', lastname, npiloto: `10${index}` }), photo)
    await registerAll(
      url,
      Array.from({ length: 20 }, (_, index) =>
        aDraft({ name: 'Ana', lastname: `Rojas Torres`, npiloto: `20${index}`, modalidad: 'ENDURO CROSS' }),
      ),
    )
    await openGate(page)
    await expect.poll(() => heldPilots(page)).toBe(23)
    await page.getByRole('button', { name: 'Buscar' }).click()
    await page.getByLabel('Número, nombre, DNI o código').fill('ana')
    const rows = page.getByRole('list', { name: 'Pilotos encontrados' }).getByRole('listitem')
    await expect.poll(() => rows.count()).toBe(20)
    // Everything of a row counts: it is on the screen, and nothing lies over it.
    const whole = () =>
      rows.evaluateAll(
        (all) =>
          all.filter((row) => {
            const { left, right, top, bottom } = row.getBoundingClientRect()
            const corners = [top + 2, bottom - 2].flatMap((y) =>
              [left + 2, right - 2].map((x) => [x, y] as const),
            )
            return corners.every(([x, y]) => row.contains(document.elementFromPoint(x, y)))
          }).length,
      )
    await expect.poll(whole).toBeGreaterThanOrEqual(6)
    for (const text of ['Ana Rojas Torres', '202', 'ENDURO CROSS'])
      await rows.nth(5).getByText(text).waitFor()
    expect(await rows.getByAltText('Foto de Ana Maximiliana').count()).toBe(3)
    await rows.nth(5).click()
    expect(await passageRecords(url)).toEqual([])
    const letIn = page.getByRole('button', { name: 'Entra sin credencial' })
    const { y = 0, height = 0 } = (await letIn.boundingBox()) ?? {}
    // A double tap on a row of a list that was scrolled is no second look.
    await page.getByRole('button', { name: 'Volver' }).click()
    for (const [index, top] of [y + 4, y + height / 2, y + height - 4].entries()) {
      await rows.nth(9 + index).evaluate((row) => row.scrollIntoView({ block: 'start' }))
      await page.mouse.dblclick(viewport.width / 3, top)
    }
    expect(await letIn.count()).toBe(0)
    await rows.nth(5).click()
    await letIn.click()
    await word(page, 'PASE').waitFor()
    expect(await passageSummary(url)).toMatchObject({ inside: 1 })
  },
)
