/** Tests the layout and the accessibility of every screen on a phone and on a laptop, in a real Chromium. */
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { addDays, today } from '#domain/text/date'
import { changeTerms, revoke } from '../../support/gate.ts'
import { expectAccessibleLayout } from '../../support/looks.ts'
import { chooseFromMenu } from '../../support/menu.ts'
import { blank, fill, goTo, pageOpener, phone, register, update } from '../../support/page.ts'
import { aDraft } from '../../support/pilots.ts'
import { scan } from '../../support/scanner.ts'
import { askAt } from '../../support/versions.ts'

const openPage = pageOpener()
const sheet = fileURLToPath(new URL('../../fixtures/inscritos.xlsx', import.meta.url))
const longName = { name: 'Maximiliano Bartolomé', lastname: 'Echeverría-Goyeneche Ibarburu' }
const expired = { until: addDays(today(), -1) }
const suspended = { suspension: { from: today(), reason: 'Pago pendiente' } }

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** Goes to a screen and waits for a text that appears last on it. */
async function show(page: Page, path: string, text: string | RegExp): Promise<void> {
  await goTo(page, path)
  await page.getByText(text).first().waitFor()
  await page.getByText('Cargando…').waitFor({ state: 'detached' })
}

/** Opens a path after the registration of three riders, two of whom have a credential that is not valid. */
async function openList(path: string) {
  const opened = await openPage(blank, { viewport: phone })
  const { page, url } = opened
  const email = 'un.correo.bastante.largo@federacion-nacional.example'
  for (const [modalidad, terms] of [
    ['RALLY', suspended],
    ['RALLY', {}],
    ['ENDURO CROSS', expired],
  ] as const)
    await changeTerms(url, await register(url, aDraft({ ...longName, modalidad, email })), terms)
  await page.goto(path)
  return opened
}

/*
 * No screen, dialog or notice may break a rule of axe-core, be wider than the screen, or have a target under 44 px. Each
 * is shown once, in the state with the most on it.
 */

test('the list, its tools and its export pass the layout and accessibility checks', async () => {
  const { page } = await openList('/404')
  await page.getByText('3 pilotos').waitFor()
  await press(page, 'Resumen')
  await expectAccessibleLayout(page, 'the list with its summary, at an unknown address')
  await press(page, 'Más')
  await expectAccessibleLayout(page, 'tools')

  const filter = 'modalidad=ENDURO%20CROSS&licencia=Anual&today=1&sort=lastname&order=desc'
  await show(page, `/search?search=maximiliano&${filter}`, /^1 piloto de ENDURO CROSS/)
  await chooseFromMenu(page, 'Elegir')
  await page.getByRole('rowheader', { name: 'Maximiliano' }).click()
  await page.getByText('1 elegido').waitFor()
  await expectAccessibleLayout(page, 'a selection in a filtered list')
  await chooseFromMenu(page, 'Exportar')
  await page.getByText('1 piloto de ENDURO CROSS').last().waitFor()
  await expectAccessibleLayout(page, 'export')
  await page.keyboard.press('Escape')
  await press(page, 'Quitar selección')
  await show(page, '/search?search=nadie&modalidad=UTV', 'entre los de esos filtros')
  await expectAccessibleLayout(page, 'a list without rows')
  await show(page, '/search?search=7K3Q-9XW2-M4TB', 'Ningún piloto tiene el código 7K3Q-9XW2-M4TB.')
  await expectAccessibleLayout(page, 'a search for an unknown code')
})

test('the dialogs of the list pass the layout and accessibility checks', async () => {
  const { page } = await openList('/')
  await page.getByText('3 pilotos').waitFor()
  await page.getByRole('status').filter({ hasText: '3 pilotos' }).click()
  await page.keyboard.press('?')
  await page.getByText('ir a la búsqueda').waitFor()
  await expectAccessibleLayout(page, 'keys')
  await page.keyboard.press('Escape')
  await chooseFromMenu(page, 'Imprimir')
  await page.getByText('De 3 credenciales, 1 está vencida y 1 está suspendida.').waitFor()
  await page.getByLabel('Hoja A4').check()
  await page.getByText('Ajustar la impresora').click()
  await page.getByLabel('A la derecha (mm)').waitFor()
  await expectAccessibleLayout(page, 'the print of invalid credentials')
  await page.keyboard.press('Escape')

  await chooseFromMenu(page, 'Importar')
  await expectAccessibleLayout(page, 'import')
  await page.getByLabel('Elegir archivo').setInputFiles(sheet)
  await page.getByText('Por corregir').waitFor()
  await expectAccessibleLayout(page, 'what an import would do')
  await press(page, 'Importar 2 pilotos')
  await page.getByText('Se importaron 2 pilotos').waitFor()
  await expectAccessibleLayout(page, 'what an import did')
})

