/** The line between a gate page and the log of passages: it answers scans and takes them back. */

import { photoPath, smallPhotoPath } from '#domain/api/addresses'
import type { EmergencyContact } from '#domain/gate/calls'
import { currentGate, type Direction, maxScannedText, type Scan } from '#domain/gate/passage'
import type { GatePilot, GateRoster, PassageAnswer } from '#domain/gate/schemas'
import { fullName } from '#domain/pilots/pilot'
import { ApiError, callForList, callForOne, type ItemOf } from '../api/call.ts'
import { timeLimit } from '../api/silence.ts'
import type { SignatureDrawing } from './gate-memory.ts'
import { gateTime } from './offline/gate-clock.ts'
import type { GateState, GateSync } from './offline/gate-sync.ts'
import { answerTime } from './offline/requests.ts'

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
  /** Returns the text that riders sign. @throws ApiError if the gate does not know it */
  waiver(): Promise<ItemOf<'GET /api/waiver'>>
  /**
   * Stores the signature of a rider below the text of a hash. Resolves to false if the server will have it later.
   * @throws ApiError if it is not stored
   */
  sign(pilot: GatePilot, hash: string, drawing: SignatureDrawing): Promise<boolean>
}

/** A scan that is no ordinary one: without a card, or of a rider whom the gate lets in again. */
export type ScanKind = Pick<Scan, 'cardless' | 'override'>

/**
 * A scan and its answer, as the page shows them. `at` is the time of the gate, and `offline` is true if
 * this device answered by itself.
 */
export type ScanAnswer = Scan &
  PassageAnswer & {
    /** The time of the roster by which this device answered: ISO 8601, UTC. */
    listedAt?: string
    /** The addresses of the photo, which an `img` can load. Absent if there is none. */
    photo?: { small: string; full?: string }
  }

/** The line of a gate that answers only while the server can be reached. */
export class OnlineLine implements GateLine {
  constructor(readonly gate: string) {}

  async scan(scanned: string, direction: Direction, how: ScanKind = {}): Promise<ScanAnswer> {
    const scan = { ...newScan(this.gate, scanned, direction), ...how }
    return answered(scan, await this.#send(scan))
  }

  async undo({ id, scanned, direction }: ScanAnswer): Promise<boolean> {
    await this.#send({ ...newScan(this.gate, scanned, direction), corrects: id })
    return true
  }

  contact({ id }: GatePilot): Promise<EmergencyContact> {
    return askContact(id, this.gate)
  }

  readonly waiver = askWaiver

  async sign({ id }: GatePilot, hash: string, drawing: SignatureDrawing): Promise<boolean> {
    await callForOne('POST /api/pilots/:id/waiver', { params: { id }, body: { hash, ...drawing } })
    return true
  }

  #send(scan: Scan): Promise<PassageAnswer> {
    return callForOne('POST /api/passages', { body: { passages: [scan] } })
  }
}

/** The line of a gate that goes on while the server cannot be reached: it stores every scan before it answers. */
export class QueuedLine implements GateLine {
  constructor(
    private readonly chosen: string,
    private readonly sync: GateSync,
  ) {}

  get gate(): string {
    const { roster } = this.state
    return roster ? currentGate(roster, this.chosen) : this.chosen
  }

  get state(): GateState {
    return this.sync.state
  }

  get forget(): GateSync['forget'] {
    return this.sync.forget
  }

  get subscribe(): GateSync['subscribe'] {
    return this.sync.subscribe
  }

  async scan(scanned: string, direction: Direction, how: ScanKind = {}): Promise<ScanAnswer> {
    const scan = { ...newScan(this.gate, scanned, direction), ...how }
    const answer = this.state.isOnline ? await this.sync.ask(scan) : undefined
    return answer ? this.#answered(scan, answer) : this.#answer(scan)
  }

  /** Finds riders in the roster: see `findRiders`. Finds nobody for the code of a rider. */
  find(text: string): GateRoster['pilots'] {
    return this.sync.roster.find(text)
  }

  /** Returns an address of a small photo: of this device or, if it does not have the photo, of the server. */
  async photo(name: string): Promise<string> {
    return (await this.sync.photos.url(name)) ?? smallPhotoPath(name)
  }

