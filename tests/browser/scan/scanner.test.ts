/** Tests a hand scanner, in a real Chromium. A scanner types like a keyboard, but faster. */
import { expect, test } from 'vitest'
import { groupedId } from '#domain/pilots/pilot-id'
import { formatMoment } from '#domain/text/date'
import { changeTerms } from '../../support/gate.ts'
import { chooseFromMenu } from '../../support/menu.ts'
import { blank, goTo, laptop, pageOpener, register, type TestPage } from '../../support/page.ts'
import { aDraft } from '../../support/pilots.ts'
import { scan } from '../../support/scanner.ts'
import { askAt } from '../../support/versions.ts'

const openPage = pageOpener()
const wrongCode = '7K3Q9XW2M4TB'

/** Returns the text that a scanner for US keys types under a Spanish keyboard layout. */
const underSpanish = (text: string) =>
  text.replace(/[:/-]/g, (key) => ({ ':': 'Ñ', '/': '-', '-': "'" })[key] ?? key)

/** Opens the list with two pilots and returns the identifier of Ana Quispe. */
async function openList(): Promise<TestPage & { id: string }> {
  const opened = await openPage(blank, { pilots: [aDraft({ name: 'Otro' })] })
  const id = await register(opened.url, aDraft({ name: 'Ana', lastname: 'Quispe' }))
  await opened.page.goto('/')
  await opened.page.getByText('2 pilotos').waitFor()
  return { ...opened, id }
}

async function revoke(url: string, id: string): Promise<string> {
  await askAt(url, 'POST', `/api/pilots/${id}/revoke`)
  return (await (await fetch(`${url}/api?list=${id}`)).json()).revoked_at
}

test('a credential opens if it is scanned on the list, anywhere or into the search, and Back restores the list', async () => {
  const { page, url, id } = await openList()
  const expectOpened = async (text: string, name: string) => {
    await scan(page, text)
    await page.waitForURL(`**/credencial/${id}`)
    await page.getByRole('heading', { name: 'Ana Quispe' }).waitFor()
    await page.goBack()
    await page.getByText('2 pilotos').waitFor()
    expect(new URL(page.url()).pathname, name).toBe('/')
  }
  await expectOpened(`http://192.168.1.20:4780/credencial/${id}`, 'an address')
  await expectOpened(id.toLowerCase(), 'a code alone')
  await page.getByRole('searchbox').focus()
  await expectOpened(underSpanish(groupedId(id)), 'a code under a Spanish layout, into the search')

  await changeTerms(url, id, { suspension: { from: '2026-01-01', reason: 'Pago pendiente' } })
  await scan(page, id)
  await page.waitForURL(`**/credencial/${id}`)
  // The band of a suspended credential says so first.
  await page.getByText('SUSPENDIDA', { exact: true }).waitFor()
  await page.getByText('Motivo: Pago pendiente').waitFor()
  expect(await page.getByRole('alert').filter({ hasText: /./ }).count()).toBe(0)
})

test('a scanner that ends with Tab or with nothing is understood, anywhere or in the search, and an Enter that comes late presses nothing', async () => {
  const { page, url, id } = await openList()
  const address = `http://192.168.1.20:4780/credencial/${id}`
  const expectOpened = async () => {
    await page.waitForURL(`**/credencial/${id}`)
    await page.getByRole('heading', { name: 'Ana Quispe' }).waitFor()
    await page.goBack()
    await page.getByText('2 pilotos').waitFor()
  }
  for (const end of ['Tab', ''] as const) {
    for (const text of [address, id]) {
      await page.getByRole('link', { name: 'Lista' }).focus()
      await scan(page, text, 5, end)
      await expectOpened()
      await page.getByRole('searchbox').focus()
      await scan(page, text, 5, end)
      await expectOpened()
    }
  }
  await scan(page, '40123456', 5, 'Tab')
  await page.getByText('con «40123456»').waitFor()

  // A field of the form keeps what was typed, and Tab goes on to the next one where no code was scanned.
  await page.goto(`${url}/form`)
  const name = page.getByLabel('Nombres')
  await name.fill('Eva')
  await name.press('Tab')
  expect(await page.getByLabel('Apellidos').evaluate((field) => field === document.activeElement)).toBe(true)
  await name.focus()
  await scan(page, address, 5, '')
  await page.waitForURL(`**/credencial/${id}`)
  await page.goto(`${url}/form`)
  expect(await name.inputValue()).toBe('Eva')
})

test('a scan presses no focused button, ticks no checkbox and triggers no shortcut, and one without an answer says so', async () => {
  const { page, id } = await openList()
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Teclas' })
  await keys.waitFor()
  await page.keyboard.press('Escape')
  await keys.waitFor({ state: 'hidden' })

  const box = page.getByRole('checkbox', { name: 'Elegir a Ana Quispe' })
  await box.check()
  await scan(page, `n/${wrongCode}`)
  await page.getByRole('alert').filter({ hasText: 'Lo escaneado no es una credencial' }).waitFor()
  expect(await box.isChecked()).toBe(true)
  expect(new URL(page.url()).pathname).toBe('/')

  const clear = page.getByRole('button', { name: 'Quitar selección' })
  await clear.focus()
  await page.route(`**/api?list=${id}`, (route) => route.abort())
  await scan(page, id)
  // An unanswered scan shows an error, and the next one works.
  await page.getByRole('alert').filter({ hasText: 'El kiosco no responde' }).waitFor()
  expect(await box.isChecked()).toBe(true)
  await page.unroute(`**/api?list=${id}`)
  await scan(page, id)
  await page.waitForURL(`**/credencial/${id}`)
})

