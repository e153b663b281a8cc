/** The QR of the Chilean identity card: an address with the number, the birthday and the expiry. */

import { cardOf, type IdentityCard, runOf } from './identity-card.ts'
import { hasCheckDigit, shortDate } from './machine-readable-zone.ts'

/** Reads `https://…/docstatus?RUN=12345678-5&type=CEDULA&serial=…&mrz=…`, or an address of the newer host. */
export function readChileanCard(text: string): IdentityCard | undefined {
  if (!/^https?:\/\/[^/\s]+\/(?:[^?\s]*\/)?(?:docstatus|document-validity)\?/i.test(text)) return undefined
  const query = new URLSearchParams(text.slice(text.indexOf('?') + 1).toUpperCase())
  const [, digits, check] = /^(\d{6,8})-?([\dK])$/.exec(query.get('RUN')?.replaceAll('.', '') ?? '') ?? []
  if (!digits || !check) return undefined
  const { number, doubts } = runOf(digits, check)
  // The end of the zone: the birthday and the expiry, each with its check digit.
  const [, birthday, digit] = /(\d{6})(\d)\d{7}$/.exec(query.get('MRZ') ?? '') ?? []
  const isDoubtful = birthday !== undefined && !hasCheckDigit(birthday, digit)
  return cardOf({
    number,
    ...(birthday && { birthday: shortDate(birthday) }),
    doubts: [...doubts, ...(isDoubtful ? (['fechanac'] as const) : [])],
    notes: ['El código de la cédula de Chile no lleva los nombres: escríbalos.'],
  })
}
