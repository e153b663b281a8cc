/** Tests in a real Chromium of the category of a rider at a gate: in an answer, among found riders, and without the laptop. */
import { expect, test } from 'vitest'
import { anEvent, enter, setEvent } from '../../support/events.ts'
import { openGate } from '../../support/gate.ts'
import { heldPilots } from '../../support/gate-database.ts'
import { expectAccessibleLayout } from '../../support/looks.ts'
import { blank, pageOpener, register } from '../../support/page.ts'
import { aDraft, aPicture } from '../../support/pilots.ts'
import { scan } from '../../support/scanner.ts'

const openPage = pageOpener()

test.each([
  ['a phone', { width: 360, height: 800 }],
  ['a small laptop', { width: 1024, height: 600 }],
  ['a laptop', { width: 1366, height: 768 }],
])(
  'on %s, the category stands beside the number and the modalidad, also without the laptop, and follows a rename',
  async (_, viewport) => {
    const { page, context, url } = await openPage(blank, { viewport })
    const longName = 'Nacional de Veteranos Master mayores 50+'
    const categories = [
      { id: 'mx-mx1', modalidad: 'MOTOCROSS', name: 'MX1' },
      { id: 'velo-vet', modalidad: 'ENDURO CROSS', name: longName },
    ]
    const modalidad = 'MOTOCROSS'
    await setEvent(url, { ...anEvent(), categories })
    const ana = await register(
      url,
      aDraft({ name: 'Ana', lastname: 'Quispe', npiloto: '27', modalidad }),
      await aPicture('png', 40, 40),
    )
    const luis = await register(
      url,
      aDraft({ name: 'Luis', lastname: 'Rojas', npiloto: '8', modalidad: 'ENDURO CROSS' }),
    )
    await enter(url, { ids: [ana] })
    await enter(url, { ids: [luis], modalidades: ['ENDURO CROSS', modalidad], numbers: { MOTOCROSS: '12' } })
    const both = `ENDURO CROSS · 8 ${longName} · 12 MX1`
    await openGate(page)
    await expect.poll(() => heldPilots(page)).toBe(2)

    const answer = page.getByRole('region', { name: 'Respuesta' })
    await scan(page, ana)
    await answer.getByText('MOTOCROSS · MX1', { exact: true }).waitFor()
    await expectAccessibleLayout(page, 'the answer with a category')
    await scan(page, luis)
    await answer.getByText(both, { exact: true }).waitFor()
    await expectAccessibleLayout(page, 'the answer with long categories')
    await answer.getByRole('button', { name: 'Siguiente' }).click()

    await page.getByRole('button', { name: 'Buscar' }).click()
    const field = page.getByLabel('Número, nombre, DNI o código')
    const found = page.getByRole('list', { name: 'Pilotos encontrados' }).getByRole('listitem')
    await field.fill('luis')
    await found.getByText(both).waitFor()
    await expectAccessibleLayout(page, 'the found riders with long categories')
    await field.fill('27')
    await found.getByText('MOTOCROSS · MX1').waitFor()
    await expectAccessibleLayout(page, 'the found riders with a category')

    const [mx1, other] = categories
    await setEvent(url, { ...anEvent(), categories: [{ ...mx1, name: 'MX Uno' } as never, other as never] })
    await found.getByText('MOTOCROSS · MX Uno').waitFor()
    await context.setOffline(true)
    await found.click()
    const chosen = page.getByRole('region', { name: 'Piloto elegido' })
    await chosen.getByText('MOTOCROSS · MX Uno').waitFor()
    await expectAccessibleLayout(page, 'the chosen rider with a category')
    await chosen.getByRole('button', { name: 'Entra sin credencial' }).click()
    await answer.getByText('Sin conexión: responde la lista').waitFor()
    await answer.getByText('MOTOCROSS · MX Uno').waitFor()
  },
)