test('an unknown code shows an alert, which disappears by itself, and is searched if it was scanned into the search', async () => {
  const { page, url, id } = await openList()
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 1000)
  await scan(page, wrongCode)
  const alert = page.getByRole('alert').filter({ hasText: 'Ningún piloto tiene el código 7K3Q-9XW2-M4TB.' })
  await alert.waitFor()
  expect(await page.locator('tbody tr').count()).toBe(2)
  await page.clock.runFor(10_000)
  await alert.waitFor({ state: 'detached' })
  await page.clock.resume()

  await register(url, aDraft({ name: 'Bartolomeito', lastname: 'Rojas' }))
  const search = page.getByRole('searchbox')
  await search.focus()
  await scan(page, wrongCode)
  await alert.waitFor()
  await page.getByText(`0 pilotos con «${wrongCode}»`).waitFor()
  expect(await search.evaluate((box) => box === document.activeElement)).toBe(true)
  // The next scan replaces it, even a word of twelve letters that could be a code.
  await scan(page, 'bartolomeito')
  await page.getByText('1 piloto con «bartolomeito»').waitFor()
  await page.getByRole('rowheader', { name: 'Bartolomeito Rojas' }).waitFor()
  await scan(page, id)
  await page.waitForURL(`**/credencial/${id}`)

  await page.goBack()
  // A code that is typed by hand shows a link to its credential.
  await search.fill(groupedId(id))
  await page.getByRole('link', { name: 'Abrir la credencial de Ana Quispe' }).click()
  await page.waitForURL(`**/credencial/${id}`)
})

test('a revoked card fills the screen until Escape, a button or the next scan, and leads to the current credential', async () => {
  const { page, url, id } = await openList()
  const at = formatMoment(await revoke(url, id))
  const alert = page.getByRole('alertdialog', { name: 'CREDENCIAL ANULADA' })
  await scan(page, id)
  await alert.getByText(`Esta tarjeta no vale desde el ${at}. Su piloto tiene otra.`).waitFor()
  expect(await alert.boundingBox()).toEqual({ x: 0, y: 0, ...laptop })
  await page.keyboard.press('Escape')
  await alert.waitFor({ state: 'detached' })
  await page.getByRole('searchbox').focus()
  await scan(page, `http://192.168.1.20:4780/credencial/${id}`)
  await alert.getByRole('button', { name: 'Cerrar' }).click()
  const message = `CREDENCIAL ANULADA el ${at}.`
  const results = page.getByRole('region', { name: 'Resultados' })
  await results.getByText(message).waitFor()
  await results.getByRole('link', { name: 'Ver la credencial nueva' }).waitFor()
  await goTo(page, '/ayuda')
  await page.getByRole('heading', { name: 'Leer un documento' }).waitFor()
  await scan(page, id)
  await alert.waitFor()
  await scan(page, wrongCode)
  await page.getByRole('alert').filter({ hasText: 'Ningún piloto tiene el código' }).waitFor()
  expect(await alert.count()).toBe(0)
  await scan(page, id)
  await alert.getByRole('link', { name: 'Ver la credencial nueva de Ana Quispe' }).click()
  await page.getByRole('heading', { name: 'Ana Quispe' }).waitFor()
  expect(page.url()).not.toContain(id)
})

test('a scan is heard on every screen, closes a dialog that only shows something, and does nothing under one that asks', async () => {
  const { page, url } = await openPage('/form')
  const id = await register(url, aDraft({ name: 'Ana', lastname: 'Quispe' }))
  const other = await register(url, aDraft({ name: 'Eva' }))
  const expectHeard = async () => {
    await page.getByRole('heading').first().waitFor()
    await scan(page, id)
    await page.waitForURL(`**/credencial/${id}`)
  }
  await expectHeard()
  for (const path of ['/login', '/no-existe']) {
    await goTo(page, path)
    await expectHeard()
  }
  // The server renders this page, with other scripts.
  await page.goto(`/credencial/${other}`)
  await page.getByRole('button', { name: 'Más', exact: true }).waitFor()
  await expectHeard()
  await chooseFromMenu(page, 'Historial de cambios')
  await page.getByRole('dialog').getByText('Registrado').waitFor()
  await scan(page, other)
  await page.getByRole('heading', { name: 'Eva' }).waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)

  await chooseFromMenu(page, 'Anular credencial')
  const question = page.getByRole('dialog', { name: 'Anular credencial' })
  const revokes = question.getByRole('button', { name: 'Anular credencial' })
  const requests: string[] = []
  page.on('request', (request) => {
    // The print dialog asks how many credentials have expired, which changes nothing.
    const isDryRun = request.postDataJSON()?.dry_run === true
    if (!isDryRun) requests.push(`${request.method()} ${request.url()}`)
  })
  await revokes.focus()
  for (const text of [id, '40123456', `http://192.168.1.20:4780/credencial/${id}`]) await scan(page, text)
  await expect.poll(() => revokes.evaluate((button) => button === document.activeElement)).toBe(true)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Imprimir' }).click()
  await page.getByText('Ajustar la impresora').click()
  const offset = page.getByLabel('A la derecha (mm)')
  await offset.fill('1,5')
  await scan(page, `http://192.168.1.20:4780/credencial/${id}`)
  await expect.poll(() => offset.inputValue()).toBe('1,5')
  await page.getByRole('button', { name: 'Preparar PDF' }).waitFor()
  expect(page.url()).toContain(other)
  expect(requests.filter((request) => request.startsWith('POST') || request.includes(id))).toEqual([])
})
