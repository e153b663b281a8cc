/** The walks of the office: settings, files, and what happened at the event. */
import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { zipSync } from 'fflate'
import { credentialPath } from '#domain/api/addresses'
import { messyCsv } from '../support/messy-sheet.ts'
import { root } from '../support/root.ts'
import { scan } from '../support/scanner.ts'
import type { Camera, Walk } from './camera.ts'
import { changeRider, now, otherDesk, portrait, type Riders, send } from './kiosk.ts'

/** The sections of the settings, by their identifiers. */
const sections = {
  evento: 'event',
  categorias: 'categories',
  reservados: 'reserved',
  campos: 'fields',
  marca: 'brand',
  cuentas: 'accounts',
  puertas: 'gates',
  vigencia: 'validity',
  datos: 'personal-data',
  copias: 'backups',
  dia: 'day',
  fotos: 'photos',
  vista: 'public-view',
}

export const officeWalks: Record<string, Walk> = {
  settings: {
    async steps(camera) {
      const { page, url } = camera
      await backedUp(url)
      await camera.open('/ajustes', 'Vista pública')
      await camera.take('settings', { isPrinted: true })
      const open = (id: string) => camera.open(`/ajustes/${id}`, 'Todos los ajustes')
      for (const [id, name] of Object.entries(sections)) {
        await open(id)
        await camera.take(`settings-${name}`)
      }
      for (const [name, id, button, text] of [
        ['new-event', 'evento', 'Nuevo evento…', 'Copa Andina termina'],
        ['new-category', 'categorias', 'Agregar categoría', 'Cilindrada desde'],
        ['new-reserved', 'reservados', 'Reservar un número', 'Para quién'],
        ['podium', 'reservados', 'Reservar el podio', 'Primero, con el'],
        ['remove-event', 'evento', 'Quitar este evento…', 'Cancelar'],
        ['new-field', 'campos', 'Agregar campo', 'Quién lo ve'],
        ['new-account', 'cuentas', 'Agregar cuenta', 'Otra vez'],
        ['change-password', 'cuentas', 'Cambiar la contraseña de luis', 'Otra vez'],
        ['change-role', 'cuentas', 'Cambiar el rol de luis', 'Rol de luis'],
        ['remove-account', 'cuentas', 'Borrar la cuenta luis', 'Cancelar'],
        ['pair-phone', 'puertas', 'Emparejar un teléfono', 'Mostrar el código'],
        ['restore', 'copias', /^Restaurar la copia/, 'En la copia'],
        ['forget', 'datos', 'Revisar: Salud y seguro', 'Última vez'],
        ['close-day', 'dia', 'Cerrar el día', 'Primero se hace la copia'],
      ] as const) {
        await open(id)
        await camera.press(button)
        await camera.see(text)
        await camera.take(`settings-${name}`)
        if (name === 'new-category') {
          const dialog = await camera.front()
          await dialog.getByLabel('Modalidad').selectOption('MOTOCROSS')
          await dialog.getByLabel('Nombre').fill('MX1')
          await dialog.getByLabel('Números').fill('150-250')
          await camera.press('Agregar')
          await camera.see('85 cc y MX1 comparten 150-199')
          await camera.take('settings-new-category-problems')
        }
        if (name === 'new-account') {
          await camera.press('Agregar')
          await camera.take('settings-new-account-problems')
        }
        if (name === 'pair-phone') {
          await camera.press('Mostrar el código')
          await page.getByAltText(/^Código para emparejar/).waitFor()
          await camera.take('settings-pair-phone-code')
        }
        if (name === 'forget') {
          await page.getByLabel(/^Todas:/).check()
          await camera.press(/^Olvidar los datos/)
          await camera.take('settings-forget-question')
        }
      }
      await camera.press('Cerrar el día')
      await camera.see('El día está cerrado')
      await camera.take('settings-day-closed', { part: page.locator('#dia') })

      await open('fotos')
      const pictures = {
        '45678912.png': await portrait(40),
        '10000003 Rosa.png': await portrait(200),
        'paisaje.png': await portrait(300),
        '10000004.jpg': Buffer.from('roto'),
      }
      const buffer = Buffer.from(zipSync(pictures))
      await page
        .getByLabel('Elegir ZIP')
        .setInputFiles({ name: 'fotos.zip', mimeType: 'application/zip', buffer })
      await camera.see('No se pondrán')
      await camera.take('settings-photos-preview', { part: page.locator('#fotos') })
      await camera.press(/^Poner/)
      await page.getByLabel('Elegir ZIP').waitFor({ state: 'attached' })
      await camera.take('settings-photos-done', { part: page.locator('#fotos') })
      await open('evento')
      await page.getByRole('form', { name: 'Evento abierto' }).getByLabel('Último día').fill('31/02/2026')
      await camera.press('Guardar el evento')
      await camera.see('día del calendario')
      await camera.take('settings-event-problems', { part: page.locator('#evento') })
    },
  },
  incidents: {
    async steps(camera) {
      const { page } = camera
      await camera.open('/incidencias', 'incidencia')
      await camera.take('incidents-open', { isPrinted: true })
      await page
        .getByRole('button', { name: /^Resolver la incidencia/ })
        .first()
        .click()
      await camera.press('Resolver')
      await camera.see('Escriba el motivo')
      await camera.take('incidents-settle')
      await page.getByLabel('Motivo').fill('Pagó en la mesa')
      await camera.press('Resolver')
      await page.locator('dialog').waitFor({ state: 'detached' })
      await camera.open('/incidencias?settled=1', 'Pagó en la mesa')
      await camera.take('incidents-settled')
      await camera.open('/incidencias?all=1', 'lecturas')
      await camera.take('passages-all', { isPrinted: true })
      await camera.open('/informe', 'Copa Andina')
      await camera.take('report', { isPrinted: true })
      await camera.open('/informe?event=primero', 'Copa Sierra')
      await camera.take('report-earlier-event', { isPrinted: true })
      await camera.open('/borrados', 'Óscar')
      await camera.take('removed', { isPrinted: true })
      await camera.press('Borrar para siempre a Óscar Benítez Cruz')
      await camera.take('removed-erase')
      await camera.open('/borrados', 'Óscar')
      await camera.press(/^Deshacer la importación/)
      await camera.take('removed-undo-import-question')
      await camera.escape()
      await camera.press('Recuperar a Óscar Benítez Cruz')
      await camera.see('Ver credencial')
      await camera.take('removed-restored')
      await camera.open('/ayuda', 'Controlar una puerta')
      await camera.take('help', { isPrinted: true })
      await camera.open('/ayuda/manual', 'Lo que se prepara')
      await camera.take('manual', { isLong: true })
      await camera.open('/api/docs', 'PilotOS')
      await camera.take('api-page', { isLong: true })
    },
  },
  import: {
    async steps(camera) {
      const { page } = camera
      await camera.open('/search', '72 pilotos')
      await camera.choose('Importar')
      await camera.take('import-choose')
      await page.getByLabel('Elegir archivo').setInputFiles(join(root, 'tests/fixtures/con-clave.xlsx'))
      await page.getByRole('dialog').getByRole('alert').filter({ hasText: /\w/ }).waitFor()
      await camera.take('import-locked-file')
      await camera.press('Otro archivo')
      await chooseMessySheet(camera)
      await camera.take('import-missing-column')
      await camera.press('Poner «Sin historial»')
      await camera.see('Por corregir')
      await camera.take('import-preview')
      await camera.press(/^Importar \d/)
      await camera.see(/^Se importaron/)
      await camera.take('import-done')
      await camera.press('Deshacer importación')
      await camera.see('Importación deshecha')
      await camera.see('72 pilotos')
      await camera.take('import-undone')
    },
  },
  merge: {
    async steps(camera, riders) {
      await camera.open('/search', '72 pilotos')
      await camera.choose('Unir con otra mesa')
      await camera.take('merge-choose')
      await chooseOtherDesk(camera, riders)
      await camera.take('merge-preview')
      await camera.press('Todo lo de la otra')
      await camera.see('Todavía no se guardó nada.')
      await camera.take('merge-decided')
      await camera.press(/^Unir \d/)
      await camera.see('Unión terminada')
      await camera.see('73 pilotos')
      await camera.take('merge-done')
      await camera.press('Deshacer unión')
      await camera.see(/^Unión deshecha/)
      await camera.see('72 pilotos')
      await camera.take('merge-undone')
    },
  },
  print: {
    async steps(camera, riders) {
      const { page } = camera
      const open = async () => {
        await camera.open('/search', '72 pilotos')
        await camera.press('Imprimir')
        await camera.see('De 72 credenciales')
      }
      await open()
      await camera.take('print-run-choose')
      await page.getByLabel('Hoja A4').check()
      await page.getByText('Ajustar la impresora').click()
      await camera.take('print-run-sheet')
      const waitsFor = { by: 'rosa', done: 2300, total: 10_000 }
      const waiting = { before: 2, waits_for: waitsFor, done: 0, total: 72, url: null }
      await page.route('**/api/print/*', (route) => route.fulfill({ json: { data: [waiting] } }))
      await camera.press('Preparar PDF')
      await page.locator('progress[value]').waitFor()
      await camera.take('print-run-waiting')
      await page.unroute('**/api/print/*')
      await open()
      await camera.press('Preparar PDF')
      await camera.see('Abrir el PDF')
      await camera.take('print-run-ready')
      await camera.open(credentialPath(riders.valid), 'Más')
      await camera.press('Imprimir')
      await camera.press('Preparar PDF')
      await camera.see('Imprimir otra vez')
      await camera.take('print-run-printed-before')
    },
  },
  access: {
    isElsewhere: true,
    async steps(camera, riders) {
      const { page, url } = camera
      const signIn = async (user: string) => {
        await page.context().clearCookies()
        await camera.open('/login', 'Usuario')
        await page.getByLabel('Usuario').fill(user)
        await page.getByLabel('Contraseña').fill(`la clave de ${user}`)
        await camera.press('Ingresar')
        await camera.see(user)
      }
      await camera.open('/login', 'Usuario')
      await camera.take('login')
      await camera.press('Ingresar')
      await camera.take('login-nothing-typed')
      await page.getByLabel('Usuario').fill('rosa')
      await page.getByLabel('Contraseña').fill('otra clave')
      await camera.press('Ingresar')
      await camera.see('*Contraseña incorrecta')
      await camera.take('login-wrong-password')
      await camera.open('/ayuda', 'Controlar una puerta')
      await camera.take('help-without-account')
      await signIn('luis')
      await camera.open('/search?search=quispe', 'pilotos con')
      await camera.take('list-for-the-desk')
      await camera.open('/ajustes', 'Esta pantalla pide otra cuenta')
      await camera.take('other-account-needed')
      await camera.open(credentialPath(riders.valid), 'Más')
      await camera.take('credential-for-the-desk')
      await signIn('norte')
      await camera.open('/puerta', 'Empezar')
      await camera.take('gate-start-with-account')
      await camera.press('Salir')
      await camera.take('gate-sign-out-question')
      await signIn('rosa')
      await camera.open('/search?search=quispe', 'pilotos con')
      await scan(page, '7K3Q9XW2M4TB')
      await camera.see('7K3Q-9XW2-M4TB')
      await camera.take('scan-unknown-code')
      await camera.open('/form', 'Historial deportivo')
      await scan(page, riders.revoked)
      await page.getByRole('alertdialog').waitFor()
      await camera.take('scan-revoked')
      await camera.open('/form', 'Historial deportivo')
      await page.getByLabel('Nombres', { exact: true }).fill('Ana')
      await scan(page, riders.suspended)
      await camera.see('se conserva')
      await camera.take('scan-on-a-form')
      await page.route(/\/api\?list=all/, (route) =>
        route.fulfill({ status: 500, json: { error: 'El kiosco falló.' } }),
      )
      await camera.open('/search', 'El kiosco falló')
      await camera.take('list-error')
      await page.unrouteAll()
      await camera.open('/search?search=quispe', 'pilotos con')
      await page.route(`${url}/**`, (route) => route.abort())
      await page.context().setOffline(true)
      await page.evaluate(() => dispatchEvent(new Event('offline')))
      await page.getByRole('searchbox').fill('rojas')
      await camera.see('no responde')
      await camera.take('kiosk-gone')
    },
  },
}

