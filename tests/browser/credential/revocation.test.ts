/** Tests the revocation of a lost credential and the history of a pilot, in a real Chromium. */
import { describe, expect, test } from 'vitest'
import { openStores as openRemote } from '../../../server/store/open.ts'
import { chooseFromMenu } from '../../support/menu.ts'
import { pageOpener, register } from '../../support/page.ts'
import { aDraft } from '../../support/pilots.ts'

const openPage = pageOpener()

describe('a lost card', () => {
  test('is revoked after a confirmation, is red without personal data, and its new credential can be printed at once', async () => {
    const { page, url } = await openPage()
    const id = await register(url, aDraft({ name: 'Ana', lastname: 'Quispe', dni: 40123456 }))
    await page.goto(`/credencial/${id}`)
    await chooseFromMenu(page, 'Anular credencial')
    const question = page.getByRole('dialog', { name: 'Anular credencial' })
    await question.getByText('Ana Quispe').waitFor()
    await question.getByText('Esto no se puede deshacer.').waitFor()
    await question.getByRole('button', { name: 'Cancelar' }).click()
    expect(page.url()).toContain(id)

    await chooseFromMenu(page, 'Anular credencial')
    await question.getByRole('button', { name: 'Anular credencial' }).click()
    await page.getByText('La credencial anterior quedó anulada').waitFor()
    expect(page.url()).not.toContain(id)
    await page.getByRole('heading', { name: 'Ana Quispe' }).waitFor()
    const print = page.getByRole('button', { name: 'Imprimir' })
    expect(await print.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    await page.getByText('Se imprime la de Ana Quispe.').waitFor()

    await page.goto(`/credencial/${id}`)
    await page.getByRole('heading', { name: 'CREDENCIAL ANULADA' }).waitFor()
    await page.getByText('Pida al piloto su credencial nueva o avise a la mesa.').waitFor()
    const text = String(await page.locator('main').textContent())
    expect(text).toMatch(/\d\d\/\d\d\/\d{4}, \d\d:\d\d/)
    expect(text).not.toMatch(/Ana|Quispe|40123456|93/)
    expect(await page.getByRole('main').getByRole('button').count()).toBe(0)
    await page.getByRole('link', { name: 'Abrir la credencial nueva' }).click()
    await page.getByRole('heading', { name: 'Ana Quispe' }).waitFor()
  })
})

describe('the history of a pilot', () => {
  test('says who changed what and when, newest first, and shows long texts in full on demand', async () => {
    const { page, folder } = await openPage()
    const remote = await openRemote(folder)
    const draft = aDraft({ participacion: 'Debutante' })
    const { id } = await remote.pilots.register(draft, undefined, 'la terminal')
    const participacion = 'Campeona regional. '.repeat(40).trim()
    await remote.pilots.update(id, { ...draft, club: 'Los Cóndores', participacion }, { by: 'marta' })

    await page.goto(`/credencial/${id}`)
    await chooseFromMenu(page, 'Historial de cambios')
    const entries = page.getByRole('dialog').getByRole('listitem')
    await entries.first().waitFor()
    const texts = await entries.allInnerTexts()
    expect(texts[0]).toMatch(/\d\d\/\d\d\/\d{4}, \d\d:\d\d · marta\s+Cambiado/)
    expect(texts[0]).toContain('Club: «Moto Club "Ñandú"» → «Los Cóndores»')
    expect(texts[0]?.match(/regional/g)?.length).toBeLessThan(6)
    expect(texts[1]).toMatch(/la terminal\s+Registrado/)
    await page.getByRole('button', { name: 'Ver todo' }).click()
    expect(String(await entries.first().textContent()).match(/regional/g)).toHaveLength(40)
  })
})
