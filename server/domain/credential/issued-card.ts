/** The mark of a pilot whose credential was printed. */
import { isMoment } from '../text/date.ts'
import { isObject } from '../text/text.ts'
import { isDayOrAbsent } from './terms.ts'

export interface IssuedCard {
  /** The time at which the card was last printed: ISO 8601, UTC. */
  at: string
  /** The public address that its QR carries, without a slash at the end. */
  address: string
  /** The last day on the card, `YYYY-MM-DD`. Cards from before it was recorded have none. */
  until?: string
  /** True if the pilot has other data since than the card shows: see `withCardOf`. */
  outdated?: boolean
}

export function isIssuedCard(value: unknown): value is IssuedCard {
  return (
    isObject(value) &&
    isMoment(value.at) &&
    typeof value.address === 'string' &&
    isDayOrAbsent(value.until) &&
    (value.outdated === undefined || value.outdated === true)
  )
}
