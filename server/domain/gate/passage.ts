/** A passage: one scan at a gate, which the log of passages keeps for ever. */
import type { PilotId } from '../pilot/pilot-id.ts'
import { isObject } from '../text/json.ts'

export const directions = ['in', 'out'] as const
export type Direction = (typeof directions)[number]

/**
 * The results of a scan: the pilot may pass, has entered before, is the same scan once more, or has a credential that is
 * expired, suspended, revoked or unknown.
 */
export const passageResults = [
  'pass',
  'again',
  'repeat',
  'expired',
  'suspended',
  'revoked',
  'unknown',
] as const
export type PassageResult = (typeof passageResults)[number]

/** The scan as a device sends it. */
export interface Scan {
  /** A UUID that the device made, so that a scan which arrives twice counts once. */
  id: string
  /** The text that was read: an address or a code. */
  scanned: string
  gate: string
  direction: Direction
  /** The time of the scan by the clock of the device: ISO 8601, UTC. */
  at: string
  /** True if the device answered by itself, because it could not reach the server. */
  offline?: boolean
  /** The identifier of the scan that this one takes back. */
  corrects?: string
}

/** An entry of the log. */
export interface Passage extends Scan {
  /** The position in the log, from 1. */
  number: number
  /** The time at which the server received the scan: ISO 8601, UTC. */
  received: string
  /** The account that scanned: see `author.ts`. */
  by: string
  /** Identifies the phone or laptop that scanned, for people. */
  device: string
  result: PassageResult
  /** True if the person was let through. */
  isAdmitted: boolean
  /** The pilot of the scanned code, also of a revoked code. */
  pilot?: PilotId
  /** The entry that made a further one `again` or `repeat`. */
  previous?: { at: string; gate: string }
}

/** The meaning of a second entry: a warning, at most one entry a day, or an entry only after an exit. */
export const againRules = ['warn', 'daily', 'after-exit'] as const
export type AgainRule = (typeof againRules)[number]

/** The settings of the gates of an event. */
export interface GateSettings {
  again: AgainRule
  /** The names of the gates. */
  gates: readonly string[]
}

export const defaultGates: GateSettings = { again: 'warn', gates: ['Puerta principal'] }

/** The greatest length of the name of a gate. */
export const maxGateName = 60

export function areGateSettings(value: unknown): value is GateSettings {
  return (
    isObject(value) &&
    againRules.some((rule) => rule === value.again) &&
    Array.isArray(value.gates) &&
    value.gates.every((gate) => typeof gate === 'string' && gate.length > 0 && gate.length <= maxGateName)
  )
}

/** Scans of a code at one gate, in one direction, within this time are one scan: a minute, in milliseconds. */
export const repeatTime = 60_000

/** The most scans in one request. */
export const maxScans = 500
