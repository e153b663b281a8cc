/** Tests in a real Chromium of the exit of a rider who still has a chip: online, offline, and with no other answer changed. */
import { expect, test } from 'vitest'
import { openGate, passageRecords, word } from '../../support/gate.ts'
import { expectAccessibleLayout } from '../../support/looks.ts'
import { blank, pageOpener, phone, register } from '../../support/page.ts'
import { aDraft } from '../../support/pilots.ts'
import { scan } from '../../support/scanner.ts'
import { sendOrder } from '../../support/till.ts'

const openPage = pageOpener()
test('an exit says DEVUELVA EL CHIP with its label, online and offline, and lets the rider pass; an entry does not', async () => {
  const { page, url } = await openPage(blank, { viewport: phone })
  const [ana, eva, luz] = [
    await register(url, aDraft({ name: 'Ana' })),
    await register(url, aDraft()),
    await register(url, aDraft()),
  ]
  const chips = ['12', '13'].map((label) => ({ code: `401${label}`, label, rented: false }))
  await sendOrder(url, '/api/chips', { chips })
  await sendOrder(url, '/api/chips/lend', { id: 'orden-de-ana', rider: ana, chip: '12', deposit: 3000 })
  await sendOrder(url, '/api/chips/lend', { id: 'orden-de-luz', rider: luz, chip: '13', document: 'DNI' })
  await openGate(page)
  const answer = page.getByRole('region', { name: 'Respuesta' })
  await scan(page, ana)
  await word(page, 'PASE').waitFor()
  await page.getByRole('button', { name: 'Siguiente' }).click()

  await page.getByRole('button', { name: 'Salida' }).click()
  await scan(page, ana)
  await word(page, 'DEVUELVA EL CHIP Chip 12').waitFor()
  await answer.getByText('Puede salir: la salida queda anotada.').waitFor()
  expect(await answer.getAttribute('data-kind')).toBe('warn')
  expect(await answer.innerText()).not.toMatch(/30[.,]00|S\/|depósito/i)
  await expectAccessibleLayout(page, 'the answer to a rider with a chip')
  await page.getByRole('button', { name: 'Siguiente' }).click()
  await scan(page, eva)
  await word(page, 'SALIDA').waitFor()
  await page.getByRole('button', { name: 'Siguiente' }).click()

  await page.route('**/api/passages', (route) => route.abort())
  await scan(page, luz)
  await word(page, 'DEVUELVA EL CHIP Chip 13').waitFor()
  await answer.getByText('Sin conexión: responde').waitFor()
  await page.unroute('**/api/passages')
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await page.getByText('Enviadas').waitFor()
  const passages = await passageRecords(url)
  expect(passages.map(({ direction, admitted }) => [direction, admitted])).toContainEqual(['out', true])
  expect(passages.every(({ admitted, incident }) => admitted && !incident)).toBe(true)
})
