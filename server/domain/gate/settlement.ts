/** Settlements: the desk settles an incident with a reason, or opens it again. The log of passages keeps both for ever. */

import { maxReasonLength } from '../credential/terms.ts'
import { reasonTooLong } from '../credential/validity-changes.ts'
import { InvalidError } from '../errors.ts'
import { isMoment } from '../text/date.ts'
import { enteredText, printable } from '../text/names.ts'
import { isObject, wellFormed } from '../text/text.ts'
import { type Passage, readPassage } from './passage.ts'

/** An entry of the log. */
export interface Settlement {
  /** The position in the log, from 1. */
  number: number
  /** The identifier of the passage that is the incident. */
  settles: string
  /** ISO 8601, UTC. */
  at: string
  /** See `author.ts`. */
  by: string
  /** Absent if the incident is open again. */
  reason?: string
}

export type SettlementOrder = Omit<Settlement, 'number'>

/** The log of passages has two kinds of entries, which are numbered together. */
export type LogEntry = Passage | Settlement

/** Returns the entries that are passages. */
export function passagesOf(entries: readonly LogEntry[]): Passage[] {
  return entries.filter((entry): entry is Passage => !('settles' in entry))
}

/** Returns the reason as it is stored: one line without control characters. @throws InvalidError */
export function settlementReason(text: string): string {
  const reason = cleaned(enteredText(text))
  if (reason === '') throw new InvalidError({ reason: reasonMissing })
  if (reason.length > maxReasonLength) throw new InvalidError({ reason: reasonTooLong })
  return reason
}

const reasonMissing = 'Escriba el motivo'

/** Describes a settlement for people, such as `resuelta por marta: Entró con su padre`. */
export function describeSettlement({ by, reason = '' }: Pick<Settlement, 'by' | 'reason'>): string {
  return `resuelta por ${by}: ${reason}`
}

/**
 * Returns the entry of a log or a backup, without properties that an entry has not. Returns undefined if the value is no
 * entry.
 */
export function readEntry(value: unknown): LogEntry | undefined {
  if (!isSettlement(value)) return readPassage(value)
  const { number, settles, at, by, reason } = value
  return { number, settles, at, by, ...(reason !== undefined && { reason }) }
}

function isSettlement(value: unknown): value is Settlement {
  return (
    isObject(value) &&
    Number.isInteger(value.number) &&
    [value.settles, value.by].every((text) => typeof text === 'string') &&
    isMoment(value.at) &&
    (value.reason === undefined || isReason(value.reason))
  )
}

function isReason(value: unknown): boolean {
  return (
    typeof value === 'string' && value !== '' && value.length <= maxReasonLength && cleaned(value) === value
  )
}

function cleaned(text: string): string {
  return wellFormed(printable(text)).replace(/\s+/g, ' ').trim()
}
