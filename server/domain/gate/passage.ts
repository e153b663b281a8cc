/** A passage: one scan at a gate, which the log of passages keeps for ever. */

import type { Status } from '../credential/status.ts'
import { MalformedError, PilotosError } from '../errors.ts'
import { type Demanded, missingText } from '../events/entry.ts'
import type { EventPart } from '../events/events.ts'
import type { PilotId } from '../pilots/pilot-id.ts'
import { hasInvisible, namesMatch } from '../text/names.ts'

export const directions = ['in', 'out'] as const
export type Direction = (typeof directions)[number]

/**
 * The results of a scan: the pilot may pass, has entered before, is the same scan once more, or has a credential that is
 * expired, suspended, revoked or unknown, or lacks data and has no credential yet (`incomplete`). `not-entered` and `unchecked` riders lack what the event demands at its gates:
 * see `lackingAtGate`. A `conflict` has the identifier of another scan, and lets nobody through.
 */
export const passageResults = [
  'pass',
  'again',
  'repeat',
  'expired',
  'suspended',
  'incomplete',
  'revoked',
  'unknown',
  'not-entered',
  'unchecked',
  'conflict',
] as const
export type PassageResult = (typeof passageResults)[number]

/**
 * The reasons why the desk should look at a scan whose device answered by itself: it says a time at which it was no gate
 * yet or that is not over, or it let in a card that was revoked before the server learned of it.
 */
export const doubts = ['time', 'revoked'] as const
export type Doubt = (typeof doubts)[number]

/** The scan as a device sends it. */
export interface Scan {
  /** A UUID that the device made, so that a scan which arrives twice counts once. */
  id: string
  /** The text that was read: an address or a code. */
  scanned: string
  gate: string
  direction: Direction
  /** The time of the scan: ISO 8601, UTC. */
  at: string
  /** True if the device answered by itself, because it could not reach the server. */
  offline?: boolean
  /** True if a device that answered by itself let the person through. */
  admitted?: boolean
  /** The identifier of the scan that this one takes back. */
  corrects?: string
  /** True if the person showed no card, and was found in the roster: `scanned` is then the code of the rider found. */
  cardless?: boolean
  /** The event of the roster by which the device answered: its identifier. */
  event?: string
  /** True if the gate lets a rider in who has entered already, which the desk then looks at. */
  override?: boolean
}

/** The state of a scanned code: the server reads it from its stores, and a gate on its own from its roster. */
export interface KnownCode {
  /** The pilot of the code, also of a revoked code, by the first code of all: see `CodeHistory`. */
  pilot?: PilotId
  /** The status of the pilot's credential on the day of the scan, or on an earlier one. */
  status?: Status
  /** The entry or the checks that the pilot lacks by the demand of the event. Absent or empty if nothing. */
  lacks?: readonly Demanded[]
  /** The revocation of the card that was shown. A roster does not say its time. */
  revocation?: { at?: string }
}

/** A scan as the log takes it, which decides it. */
export interface ReceivedScan extends Omit<Scan, 'event'>, KnownCode {
  /** The time at which the server received the scan: ISO 8601, UTC. */
  received: string
  /** The time by the clock of the device, if that clock cannot be right: `at` is then the time of the server. */
  deviceTime?: string
  /** The account that scanned: see `roles.ts`. */
  by: string
  /** Identifies the phone or laptop that scanned, for people. */
  device: string
  /** The event to which the scan belongs. Passages of others do not decide about it. */
  event?: EventPart
  doubt?: Doubt
  /** The identifier of the passage if another scan has `id`. It follows from the content of the scan. */
  conflictId: string
}

/** An entry of the log. */
export interface Passage
  extends Omit<ReceivedScan, 'admitted' | 'status' | 'revocation' | 'conflictId' | 'event'> {
  /** The position in the log, from 1. */
  number: number
  /** The identifier of the event that was open. */
  event?: string
  result: PassageResult
  /** True if the person was let through. */
  isAdmitted: boolean
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
  /** The names that gates had before: see `currentGate`. */
  renamed?: readonly GateRename[]
}

