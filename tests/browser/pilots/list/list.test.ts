import { describe, expect, test } from 'vitest'
import { blank, pageOpener, register } from '../../../support/page.ts'
import { aDraft } from '../../../support/pilots.ts'

const openPage = pageOpener()

describe('the list', () => {
  test('says what to do next if it has no pilots or if a search finds none', async () => {
    const { page } = await openPage('/')
    await page.getByText('Todavía no hay pilotos').waitFor()
    await page.getByRole('button', { name: 'Importar una planilla' }).waitFor()
    await page.getByRole('searchbox').fill('nadie')
    await page.getByText('Ningún piloto tiene todas esas palabras').waitFor()
    await page.getByRole('link', { name: 'Ver todos' }).click()
    await page.getByText('Todavía no hay pilotos').waitFor()
    await page.getByRole('link', { name: 'Registrar un piloto' }).click()
    await page.waitForURL('**/form')
  })

  test('opens at an unknown address under a notice, with the status 404, and shows an error if its script cannot be loaded', async () => {
    const { page } = await openPage(blank, { pilots: [aDraft()] })
    for (const path of ['/404', '/no/existe']) {
      expect((await page.goto(path))?.status(), path).toBe(404)
      await page.getByRole('alert').filter({ hasText: 'Esa página no existe' }).waitFor()
      await page.getByText('1 piloto').waitFor()
    }

    // A screen whose script cannot be loaded shows an error inside the page frame.
    await page.route('**/assets/staff-part-*.js', (route) => route.abort())
    await page.goto('/')
    await page.getByRole('alert').filter({ hasText: 'La página no se pudo mostrar' }).waitFor()
    await page.unroute('**/assets/staff-part-*.js')
    await page.getByRole('button', { name: 'Reintentar' }).click()
    await page.getByText('1 piloto').waitFor()
  })
})

test('a screen loads one part more than a scanned credential, and the next ones load none; a list that cannot be loaded says so, and loads by itself', async () => {
  const { page, url } = await openPage()
  const id = await register(url, aDraft())
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await page.goto(`/credencial/${id}`)
  await page.getByRole('link', { name: 'Editar' }).waitFor()
  const html = await (await fetch(`${url}/credencial/${id}`)).text()
  const named = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => url + path)
  const assets = [...new Set(requests)].filter((address) => /\.(js|css)$/.test(address))
  // The script of the part imports the scripts that it shares with the page of a gate.
  const more = assets.filter((address) => !named.includes(address) && !/\/chunk-\w+\.js$/.test(address))
  expect(more.map((address) => address.replace(/^.*\/(.*)-\w+\./, '$1.'))).toEqual(['staff-part.js'])
  requests.length = 0
  await page.route('**/api?list=all*', (route) => route.abort())
  await page.getByRole('link', { name: 'Lista' }).click()
  const alert = page.getByRole('alert').filter({ hasText: 'El kiosco no responde' })
  await alert.waitFor()
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await alert.waitFor()
  await page.unroute('**/api?list=all*')
  await page.getByText('1 piloto').waitFor()
  await page.getByRole('link', { name: 'Formulario' }).click()
  await page.getByRole('button', { name: 'Registrar' }).waitFor()
  expect(requests.filter((address) => address.includes('/assets/') && !address.endsWith('.woff2'))).toEqual(
    [],
  )
})
