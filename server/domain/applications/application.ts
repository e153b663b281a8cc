/**
 * An application: the form that a rider has filled in on the own phone, and the queue in which it waits. It is no pilot
 * before the desk approves it. Nothing is looked up when it arrives, so that a stranger cannot ask who is registered.
 */
import { NotFoundError, PilotosError, QueueFullError } from '../errors.ts'
import { isMinor, type PhotoName, type Pilot, type StoredDraft } from '../pilots/pilot.ts'
import type { PilotId } from '../pilots/pilot-id.ts'
import { waiverChanged } from '../signing/problems.ts'
import { today } from '../text/date.ts'
import { hasSigned, readSignature } from '../waivers/signature.ts'
import { type CurrentWaiver, type Waiver, waiversKey, withWaiver } from '../waivers/waiver.ts'

/** The languages of the form on the phone. */
export const languages = ['es', 'pt', 'en'] as const
export type Language = (typeof languages)[number]

/** An application as a phone sends it. */
export interface NewApplication {
  /** A random text of the phone's own: the phone sends an application several times, and nobody else can ask for it. */
  id: string
  /** The network address of the phone. */
  device: string
  /** The values, without those that are left to the desk. */
  draft: StoredDraft
  photo: PhotoName | null
  /** The consent, before anybody has approved it. */
  consent?: { version: number; guardian?: string }
  /** The signature below the waiver, if the rider has signed on the phone, at the time of its arrival. */
  waiver?: Omit<Waiver, 'by' | 'device'>
  /** The identifier of the category of the open event that the rider asks for. */
  category?: string
  language: Language
}

export interface Application extends NewApplication {
  /** The number that the desk calls, from 1 to 999. */
  turn: number
  /** The time at which it arrived: ISO 8601, UTC. */
  at: string
  /** Absent while it waits. */
  outcome?: Outcome
}

/** The decision of the desk: the pilot whom it has registered or changed, or the reason why it did not. */
export type Outcome = { pilot: PilotId } | { refused: string }

/** All applications, in the order of their arrival. */
export interface Queue {
  /** The last turn that was given. */
  turn: number
  applications: readonly Application[]
}

export const emptyQueue: Queue = { turn: 0, applications: [] }

/** The most applications that wait, in all and from one device. */
const maxWaiting = { inAll: 200, perDevice: 5 }

/** The largest text of an application, in bytes. */
export const maxApplicationText = 64 * 1024

/** The time after which an application goes, in milliseconds. */
export const applicationLife = 24 * 60 * 60 * 1000

export const lastTurn = 999

export const maxRefusal = 200

const fullTexts = {
  inAll: `Ya esperan ${maxWaiting.inAll} personas: espere a que la mesa atienda a algunas, o pase por la mesa`,
  perDevice: `Desde este teléfono ya esperan ${maxWaiting.perDevice} personas: pase por la mesa`,
}

export function isApplicationId(value: unknown): value is string {
  return typeof value === 'string' && /^[\w-]{22}$/.test(value)
}

/** Returns a turn as the phone shows it and the desk calls it, such as `007`. */
export function turnText(turn: number): string {
  return String(turn).padStart(3, '0')
}

export function isWaiting({ outcome }: Pick<Application, 'outcome'>): boolean {
  return outcome === undefined
}

/** @throws QueueFullError if the queue accepts no other application of a device. One that it has is always accepted. */
export function requireRoom(
  { applications }: Queue,
  { id, device }: Pick<NewApplication, 'id' | 'device'>,
): void {
  if (applications.some((one) => one.id === id)) return
  const waiting = applications.filter(isWaiting)
  if (waiting.length >= maxWaiting.inAll) throw new QueueFullError(fullTexts.inAll)
  const own = waiting.filter((one) => one.device === device)
  if (own.length >= maxWaiting.perDevice) throw new QueueFullError(fullTexts.perDevice)
}

/**
 * Adds an application with the next turn that nobody waits with. One that was sent before keeps its turn and, if they are not sent again, its
 * photo and its signature; it changes until the desk decides. @throws QueueFullError
 */
export function withApplication(queue: Queue, given: NewApplication, now: string): Queue {
  requireRoom(queue, given)
  const known = queue.applications.find(({ id }) => id === given.id)
  if (known) {
    const { turn, at, photo } = known
    const waiver = waiverAfter(known, given, now)
    const changed = { ...given, turn, at, photo: given.photo ?? photo, ...(waiver && { waiver }) }
    return isWaiting(known) ? replaced(queue, changed) : queue
  }
  // There are more turns than applications that wait, so that one is free.
  const taken = new Set(queue.applications.filter(isWaiting).map(({ turn }) => turn))
  let turn = queue.turn
  do turn = (turn % lastTurn) + 1
  while (taken.has(turn))
  return { turn, applications: [...queue.applications, { ...given, turn, at: now }] }
}

