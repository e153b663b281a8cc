/** Draws the card of a pilot who does not exist, to show a brand before it is stored. */
import { buffer } from 'node:stream/consumers'
import type { Pilot } from '#domain/pilot/pilot'
import type { ValidityRules } from '#domain/validity/rules'
import type { Brand } from '#domain/web/brand'
import { type CardDrawers, cardsPdf } from './cards-pdf.ts'

const pilot: Pilot = {
  id: '000000000000',
  photo: null,
  name: 'María Fernanda',
  lastname: 'Quispe Núñez',
  email: 'maria@ejemplo.org',
  celular: 987654321,
  dni: 12345678,
  fechanac: '1998-05-14',
  tiposangre: 'O+',
  nlicencia: 'MUESTRA-01',
  npiloto: '27',
  club: 'Club de muestra',
  licencia: 'Anual',
  participacion: '',
  modalidad: 'MOTOCROSS',
}

/**
 * Returns a PDF of a card that is issued today; `address` is the public address of the server.
 * @throws MalformedError if it is too long for a QR
 */
export async function sampleCard(
  drawers: CardDrawers,
  brand: Brand,
  address: string,
  rules: ValidityRules,
): Promise<Buffer> {
  const options = { layout: 'card', address, brand, rules } as const
  return buffer(cardsPdf([pilot], async () => undefined, options, drawers))
}
