/** The waiver of an event, as a feature of the desk. */
import type { Feature } from '../api/feature.ts'
import { entriesIn } from '../events/entry.ts'
import { hasSigned, signedOf } from './signature.ts'
import { currentWaiver } from './waiver.ts'

export const waivers: Feature = {
  check: {
    name: 'waiver',
    // Nobody signs in an event without a text.
    isDone: (rider, { waiver }) => waiver === undefined || hasSigned(rider, waiver),
    isLacking: (rider, { id, waiver }) =>
      waiver !== undefined && entriesIn(rider, id).length > 0 && !hasSigned(rider, waiver),
  },
  record(rider, { waiver }, { waivers: texts = {} }) {
    const current = currentWaiver(texts, waiver)
    const isDue = current && !hasSigned(rider, current.hash)
    return { waiverDue: isDue ? current.version : undefined, signed: signedOf(rider.waivers, waiver) }
  },
}
