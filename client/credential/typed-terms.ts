/** The terms of a credential as a person types them, and the change that they make. */
import { formatDate } from '#domain/text/date'
import { readDay } from '#domain/text/typed-day'
import { dayInvalid } from '#domain/validity/changes'
import { dayNames, type Suspension, type Terms } from '#domain/validity/terms'
import type { TermsChange } from '#domain/web/schemas'

export interface TypedTerms {
  issued: string
  until: string
  medical: string
  isSuspended: boolean
  from: string
  to: string
  reason: string
}

/** One message per field, by its name. */
export type TermsProblems = Partial<Record<keyof TypedTerms, string>>

const firstDayMissing = 'Escriba el primer día de la suspensión'

export function typedOf({ issued, until, medical, suspension }: Terms): TypedTerms {
  const written = (day = '') => formatDate(day)
  return {
    issued: written(issued),
    until: written(until),
    medical: written(medical),
    isSuspended: suspension !== undefined,
    from: written(suspension?.from),
    to: written(suspension?.to),
    reason: suspension?.reason ?? '',
  }
}

/** Returns the terms that differ from `base`, and the days that cannot be read. */
export function readTerms(typed: TypedTerms, base: Terms): { change: TermsChange; problems: TermsProblems } {
  const problems: TermsProblems = {}
  const change: TermsChange = {}
  const dayOf = (name: (typeof dayNames)[number] | 'from' | 'to') => {
    const day = readDay(typed[name])
    if (day === undefined && typed[name].trim() !== '') problems[name] = dayInvalid
    return day
  }
  for (const name of dayNames) {
    const day = dayOf(name)
    if (day !== base[name] && !problems[name]) change[name] = day ?? null
  }
  if (typed.isSuspended) {
    const [from = '', to] = [dayOf('from'), dayOf('to')]
    if (from === '') problems.from ??= firstDayMissing
    const suspension: Suspension = { from, ...(to && { to }), reason: typed.reason }
    if (!isSame(suspension, base.suspension)) change.suspension = suspension
  } else if (base.suspension) change.suspension = null
  return { change, problems }
}

/** Returns what a person typed over `base`, with the newer `current` where the person had typed nothing. */
export function rebased(typed: TypedTerms, base: Terms, current: Terms): TypedTerms {
  const [before, now] = [typedOf(base), typedOf(current)]
  const suspension = ['isSuspended', 'from', 'to', 'reason'] as const
  const groups = [...dayNames.map((name) => [name]), suspension]
  const untouched = groups.filter((names) => names.every((name) => typed[name] === before[name])).flat()
  return { ...typed, ...Object.fromEntries(untouched.map((name) => [name, now[name]])) }
}

function isSame(one: Suspension, other?: Suspension): boolean {
  return one.from === other?.from && one.to === other.to && one.reason.trim() === other.reason
}
