/**
 * Decides how a request changes the pilots. The functions are pure: every store fetches the stored pilots, calls one
 * of the functions and commits the change that it returns.
 */

import { withCardOf } from '../credential/printed-card.ts'
import {
  AlreadyPrintedError,
  ConflictError,
  DuplicateDocumentError,
  InvalidError,
  MalformedError,
  NotFoundError,
  RevokedError,
} from '../errors.ts'
import { raceNumber } from '../events/categories/race-number.ts'
import type { RaceEvent } from '../events/event.ts'
import { FollowingEntries } from '../events/following.ts'
import type { ReturningEntries } from '../events/numbers.ts'
import {
  type ConsentText,
  type GivenConsent,
  guardianMissing,
  isConsentVersion,
  withConsent,
} from '../privacy/consent.ts'
import { maxGuardian } from '../stored/limits.ts'
import { isObject } from '../text/text.ts'
import { type Waiver, withWaiver } from '../waivers/waiver.ts'
import type { Change, Revocation } from './change.ts'
import { documentField } from './document.ts'
import { isTakenBy } from './documents/document-key.ts'
import { sameFact, withFact } from './facts/fact-values.ts'
import type { FactName, Facts } from './facts/facts.ts'
import { emergencyNames } from './fields.ts'
import { requireComplete } from './incomplete.ts'
import type { Definitions } from './own/definitions.ts'
import { fieldTable } from './own/field-table.ts'
import {
  type CompletePilot,
  checkStoredDraft,
  isMissing,
  type PhotoName,
  type Pilot,
  type PilotDraft,
  requireStorable,
  withDraft,
} from './pilot.ts'
import type { PilotId } from './pilot-id.ts'
import { Problem, textRule } from './rules.ts'

/** The pilot as it will be stored, and the change that stores it. */
export interface Decision<Decided extends Pilot = Pilot> {
  pilot: Decided
  change: Change
}

export interface Registration {
  draft: PilotDraft
  photo?: PhotoName
  /** The author of the change: see `roles.ts`. */
  by?: string
  consent?: GivenConsent | null
  /** The signature that came with the application. */
  waiver?: Waiver
}

/** Registers a pilot. `id` is an identifier that no pilot has; `now` is ISO 8601, UTC. */
export function decideRegister(
  { draft, photo, by, consent, waiver }: Registration,
  id: PilotId,
  now: string,
): Decision<CompletePilot> {
  const registered: CompletePilot = withDraft({ id, photo: photo ?? null, since: now }, draft)
  const pilot = withSignature(withConsent(registered, consent, now), waiver)
  return { pilot, change: { put: [pilot], by } }
}

/**
 * Reads what a form says about the consent: null withdraws it. Only a rider under 18 has a guardian.
 * @throws MalformedError, InvalidError
 */
export function readGivenConsent(
  value: unknown,
  { current, isMinor, by }: { current: ConsentText; isMinor: boolean; by?: string },
): GivenConsent | null {
  if (value === null) return null
  if (!isObject(value) || !isConsentVersion(value.version))
    throw new MalformedError('consent no es un consentimiento')
  const { version } = value
  // A text that was changed while it was read is the one that was accepted.
  if (version < 1 || version > current.version)
    throw new MalformedError('No hay un texto del consentimiento con esa versión')
  const given = { version, ...(by !== undefined && { by }) }
  if (!isMinor) return given
  const guardian = textRule(maxGuardian, guardianMissing)(value.guardian)
  if (guardian instanceof Problem) throw new InvalidError({ guardian: guardian.message })
  return { ...given, guardian }
}

export interface UpdateOptions {
  /** The new photo, or null to remove the photo. Without it, the stored photo stays. */
  photo?: PhotoName | null
  by?: string
  /** The consent that is given, or null to withdraw it. Without it, the stored consent stays. */
  consent?: GivenConsent | null
  /** The signature that came with the application. */
  waiver?: Waiver
  /** The open event, whose entries follow the change. Without it, they stay as they are. */
  event?: RaceEvent
  /** The fields of one's own, some of which a printed card shows. */
  fields?: Definitions
}

/**
 * Replaces a pilot's data. `entered` are the riders with an entry in the event of the options.
 * @throws InvalidError and PilotosError if an entry cannot follow
 */
export function decideUpdate(
  stored: Pilot,
  draft: PilotDraft,
  { photo, by, consent, waiver, event, fields }: UpdateOptions,
  now: string,
  entered: readonly Pilot[] = [],
): Decision {
  // A pilot of a backup was not read by the rules.
  const reread = { ...stored, ...checkStoredDraft(stored, isMissing).draft }
  const drafted: Pilot = withDraft({ ...stored, photo: photo === undefined ? stored.photo : photo }, draft)
  const changed = withCardOf(reread, drafted, fieldTable(fields))
  const note = { at: now, ...(by !== undefined && { by }) }
  const followed = event ? new FollowingEntries(event, entered).follow(stored, changed, note) : changed
  const pilot = withSignature<Pilot>(withConsent(followed, consent, now), waiver)
  return { pilot, change: { put: [pilot], by } }
}

function withSignature<Signer extends Pick<Pilot, 'waivers'>>(pilot: Signer, waiver?: Waiver): Signer {
  return waiver ? { ...pilot, waivers: withWaiver(pilot.waivers, waiver) } : pilot
}

