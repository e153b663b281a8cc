/** A journey of riders whom an import stores without what is missing, until the desk completes one, in a real Chromium. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { dropOnList } from '../support/file-drag.ts'
import { openGate } from '../support/gate.ts'
import { importButton } from '../support/import-page.ts'
import { pageOpener } from '../support/page.ts'
import { scan } from '../support/scanner.ts'

const openPage = pageOpener()

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

test('what is missing in a file is completed later with one click, and a rider has a card and passes a gate once the desk has completed it', async () => {
  const { page } = await openPage('/')
  await dropOnList(page, [{ name: 'inscritos.csv', content: sheet() }])
  await page.getByText('3 filas sin Documento de identidad (DNI)').waitFor()
  // One rider, a group, and all: each is undone by a second press.
  await page.getByText('1 fila con Fecha de Nacimiento').waitFor()
  await page.getByRole('button', { name: 'Completar después, línea 5' }).first().click()
  await page.getByText('✓ después').first().waitFor()
  await page.getByText('1 texto que no se entiende no se guarda: el piloto queda incompleto').waitFor()
  await page.getByText('línea 5 Lola Quispe: Fecha de Nacimiento «31/02/1990»').waitFor()
  await importButton(page, 'Importar 4 pilotos').waitFor()
  await page.getByRole('button', { name: 'No completar después, línea 5' }).first().click()
  await importButton(page, 'Importar 3 pilotos').waitFor()
  await press(page, 'Completar después todo lo que falta')
  await importButton(page, 'Importar 5 pilotos').waitFor()
  expect(await figure(page, 'nuevos, 2 incompletos')).toBe('5')
  await press(page, 'No completar después')
  await importButton(page, 'Importar 3 pilotos').waitFor()
  await press(page, 'Completar después todo lo que falta')
  await importButton(page, 'Importar 5 pilotos').click()
  await page.getByText('Se importaron 5 pilotos').waitFor()
  await press(page, 'Listo')

  await page.getByRole('button', { name: 'Resumen' }).click()
  await page.getByRole('button', { name: 'Incompletos 2' }).click()
  await page.getByText('2 pilotos incompletos').waitFor()
  await page.getByText('Incompleto: falta DNI, Fecha de Nacimiento').waitFor()
  await page.getByRole('link', { name: 'Buscar credencial de Ana Quispe' }).click()
  // The list has the text of what is missing too.
  await page.getByRole('link', { name: 'Completar' }).waitFor()
  await page.getByText('falta DNI, Fecha de Nacimiento').waitFor()
  expect(await page.getByAltText('Código QR de esta credencial').count()).toBe(0)
  expect(await page.getByRole('button', { name: 'Imprimir', exact: true }).count()).toBe(0)
  const code = new URL(page.url()).pathname.split('/').at(-1) ?? ''

  await openGate(page)
  await scan(page, code)
  await page.getByRole('heading', { level: 2, name: 'INCOMPLETO' }).waitFor()
  await page.getByText('No tiene credencial todavía: vaya a la mesa.').waitFor()

  await page.goto(`/credencial/${code}`)
  await page.getByRole('link', { name: 'Completar', exact: true }).click()
  const dni = page.getByLabel('Documento de identidad (DNI)')
  await expect.poll(() => dni.evaluate((element) => element === document.activeElement)).toBe(true)
  await dni.fill('40000077')
  await page.getByRole('button', { name: 'Editar', exact: true }).click()
  await page.getByText('Campo Requerido').waitFor()
  await page.getByLabel('Fecha de Nacimiento').fill('28/02/1994')
  await page.getByRole('button', { name: 'Editar', exact: true }).click()
  await page.getByText('El usuario fue actualizado exitosamente').waitFor()

  await page.goto(`/credencial/${code}`)
  await page.getByText('VIGENTE').waitFor()
  await page.getByRole('button', { name: 'Imprimir', exact: true }).click()
  await page.getByRole('button', { name: 'Preparar PDF' }).click()
  await page.getByRole('link', { name: 'Abrir el PDF' }).waitFor()
  await openGate(page)
  await scan(page, code)
  await page.getByRole('heading', { level: 2, name: 'PASE' }).waitFor()
})

async function figure(page: Page, label: string): Promise<string | null> {
  return page
    .getByRole('term')
    .filter({ hasText: label })
    .locator('xpath=following-sibling::dd')
    .textContent()
}

/** Returns a sheet of six riders: two lack something, one has a date that does not exist, and one lacks a DNI and has one. */
function sheet(): string {
  const head =
    'Nombres;Apellidos;Correo;Celular;DNI;Fecha de Nacimiento;N° Licencia;N° Piloto;Licencia;Modalidad;Club;Tipo de sangre;Historial deportivo'
  const rest = ';FM-1;%;Anual;RALLY;Moto Club Sur;O+;Sin historial'
  const rows = [
    'Ana;Quispe;ana@ejemplo.org;987654321;;',
    'Luz;Quispe;luz@ejemplo.org;987654322;40000002;05/03/1994',
    'Rosa;Quispe;rosa@ejemplo.org;987654323;;05/03/1995',
    'Lola;Quispe;lola@ejemplo.org;987654324;;31/02/1990',
    'Eva;Quispe;eva@ejemplo.org;987654325;40000005;05/03/1996',
    'Inés;Quispe;ines@ejemplo.org;987654326;40000006;05/03/1997',
  ]
  return [head, ...rows.map((row, index) => row + rest.replace('%', String(index + 1)))].join('\n')
}
