/** Tests that twelve phones fill in the form at once while the desk approves with the keyboard, in a real Chromium. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { addAccount, fill, openElsewhere, pageOpener, signIn } from '../../support/page.ts'
import { aDraft } from '../../support/pilots.ts'

const openPage = pageOpener()
const small = { width: 360, height: 800 }
const phones = 12

/** Approves the first in line, and returns the number of keys. */
async function approveNext(page: Page): Promise<number> {
  const keys = ['Enter', 'o', 'Control+Enter']
  await page.getByText(/por aprobar\.$/).waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('turn')
  await page.keyboard.press('Enter')
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('name')))
    .toBe('tiposangre')
  await page.keyboard.press('o')
  await page.keyboard.press('Control+Enter')
  await page.getByText('Registro exitoso').waitFor()
  return keys.length
}

test('twelve phones apply at once while the desk approves: each rider takes at most six keys, and each phone learns of its own', async () => {
  const opened = await openPage(undefined, { trustProxy: ['127.0.0.1'] })
  const { page, folder } = opened
  await addAccount(folder, 'marta')
  await page.goto('/login')
  await signIn(page, 'marta')
  const { code } = await page.evaluate(async () => {
    const body = JSON.stringify({ is_open: true })
    const headers = { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }
    const { data } = await (await fetch('/api/reception', { method: 'PUT', headers, body })).json()
    return { code: new URL(data[0].url).searchParams.get('c') }
  })
  await page.goto('/por-aprobar')
  const all = await Promise.all(
    Array.from({ length: phones }, async (_, index) => {
      const phone = await openElsewhere(opened, '/assets/none', small)
      await phone.setExtraHTTPHeaders({ 'x-forwarded-for': `192.168.1.${100 + index}` })
      await phone.goto(`/anotarme?c=${code}`)
      return phone
    }),
  )
  const applying = all.map(async (phone, index) => {
    const { tiposangre: _, ...draft } = aDraft({ name: `Piloto ${index}` })
    await fill(phone, draft)
    await phone.getByRole('button', { name: 'Enviar' }).click()
    await phone.getByText('Espere a que la mesa llame este turno').waitFor()
  })
  const keys: number[] = []
  while (keys.length < phones) keys.push(await approveNext(page))
  await Promise.all(applying)
  expect(Math.max(...keys)).toBeLessThanOrEqual(6)
  await Promise.all(all.map((phone) => phone.getByText('Aprobado: ya está registrado.').waitFor()))
  const { data, total } = await page.evaluate(async () => (await fetch('/api?list=all')).json())
  expect(total).toBe(phones)
  const names = data.map(({ data_driver }: { data_driver: string }) => JSON.parse(data_driver).name)
  expect(new Set(names).size).toBe(phones)
})
