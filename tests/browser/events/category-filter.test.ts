/** Tests of the categories in Resumen and in the filter of the list, in a real Chromium. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { anEvent, enter, setEvent } from '../../support/events.ts'
import { expectAccessibleLayout } from '../../support/looks.ts'
import { pageOpener, phone, registerAll } from '../../support/page.ts'
import { aDraft } from '../../support/pilots.ts'

const openPage = pageOpener()
const modalidades = ['MOTOCROSS', 'SUPERCROSS', 'QUAD CROSS', 'UTV'] as const
const names = ['65 cc', '85 cc', 'MX1', 'MX2', 'Veteranos más de 40']

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const listed = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })

test('Resumen counts those of each category with their modalidad and those without one, and shows them, also with 20 categories on a phone', async () => {
  const { page, url } = await openPage()
  await page.setViewportSize(phone)
  await registerAll(
    url,
    Array.from({ length: 45 }, (_, index) =>
      aDraft({ name: `P${index}`, npiloto: String(index + 1), modalidad: modalidades[index % 4] }),
    ),
  )
  // Those of before the event had categories have none.
  await enter(url, { search: 'P7' })
  const categories = modalidades.flatMap((modalidad) =>
    names.map((name, index) => ({
      ...{ modalidad, name },
      numbers: `${1 + index * 10}-${10 + index * 10}`,
    })),
  )
  await setEvent(url, anEvent({ categories: categories as never }))
  await page.goto('/')
  await button(page, 'Resumen').click()
  expect(await page.getByRole('group', { name: /^Categorías de/ }).count()).toBe(0)
  await button(page, 'Inscritos 1').click()
  await button(page, 'Sin categoría 1').click()
  await listed(page, '1 piloto inscrito sin categoría').waitFor()
  await button(page, 'Sin categoría 1').click()

  await enter(url)
  await button(page, 'Inscritos 45').waitFor()
  expect(
    await page
      .getByRole('group', { name: /^Categorías de/ })
      .getByRole('button')
      .count(),
  ).toBe(20)
  const ofMotocross = page.getByRole('group', { name: 'Categorías de MOTOCROSS' })
  await ofMotocross.getByRole('button', { name: '85 cc' }).click()
  await listed(page, 'inscritos en MOTOCROSS · 85 cc').waitFor()
  expect(new URL(page.url()).search).toBe('?entered=category%3Amotocross-85cc')
  await expectAccessibleLayout(page, 'the list of a category')
  await ofMotocross.getByRole('button', { name: '85 cc', pressed: true }).click()
  await listed(page, 'inscritos en MOTOCROSS').waitFor()
  // A category that is not of the event, as in an old address, is no filter.
  await page.goto('/search?entered=category:rally-1')
  await listed(page, '45 pilotos').waitFor()
})