  async undo(answer: ScanAnswer): Promise<boolean> {
    const { sync } = this
    const corrects = sync.queue.takeBack(answer.id)
    const correction = { ...newScan(this.gate, answer.scanned, answer.direction), corrects }
    const isOnline = this.state.isOnline
    if (!isOnline) await sync.keep(correction)
    const isSent = isOnline && (await sync.ask(correction)) !== undefined
    const { direction, at } = answer
    if (!sync.roster.passages.takeBack(answer.id))
      sync.roster.passages.takeBackAt({ gate: this.gate, direction, at })
    return isSent
  }

  async contact({ id }: GatePilot): Promise<EmergencyContact> {
    if (!this.state.isOnline) throw new ApiError(0, noContactOffline)
    return askContact(id, this.gate)
  }

  async waiver(): Promise<ItemOf<'GET /api/waiver'>> {
    const held = this.sync.roster.roster?.waiver
    if (!this.state.isOnline && held) return held
    return askWaiver().catch((error) => {
      if (held && error.status !== 404) return held
      throw error
    })
  }

  sign({ id: pilot, ...names }: GatePilot, hash: string, drawing: SignatureDrawing): Promise<boolean> {
    const at = gateTime().toISOString()
    return this.sync.sign({ id: `${pilot} ${hash}`, pilot, name: fullName(names), hash, at, drawing })
  }

  async #answered(scan: Scan, answer: PassageAnswer): Promise<ScanAnswer> {
    const { id, admitted, result, pilot } = answer
    const { gate, direction, at } = scan
    if (pilot && admitted && result !== 'repeat')
      this.sync.roster.passages.add(pilot.id, id, { gate, direction, at, result })
    const shown = answered(scan, answer)
    const small = pilot?.photo && (await this.sync.photos.url(pilot.photo))
    return small ? { ...shown, photo: { ...shown.photo, small } } : shown
  }

  /** Answers by the roster. */
  async #answer(asked: Scan): Promise<ScanAnswer> {
    const { at: listedAt } = this.sync.roster
    const { scan, answer } = await this.sync.decide(asked)
    if (!answer) throw new ApiError(0, noRoster)
    const { pilot } = answer
    const small = pilot?.photo && (await this.sync.photos.url(pilot.photo))
    return {
      ...scan,
      ...answer,
      ...(listedAt !== undefined && { listedAt }),
      ...(small && { photo: { small } }),
    }
  }
}

const noRoster =
  'La laptop no responde, y este equipo todavía no tiene la lista de pilotos. Anote a la persona y avise a la mesa'

/** The longest wait for an emergency contact, in milliseconds. */
const contactTime = 5000

/** @throws ApiError with what to do, for a server that does not answer in time or cannot note who looked */
async function askContact(id: string, gate: string): Promise<EmergencyContact> {
  const cut = new AbortController()
  const timer = setTimeout(() => cut.abort(), contactTime)
  try {
    const order = { params: { id }, body: { gate }, signal: cut.signal }
    return await callForOne('POST /api/pilots/:id/emergency-contact', order)
  } catch (error) {
    const isLost = cut.signal.aborted || (error instanceof ApiError && error.status === 0)
    throw isLost ? new ApiError(0, noContactOffline) : error
  } finally {
    clearTimeout(timer)
  }
}

/** @throws ApiError if the server does not answer in time, or has no text */
async function askWaiver(): Promise<ItemOf<'GET /api/waiver'>> {
  const signal = timeLimit(answerTime)
  const [waiver] = await callForList('GET /api/waiver', { signal }).catch((error) => {
    throw signal?.aborted ? new ApiError(0, noWaiver) : error
  })
  if (!waiver) throw new ApiError(404, noWaiver)
  return waiver
}

const noWaiver = 'Este equipo no tiene el texto del deslinde: que lo firme en la mesa'

const noContactOffline =
  'Sin conexión no se puede ver el contacto de emergencia: pídalo a la mesa, por teléfono o por radio.'

/** Returns a scan with the answer of the server, whose photo the server has. */
function answered(scan: Scan, answer: PassageAnswer): ScanAnswer {
  const name = answer.pilot?.photo
  return {
    ...scan,
    ...answer,
    ...(name && { photo: { small: smallPhotoPath(name), full: photoPath(name) } }),
  }
}

function newScan(gate: string, scanned: string, direction: Direction): Scan {
  const at = gateTime().toISOString()
  return { id: newScanId(), scanned: scanned.slice(0, maxScannedText), gate, direction, at }
}

/** Returns a random UUID (RFC 9562, version 4). `crypto.randomUUID` does not exist on pages over plain http. */
export function newScanId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
