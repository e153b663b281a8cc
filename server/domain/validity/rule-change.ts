/** Compares the rules of validity with other rules, before these are stored. */
import type { RulesPreview } from '../web/settings-schemas.ts'
import { lastDayOf, licences, type ValidityRules } from './rules.ts'
import { type Dated, type StatusBasis, statusKinds } from './status.ts'

/** Returns the last days that `next` gives to licences issued today, and the pilots whose statuses it changes. */
export function compareRules(
  pilots: readonly Dated[],
  basis: StatusBasis,
  next: ValidityRules,
): RulesPreview {
  const [before, after] = [statusKinds(basis), statusKinds({ ...basis, rules: next })]
  const changes = new Map<string, RulesPreview['changes'][number]>()
  for (const pilot of pilots) {
    const [from, to] = [before(pilot), after(pilot)]
    if (from === to) continue
    const change = changes.get(`${from} ${to}`) ?? { from, to, pilots: 0 }
    change.pilots += 1
    changes.set(`${from} ${to}`, change)
  }
  const ends = licences.map((licence) => [licence, lastDayOf(next[licence], basis.day)])
  return { ends: Object.fromEntries(ends), changes: [...changes.values()] }
}
