/** The walks of a weekend's event: incomplete riders, fields of one's own, and those whom an order left to be entered. */
import { formPath, credentialPath as pathOf } from '#domain/api/addresses'
import { anEvent, enter, openEventOf, setEvent } from '../support/events.ts'
import { aDraft } from '../support/pilots.ts'
import { weekendCsv } from '../support/weekend-sheet.ts'
import type { Walk } from './camera.ts'
import { atAnotherDesk, changeRider, portrait, register, send } from './kiosk.ts'

/** Twelve fields of one's own, of which the first five are enough for most. */
const ownFields = [
  { label: 'Talla de polo', kind: 'opcion', options: ['XS', 'S', 'M', 'L', 'XL'], isOnCard: true },
  { label: 'Camping', kind: 'casilla' },
  { label: 'Acompañantes', kind: 'numero' },
  { label: 'Grupo de riesgo de la aseguradora', kind: 'texto', dataGroup: 'health', isRequired: true },
  { label: 'Última revisión del casco', kind: 'fecha', audience: 'everyone', isOnCard: true },
  ...Array.from({ length: 7 }, (_, index) => ({ label: `Dato ${index + 6}`, kind: 'texto' })),
]

async function addFields(url: string, from: number, to: number): Promise<void> {
  for (const field of ownFields.slice(from, to))
    await send('POST', `${url}/api/fields`, { audience: 'desk', ...field })
}

const ownValues = {
  propio_opcion_talla_de_polo: 'XL',
  propio_casilla_camping: 'Sí',
  propio_numero_acompanantes: 3,
  propio_texto_grupo_de_riesgo_de_la_aseguradora: 'B, con examen del corazón del 3 de marzo',
  propio_fecha_ultima_revision_del_casco: '2026-10-01',
}

/** Imports riders; those who lack a value are stored as incomplete. */
async function importRiders(url: string, drafts: readonly object[]): Promise<void> {
  await send('POST', `${url}/api/import?file=padron.json&incomplete=1`, Buffer.from(JSON.stringify(drafts)))
}

/** Stores a rider without a document and a birth date, and returns the code. */
async function addIncomplete(url: string): Promise<string> {
  const { dni: _dni, fechanac: _fechanac, ...rest } = aDraft({ name: 'Inés', lastname: 'Ccori Paz' })
  await importRiders(url, [{ ...rest, npiloto: '814' }])
  const [record] = (await send('GET', `${url}/api?list=all&status=incomplete`)) as { id_driver: string }[]
  return String(record?.id_driver)
}

