/** Plans the renewal of many credentials: a new day of issue, instead of the pilots' own last days. */
import { fullName } from '../pilot/full-name.ts'
import type { Pilot } from '../pilot/pilot.ts'
import type { PilotId } from '../pilot/pilot-id.ts'
import type { RenewalReport, TermsChange } from '../web/pilot-schemas.ts'
import { changedTerms } from './changes.ts'
import { licenceEnd, type StatusBasis, statusOf } from './status.ts'

/** The most pilots that a report lists. */
export const maxInvalid = 100

export interface Renewal {
  /** The pilots whose terms change. */
  renewed: PilotId[]
  change: TermsChange
  report: RenewalReport
}

/**
 * Plans a renewal on the day of `basis`, with another day of issue if one is given. It renews only credentials that are
 * then valid for longer, so that a second renewal changes nothing, and that no pilot loses a later last day.
 * @throws InvalidError if the day of issue is not in the calendar
 */
export function planRenewal(
  pilots: readonly Pilot[],
  { rules, day }: StatusBasis,
  issued: string = day,
): Renewal {
  const change = { issued, until: null }
  const renewed: PilotId[] = []
  const invalid: RenewalReport['invalid'] = []
  const ends = new Map<string, RenewalReport['ends'][number]>()
  let invalidTotal = 0
  for (const pilot of pilots) {
    const { licencia, since } = pilot
    const next = { licencia, since, terms: changedTerms(pilot.terms, change, day) }
    const [before, after] = [licenceEnd(pilot, rules, day), licenceEnd(next, rules, day)]
    const isRenewed = after > before && after >= day
    if (isRenewed) {
      renewed.push(pilot.id)
      const end = ends.get(`${before} ${after}`) ?? { before, after, pilots: 0 }
      end.pilots += 1
      ends.set(`${before} ${after}`, end)
    }
    const status = statusOf(isRenewed ? next : pilot, rules, day)
    if (status.kind === 'valid') continue
    invalidTotal += 1
    if (invalid.length < maxInvalid) invalid.push({ id: pilot.id, name: fullName(pilot), status })
  }
  const report: RenewalReport = {
    total: pilots.length,
    renewed: renewed.length,
    unchanged: pilots.length - renewed.length,
    ends: [...ends].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, end]) => end),
    invalid,
    invalid_total: invalidTotal,
  }
  return { renewed, change, report }
}
