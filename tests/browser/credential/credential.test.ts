/** Tests the credential on the screen and on paper, in a real Chromium. */
import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { changesPath } from '#domain/api/addresses'
import { holdBack } from '../../support/held-requests.ts'
import { chooseFromMenu } from '../../support/menu.ts'
import { blank, goTo, pageOpener, phone, register, update } from '../../support/page.ts'
import { aDraft } from '../../support/pilots.ts'
import { readQr } from '../../support/qr-reader.ts'
import { askAt } from '../../support/versions.ts'

const openPage = pageOpener()

describe('the credential', () => {
  test('appears without a request for data, says until when it is valid, and shows its actions on a small laptop', async () => {
    const { page, url } = await openPage(blank, { viewport: { width: 1024, height: 600 } })
    const id = await register(url, aDraft({ nlicencia: 'FPM-2026-0500' }))
    const requests: string[] = []
    page.on('request', (request) =>
      requests.push(new URL(request.url()).search || new URL(request.url()).pathname),
    )
    await page.goto(`/credencial/${id}`)
    await page.getByText(`VIGENTE hasta 31/12/${new Date().getFullYear()}`).waitFor()
    await page.getByRole('img', { name: 'Sin foto' }).waitFor()
    for (const name of ['Imprimir', 'Más']) {
      const { y = 600, height = 0 } = (await page.getByRole('button', { name }).boundingBox()) ?? {}
      expect(y + height).toBeLessThanOrEqual(600)
    }
    expect(requests.filter((path) => path.includes('list=') || path.includes('session'))).toEqual([])
    await page.setViewportSize(phone)
    const lines = (text: string) =>
      page.getByText(text, { exact: true }).evaluate((element) => {
        const range = document.createRange()
        range.selectNodeContents(element)
        return range.getClientRects().length
      })
    expect(await lines('FPM-2026-0500')).toBe(1)

    await goTo(page, `/credencial/${id.toLowerCase()}`)
    await page.getByRole('heading', { name: 'Íñigo Núñez Peña' }).waitFor()
    await page.goto('/credencial/0000000000ZZ')
    const alert = page.getByRole('alert').filter({ hasText: 'No existe un piloto con este identificador' })
    await alert.waitFor()
    expect(await alert.getByRole('link', { name: 'Ir a la lista' }).getAttribute('href')).toBe('/search')
  })

  test('is given as a picture: by the share sheet of a phone, and as a file beside the chat on a laptop', async () => {
    const { page, url } = await openPage()
    const [id, other] = [await register(url, aDraft({ name: 'Ana' })), await register(url, aDraft())]
    await page.context().route('https://wa.me/**', (route) => route.fulfill({ body: 'chat' }))
    await page.goto(`/credencial/${id}`)
    const [chat, file] = await Promise.all([
      page.waitForEvent('popup'),
      page.waitForEvent('download'),
      chooseFromMenu(page, 'Enviar por WhatsApp'),
    ])
    expect(chat.url()).toBe('https://wa.me/51987654321')
    expect(file.suggestedFilename()).toMatch(/^credencial-ana-[a-z-]+\.png$/)
    await page.getByRole('status').getByText('Adjunte la imagen que se descargó.').waitFor()
    const again = page.waitForEvent('download')
    await chooseFromMenu(page, 'Guardar imagen')
    await page.getByText(/^Se descargó credencial-ana-.* KB\)\.$/).waitFor()
    expect(await readQr(await readFile(await (await again).path()))).toContain(`/credencial/${id}`)
    await chat.close()

    // A phone with a share sheet, which keeps what it is given.
    await page.addInitScript(() => {
      const shared: unknown[] = []
      const matches = window.matchMedia.bind(window)
      window.matchMedia = (query) => matches(query === '(pointer: coarse)' ? 'all' : query)
      navigator.canShare = ({ files = [] }: ShareData = {}) => files.every(({ type }) => type === 'image/png')
      navigator.share = async ({ files = [], text }: ShareData = {}) => {
        shared.push({ text, names: files.map(({ name, size }) => [name, size > 20_000]) })
        Object.assign(window, { shared })
        if (shared.length === 2) throw new DOMException('closed', 'AbortError')
      }
    })
    let pages = 0
    page.on('popup', () => {
      pages += 1
    })
    page.on('download', () => {
      pages += 1
    })
    await page.goto(`/credencial/${other}`)
    const shared = () => page.evaluate(() => (window as { shared?: object[] }).shared ?? [])
    for (const [index, name] of ['Enviar por WhatsApp', 'Guardar imagen'].entries()) {
      await chooseFromMenu(page, name)
      await expect.poll(shared).toHaveLength(index + 1)
    }
    const names = [['credencial-inigo-nunez-pena.png', true]]
    expect(await shared()).toEqual([{ text: 'Credencial de Íñigo Núñez Peña', names }, { names }])
    await expect.poll(() => page.getByText('Preparando').count()).toBe(0)
    expect(pages).toBe(0)
  })

  test('shows the desk, folded, what it has of «Emergencia y seguro», prints none of it, and names who saw it', async () => {
    const { page, url } = await openPage(blank, { viewport: { width: 360, height: 800 } })
    const [id, other] = [
      await register(url, aDraft({ emergencia_nombre: 'Rosa', alergias: 'Penicilina', pais: 'Perú' })),
      await register(url, aDraft()),
    ]
    await page.goto(`/credencial/${id}`)
    const section = page.getByRole('group').filter({ hasText: 'Emergencia y seguro' })
    const summary = section.getByText('Emergencia y seguro')
    expect((await summary.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    expect(await section.getByText('Penicilina').isVisible()).toBe(false)
    await summary.click()
    expect(await section.locator('dt, dd').allInnerTexts()).toEqual([
      ...['Contacto de emergencia', 'Rosa', 'Alergias y medicación', 'Penicilina', 'País', 'Perú'],
    ])
    await page.emulateMedia({ media: 'print' })
    expect(await section.isVisible()).toBe(false)
    await page.emulateMedia({ media: 'screen' })

    await askAt(url, 'POST', `/api/pilots/${id}/emergency-contact`, { gate: 'Puerta principal' })
    await chooseFromMenu(page, 'Historial de cambios')
    await page.getByText('Puerta principal vio el contacto de emergencia').waitFor()

    await page.goto(`/credencial/${other}`)
    await page.getByRole('button', { name: 'Más', exact: true }).waitFor()
    expect(await page.getByText('Emergencia y seguro').count()).toBe(0)
  })

  test('shows a change that is made before its change feed opens', async () => {
    const { page, url } = await openPage(blank)
    const id = await register(url, aDraft())
    const { arrived, release } = await holdBack(page, `**${changesPath}`)
    await page.goto(`/credencial/${id}`)
    await page.getByRole('link', { name: 'Editar' }).waitFor()
    await arrived
    await update(url, id, aDraft({ name: 'Otra' }))
    release()
    await page.getByRole('heading', { name: 'Otra Núñez Peña' }).waitFor()
  })

  test('shows a DNI of seven digits with eight digits, as its form and its history do', async () => {
    const draft = aDraft({ dni: 9876543 })
    const { page } = await openPage('/search?search=09.876', { pilots: [draft, aDraft()] })
    await page.getByText('1 piloto con «09.876»').waitFor()
    await page.getByRole('link', { name: 'Editar' }).click()
    const dni = page.getByLabel('Documento de identidad (DNI)')
    expect(await dni.inputValue()).toBe('09876543')
    await dni.fill('8.765.432')
    await page.getByRole('button', { name: 'Editar' }).click()
    await page.getByText('El usuario fue actualizado exitosamente').waitFor()
    await goTo(page, '/search?search=08765432')
    await page.getByRole('link', { name: 'Buscar' }).click()
    await page.getByText('08765432', { exact: true }).waitFor()
    await chooseFromMenu(page, 'Historial de cambios')
    await page.getByText('«09876543» → «08765432»').waitFor()
  })

  test('is painted before the code of its actions and its typeface load, and does not move when they arrive', async () => {
    const { page, url } = await openPage(blank, { viewport: { ...phone, width: 412 } })
    const id = await register(url, aDraft())
    await page.addInitScript(markFirstFrame)
    const typeface = await holdBack(page, '**/*.woff2')
    const actions = await holdBack(page, '**/staff-part-*.js')
    await page.goto(`/credencial/${id}`, { waitUntil: 'commit' })
    await Promise.all([typeface.arrived, actions.arrived])
    const history = page.getByRole('heading', { name: 'Historial de Competiciones' })
    await history.waitFor()
    const before = await history.boundingBox()
    actions.release()
    await page.getByRole('button', { name: 'Más', exact: true }).waitFor()
    expect(await history.boundingBox()).toEqual(before)
    const [frame, part] = await page.evaluate(() =>
      ['mark', 'resource'].map((type) =>
        performance.getEntriesByType(type).find(({ name }) => /^frame$|staff-part-/.test(name)),
      ),
    )
    expect(frame?.startTime).toBeLessThan(part?.startTime ?? 0)

    const withoutTypeface = await page.getByRole('article').boundingBox()
    typeface.release()
    await page.evaluate(() => document.fonts.ready)
    expect((await page.getByRole('article').boundingBox())?.y).toBe(withoutTypeface?.y)
  })

  test('prints on one page, without navigation and with a vector QR, even if the history is long', async () => {
    const { page, url } = await openPage()
    const line = '2019: 3.º en la categoría Promocional, detrás de «El Rayo» Gutiérrez\n'
    const drafts = [
      aDraft({ participacion: line.repeat(70) }),
      aDraft({ participacion: 'a\n'.repeat(2400) }),
      aDraft({ participacion: 'W'.repeat(5000) }),
      // Its history is short.
      aDraft({
        name: 'W'.repeat(60),
        lastname: 'W'.repeat(60),
        club: 'W'.repeat(120),
        npiloto: 'W'.repeat(20),
      }),
    ]
    const ids = []
    for (const draft of drafts) ids.push(await register(url, draft))
    await page.goto(`/credencial/${ids[0]}`)
    await page.getByRole('button', { name: 'Imprimir' }).waitFor()
    for (const id of ids) {
      await goTo(page, `/credencial/${id}`)
      await page.locator(`[alt="Código QR de esta credencial"][src*="${id}"]`).waitFor()
      const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
      expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
    }
    expect(await page.getByAltText('Código QR de esta credencial').getAttribute('src')).toContain(
      'format=svg',
    )
    await page.emulateMedia({ media: 'print' })
    expect(await page.getByRole('navigation').isVisible()).toBe(false)
    expect(await page.getByRole('button', { name: 'Imprimir' }).isVisible()).toBe(false)
  })
})

/** Records, as the mark `frame`, the time of the first frame of a page that contains its credential. */
function markFirstFrame(): void {
  const observer = new MutationObserver(() => {
    if (!document.querySelector('article')) return
    observer.disconnect()
    requestAnimationFrame(() => performance.mark('frame'))
  })
  observer.observe(document, { childList: true, subtree: true })
}
