/** The line between a gate page and the log of passages: it answers scans and takes them back. */
import type { Direction, PassageResult, Scan } from '#domain/gate/passage'
import { photoPath, smallPhotoPath } from '#domain/web/addresses'
import type { GatePilot, GateRoster, PassageAnswer } from '#domain/web/gate-schemas'
import type { EmergencyContact } from '#domain/web/pilot-schemas'
import { ApiError, noAnswer } from '../api/api.ts'
import { gateApi } from '../api/gate-api.ts'
import { serverTime } from '../api/server-clock.ts'

export interface GateLine {
  /** The name of the gate, which may have another one since the page was opened. */
  readonly gate: string
  /**
   * Sends a scan and resolves to its answer. Without a card, `scanned` is the code of the rider whom the gate has found.
   * @throws ApiError if neither the server nor the device can answer; the scan then counts for nobody
   */
  scan(scanned: string, direction: Direction, how?: ScanKind): Promise<ScanAnswer>
  /**
   * Takes a scan back, for everyone. Resolves to false if the server will learn it later.
   * @throws ApiError if it is not taken back
   */
  undo(answer: ScanAnswer): Promise<boolean>
  /** Asks the server for the emergency contact of a pilot. @throws ApiError if it is not shown */
  contact(pilot: GatePilot): Promise<EmergencyContact>
}

/** A scan that is no ordinary one: without a card, or of a rider whom the gate lets in again. */
export type ScanKind = Pick<Scan, 'cardless' | 'override'>

/** The answer to one scan, as the page shows it. */
export interface ScanAnswer extends ScanKind {
  /** The identifier of the scan: a UUID that the line made. */
  id: string
  scanned: string
  gate: string
  direction: Direction
  /** The time of the scan by the clock of this device: ISO 8601, UTC. */
  at: string
  result: PassageResult
  isAdmitted: boolean
  /** True if this device answered by itself, because it could not reach the server. */
  isOffline: boolean
  /** The time of the roster by which this device answered: ISO 8601, UTC. */
  listedAt?: string
  pilot?: GatePilot
  /** The entry or the checks that the rider lacks by the demand of the event. */
  lacks?: PassageAnswer['lacks']
  previous?: { at: string; gate: string }
  /** The addresses of the photo, which an `img` can load. Absent if there is none. */
  photo?: { small: string; full?: string }
}

/** The state of the line. A change makes a new object. */
export interface GateState {
  /** False while the server does not answer. */
  isOnline: boolean
  /** The number of scans that are answered, and that the server has not confirmed. */
  waiting: number
  /** The pilots that the page knows by itself, and when they were current. Absent until they have arrived. */
  roster?: { at: string; size: number } & Pick<GateRoster, 'gates' | 'renamed'>
  /** False if unsent scans would not outlive the page, because the browser stores nothing. */
  isPersistent: boolean
  /** The reason why the server refuses this device, such as an ended session. The person must act. */
  refusal?: Error
  /** The scans that the server does not accept, and why. They stay stored. */
  rejected?: { count: number; reason: string }
}

/** The line of a gate that answers only while the server can be reached. */
export class OnlineLine implements GateLine {
  constructor(readonly gate: string) {}

  async scan(scanned: string, direction: Direction, how: ScanKind = {}): Promise<ScanAnswer> {
    const scan = { ...this.#newScan(scanned, direction), ...how }
    return answerOf(scan, await this.#send(scan))
  }

  async undo({ id, scanned, direction }: ScanAnswer): Promise<boolean> {
    await this.#send({ ...this.#newScan(scanned, direction), corrects: id })
    return true
  }

  contact({ id }: GatePilot): Promise<EmergencyContact> {
    return askContact(id, this.gate)
  }

  #newScan(scanned: string, direction: Direction): Scan {
    return { id: newScanId(), scanned, gate: this.gate, direction, at: serverTime().toISOString() }
  }

  async #send(scan: Scan): Promise<PassageAnswer> {
    const [answer] = await gateApi.send([scan])
    if (!answer) throw new ApiError(0, noAnswer)
    return answer
  }
}

/** The longest wait for an emergency contact, in milliseconds. */
const contactTime = 5000

/** @throws ApiError with what to do, for a server that does not answer in time or cannot note who looked */
export async function askContact(id: string, gate: string): Promise<EmergencyContact> {
  const cut = new AbortController()
  const timer = setTimeout(() => cut.abort(), contactTime)
  try {
    return await gateApi.emergencyContact(id, gate, cut.signal)
  } catch (error) {
    const isLost = cut.signal.aborted || (error instanceof ApiError && error.status === 0)
    throw isLost ? new ApiError(0, noContactOffline) : error
  } finally {
    clearTimeout(timer)
  }
}

export const noContactOffline =
  'Sin conexión no se puede ver el contacto de emergencia: pídalo a la mesa, por teléfono o por radio.'

/** Returns what the page shows of a server's answer. */
export function answerOf(
  scan: Scan,
  { id, result, admitted, pilot, lacks, previous }: PassageAnswer,
): ScanAnswer {
  const { scanned, gate, direction, at, cardless, override } = scan
  const name = pilot?.photo
  return {
    id,
    scanned,
    gate,
    direction,
    at,
    result,
    isAdmitted: admitted,
    isOffline: false,
    ...(cardless && { cardless }),
    ...(override && { override }),
    ...(pilot && { pilot }),
    ...(lacks && { lacks }),
    ...(previous && { previous }),
    ...(name && { photo: { small: smallPhotoPath(name), full: photoPath(name) } }),
  }
}

/** Returns a random UUID (RFC 9562, version 4). `crypto.randomUUID` does not exist on pages over plain http. */
export function newScanId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** Tells the marshal how to go on after the session has ended: the sign-in is not the only way, as elsewhere. */
const sessionEnded =
  'La sesión de este equipo terminó: escanee otra vez el código de la mesa, o inicie sesión.'

export function failureText(failure: Error): string {
  return failure instanceof ApiError && failure.status === 401 ? sessionEnded : failure.message
}
