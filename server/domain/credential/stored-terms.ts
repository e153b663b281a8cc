/** Recognizes stored cards, and joins the suspensions of two desks. The page of a credential does not load this file. */
import { isCalendarDay, isMoment } from '../text/date.ts'
import { isObject } from '../text/text.ts'
import { describeSuspension, type IssuedCard, maxReasonLength, type Suspension } from './terms.ts'

/** Joins the suspensions of two desks, both of which join them alike: one that lasts as long as both together, for both reasons. */
export function joinedSuspensions(one: Suspension, other: Suspension): Suspension {
  const [first, second] = [one, other].sort((a, b) =>
    a.from + describeSuspension(a) < b.from + describeSuspension(b) ? -1 : 1,
  ) as [Suspension, Suspension]
  const to = one.to && other.to && (one.to > other.to ? one.to : other.to)
  const parts = [first, second].flatMap(({ reason }) => reason.split('; ')).filter(Boolean)
  const reasons = [...new Set(parts)].join('; ')
  return { from: first.from, ...(to && { to }), reason: reasons.slice(0, maxReasonLength) }
}

export function isIssuedCard(value: unknown): value is IssuedCard {
  return (
    isObject(value) &&
    isMoment(value.at) &&
    typeof value.address === 'string' &&
    (value.until === undefined || isCalendarDay(value.until)) &&
    (value.outdated === undefined || value.outdated === true)
  )
}
