/** Decides how a request changes the terms of pilots. */
import { ConflictError, InvalidError, MissingPilotsError } from '../errors.ts'
import type { Change, Revocation } from '../pilot/change.ts'
import { missingPilot } from '../pilot/decisions.ts'
import type { Pilot } from '../pilot/pilot.ts'
import type { PilotId } from '../pilot/pilot-id.ts'
import { wellFormed } from '../pilot/rules.ts'
import { formatDate, isCalendarDay, today } from '../text/date.ts'
import type { TermsChange } from '../web/pilot-schemas.ts'
import { dayNames, isSuspendedOn, maxReasonLength, type Suspension, sameTerms, type Terms } from './terms.ts'

export const dayInvalid = 'No es un día del calendario'
export const suspensionBackwards = 'La suspensión termina antes de empezar'
const reasonMissing = 'Escriba el motivo de la suspensión'
export const reasonTooLong = `El motivo tiene hasta ${maxReasonLength} letras`

/**
 * Returns the terms after a change on `day`, or undefined if none are left.
 * @throws InvalidError, also if a later suspension would end the one that runs on `day`
 */
export function changedTerms(
  terms: Terms = {},
  change: TermsChange,
  day: string = today(),
): Terms | undefined {
  const problems: Record<string, string> = {}
  const changed: Terms = {}
  for (const name of dayNames) {
    const value = change[name] === undefined ? terms[name] : (change[name] ?? undefined)
    if (value !== undefined && !isCalendarDay(value)) problems[name] = dayInvalid
    else if (value !== undefined) changed[name] = value
  }
  const suspension = change.suspension === undefined ? terms.suspension : suspensionOf(change, problems)
  const later = laterSuspensionProblem(terms.suspension, suspension, day)
  if (later) problems.from ??= later
  if (suspension) changed.suspension = suspension
  if (Object.keys(problems).length > 0) throw new InvalidError(problems)
  return Object.keys(changed).length > 0 ? changed : undefined
}

/** Returns a pilot with other terms. */
export function withTerms(pilot: Pilot, terms: Terms | undefined): Pilot {
  // For thousands of pilots, a copy without a property takes several times as long as one with it.
  if (terms) return { ...pilot, terms }
  if (!pilot.terms) return pilot
  const { terms: _terms, ...others } = pilot
  return others
}

interface Existing {
  byId(id: PilotId): Pilot | undefined
  revocation(id: PilotId): Omit<Revocation, 'id'> | undefined
}

/** All of the pilots with their new terms, and the change of those whose terms differ. */
export interface TermsDecision {
  pilots: Pilot[]
  change: Change & { put: readonly Pilot[] }
}

/**
 * Changes the terms of several pilots.
 * @throws InvalidError, ConflictError if another person has changed the terms since `base`, MissingPilotsError if one
 * of several pilots does not exist, NotFoundError or RevokedError if the only one does not
 */
export function decideChangeTerms(
  ids: readonly PilotId[],
  { byId, revocation }: Existing,
  change: TermsChange,
  by?: string,
): TermsDecision {
  const wanted = new Set(ids)
  const [stored, missing]: [Pilot[], PilotId[]] = [[], []]
  for (const id of wanted) {
    const pilot = byId(id)
    if (pilot) stored.push(pilot)
    else missing.push(id)
  }
  const [only] = missing
  if (only && wanted.size === 1) throw missingPilot(revocation(only))
  if (only) throw new MissingPilotsError(missing, wanted.size, 'no se cambió ninguno')
  if (stored.some(({ terms }) => isOutdated(change, terms))) throw new ConflictError()
  const day = today()
  const pilots = stored.map((pilot) => withTerms(pilot, changedTerms(pilot.terms, change, day)))
  const put = pilots.filter((pilot, index) => !sameTerms(pilot.terms, stored[index]?.terms))
  return { pilots, change: { put, by } }
}

/** Returns true if one of the terms that a change gives is not the stored one of its base any more. */
function isOutdated(change: TermsChange, stored: Terms = {}): boolean {
  const given = (terms: Terms): Terms =>
    Object.fromEntries(Object.entries(terms).filter(([name]) => change[name as keyof Terms] !== undefined))
  return change.base !== undefined && !sameTerms(given(change.base), given(stored))
}

/** Returns what is wrong with a later suspension that would replace one that runs on `day`: the credential is valid meanwhile. */
export function laterSuspensionProblem(
  stored: Suspension | undefined,
  next: Suspension | undefined,
  day: string,
): string | undefined {
  if (!stored || !next || next.from <= day || !isSuspendedOn(stored, day)) return undefined
  const { to } = stored
  const end = to ? `hasta el ${formatDate(to)}` : 'hasta que se levante'
  return `Ya está suspendido ${end}: levante antes esa suspensión, o empiece la nueva a más tardar hoy`
}

function suspensionOf({ suspension }: TermsChange, problems: Record<string, string>): Suspension | undefined {
  if (!suspension) return undefined
  const { from, to = null } = suspension
  const reason = wellFormed(suspension.reason.trim())
  if (!isCalendarDay(from)) problems.from = dayInvalid
  if (to !== null && !isCalendarDay(to)) problems.to = dayInvalid
  else if (to !== null && to < from) problems.to = suspensionBackwards
  if (reason === '') problems.reason = reasonMissing
  if (reason.length > maxReasonLength) problems.reason = reasonTooLong
  return { from, ...(to !== null && { to }), reason }
}
