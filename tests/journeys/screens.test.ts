/** A journey over all screens in a real Chromium, on a laptop and on a phone: an error of a page fails it. */
import { expect, test } from 'vitest'
import { screens } from '#domain/api/addresses'
import { laptop, pageOpener, phone, register } from '../support/page.ts'
import { aDraft } from '../support/pilots.ts'

const openPage = pageOpener()

/** A text of each screen, which comes with its data. */
const texts: Record<keyof typeof screens, string> = {
  home: '1 piloto',
  search: '1 piloto',
  form: 'Borrar piloto',
  login: 'pilotos staff add USUARIO',
  help: 'Una credencial perdida',
  manual: 'Lo que se prepara antes de que llegue el primer piloto',
  settings: 'Vista pública',
  removed: 'No hay pilotos borrados.',
  pending: 'Nadie quedó por inscribir',
  approvals: 'Nadie espera.',
  gate: 'Empezar',
  incidents: 'No hay incidencias',
  report: 'Nadie pasó por las puertas.',
  startList: 'Todavía nadie está inscrito en este evento',
  till: 'Este evento no tiene precios',
  credential: 'No está inscrito.',
  chips: 'Este evento no tiene chips todavía',
  apply: 'La autoinscripción está cerrada',
}

test.each([
  ['a laptop', laptop],
  ['a phone', phone],
])('every screen opens on %s with what belongs to it', async (_, viewport) => {
  const { page, url } = await openPage(undefined, { viewport })
  const id = await register(url, aDraft())
  for (const [name, path] of Object.entries(screens)) {
    const response = await page.goto(path.replace(/:\w+\??/, id))
    expect(response?.status(), path).toBe(200)
    await page
      .getByText(texts[name as keyof typeof screens])
      .first()
      .waitFor()
  }
})
