/** Tests of the access that another device on the network has, also while its Wi-Fi comes and goes. */
import { expect, test } from 'vitest'
import { serve } from '../support/command.ts'
import { aFolder } from '../support/folder.ts'
import { canMakeNetworks } from '../support/machine.ts'
import { aDevice } from '../support/network.ts'
import { fill } from '../support/page.ts'
import { aDraft, aPicture } from '../support/pilots.ts'
import { formRequest } from '../support/server.ts'
import { askAt } from '../support/versions.ts'

test.skipIf(!canMakeNetworks())('another device reaches a credential and nothing else', async () => {
  const phone = aDevice('phone', '10.99.0')
  const server = await serve(['--data', await aFolder(), '--public-url', 'http://10.99.0.1:4780'])
  const form = formRequest({ data_driver: aDraft() })
  const sent = await fetch(`${server.url}/api`, {
    method: 'POST',
    headers: form.headers as never,
    body: new Uint8Array(form.payload as Buffer),
  })
  const { data } = (await sent.json()) as { data: { id_driver: string }[] }
  const status = async (path: string) => {
    const url = `http://${phone.host}:${server.port}${path}`
    return Number(await phone.run(`console.log((await fetch(${JSON.stringify(url)})).status)`))
  }
  expect(await status(`/api?list=${data[0]?.id_driver}`)).toBe(200)
  expect(await status(`/credencial/${data[0]?.id_driver}`)).toBe(200)
  expect(await status('/api?list=all')).toBe(401)
  expect(await status('/terminal')).toBe(404)
})

test.skipIf(!canMakeNetworks())(
  'a phone that loses the Wi-Fi while it types, and again before the answer, applies once',
  async () => {
    const phone = aDevice('wifi', '10.99.2')
    const server = await serve(['--data', await aFolder(), '--public-url', 'http://10.99.2.1:4780'])
    const data = await askAt(server.url, 'PUT', '/api/reception', { is_open: true })
    const waiting = async () =>
      (await askAt(server.url, 'GET', '/api/applications')).map((one: { name: string }) => one.name)
    const browser = await phone.launchBrowser()
    const page = await browser.newPage({ locale: 'es-PE', viewport: { width: 360, height: 800 } })
    await page.goto(`http://${phone.host}:${server.port}/anotarme${new URL(data[0].url).search}`)
    const { tiposangre: _, ...draft } = aDraft({ name: 'Ana', lastname: 'Paz' })
    const { name, lastname, ...others } = draft
    await fill(page, { name, lastname })
    phone.link('down')
    await fill(page, others)
    const file = { name: 'foto.png', mimeType: 'image/png', buffer: await aPicture('png', 400, 300) }
    await page.locator('input[type=file]').setInputFiles(file)
    const send = page.getByRole('button', { name: 'Enviar' })
    await send.click()
    await page.getByText('Sin conexión con el kiosco.').waitFor()
    for (let count = 0; count < 3; count += 1) await send.click({ force: true })
    expect(await page.getByLabel('Nombres').inputValue()).toBe('Ana')
    expect(await waiting()).toEqual([])
    phone.link('up')
    await page.getByText('001').waitFor()
    expect(await waiting()).toEqual(['Ana Paz'])

    // The correction arrives, and its answer is lost with the Wi-Fi.
    await page.getByRole('button', { name: 'Corregir' }).click()
    await page.getByLabel('Nombres').fill('Anita')
    server.signal('SIGSTOP')
    const sent = page.waitForEvent('request', { predicate: (one) => one.method() === 'POST' })
    await send.click()
    await sent
    phone.reach('down')
    server.signal('SIGCONT')
    await page.getByText('Sin conexión con el kiosco.').waitFor()
    phone.reach('up')
    await page.getByText('Espere a que la mesa llame este turno').waitFor()
    await page.reload()
    await page.getByText('001').waitFor()
    expect(await waiting()).toEqual(['Anita Paz'])
  },
)
