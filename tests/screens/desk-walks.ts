/** The walks of the desk: the list, the form and the credentials. */
import { formPath, credentialPath as pathOf } from '#domain/api/addresses'
import type { Walk } from './camera.ts'
import { changeRider, portrait, send } from './kiosk.ts'

export const deskWalks: Record<string, Walk> = {
  start: {
    isEmpty: true,
    async steps(camera) {
      await camera.open('/', 'Importar una planilla')
      await camera.take('list-empty', { isPrinted: true })
      await camera.open('/ajustes', 'Vista pública')
      await camera.take('settings-new-kiosk')
      await camera.open('/informe', 'Informe')
      await camera.take('report-empty', { isPrinted: true })
      await camera.open('/incidencias', 'No hay incidencias')
      await camera.take('incidents-none')
      await camera.open('/borrados', 'No hay pilotos borrados')
      await camera.take('removed-none')
      await camera.open('/puerta', 'Empezar')
      await camera.take('gate-start-one-gate')
    },
  },
  list: {
    async steps(camera, { foreign }) {
      await camera.open('/search', '72 pilotos')
      await camera.take('list-many', { isPrinted: true })
      await camera.press('Resumen')
      await camera.take('list-summary')
      await camera.press('Resumen')
      await camera.page.setViewportSize({ width: 360, height: 800 })
      await camera.press('Más')
      await camera.take('list-menu-open')
      await camera.open('/search?page=2', '72 pilotos')
      await camera.take('list-second-page')
      await camera.open('/search?search=ana&entered=all&sort=lastname', 'Quispe')
      await camera.take('list-filtered', { isPrinted: true })
      await camera.open('/search?search=quispee%20anna', 'estos se parecen')
      await camera.take('list-nearly-found')
      await camera.open('/search?search=nadie&modalidad=UTV', 'entre los de esos filtros')
      await camera.take('list-nothing-found')
      await camera.open('/search?search=7K3Q-9XW2-M4TB', 'Ningún piloto tiene el código')
      await camera.take('list-unknown-code')
      await camera.open('/no-existe', 'Esa página no existe')
      await camera.take('not-found')

      await camera.open('/search?search=quispe', 'pilotos con')
      await camera.page.getByRole('checkbox', { name: 'Elegir a todos los de esta página' }).check()
      await camera.take('list-selection', { isPrinted: true })
      await camera.press(/^Borrar/)
      await camera.take('list-remove-question')
      await camera.page
        .getByRole('dialog')
        .getByRole('button', { name: /^Borrar/ })
        .click()
      await camera.see('Deshacer')
      await camera.take('list-removed-notice')
      await camera.press('Deshacer')
      await camera.open('/search', '72 pilotos')
      await camera.page.keyboard.press('?')
      await camera.take('list-keys')
      for (const [name, tool, text] of [
        ['print-list', 'Imprimir lista', 'por modalidad y número'],
        ['export', 'Exportar', 'Excel'],
        ['renew', 'Renovar', 'Renovar credenciales'],
        ['enter', 'Inscribir', 'Inscribir en Copa Andina'],
      ] as const) {
        await camera.open('/search', '72 pilotos')
        await (name === 'enter' ? camera.press(tool) : camera.choose(tool))
        await camera.see(text)
        await camera.take(`list-${name}`)
      }
      // Another rider has this number.
      await changeRider(camera.url, foreign, { npiloto: '127', modalidad: 'RALLY' })
      await camera.press(/^Inscribir/)
      await camera.see('Listo')
      await camera.take('list-entered')
      await camera.open('/por-inscribir', 'Queda 1.')
      await camera.take('pending', { isPrinted: true })
    },
  },
  form: {
    async steps(camera, { valid, minor, expired, plain }) {
      const { page } = camera
      const field = (name: string) => page.locator(`form [name="${name}"]`)
      const write = async (values: Record<string, string>) => {
        for (const [name, value] of Object.entries(values)) await field(name).fill(value)
      }
      await camera.open('/form', 'Historial deportivo')
      await camera.take('form-new')
      await camera.press('Registrar')
      await camera.take('form-problems')
      await camera.press('Leer el texto')
      await camera.take('form-consent-text')

      await camera.open('/form', 'Historial deportivo')
      await write({ dni: '45678921', name: 'Ana', lastname: 'Quispe Huaman', npiloto: '127' })
      await field('modalidad').selectOption('RALLY')
      await write({ fechanac: '28/02/1994' })
      await field('nlicencia').focus()
      await camera.see('¿Es la misma persona?')
      await camera.take('form-duplicates')
      await camera.open('/form', 'Historial deportivo')
      const child = {
        name: 'Teo',
        lastname: 'Paz Soto',
        dni: '71234999',
        fechanac: '01/05/2014',
        celular: '987 654 321',
      }
      await write({
        ...child,
        email: 'paz@ejemplo.org',
        nlicencia: 'FM-2026-0999',
        npiloto: '999',
        club: 'Los Cóndores',
        participacion: 'Primera carrera',
      })
      for (const [name, value] of Object.entries({ licencia: 'Anual', modalidad: 'UTV', tiposangre: 'O+' }))
        await field(name).selectOption(value)
      await page.getByLabel('Acepta el uso de sus datos').check()
      await camera.take('form-minor')
      await camera.press('Registrar')
      await camera.see('escriba quién acepta')
      await camera.take('form-consent-without-guardian')
      await page.getByLabel('Acepta el uso de sus datos').uncheck()
      await camera.press('Registrar')
      await camera.see('Falta el apoderado')
      await camera.take('form-guardian-question')
      await camera.press('Registrar sin apoderado')
      await camera.see('Registro exitoso')
      await camera.take('form-registered')

      await camera.open('/form', 'Historial deportivo')
      await page
        .getByLabel('Foto', { exact: true })
        .setInputFiles({ name: 'foto.png', mimeType: 'image/png', buffer: await portrait(150) })
      await page.getByRole('application', { name: 'Encuadre de la foto' }).waitFor()
      await camera.take('form-photo-crop')
      await camera.press('Usar foto')
      await camera.see('Recortar de nuevo')
      await camera.take('form-with-photo')
      await camera.open('/form', 'Historial deportivo')
      await camera.press('Leer documento')
      await camera.see('Leer el documento')
      await camera.take('form-card-reader')

      await camera.open(formPath(valid), 'Editar piloto')
      await camera.take('form-edit')
      await camera.press('Borrar piloto')
      await camera.take('form-remove-question')
      await camera.escape()
      await write({ npiloto: '128' })
      await camera.press('Editar')
      await camera.see('¿También en la inscripción?')
      await camera.take('form-entry-question')
      await camera.open(formPath(minor), 'Editar piloto')
      await camera.take('form-edit-minor')
      await camera.open(formPath(plain), 'Editar piloto')
      await write({ club: 'Los Cóndores', email: 'nusta@ejemplo.org' })
      await changeRider(camera.url, plain, { club: 'Enduro Jauja' })
      await camera.see('Otra persona cambió')
      await camera.take('form-changed-elsewhere')
      await camera.press('Comparar')
      await camera.see('Dos versiones de este piloto')
      await camera.take('form-two-versions')
      await camera.open(formPath(expired), 'Editar piloto')
      await write({ club: 'Otro' })
      await page.reload()
      await camera.see('Se recuperó')
      await camera.take('form-recovered-draft')
      await camera.open('/form/0000000000ZZ', 'No existe un piloto')
      await camera.take('form-unknown-rider')
    },
  },
  credential: {
    async steps(camera, riders) {
      const { page } = camera
      const show = (name: keyof typeof riders, text: string | RegExp = 'Más') =>
        camera.open(pathOf(riders[name]), text)
      for (const name of ['valid', 'expired', 'suspended', 'long', 'minor', 'foreign'] as const) {
        await show(name)
        await camera.take(`credential-${name === 'minor' ? 'minor-without-photo' : name}`, {
          isPrinted: true,
        })
      }
      await show('revoked', 'CREDENCIAL ANULADA')
      await camera.take('credential-revoked', { isPrinted: true })
      await camera.open('/credencial/0000000000ZZ', 'Credencial')
      await camera.take('credential-unknown')
      await show('valid')
      await page.getByText('Emergencia y seguro').click()
      await camera.take('credential-emergency-open')
      await show('valid')
      await camera.press('Más')
      await camera.take('credential-menu-open')
      for (const [name, button, text] of [
        ['terms', 'Vigencia', 'Certificado médico'],
        ['history', 'Historial de cambios', 'Registrado'],
        ['hand-over', 'Entregar datos', 'Descargar'],
        ['print', 'Imprimir', 'Preparar PDF'],
        ['revoke', 'Anular credencial', 'Esto no se puede deshacer'],
        ['erase', 'Borrar para siempre', 'No se puede deshacer'],
      ] as const) {
        await show('valid')
        await (name === 'print' ? camera.press(button) : camera.choose(button))
        await camera.see(text)
        await camera.take(`credential-${name}`)
      }
      await camera.press('Seguir')
      await page.getByRole('dialog').getByLabel('Documento').fill('1')
      await page.keyboard.press('Enter')
      await camera.see('No es el documento')
      await camera.take('credential-erase-confirmation')
      await show('suspended')
      await camera.choose('Vigencia')
      await camera.see('Certificado médico')
      await camera.take('credential-terms-suspended')
      await show('expired')
      await camera.press(/^Renovar/)
      await camera.take('credential-renew')
      await show('foreign')
      await camera.press('Inscribir')
      await camera.take('credential-enter')
      await show('long')
      await camera.press(/^Retirar/)
      await camera.take('credential-withdraw')
      await show('plain')
      await camera.choose('Anular credencial')
      await page.getByRole('dialog').getByRole('button', { name: 'Anular credencial' }).click()
      await camera.see('La credencial anterior quedó anulada')
      await camera.take('credential-replaced')
    },
  },
  'stranger-credential': {
    isElsewhere: true,
    async steps(camera, riders) {
      for (const name of ['valid', 'expired', 'suspended', 'minor'] as const) {
        await camera.open(pathOf(riders[name]), /VIGENTE|VENCIDA|SUSPENDIDA/)
        await camera.take(`stranger-credential-${name}`, { isPrinted: name === 'valid' })
      }
      await camera.open(pathOf(riders.revoked), 'CREDENCIAL ANULADA')
      await camera.take('stranger-credential-revoked')
      await camera.open('/credencial/0000000000ZZ', 'Credencial')
      await camera.take('stranger-credential-unknown')
      await send('PUT', `${camera.url}/api/settings`, { public_data: 'minima' })
      await camera.open(pathOf(riders.valid), 'VIGENTE')
      await camera.take('stranger-credential-minimal')
    },
  },
}
