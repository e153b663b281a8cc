/** Decides how a request changes the terms of pilots, plans renewals, and says what other rules of validity would change. */

import type { RulesPreview } from '../desk/settings-calls.ts'
import { InvalidError, MissingPilotsError } from '../errors.ts'
import type { Revocation } from '../pilots/change.ts'
import { decideFact, type FactDecision, missingPilot } from '../pilots/decisions.ts'
import { isIncomplete } from '../pilots/incomplete.ts'
import { fullName, type Pilot } from '../pilots/pilot.ts'
import type { PilotId } from '../pilots/pilot-id.ts'
import { maxReasonLength } from '../stored/limits.ts'
import { formatDate, isCalendarDay, today } from '../text/date.ts'
import { enteredText } from '../text/names.ts'
import { count, enumerate, wellFormed } from '../text/text.ts'
import type { RenewalReport, TermsChange } from './calls.ts'
import { licenceEnd, type StatusBasis, statusKinds, statusOf, statusTexts } from './status.ts'
import { dayNames, isSuspendedOn, reasonTooLong, type Suspension, type Terms } from './terms.ts'
import { isValidityRule, lastDayOf, maxDays, ruleOf, type ValidityRules } from './validity-rules.ts'

export const dayInvalid = 'No es un día del calendario'
export const suspensionBackwards = 'La suspensión termina antes de empezar'
const reasonMissing = 'Escriba el motivo de la suspensión'

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

interface Existing {
  byId(id: PilotId): Pilot | undefined
  revocation(id: PilotId): Omit<Revocation, 'id'> | undefined
}

/**
 * Changes the terms of several pilots.
 * @throws InvalidError, MissingPilotsError if one of several pilots does not exist, NotFoundError or RevokedError if the only
 * one does not
 */
export function decideChangeTerms(
  ids: readonly PilotId[],
  existing: Existing,
  change: TermsChange,
  by?: string,
): FactDecision {
  const wanted = new Set(ids)
  const [stored, missing]: [Pilot[], PilotId[]] = [[], []]
  for (const id of wanted) {
    const pilot = existing.byId(id)
    if (pilot) stored.push(pilot)
    else missing.push(id)
  }
  const [only] = missing
  if (only && wanted.size === 1) throw missingPilot(existing.revocation(only))
  if (only) throw new MissingPilotsError(missing, wanted.size, 'no se cambió ninguno')
  const day = today()
  return decideFact(stored, 'terms', ({ terms }) => changedTerms(terms, change, day), by)
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
  const reason = enteredText(wellFormed(suspension.reason))
  if (!isCalendarDay(from)) problems.from = dayInvalid
  if (to !== null && !isCalendarDay(to)) problems.to = dayInvalid
  else if (to !== null && to < from) problems.to = suspensionBackwards
  if (reason === '') problems.reason = reasonMissing
  if (reason.length > maxReasonLength) problems.reason = reasonTooLong
  return { from, ...(to !== null && { to }), reason }
}

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
    const next = { ...pilot, terms: changedTerms(pilot.terms, change, day) }
    const [before, after] = [licenceEnd(pilot, rules, day), licenceEnd(next, rules, day)]
    const isRenewed = !isIncomplete(pilot) && after > before && after >= day
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

/** Says whose status changes, such as `Al guardar, 3 credenciales pasan de VIGENTE a VENCIDA.` */
export function describeRuleChange({ changes }: RulesPreview, isDone = false): string {
  const total = changes.reduce((sum, { pilots }) => sum + pilots, 0)
  if (total === 0) {
    return isDone
      ? 'Ninguna credencial cambió de estado.'
      : 'Al guardar, ninguna credencial cambia de estado.'
  }
  const kinds = changes.map(({ from, to, pilots }) => {
    const verb = isDone ? (pilots === 1 ? 'pasó' : 'pasaron') : pilots === 1 ? 'pasa' : 'pasan'
    return `${count(pilots, 'credencial', 'credenciales')} ${verb} de ${statusTexts[from]} a ${statusTexts[to]}`
  })
  const text = kinds.join(', y ')
  return isDone ? `${text}.` : `Al guardar, ${text}.`
}

/** Returns the last days that `next` gives to `licences` issued today, and the pilots whose statuses it changes. */
export function compareRules(
  pilots: readonly Pilot[],
  basis: StatusBasis,
  next: ValidityRules,
  licences: readonly string[],
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
  const ends = licences.map((licence) => [licence, lastDayOf(ruleOf(next, licence), basis.day)])
  return { ends: Object.fromEntries(ends), changes: [...changes.values()] }
}

/** The message about a rule that cannot be used. */
const ruleInvalid = `Elija el 31 de diciembre, de 1 a ${maxDays} días, o una fecha`

/**
 * Returns the rules with other rules for some of the `licences`.
 * @throws InvalidError, whose fields are named by the licence
 */
export function changedRules(
  rules: ValidityRules,
  change: Readonly<Record<string, unknown>>,
  licences: readonly string[],
): ValidityRules {
  const problems = Object.entries(change).flatMap(([licence, rule]) => {
    if (!licences.includes(licence))
      return [[licence, `No es una licencia: elija ${enumerate(licences, 'o')}`]]
    return isValidityRule(rule) ? [] : [[licence, ruleInvalid]]
  })
  if (problems.length > 0) throw new InvalidError(Object.fromEntries(problems))
  return { ...rules, ...(change as ValidityRules) }
}
