/** The waiver of an event, as a feature of the desk. */
import type { Feature } from '../api/feature.ts'
import { hasSigned, signedOf } from './signature.ts'
import { currentWaiver } from './waiver.ts'

export const waivers: Feature = {
  check: {
    name: 'waiver',
    // Nobody signs in an event without a text.
    isDone: (rider, { waiver }) => waiver === undefined || hasSigned(rider, waiver),
    isOfEntered: true,
  },
  record(rider, { waiver }, { waivers: texts = {} }) {
    const current = currentWaiver(texts, waiver)
    const isDue = current && !hasSigned(rider, current.hash)
    return { waiverDue: isDue ? current.version : undefined, signed: signedOf(rider.waivers, waiver) }
  },
}
