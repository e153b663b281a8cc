/** Tests the layout and the accessibility of every screen on a phone and on a laptop, in a real Chromium. */
import { fileURLToPath } from 'node:url'
import { describe, test } from 'vitest'
import { expectAccessibleLayout } from '../../support/looks.ts'
import { blank, fill, goTo, pageOpener, phone, register, update } from '../../support/page.ts'
import { aDraft } from '../../support/pilots.ts'
import { scan } from '../../support/scanner.ts'

const openPage = pageOpener()
const sheet = fileURLToPath(new URL('../../fixtures/inscritos.xlsx', import.meta.url))

describe('on a phone and on a laptop', () => {
  /** Each path has a text that appears last on its page. */
  const lists: [string, string | RegExp][] = [
    ['/', '3 pilotos'],
    ['/search?search=nadie', 'Ningún piloto tiene todas esas palabras'],
    [
      '/search?modalidad=ENDURO%20CROSS&licencia=Anual&today=1&sort=lastname&order=desc',
      /^1 piloto de ENDURO CROSS/,
    ],
    ['/search?modalidad=UTV', 'Ningún piloto queda con esos filtros.'],
    ['/search?search=7K3Q-9XW2-M4TB', 'Ningún piloto tiene el código 7K3Q-9XW2-M4TB.'],
    ['/borrados', 'No hay pilotos borrados.'],
    ['/404', '3 pilotos'],
  ]

  test('no list breaks a rule of axe-core, is wider than the screen, or has a target under 44 px', async () => {
    const pilots = Array.from({ length: 3 }, (_, index) =>
      aDraft({
        name: 'Maximiliano Bartolomé',
        lastname: 'Echeverría-Goyeneche Ibarburu',
        modalidad: index < 2 ? 'RALLY' : 'ENDURO CROSS',
        email: 'un.correo.bastante.largo@federacion-nacional.example',
      }),
    )
    const { page } = await openPage('/ayuda', { viewport: phone, pilots })
    for (const [path, text] of lists) {
      await goTo(page, path)
      await page.getByText(text).first().waitFor()
      await page.getByText('Cargando…').waitFor({ state: 'detached' })
      const summary = page.getByRole('button', { name: 'Resumen', expanded: false })
      if (await summary.count()) await summary.click()
      await expectAccessibleLayout(page, path)
    }
  })

  test('no other screen breaks a rule of axe-core, is wider than the screen, or has a target under 44 px', async () => {
    const { page, url } = await openPage('/', { viewport: phone })
    const id = await register(url, aDraft({ club: 'Unión'.repeat(20) }))
    const screens = [
      ['/ayuda', 'Escanear'],
      ['/ajustes', 'Mínima: nombre'],
      ['/form', 'Historial deportivo'],
      [`/form/${id}`, 'Borrar piloto'],
      ['/form/0000000000ZZ', 'No existe un piloto con este identificador'],
      ['/login', 'pilotos staff add USUARIO'],
      [`/credencial/${id}`, 'Historial de cambios'],
      ['/credencial/corto', 'No existe un piloto con este identificador'],
    ] as const
    for (const [path, text] of screens) {
      await goTo(page, path)
      await page.getByText(text).first().waitFor()
      await page.getByText('Cargando…').waitFor({ state: 'detached' })
      if (path === '/form') await page.getByRole('button', { name: 'Registrar' }).click()
      await expectAccessibleLayout(page, path)
    }
  })

  test('the alerts for an unknown or revoked code and for an unreachable server pass the layout and accessibility checks', async () => {
    const { page, url, close } = await openPage('/form', { viewport: phone })
    const id = await register(
      url,
      aDraft({ name: 'Maximiliano Bartolomé', lastname: 'Echeverría-Goyeneche' }),
    )
    await page.getByLabel('Nombres').fill('Ana')
    await scan(page, `http://localhost/credencial/${id}`)
    await page.getByText('se conserva').waitFor()
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expectAccessibleLayout(page, 'a form that was left')
    const headers = { 'sec-fetch-site': 'same-origin' }
    await fetch(`${url}/api/pilots/${id}/revoke`, { method: 'POST', headers })
    await scan(page, id)
    await page.getByRole('link', { name: 'Ver la credencial nueva de' }).waitFor()
    await expectAccessibleLayout(page, 'a revoked code')
    await page.keyboard.press('Escape')
    await scan(page, '7K3Q9XW2M4TB')
    await page.getByText('Ningún piloto tiene el código').waitFor()
    await expectAccessibleLayout(page, 'a wrong code')
    await close()
    await page.getByText('se sigue solo cuando vuelva').waitFor()
    await expectAccessibleLayout(page, 'without a kiosk')
  })

  test('the dialogs pass the layout and accessibility checks', async () => {
    const { page, url } = await openPage('/', {
      viewport: phone,
      pilots: [aDraft({ name: 'Maximiliano Bartolomé' })],
    })
    const id = await register(url, aDraft())
    const open = (name: string) => page.getByRole('button', { name, exact: true }).click()

    await open('Herramientas')
    await expectAccessibleLayout(page, 'tools')
    await open('Importar')
    await expectAccessibleLayout(page, 'import')
    await page.getByLabel('Elegir archivo').setInputFiles(sheet)
    await page.getByText('Por corregir').waitFor()
    await expectAccessibleLayout(page, 'what an import would do')
    await open('Importar 2 pilotos')
    await page.getByText('Se importaron 2 pilotos').waitFor()
    await expectAccessibleLayout(page, 'what an import did')
    await open('Listo')

    await goTo(page, '/')
    await page.getByRole('status').filter({ hasText: '4 pilotos' }).click()
    await page.keyboard.press('?')
    await page.getByText('ir a la búsqueda').waitFor()
    await expectAccessibleLayout(page, 'keys')
    await page.keyboard.press('Escape')

    await goTo(page, '/search?search=maximiliano&modalidad=ENDURO%20CROSS')
    await page.getByText('1 piloto de ENDURO CROSS, con «maximiliano»').waitFor()
    await open('Herramientas')
    await open('Elegir')
    await page.getByRole('rowheader', { name: 'Maximiliano' }).click()
    await page.getByText('1 elegido').waitFor()
    await expectAccessibleLayout(page, 'a selection')
    await open('Herramientas')
    await open('Exportar')
    await page.getByText('1 piloto de ENDURO CROSS, con «maximiliano»').last().waitFor()
    await expectAccessibleLayout(page, 'export')
    await page.keyboard.press('Escape')

    await goTo(page, `/credencial/${id}`)
    await open('Imprimir')
    await page.getByLabel('Hoja A4').check()
    await page.getByText('Ajustar la impresora').click()
    await expectAccessibleLayout(page, 'print')
    await open('Preparar PDF')
    await page.getByRole('link', { name: 'Abrir el PDF' }).waitFor()
    await expectAccessibleLayout(page, 'printed')
  })

  test('edit conflicts, recovered drafts, revocations and removals pass the layout and accessibility checks', async () => {
    const { page, url } = await openPage(blank, { viewport: phone })
    const draft = aDraft({ name: 'Maximiliano Bartolomé', participacion: 'Una línea\n'.repeat(40) })
    const id = await register(url, draft)
    const open = (name: string) => page.getByRole('button', { name, exact: true }).click()

    await page.goto(`/form/${id}`)
    await page.getByLabel('Nombres').fill('Max')
    await page.getByLabel('Club').fill('Unión'.repeat(20))
    await page.getByLabel('Historial deportivo').fill('Otra línea\n'.repeat(40))
    await update(url, id, { ...draft, club: 'Los Cóndores', participacion: 'Ninguna' })
    await page.getByText('Otra persona cambió').waitFor()
    await expectAccessibleLayout(page, 'changed elsewhere')
    await open('Comparar')
    await open('Guardar así')
    await page.getByText('Los dos lo cambiaron').first().waitFor()
    await expectAccessibleLayout(page, 'two versions')
    await page.keyboard.press('Escape')
    await page.reload()
    await page.getByText('Se recuperó').waitFor()
    await expectAccessibleLayout(page, 'recovered')

    await goTo(page, `/credencial/${id}`)
    await open('Historial de cambios')
    await page.getByText('Registrado').waitFor()
    await expectAccessibleLayout(page, 'history')
    await page.keyboard.press('Escape')
    await open('Anular credencial')
    await expectAccessibleLayout(page, 'to be revoked')
    await page.getByRole('dialog').getByRole('button', { name: 'Anular credencial' }).click()
    await page.getByText('La credencial anterior quedó anulada').waitFor()
    await expectAccessibleLayout(page, 'the next one')
    await page.getByRole('link', { name: 'Editar' }).click()
    await open('Borrar piloto')
    await expectAccessibleLayout(page, 'to be removed')
    await page.getByRole('dialog').getByRole('button', { name: 'Borrar piloto' }).click()
    await page.getByText('Se borró a').waitFor()
    await expectAccessibleLayout(page, 'removed')
    await goTo(page, '/borrados')
    await page.getByRole('button', { name: 'Recuperar' }).waitFor()
    await expectAccessibleLayout(page, 'the removed pilots')
    await goTo(page, `/credencial/${id}`)
    await page.getByText('CREDENCIAL ANULADA').waitFor()
    await expectAccessibleLayout(page, 'revoked')

    await goTo(page, '/form')
    await fill(page, aDraft())
    await open('Registrar')
    await page.getByText('Registro exitoso').waitFor()
    await expectAccessibleLayout(page, 'registered')
  })
})