test('the other screens, the alerts for scanned codes and the one for an unreachable server pass the layout and accessibility checks', async () => {
  const { page, url, close } = await openPage('/ayuda', { viewport: phone })
  const { name, lastname } = longName
  const rider = aDraft({ name, lastname, club: 'Unión'.repeat(20), alergias: 'Penicilina', pais: 'Perú' })
  const id = await register(url, rider)
  await changeTerms(url, id, suspended)
  for (const [path, text] of [
    ['/ayuda', 'Controlar una puerta'],
    ['/login', 'pilotos staff add USUARIO'],
    ['/form/0000000000ZZ', 'No existe un piloto con este identificador'],
    ['/form', 'Historial deportivo'],
  ] as const) {
    await show(page, path, text)
    if (path === '/form') {
      await page.getByRole('button', { name: 'No tiene' }).first().waitFor()
      await press(page, 'Registrar')
    }
    await expectAccessibleLayout(page, path)
  }

  await page.getByLabel('Nombres').fill('Ana')
  await scan(page, `http://localhost/credencial/${id}`)
  await page.getByText('se conserva').waitFor()
  await page.getByText('Motivo: Pago pendiente').waitFor()
  await page.getByText('Emergencia y seguro').click()
  expect(await page.getByText('Penicilina').isVisible()).toBe(true)
  await expectAccessibleLayout(page, 'a suspended credential that was scanned on a form')
  await revoke(url, id)
  await scan(page, id)
  await page.getByRole('link', { name: 'Ver la credencial nueva de' }).waitFor()
  await expectAccessibleLayout(page, 'the scan of a revoked code')
  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog').waitFor({ state: 'detached' })
  await page.getByRole('heading', { name: 'CREDENCIAL ANULADA' }).waitFor()
  await close()
  await page.getByText('se sigue solo cuando vuelva').waitFor()
  await expectAccessibleLayout(page, 'a revoked credential, without a kiosk')
})

test('edit conflicts, recovered drafts, histories, revocations, removals and registrations pass the layout and accessibility checks', async () => {
  const { page, url } = await openPage(blank, { viewport: phone })
  const draft = aDraft({ ...longName, participacion: 'Una línea\n'.repeat(40) })
  const id = await register(url, draft)
  await page.goto(`/form/${id}`)
  await page.getByLabel('Nombres').fill('Max')
  await page.getByLabel('Club').fill('Unión'.repeat(20))
  await page.getByLabel('Historial deportivo').fill('Otra línea\n'.repeat(40))
  await update(url, id, { ...draft, club: 'Los Cóndores', participacion: 'Ninguna' })
  await page.getByText('Otra persona cambió').waitFor()
  await page.reload()
  await page.getByText('Se recuperó').waitFor()
  await page.getByText('Otra persona cambió').waitFor()
  await expectAccessibleLayout(page, 'a recovered draft of a pilot who was changed elsewhere')
  await press(page, 'Comparar')
  await press(page, 'Guardar así')
  await page.getByText('Los dos lo cambiaron').first().waitFor()
  await expectAccessibleLayout(page, 'two versions')
  await page.keyboard.press('Escape')

  await goTo(page, `/credencial/${id}`)
  await chooseFromMenu(page, 'Historial de cambios')
  await page.getByText('Registrado').waitFor()
  await expectAccessibleLayout(page, 'history')
  await page.keyboard.press('Escape')
  await chooseFromMenu(page, 'Entregar datos')
  await page.getByRole('button', { name: 'Descargar' }).waitFor()
  await expectAccessibleLayout(page, 'data to hand over')
  await page.keyboard.press('Escape')
  await chooseFromMenu(page, 'Anular credencial')
  await expectAccessibleLayout(page, 'to be revoked')
  await page.keyboard.press('Escape')
  await askAt(url, 'DELETE', `/api/pilots/${id}`)
  await show(page, '/borrados', '1 borrado')
  await expectAccessibleLayout(page, 'the removed pilots')

  await register(url, aDraft(longName))
  await goTo(page, '/form')
  await fill(page, aDraft(longName))
  await press(page, 'Registrar')
  await page.getByText('también es de').first().waitFor()
  await expectAccessibleLayout(page, 'registered with the number of another pilot')
})