/**
 * Notes the decision on an application, of which only what its phone asks for stays.
 * @throws NotFoundError, PilotosError if somebody has decided on it
 */
export function withOutcome(queue: Queue, id: string, outcome: Outcome): Queue {
  const { id: _, ...decided } = requiredApplication(queue, id)
  if (!isWaiting(decided)) throw alreadyDecided(decided)
  const { name, lastname } = decided.draft
  const kept = { id, ...decided, draft: { name, lastname }, photo: null, outcome }
  delete kept.consent
  delete kept.waiver
  return replaced(queue, kept)
}

function replaced(queue: Queue, application: Application): Queue {
  const { id } = application
  return { ...queue, applications: queue.applications.map((one) => (one.id === id ? application : one)) }
}

/** @throws NotFoundError */
export function requiredApplication({ applications }: Queue, id: string): Application {
  const found = applications.find((one) => one.id === id)
  if (!found) throw new NotFoundError(goneText)
  return found
}

const goneText = 'Esa autoinscripción ya no está: pudo vencer, o alguien la quitó'

/** Returns the pilot that an application became. @throws NotFoundError as if it were unknown, if it is not approved */
export function approvedPilot({ outcome }: Pick<Application, 'outcome'>): PilotId {
  if (!outcome || !('pilot' in outcome)) throw new NotFoundError(goneText)
  return outcome.pilot
}

export function alreadyDecided({ turn, outcome }: Pick<Application, 'turn' | 'outcome'>): PilotosError {
  const done = outcome && 'pilot' in outcome ? 'aprobó' : 'rechazó'
  return new PilotosError('conflict', `Alguien ya ${done} el turno ${turnText(turn)}`, { turn })
}

export function correctedMeanwhile({ turn }: Pick<Application, 'turn'>): PilotosError {
  const text = `El piloto corrigió el turno ${turnText(turn)} mientras estaba abierto: vuelva a la lista y ábralo otra vez`
  return new PilotosError('conflict', text)
}

/** Returns the queue without the applications that are older than a day. It is the same object if none is. */
export function withoutExpired(queue: Queue, now: number): Queue {
  return keeping(queue, ({ at }) => Date.parse(at) > now - applicationLife)
}

/** Returns the queue with some applications. It is the same object if nobody is missing. */
export function keeping(queue: Queue, isKept: (application: Application) => boolean): Queue {
  const applications = queue.applications.filter(isKept)
  return applications.length === queue.applications.length ? queue : { ...queue, applications }
}

/**
 * Reads a signature, which is drawn below the current text. Where nobody signs any more, there is none.
 * @throws PilotosError with `strokes` in its fields if the text has changed; MalformedError, InvalidError
 */
export function readSigned(
  { hash, strokes, guardian }: Record<string, unknown>,
  current: CurrentWaiver | undefined,
  isMinor: boolean,
): Application['waiver'] {
  if (!current) return undefined
  if (hash !== current.hash)
    throw new PilotosError('conflict', waiverChanged, { fields: { strokes: waiverChanged } })
  return { ...readSignature({ strokes, guardian }, current, isMinor), at: new Date().toISOString() }
}

/** Returns true if the rider has signed the text of a hash, on the phone or before at the desk. */
export function isSigned(
  { waiver, draft: { fechanac } }: Application,
  { waivers }: Pick<Pilot, 'waivers'> = {},
  hash: string,
): boolean {
  return hasSigned({ fechanac, waivers: waiver ? withWaiver(waivers, waiver) : waivers }, hash)
}

/** Returns the signature of an application, as the pilot whom it becomes has it. `by` is the author of the approval. */
export function signatureOf(
  application: Pick<Application, 'waiver'>,
  draft: Pick<StoredDraft, 'fechanac'>,
  by: string,
): Waiver | undefined {
  const waiver = validWaiver(application, draft, new Date().toISOString())
  return waiver && { ...waiver, by, device: ownPhone }
}

/** Returns the signature after a correction. One that is sent again keeps its time, so that nothing has changed. */
function waiverAfter(known: Application, { waiver, draft }: NewApplication, now: string) {
  if (!waiver) return validWaiver(known, draft, now)
  const { waiver: before } = known
  const isSame = before && waiversKey([before]) === waiversKey([{ ...waiver, at: before.at }])
  return isSame ? before : waiver
}

/** Returns the signature, unless the birthday is by now that of a rider under 18, who signs with a guardian. */
function validWaiver(
  { waiver }: Pick<Application, 'waiver'>,
  draft: Pick<StoredDraft, 'fechanac'>,
  now: string,
): Application['waiver'] {
  return waiver?.guardian || !isMinor(draft, today(new Date(now))) ? waiver : undefined
}

/** The device of a signature that came with an application. */
const ownPhone = 'el teléfono del piloto'