/** The treatment of pilots who already have a card: `again` prints their cards too, `onlyNew` leaves them out. */
export interface Reprint {
  again?: boolean
  onlyNew?: boolean
}

/**
 * Returns the pilots whose cards are printed.
 * @throws AlreadyPrintedError if some pilots have a card and neither option is set, or if all of them have one and
 * `again` is not set
 */
export function decidePrint(pilots: readonly Pilot[], { again, onlyNew }: Reprint): readonly Pilot[] {
  const unprinted = pilots.filter(({ card }) => !card)
  if (again || unprinted.length === pilots.length) return pilots
  if (onlyNew && unprinted.length > 0) return unprinted
  throw new AlreadyPrintedError(pilots.length - unprinted.length, pilots.length)
}

export interface IssueOptions {
  /** The public address that the QR codes carry. */
  address: string
  /** The last day on the card of each pilot, `YYYY-MM-DD`. */
  lastDays?: Readonly<Record<PilotId, string>>
  again?: boolean
  by?: string
  /** The open event, whose numbers the cards show. */
  event?: string
}

/**
 * Records that cards are printed.
 * @throws AlreadyPrintedError if some pilots have a card and `again` is not set, PilotosError if one is incomplete
 */
export function decideIssueCards(
  pilots: readonly Pilot[],
  { address, lastDays = {}, again, by, event = '' }: IssueOptions,
  now: string,
): Change & { put: readonly Pilot[] } {
  const issuedCard = (until?: string, number?: string) => ({
    ...{ at: now, address },
    ...(until && { until }),
    ...(number && { number }),
  })
  requireComplete(pilots)
  const put = decidePrint([...new Set(pilots)], { again }).map((pilot) => ({
    ...pilot,
    card: issuedCard(lastDays[pilot.id], raceNumber(pilot, event)),
  }))
  return { put, by }
}

/** Pilots after a change of one of their facts, and the change of those whose fact is another one. */
export interface FactDecision {
  pilots: Pilot[]
  change: Change & { put: readonly Pilot[] }
}

/** Gives each of some pilots the fact that `next` returns, or takes it away if that is undefined. */
export function decideFact<Name extends FactName>(
  stored: readonly Pilot[],
  name: Name,
  next: (pilot: Pilot) => Facts[Name],
  by?: string,
): FactDecision {
  const pilots = stored.map((pilot) => withFact(pilot, name, next(pilot)))
  const put = pilots.filter((pilot, index) => !sameFact(name, pilot[name], stored[index]?.[name]))
  return { pilots, change: { put, by } }
}

/** A copy of a stored photo under another name. */
export interface PhotoCopy {
  of: PhotoName
  copy: PhotoName
}

/**
 * Revokes the card of a pilot, who gets the identifier `id`, the copied photo and no card.
 * @throws ConflictError if the pilot's photo is not the photo that was copied
 */
export function decideRevoke(
  { card: _card, ...stored }: Pilot,
  id: PilotId,
  { photo, by }: { photo?: PhotoCopy; by?: string },
  now: string,
): Decision {
  if (photo && photo.of !== stored.photo) throw new ConflictError()
  const pilot: Pilot = { ...stored, id, photo: photo?.copy ?? stored.photo }
  const revocation: Revocation = { id: stored.id, at: now, next: id }
  return { pilot, change: { put: [pilot], remove: [stored.id], revoke: [revocation], by } }
}

/**
 * Restores a removed pilot in its last state, without the numbers of entries that others have taken. Changes nothing for a
 * pilot who exists.
 * @throws NotFoundError if no last state is known, RevokedError if the card was revoked, MalformedError if the last
 * state breaks the current rules
 */
export function decideUndoRemove(
  { stored, last, revocation }: { stored?: Pilot; last?: Pilot; revocation?: Omit<Revocation, 'id'> },
  returning: ReturningEntries,
  by?: string,
): { pilot: Pilot; change?: Change } {
  if (stored) return { pilot: stored }
  if (!last || revocation) throw missingPilot(revocation)
  const pilot = returning.bring(requireStorable(last))
  return { pilot, change: { put: [pilot], by } }
}

/** Notes that a gate is shown the emergency contact of a pilot. Nothing is noted for a pilot who has none. */
export function decideSeeContact(pilot: Pilot, gate: string, by?: string): { pilot: Pilot; change?: Change } {
  const hasContact = emergencyNames.some((name) => pilot[name] !== undefined)
  return { pilot, ...(hasContact && { change: { seen: [{ id: pilot.id, gate }], by } }) }
}

/** @throws DuplicateDocumentError if `other`, the pilot with the same document, is another pilot: see `isTakenBy` */
export function requireUniqueDocument(pilot: Pilot, other: Pilot | undefined, isKept = false): void {
  if (other && isTakenBy(other, pilot, isKept))
    throw new DuplicateDocumentError(other.id, documentField(pilot))
}

/** Returns the error for an identifier that no pilot has. */
export function missingPilot(revocation?: Omit<Revocation, 'id'>): NotFoundError | RevokedError {
  return revocation ? new RevokedError(revocation.at, revocation.next) : new NotFoundError()
}