/** Chooses, in the open dialog of the import, a sheet that lacks a column and has values to correct. */
export async function chooseMessySheet(camera: Camera): Promise<void> {
  const file = { name: 'inscritos-mantaro.csv', mimeType: 'text/plain', buffer: messyCsv(60) }
  await camera.page.getByLabel('Elegir archivo').setInputFiles(file)
  await camera.see('Al archivo le faltan columnas')
}

/** Chooses, in the open dialog of the merge, the backup of a desk that differs from this one. */
export async function chooseOtherDesk(camera: Camera, riders: Riders): Promise<void> {
  const { page, url } = camera
  const buffer = await otherDesk(url, riders)
  await changeRider(url, riders.plain, { club: 'Moto Club Tarma', email: 'nusta@ejemplo.org' })
  await page
    .getByLabel('Elegir archivo')
    .setInputFiles({ name: 'mesa-norte.tar.gz', mimeType: 'application/gzip', buffer })
  await camera.see('por decidir')
}

/** Waits for the backup that a kiosk makes when it starts, and dates its file by the clock of the pictures. */
export async function backedUp(url: string): Promise<void> {
  for (;;) {
    const [info] = (await send('GET', `${url}/api/backups`)) as {
      folder: string
      files: { name: string }[]
    }[]
    const [file] = info?.files ?? []
    if (info && file) return utimes(join(info.folder, file.name), now, now)
    await delay(50)
  }
}
