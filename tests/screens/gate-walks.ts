/** The walks of the gates: on the laptop, and on a phone that is paired with a gate. */
import { credentialPath } from '#domain/api/addresses'
import { scan } from '../support/scanner.ts'
import type { Walk } from './camera.ts'
import { send } from './kiosk.ts'

export const gateWalks: Record<string, Walk> = {
  gate: {
    async steps(camera, riders) {
      const { page } = camera
      await camera.open('/puerta', 'Empezar')
      await camera.take('gate-start')
      await camera.press('Empezar')
      await camera.see('Escanee para')
      await camera.take('gate-ready')
      for (const [name, code, text] of [
        ['pass', riders.foreign, 'PASE'],
        ['pass-long-name', riders.minor, 'PASE'],
        ['same-scan', riders.minor, 'Es la misma lectura'],
        ['again', riders.valid, 'YA ENTRÓ'],
        ['refused-expired', riders.expired, 'VENCIDA'],
        ['refused-suspended', riders.suspended, 'SUSPENDIDA'],
        ['refused-revoked', riders.revoked, 'ANULADA'],
        ['unknown-text', '7791234567890', 'NO ES UNA CREDENCIAL'],
      ] as const) {
        await scan(page, code)
        await camera.see(text)
        await camera.take(`gate-${name}`)
      }
      await scan(page, riders.valid)
      await camera.see('YA ENTRÓ')
      await camera.press('Contacto de emergencia')
      await camera.see('Rosa Huamán')
      await camera.take('gate-emergency-contact')
      await camera.press('Siguiente')
      await camera.take('gate-ready-after-scans')
      await camera.press(/adentro$/)
      await camera.take('gate-numbers')
      await camera.press('Salida')
      await camera.take('gate-exit-ready')
      await scan(page, riders.foreign)
      const answer = page.getByRole('region', { name: 'Respuesta' })
      await answer.getByText('Marcelo').waitFor()
      await camera.take('gate-exit')
      await answer.getByRole('button', { name: 'Deshacer', exact: true }).click()
      await camera.take('gate-undo-question')
      await answer.getByRole('button', { name: 'Toque otra vez para deshacer' }).click()
      await camera.see('DESHECHO')
      await camera.take('gate-undone')
      await camera.press('Siguiente')
      await camera.press('Buscar')
      await camera.take('gate-search')
      await page.getByLabel('Número, nombre, DNI o código').fill('an')
      await page.getByRole('list', { name: 'Pilotos encontrados' }).getByRole('listitem').first().waitFor()
      await camera.take('gate-search-found')
      await page.getByRole('button', { name: 'Ana Quispe' }).click()
      await camera.take('gate-search-chosen')
      await camera.press('Volver')
      await page.getByLabel('Número, nombre, DNI o código').fill('nadie de aquí')
      await camera.take('gate-search-nothing')
      await camera.press('Buscar')
      await page.context().setOffline(true)
      await scan(page, riders.suspended)
      await camera.see('Sin conexión: responde')
      await camera.take('gate-offline-refused')
      await camera.press('Siguiente')
      await camera.see('Sin conexión con la laptop')
      await camera.take('gate-offline')
    },
  },
  'gate-that-demands': {
    async steps(camera, riders) {
      const [event] = (await send('GET', `${camera.url}/api/events`)) as { id: string }[]
      const {
        id,
        opened_at: _,
        closed_at: __,
        ...data
      } = event as { id: string; opened_at: string; closed_at: string }
      await send('PUT', `${camera.url}/api/events/${id}`, { ...data, demand: 'checks' })
      await camera.open('/puerta', 'Empezar')
      await camera.press('Empezar')
      await camera.see('Escanee para')
      for (const [name, code, text] of [
        ['not-entered', riders.foreign, 'NO INSCRITO'],
        ['lacks-checks', riders.long, 'FALTA'],
      ] as const) {
        await scan(camera.page, code)
        await camera.see(text)
        await camera.take(`gate-${name}`)
      }
    },
  },
  phone: {
    isElsewhere: true,
    async steps(camera, riders) {
      const { page, url } = camera
      await camera.open('/puerta', 'Este equipo todavía no es una puerta')
      await camera.take('phone-unpaired')
      const [pairing] = (await send('POST', `${url}/api/gate/pairings`, { gate: 'Norte' })) as {
        url: string
      }[]
      await camera.open(`/puerta${new URL(String(pairing?.url)).hash}`, 'Empezar')
      await camera.take('phone-paired')
      await camera.press('Desconectar')
      await camera.take('phone-disconnect-question')
      await camera.escape()
      for (const name of ['valid', 'revoked'] as const) {
        await camera.open(credentialPath(riders[name]), /VIGENTE|CREDENCIAL ANULADA/)
        await camera.take(`gate-credential-${name}`)
      }
      await page.context().clearCookies()
      await camera.open('/puerta#AAAAAAAAAAAAAAAAAAAAAA', 'Ese código no es de este kiosco')
      await camera.take('phone-wrong-code')
    },
  },
}