/** A gate that has another name. */
export interface GateRename {
  from: string
  to: string
}

export const defaultGates: GateSettings = { again: 'warn', gates: ['Puerta principal'] }

/** The greatest length of the name of a gate. */
export const maxGateName = 60

/** The most gates of an event. */
export const maxGates = 50

/** Returns what is wrong with the names of gates, in Spanish, or undefined. `stored` are the names until now. */
export function gatesProblem(gates: readonly string[], stored: readonly string[]): string | undefined {
  if (gates.length === 0 || gates.length > maxGates) return gatesInvalid
  const [problem] = gateProblems(gates, stored).values()
  return problem
}

/**
 * Returns what is wrong with the names of gates, by their positions. The stored names stay usable: only a new one must
 * be visible, and differ from all others (see `nameKey`).
 */
export function gateProblems(gates: readonly string[], stored: readonly string[]): Map<number, string> {
  const problems = new Map<number, string>()
  const isNew = (name: string) => !stored.includes(name)
  for (const [index, name] of gates.entries()) {
    const same = isNew(name)
      ? gates.find((other, at) => (at < index || !isNew(other)) && namesMatch(other, name))
      : gates.slice(0, index).find((other) => other === name)
    if (!name.trim() || name.length > maxGateName) problems.set(index, gateNameInvalid)
    else if (isNew(name) && hasInvisible(name)) problems.set(index, gateNameInvisible)
    else if (same !== undefined) problems.set(index, `Ya hay una puerta con este nombre, ${same}: elija otro`)
  }
  return problems
}

export const gateNameInvalid = `El nombre de una puerta tiene de 1 a ${maxGateName} letras`
const gateNameInvisible = 'El nombre tiene un carácter que no se ve: bórrelo y escríbalo a mano'
export const gatesInvalid = `Las puertas son de 1 a ${maxGates}, cada una con su nombre`

/** Scans of a code by one device at one gate, in one direction, within this time are one scan, in milliseconds. */
export const repeatTime = 3000

/**
 * An entry within this time of another one is not let through by itself, whatever the rule: the card may have been handed
 * over a fence. A minute, in milliseconds.
 */
const soonTime = 60_000

/** Returns true if an entry at the time `at` is too soon before or after another one. */
export function isTooSoon(at: string, other: string): boolean {
  return Math.abs(Date.parse(at) - Date.parse(other)) <= soonTime
}

/** The time after which an entry belongs to another event: seven days, in milliseconds. */
export const eventTime = 7 * 24 * 60 * 60 * 1000

/** The greatest length of a scanned text. */
export const maxScannedText = 500

/** The largest credible difference between the clocks of a device and of the server, in milliseconds. */
const maxClockError = 60_000

/**
 * Returns true if the time of a device can be right: what it sends arrives within a minute, unless it was kept on the device
 * while the server was away, and then it is not older than the session, which began `since`. Nothing is of the future.
 */
export function isCredibleTime(
  { at, offline }: { at: string; offline?: boolean },
  received: string,
  since?: string,
): boolean {
  const [time, now] = [Date.parse(at), Date.parse(received)]
  const start = since === undefined ? now - eventTime : Date.parse(since)
  const earliest = (offline ? start : now) - maxClockError
  return time > earliest && time < now + maxClockError
}

/** The most scans in one request. */
export const maxScans = 500

/** The words for passages, as people read them. */
export const resultTexts: Record<PassageResult, string> = {
  pass: 'PASE',
  again: 'YA ENTRÓ',
  repeat: 'REPETIDA',
  expired: 'VENCIDA',
  suspended: 'SUSPENDIDA',
  incomplete: 'INCOMPLETO',
  revoked: 'ANULADA',
  unknown: 'NO ES UNA CREDENCIAL',
  'not-entered': 'NO INSCRITO',
  unchecked: 'FALTA',
  conflict: 'LEA OTRA VEZ',
}

/** Returns the words for the result of a passage, such as `FALTA: pago y seguro`. */
export function resultText({
  result,
  lacks = [],
}: {
  result: PassageResult
  lacks?: readonly Demanded[]
}): string {
  return result === 'unchecked' ? `${resultTexts.unchecked}: ${missingText(lacks)}` : resultTexts[result]
}

