/** The walks of the manual: each of its pictures, on the way on which a person comes to the screen. */
import { credentialPath } from '#domain/api/addresses'
import { anEvent, enter, openEventOf, setEvent } from '../support/events.ts'
import { aDraft } from '../support/pilots.ts'
import { openReception } from '../support/reception.ts'
import { scan } from '../support/scanner.ts'
import type { Walk } from './camera.ts'
import { portrait } from './kiosk.ts'
import { backedUp, chooseMessySheet, chooseOtherDesk } from './office-walks.ts'

const desk = { width: 1024, height: 600 }
const phone = { width: 360, height: 640 }

export const manualWalks: Record<string, Walk> = {
  'manual-friday': {
    async steps(camera) {
      const { page } = camera
      await backedUp(camera.url)
      await camera.open('/ajustes/evento', 'Nuevo evento…')
      await camera.takeForManual('evento', desk)
      await camera.open('/ajustes/copias', 'Carpeta:')
      await camera.takeForManual('copias', desk, page.locator('#copias'))
      await camera.open('/search', '72 pilotos')
      await camera.press('Imprimir')
      await camera.see('De 72 credenciales')
      await camera.takeForManual('tarjetas', desk)
      await camera.open('/search', '72 pilotos')
      await camera.choose('Importar')
      await chooseMessySheet(camera)
      await camera.press('Poner «Sin historial»')
      await camera.see('Por corregir')
      await camera.takeForManual('importar', { ...desk, height: 1000 })
    },
  },
  'manual-new-kiosk': {
    isEmpty: true,
    async steps(camera) {
      await camera.open('/', 'Importar una planilla')
      await camera.takeForManual('kiosco-nuevo', desk)
    },
  },
  'manual-desk': {
    async steps(camera, { valid }) {
      const { page } = camera
      await camera.open('/search', '72 pilotos')
      await camera.takeForManual('lista', desk)
      await camera.choose('Imprimir lista')
      await camera.see('Imprimir en papel')
      await camera.takeForManual('imprimir-lista', desk)
      await camera.escape()
      await camera.press('Inscribir')
      await camera.see('Inscribir en Copa Andina')
      await camera.takeForManual('inscribir', desk)
      await camera.open('/form', 'Historial deportivo')
      await page.locator('form [name="dni"]').fill('45678912')
      await page.keyboard.press('Enter')
      await camera.see('Ver credencial')
      await camera.takeForManual('conocido', desk)
      await camera.open(credentialPath(valid), 'Más')
      await camera.takeForManual('credencial', desk)
      await camera.press('Más')
      await camera.takeForManual('credencial-mas', desk)
      await camera.escape()
      await camera.choose('Anular credencial')
      await camera.see('Esto no se puede deshacer')
      await camera.takeForManual('perdida', desk)
      await enter(camera.url, { modalidades: ['MOTOCROSS'] })
      const { categories } = await openEventOf(camera.url)
      await setEvent(camera.url, anEvent({ checks: ['guardian'], categories }))
      await camera.open('/lista-de-salida', 'Por número')
      await page.getByLabel('Categoría o modalidad').selectOption('MOTOCROSS · MX2')
      await page.getByLabel('Cuántos caben en una manga').fill('35')
      await camera.see('Manga 1 de')
      await camera.takeForManual('lista-de-salida', { ...desk, height: 900 })
    },
  },
  'manual-reception': {
    async steps(camera) {
      const { page, url } = camera
      await camera.open('/ajustes/impresora', 'Cola')
      await page.getByLabel('Tarjeta, 85,6 × 54 mm').selectOption('Zebra_ZC300')
      await camera.takeForManual('impresora', desk, page.locator('#impresora'))
      const apply = await openReception(url)
      const draft = aDraft({ name: 'Lucía', lastname: 'Ramos Vega', fechanac: '1999-03-14', dni: 70112233 })
      await apply({ ...draft, tiposangre: '' }, { picture: await portrait(150) })
      await apply(aDraft({ name: 'Bruno', lastname: 'Paz Soto', fechanac: '2012-08-02', dni: 80112233 }))
      await apply(aDraft({ name: 'Ana', lastname: 'Quispe Mamani', dni: 45678912, club: 'Otro Club' }))
      await camera.open('/ajustes/autoinscripcion', 'Dirección del cartel')
      await camera.takeForManual('autoinscripcion', desk, page.locator('#autoinscripcion'))
      await camera.open('/por-aprobar', '3 personas por aprobar')
      await camera.takeForManual('por-aprobar', desk)
      await page.keyboard.press('Enter')
      await page.getByAltText('Foto del teléfono').waitFor()
      await camera.takeForManual('aprobar', { ...desk, height: 760 })
    },
  },
  'manual-gate': {
    async steps(camera, riders) {
      const { page } = camera
      await camera.open('/puerta', 'Empezar')
      await camera.takeForManual('puerta-empezar', phone)
      await camera.press('Empezar')
      await camera.see('Escanee para')
      await camera.press('Salida')
      await scan(page, riders.valid)
      await page.getByRole('region', { name: 'Respuesta' }).getByText('SALIDA').waitFor()
      await camera.press('Siguiente')
      await camera.press('Entrada')
      await scan(page, riders.valid)
      await camera.see('PASE')
      await camera.takeForManual('puerta-pase', phone)
      await scan(page, riders.expired)
      await camera.see('VENCIDA')
      await camera.takeForManual('puerta-no', phone)
      await camera.press('Siguiente')
      await camera.press('Buscar')
      await page.getByLabel('Número, nombre, DNI o código').fill('an')
      await page.getByRole('list', { name: 'Pilotos encontrados' }).getByRole('listitem').first().waitFor()
      await camera.takeForManual('puerta-buscar', phone)
      await page.getByRole('button', { name: 'Ana Quispe' }).click()
      await camera.takeForManual('puerta-sin-credencial', phone)
      await camera.press('Volver')
      await camera.press('Buscar')
      await page.context().setOffline(true)
      await scan(page, riders.suspended)
      await camera.see('Sin conexión: responde')
      await camera.press('Siguiente')
      await camera.see('Sin conexión con la laptop')
      await camera.takeForManual('puerta-sin-conexion', phone)
    },
  },
  'manual-end': {
    async steps(camera, riders) {
      await camera.open('/incidencias', 'incidencia')
      await camera.takeForManual('incidencias', desk)
      await camera.open('/informe', 'Copa Andina')
      await camera.takeForManual('informe', desk)
      await camera.open('/ajustes/dia', 'Cerrar el día')
      await camera.press('Cerrar el día')
      await camera.see('Primero se hace la copia')
      await camera.takeForManual('cerrar-dia', desk)
      await camera.open('/search', '72 pilotos')
      await camera.choose('Unir con otra mesa')
      await chooseOtherDesk(camera, riders)
      await camera.takeForManual('unir', desk)
    },
  },
}
