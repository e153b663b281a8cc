/** The line of a gate that goes on while the server cannot be reached: it stores every scan before it answers. */
import { currentGate, type Direction, maxScannedText, type Scan } from '#domain/gate/passage'
import { smallPhotoPath } from '#domain/web/addresses'
import type { GatePilot, GateRoster, PassageAnswer } from '#domain/web/gate-schemas'
import type { EmergencyContact } from '#domain/web/pilot-schemas'
import { ApiError } from '../../api/api.ts'
import { serverTime } from '../../api/server-clock.ts'
import {
  answerOf,
  askContact,
  type GateLine,
  type GateState,
  newScanId,
  noContactOffline,
  type ScanAnswer,
  type ScanKind,
} from '../gate-line.ts'
import type { GateSync } from './gate-sync.ts'

const noRoster =
  'La laptop no responde, y este equipo todavía no tiene la lista de pilotos. Anote a la persona y avise a la mesa'

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

  get subscribe(): GateSync['subscribe'] {
    return this.sync.subscribe
  }

  async scan(scanned: string, direction: Direction, how: ScanKind = {}): Promise<ScanAnswer> {
    const scan = { ...this.#newScan(scanned, direction), ...how }
    const answer = this.state.isOnline ? await this.sync.ask(scan) : undefined
    return answer ? this.#answered(scan, answer) : this.#answer(scan, how)
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
    const correction = { ...this.#newScan(answer.scanned, answer.direction), corrects }
    const isOnline = this.state.isOnline
    if (!isOnline) await sync.keep({ scan: correction })
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

  #newScan(scanned: string, direction: Direction): Scan {
    const at = serverTime().toISOString()
    return { id: newScanId(), scanned: scanned.slice(0, maxScannedText), gate: this.gate, direction, at }
  }

  async #answered(scan: Scan, answer: PassageAnswer): Promise<ScanAnswer> {
    const { id, admitted, result, pilot } = answer
    const { gate, direction, at } = scan
    if (pilot && admitted && result !== 'repeat')
      this.sync.roster.passages.add(pilot.id, id, { gate, direction, at, result })
    const shown = answerOf(scan, answer)
    const small = pilot?.photo && (await this.sync.photos.url(pilot.photo))
    return small ? { ...shown, photo: { ...shown.photo, small } } : shown
  }

  /** Answers by the roster. The decision is a fact, which the server then stores. */
  async #answer(scan: Scan, how: ScanKind): Promise<ScanAnswer> {
    const { roster, photos } = this.sync
    const listedAt = roster.at
    const decided = roster.answer(scan)
    const { result, pilot, isAdmitted = false } = decided ?? {}
    await this.sync.keep({
      scan: {
        ...scan,
        offline: true,
        admitted: isAdmitted,
        ...(roster.roster?.event && { event: roster.roster.event }),
      },
      ...(result && { answer: { result, ...(pilot && { pilot: pilot.id }) } }),
    })
    if (!decided) throw new ApiError(0, noRoster)
    const { id, scanned, gate, direction, at } = scan
    const small = pilot?.photo && (await photos.url(pilot.photo))
    return {
      ...{ id, scanned, gate, direction, at, isAdmitted, result: decided.result, isOffline: true },
      ...how,
      ...(listedAt !== undefined && { listedAt }),
      ...(pilot && { pilot }),
      ...(decided.lacks && { lacks: [...decided.lacks] }),
      ...(decided.previous && { previous: decided.previous }),
      ...(small && { photo: { small } }),
    }
  }
}