/** The words of a gate for answers that are no result. */
export const answerTexts = {
  exit: 'SALIDA',
  chip: 'DEVUELVA EL CHIP',
  notListed: 'NO ESTÁ EN LA LISTA',
  notRecorded: 'NO SE REGISTRÓ',
}

/** The mark of a passage without a card. */
export const cardlessText = 'sin credencial'

/** The mark of a passage that the gate let through although the rider had entered. */
export const overrideText = 'la puerta lo dejó pasar'

export const directionTexts: Record<Direction, string> = { in: 'Entrada', out: 'Salida' }

/** The words for the doubts, which follow a scan that was made offline. */
export const doubtTexts: Record<Doubt, string> = {
  time: 'su equipo dice una hora que no puede ser',
  revoked: 'su credencial se anuló antes de que llegara la lectura',
}

/** The texts for the meanings of a second entry. */
export const againTexts: Record<AgainRule, string> = {
  warn: 'avisa y deja pasar',
  daily: 'una entrada por día',
  'after-exit': 'solo después de una salida',
}

/** The new names of some gates. What is absent stays. */
export interface GateChange extends Partial<Pick<GateSettings, 'again' | 'gates'>> {
  /** The gates that have another name. Without `gates`, all others keep theirs. */
  renamed?: readonly GateRename[]
}

/** Returns the name that a gate has now. A name that no gate ever had stays as it is. */
export function currentGate(
  { gates, renamed = [] }: Pick<GateSettings, 'gates' | 'renamed'>,
  name: string,
): string {
  if (gates.includes(name)) return name
  return renamed.find(({ from }) => from === name)?.to ?? name
}

/**
 * Returns the settings of the gates after a change. An earlier name counts until a gate has it again, or until the gate
 * with the later name is removed.
 * @throws MalformedError for a rename of an unknown gate, or to a name that is not in the list, and PilotosError about a
 * name that no gate may have
 */
export function changedGates(settings: GateSettings, change: GateChange): GateSettings {
  const renames = renamesOf(settings, change)
  const gates =
    change.gates?.map((name) => gateName(settings, name)) ??
    settings.gates.map((name) => nameAfter(renames, name))
  for (const { from, to } of renames) {
    if (!settings.gates.includes(from))
      throw new MalformedError(`No hay una puerta ${from} que cambie de nombre`)
    if (!gates.includes(to)) throw new MalformedError(`El nombre nuevo ${to} no está entre las puertas`)
  }
  const problem = gatesProblem(gates, settings.gates)
  if (problem) throw new PilotosError('invalid', problem, { fields: { gates: problem } })
  const earlier = (settings.renamed ?? []).map(({ from, to }) => ({ from, to: nameAfter(renames, to) }))
  const renamed = [...earlier, ...renames].filter(
    ({ from, to }) => !gates.includes(from) && gates.includes(to),
  )
  // An empty list takes the place of a stored one.
  const isStored = renamed.length > 0 || settings.renamed !== undefined
  return { again: change.again ?? settings.again, gates, ...(isStored && { renamed }) }
}

/** Returns the gate of a paired phone after a change of the gates: it follows a gate that has another name. */
export function followedGate(settings: GateSettings, change: GateChange, gate: string): string {
  return nameAfter(renamesOf(settings, change), currentGate(settings, gate))
}

/** Returns the renames of a change by the current names: another person may have renamed a gate already. */
function renamesOf(settings: GateSettings, { renamed = [] }: GateChange): GateRename[] {
  return renamed.map(({ from, to }) => ({
    from: currentGate(settings, from.trim()),
    to: gateName(settings, to),
  }))
}

/** Returns the name of a gate as it is stored: a new one in the normal form NFC. */
function gateName({ gates }: GateSettings, name: string): string {
  const trimmed = name.trim()
  return gates.includes(trimmed) ? trimmed : trimmed.normalize('NFC')
}

function nameAfter(renames: readonly GateRename[], name: string): string {
  return renames.find(({ from }) => from === name)?.to ?? name
}
