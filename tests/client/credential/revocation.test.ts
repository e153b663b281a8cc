/** Tests the revocation of a lost credential and the history of a pilot, in a real Chromium. */
import { describe, expect, test } from 'vitest'
import { addAccount, openElsewhere, pageOpener, phone, register, signIn } from '../../support/page.ts'
import { aDraft } from '../../support/pilots.ts'

const openPage = pageOpener()

describe('a lost card', () => {
  test('is revoked after a confirmation, and the new credential can be printed at once', async () => {
    const { page, url } = await openPage()
    const id = await register(url, aDraft({ name: 'Ana', lastname: 'Quispe' }))
    await page.goto(`/credencial/${id}`)
    await page.getByRole('button', { name: 'Anular credencial' }).click()
    const question = page.getByRole('dialog', { name: 'Anular credencial' })
    await question.getByText('Ana Quispe').waitFor()
    await question.getByText('Esto no se puede deshacer.').waitFor()
    await question.getByRole('button', { name: 'Cancelar' }).click()
    expect(page.url()).toContain(id)

    await page.getByRole('button', { name: 'Anular credencial' }).click()
    await question.getByRole('button', { name: 'Anular credencial' }).click()
    await page.getByText('La credencial anterior quedó anulada').waitFor()
    expect(page.url()).not.toContain(id)
    await page.getByRole('heading', { name: 'Ana Quispe' }).waitFor()
    const print = page.getByRole('button', { name: 'Imprimir' })
    expect(await print.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    await page.getByText('Se imprime la de Ana Quispe.').waitFor()
  })

  test('shows everyone who scans it a red page with the time and the next step, and no personal data', async () => {
    const opened = await openPage()
    const id = await register(opened.url, aDraft({ name: 'Ñusta', lastname: 'Única', dni: 40123456 }))
    const headers = { 'sec-fetch-site': 'same-origin' }
    await fetch(`${opened.url}/api/pilots/${id}/revoke`, { method: 'POST', headers })
    for (const page of [opened.page, await openElsewhere(opened, '/', phone)]) {
      await page.goto(`/credencial/${id}`)
      await page.getByRole('heading', { name: 'CREDENCIAL ANULADA' }).waitFor()
      await page.getByText('Pida al piloto su credencial nueva o avise a la mesa.').waitFor()
      const text = String(await page.locator('main').textContent())
      expect(text).toMatch(/\d\d\/\d\d\/\d{4}, \d\d:\d\d/)
      expect(text).not.toMatch(/Ñusta|Única|40123456|93/)
      expect(await page.getByRole('main').getByRole('button').count()).toBe(0)
    }
    await opened.page.getByRole('link', { name: 'Abrir la credencial nueva' }).click()
    await opened.page.getByRole('heading', { name: 'Ñusta Única' }).waitFor()
  })
})

describe('the history of a pilot', () => {
  test('says who changed what and when, newest first, and shows long texts in full on demand', async () => {
    const { page, folder } = await openPage('/login', { requireLogin: true })
    await addAccount(folder, 'marta')
    await signIn(page, 'marta')
    const { openStores: openRemote } = await import('../../../server/store/open.ts')
    const remote = await openRemote(folder)
    const draft = aDraft({ participacion: 'Debutante' })
    const { id } = await remote.pilots.register(draft, undefined, 'la terminal')
    await page.goto(`/form/${id}`)
    await page.getByLabel('Club').fill('Los Cóndores')
    await page.getByLabel('Historial deportivo').fill('Campeona regional. '.repeat(40).trim())
    await page.getByRole('button', { name: 'Editar' }).click()
    await page.getByText('El usuario fue actualizado exitosamente').waitFor()

    await page.goto(`/credencial/${id}`)
    await page.getByRole('button', { name: 'Historial de cambios' }).click()
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