export const weekendWalks: Record<string, Walk> = {
  incomplete: {
    async steps(camera, { valid }) {
      const { page, url } = camera
      const id = await addIncomplete(url)
      await camera.open('/search?status=incomplete', '1 piloto incompleto')
      await camera.take('incomplete-list', { isPrinted: true })
      await camera.open(pathOf(id), 'Completar')
      await camera.take('incomplete-credential')
      await camera.open(formPath(id), 'Editar piloto')
      await camera.take('incomplete-form')
      await camera.open(pathOf(id), 'Completar')
      await camera.choose('Borrar para siempre')
      await camera.press('Seguir')
      await camera.take('incomplete-erase')
      await camera.open('/form', 'Historial deportivo')
      await page.locator('form [name="dni"]').fill('45678912')
      await page.keyboard.press('Enter')
      await camera.see('ya está registrado')
      await camera.take('known-rider')
      await camera.open(pathOf(valid), 'Más')
    },
  },
  'own-fields': {
    async steps(camera, { valid, plain }) {
      const { page, url } = camera
      const settings = (id = 'campos') => camera.open(`/ajustes/${id}`, 'Todos los ajustes')
      const part = page.locator('#campos')
      await addFields(url, 0, 5)
      await changeRider(url, valid, ownValues)
      await settings()
      await camera.take('own-fields-five', { part })
      await camera.press('Editar Talla de polo')
      await camera.take('own-fields-edit')
      await send('PUT', `${url}/api/fields/propio_opcion_talla_de_polo`, {
        label: 'Talla',
        options: ['S', 'M', 'L'],
        audience: 'everyone',
      })
      await page.getByLabel('Nombre del campo').fill('Polo')
      await camera.press('Guardar')
      await camera.see('Otra persona cambió este campo')
      await camera.take('own-fields-changed-elsewhere')
      await settings()
      await camera.press('Retirar Camping')
      await camera.take('own-fields-retire')
      await camera.escape()
      await camera.open('/search', '72 pilotos')
      await camera.press('Resumen')
      await camera.take('own-fields-summary')
      for (const [name, path] of [
        ['form', formPath(valid)],
        ['credential', pathOf(valid)],
        ['credential-without', pathOf(plain)],
      ] as const) {
        await camera.open(path, /Editar/)
        await camera.take(`own-fields-${name}`, { isPrinted: name === 'credential' })
      }
      await addFields(url, 5, 12)
      await settings()
      await camera.take('own-fields-twelve', { part })
      await camera.press('Retirar Camping')
      await camera.press('Retirar')
      await camera.see('ya no se pide')
      await part.getByText('Retirados (1)').click()
      await camera.take('own-fields-retired', { part })
      await settings('evento')
      await page.getByRole('form', { name: 'Evento abierto' }).getByLabel('Nombre').fill('Copa del Sol')
      const { categories } = await openEventOf(url)
      await setEvent(url, anEvent({ name: 'Copa de Oro', checks: ['payment'], categories }))
      await camera.press('Guardar el evento')
      await camera.see('Dos versiones de este evento')
      await camera.take('event-two-versions')
    },
  },
  pending: {
    async steps(camera) {
      const { page, url } = camera
      await camera.open('/por-inscribir', 'Nadie quedó por inscribir')
      await camera.take('pending-none')
      await importRiders(
        url,
        ['Uno', 'Otro'].flatMap((name) =>
          Array.from({ length: 31 }, (_, index) =>
            aDraft({
              name: `${name} ${index + 1}`,
              lastname: 'Quispe Huamán',
              npiloto: String(2000 + 10 * index),
              modalidad: 'HARD ENDURO',
            }),
          ),
        ),
      )
      await addIncomplete(url)
      await camera.open('/search', 'pilotos')
      await camera.press('Inscribir')
      await camera.press(/^Inscribir \d/)
      await camera.see('Resolverlos')
      await camera.take('list-entered-many')
      await camera.open('/por-inscribir', /Quedan \d/)
      await camera.take('pending-many', { isPrinted: true })
      await page.getByLabel('Número de Otro 2 Quispe Huamán').fill('2000')
      await page.keyboard.press('Enter')
      await camera.see('lo tiene Uno 1')
      await camera.take('pending-refused', { isLong: true })
      await camera.press(/con un número libre$/)
      await camera.take('pending-enter-all')
    },
  },
  'start-lists': {
    async steps(camera, { plain }) {
      const { page, url } = camera
      await enter(url, { modalidades: ['MOTOCROSS'] })
      await camera.open('/lista-de-salida', 'Por número')
      await page.getByLabel('Categoría o modalidad').selectOption('MOTOCROSS · MX2')
      await camera.see('van en 2 mangas')
      await camera.take('start-list', { isPrinted: true })
      await page.getByLabel('Por sorteo').check()
      await page.getByLabel('Semilla del sorteo').fill('4821')
      await page.getByLabel('En dos columnas').check()
      await camera.see('Sorteo con la semilla 4821')
      await camera.take('start-list-drawn', { isPrinted: true, isLong: true })
      const all = page.waitForEvent('download')
      await camera.press('Todas en un PDF')
      await all
      await page.getByLabel('En el orden de unos números').check()
      await page.getByLabel('Números en su orden').fill('204 999, 05')
      await camera.see('Nadie tiene estos números')
      await changeRider(url, plain, { npiloto: '398' })
      await camera.see('quedó vieja')
      await camera.take('start-list-out-of-date', { isLong: true })
      await page.getByLabel('Números en su orden').fill('999')
      await camera.see('Nadie tiene ninguno de esos números')
      await camera.take('start-list-refused')
    },
  },
  'import-weekend': {
    isEmpty: true,
    async steps(camera) {
      const { page } = camera
      await camera.open('/', 'Importar una planilla')
      await camera.press('Importar una planilla')
      await page
        .getByLabel('Elegir archivo')
        .setInputFiles({ name: 'inscritos.csv', mimeType: 'text/plain', buffer: weekendCsv() })
      await camera.see('Al archivo le faltan columnas')
      await camera.press('Poner «Sin historial»')
      await camera.see('Escribir MARÍA como María')
      await camera.take('import-weekend')
      await camera.press('Completar después todo lo que falta')
      await camera.see('No completar después')
      await page.getByLabel('En lugar de «NACIONAL»').selectOption('Anual')
      await camera.press('Usar en las 402 filas')
      await camera.press('Poner «MOTOCROSS» en las 402 filas')
      await camera.see(/^Importar \d/)
      await camera.take('import-weekend-later')
      await camera.press(/^Importar \d/)
      await camera.see(/^Se importaron/)
      await camera.take('import-weekend-done')
    },
  },
  'merge-incomplete': {
    async steps(camera) {
      const { page, url } = camera
      const draft = aDraft({ name: 'Inés', lastname: 'Ccori Paz', npiloto: '814' })
      const buffer = await atAnotherDesk(url, (desk) => register(desk, draft))
      await addIncomplete(url)
      await camera.open('/search', 'pilotos')
      await camera.choose('Unir con otra mesa')
      await page
        .getByLabel('Elegir archivo')
        .setInputFiles({ name: 'mesa-norte.tar.gz', mimeType: 'application/gzip', buffer })
      await camera.see('¿Son la misma persona?')
      await camera.take('merge-incomplete')
    },
  },
  'gate-photos': {
    async steps(camera) {
      const { page, url } = camera
      for (let index = 0; index < 8; index += 1)
        await register(
          url,
          aDraft({ name: `Andrea ${index}`, lastname: 'Quispe Huamán', npiloto: String(3000 + index) }),
          await portrait(40 * index),
        )
      await camera.open('/puerta', 'Empezar')
      await camera.press('Empezar')
      await camera.see('Escanee para')
      await camera.press('Buscar')
      await page.getByLabel('Número, nombre, DNI o código').fill('andrea')
      await page.getByRole('list', { name: 'Pilotos encontrados' }).getByRole('listitem').nth(6).waitFor()
      await camera.take('gate-photos-found')
      await page.getByRole('button', { name: 'Andrea 3' }).click()
      await camera.take('gate-photos-chosen')
    },
  },
  manual: {
    async steps(camera) {
      const { page } = camera
      await camera.open('/ayuda/manual?buscar=anular', '3 secciones lo nombran')
      await camera.take('manual-search', { isLong: true })
      await page.getByRole('searchbox').fill('xyzzy')
      await camera.see('Nada en el manual')
      await camera.take('manual-search-nothing', { isLong: true })
    },
  },
}
