/** Records the scans of gates: finds the pilots of the codes, and answers with what the gate shows. */
import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { readScanned } from '#domain/credential/scanned'
import { statusOf } from '#domain/credential/status'
import { MalformedError } from '#domain/errors'
import { lackingAtGate } from '#domain/events/entry'
import type { RaceEvent } from '#domain/events/event'
import { added, requirementsOf } from '#domain/features'
import { CodeHistory } from '#domain/gate/code-history'
import { answerTo, statusAtScan } from '#domain/gate/decide-scan'
import {
  isCredibleTime,
  type KnownCode,
  type Passage,
  type ReceivedScan,
  type Scan,
} from '#domain/gate/passage'
import type { PassageAnswer } from '#domain/gate/schemas'
import type { FieldTable } from '#domain/pilots/own/field-table'
import type { Pilot } from '#domain/pilots/pilot'
import type { PilotId } from '#domain/pilots/pilot-id'
import { today } from '#domain/text/date'
import { type Routes, serve } from '../http/serve.ts'
import { type Gates, noGate, type PilotFields, type Validity } from '../settings/current-settings.ts'
import type { Events } from '../settings/race-events.ts'
import { pilotIfThere } from '../store/queries/select.ts'
import type { Stores } from '../store/shared/stores.ts'
import { gatePilotOf } from './roster.ts'

/** Lets gates and the desk send scans. */
export const scans: Routes = async (app, { stores, guard, gates, events, validity, fields }) => {
  const recorder = new ScanRecorder(stores, gates, events, { validity, fields })
  const scannerOf = (request: FastifyRequest): Scanner => ({
    by: guard.authorOf(request),
    gate: guard.gateOf(request),
    since: guard.sinceOf(request),
    isDesk: guard.isStaff(request),
    device: guard.deviceOf(request),
  })

  serve(app, 'POST /api/passages', async (request) => {
    return { data: await recorder.record(request.body.passages.map(normalized), scannerOf(request)) }
  })
}

/** The person who scans, the phone or laptop, and what it may say of its scans. */
interface Scanner {
  by: string
  device: string
  /** The gate of a paired phone, where all of its scans are. */
  gate?: string
  /** The start of the session, before which nothing was scanned: ISO 8601, UTC. Absent for the laptop itself. */
  since?: string
  /** True for the desk, which may take back the passages of every gate. */
  isDesk: boolean
}

class ScanRecorder {
  constructor(
    private readonly stores: Pick<Stores, 'pilots' | 'passages'>,
    private readonly gates: Pick<Gates, 'current' | 'nameOf'>,
    private readonly events: Pick<Events, 'ofScan' | 'open' | 'partOf'>,
    private readonly settings: { validity: Pick<Validity, 'rules'>; fields: Pick<PilotFields, 'table'> },
  ) {}

  /**
   * Stores the scans and answers each, in their order. The same scan again gets the same result.
   * @throws MalformedError if a scan is at no gate of this event, or takes back a passage of another gate
   */
  async record(scans: readonly Scan[], scanner: Scanner): Promise<PassageAnswer[]> {
    const received = new Date().toISOString()
    const { again, gates } = this.gates.current
    const placed = scans.map((scan) => ({ ...scan, gate: scanner.gate ?? this.gates.nameOf(scan.gate) }))
    if (scanner.gate === undefined) await this.#requireGates(placed, gates)
    if (!scanner.isDesk) await this.#requireOwnCorrections(placed)
    const timed = placed.map((scan) => withCredibleTime(scan, received, scanner.since))
    const known = await this.#lookUp(timed, received)
    const { by, device } = scanner
    const passages = await this.stores.passages.record(
      known.map(({ scan }) => ({ ...scan, by, device, received, conflictId: conflictIdOf(scan) })),
      again,
    )
    const { table } = this.settings.fields
    return passages.map((passage, index) => answerOf(passage, table, known[index]))
  }

  /** A device that was offline may send scans of a gate that has been renamed or removed since. */
  async #requireGates(scans: readonly Scan[], gates: readonly string[]): Promise<void> {
    const strange = scans.filter(({ gate }) => !gates.includes(gate))
    if (strange.length === 0) return
    const { gates: earlier } = await this.stores.passages.list({ perPage: 1 })
    const refused = strange.find(({ gate, offline }) => !offline || !earlier.includes(gate))
    if (refused) throw noGate(refused.gate)
  }

  /** A correction may arrive before the passage that it takes back, which is then of the same device. */
  async #requireOwnCorrections(scans: readonly Scan[]): Promise<void> {
    const corrections = scans.filter(({ corrects }) => corrects !== undefined)
    if (corrections.length === 0) return
    const corrected = await this.stores.passages.find(corrections.map(({ corrects = '' }) => corrects))
    const gateOf = new Map(corrected.map(({ id, gate }) => [id, this.gates.nameOf(gate)]))
    for (const { gate, corrects = '' } of corrections) {
      const its = gateOf.get(corrects) ?? gate
      if (its !== gate)
        throw new MalformedError(`Esa lectura es de la puerta ${its}: se deshace allí, o en la mesa`)
    }
  }

  /** Adds what the stores know about the codes. */
  async #lookUp(scans: readonly TimedScan[], received: string): Promise<KnownScan[]> {
    const events = scans.map((scan) => this.events.ofScan(scan, received))
    const codes = scans.map(({ scanned }) => readScanned(scanned))
    const pilots = await this.#find(codes)
    // Read after the pilots: a card that is revoked in between is found here.
    const history = new CodeHistory(await this.stores.pilots.revocations())
    const next = codes.map((code) => code && history.revocation(code) && history.current(code))
    const holders = await this.#find(next)
    return scans.map((scan, index) => {
      const [code = '', event = this.events.open] = [codes[index], events[index]]
      const pilot = pilots.get(code) ?? holders.get(next[index] ?? '')
      const day = dayOf(scan)
      const state: KnownCode = {
        ...(pilot && {
          pilot: history.first(pilot.id),
          status: statusOf(pilot, this.settings.validity.rules, day),
          lacks: lackingAtGate(pilot, event, requirementsOf(pilot, event, day)),
        }),
        // Without a card, the code only names the pilot.
        revocation: scan.cardless ? undefined : history.revocation(code),
      }
      return { scan: { ...scan, ...state, event: this.events.partOf(event.id) }, pilot, event }
    })
  }

  /** Returns the pilots by their codes. */
  async #find(codes: readonly (PilotId | undefined)[]): Promise<ReadonlyMap<PilotId, Pilot>> {
    const unique = [...new Set(codes.flatMap((code) => code ?? []))]
    const found = await Promise.all(unique.map((code) => pilotIfThere(this.stores, code)))
    return new Map(found.flatMap((pilot, index) => (pilot ? [[unique[index] ?? pilot.id, pilot]] : [])))
  }
}

type TimedScan = Scan & Pick<ReceivedScan, 'deviceTime' | 'doubt'>

interface KnownScan {
  scan: Omit<ReceivedScan, 'by' | 'device' | 'received' | 'conflictId'>
  pilot?: Pilot
  event: RaceEvent
}

/**
 * Returns a scan with the time of the server if the time of its device cannot be right: a scan arrives within a minute,
 * unless it was stored on the device while the server was away, and then it is not older than the session. None is of
 * the future. The time of the device is kept beside it.
 */
function withCredibleTime(scan: Scan, received: string, since?: string): TimedScan {
  if (isCredibleTime(scan, received, since)) return scan
  const isDoubtful = scan.offline && scan.corrects === undefined
  return { ...scan, at: received, deviceTime: scan.at, ...(isDoubtful && { doubt: 'time' }) }
}

/** Returns an identifier that follows from the content of a scan, so that a conflict which is sent twice counts once. */
function conflictIdOf({ id, scanned, direction, corrects = '' }: Omit<Scan, 'event'>): string {
  const content = JSON.stringify([id, scanned, direction, corrects])
  return `${id}-${createHash('sha256').update(content).digest('hex').slice(0, 16)}`
}

function dayOf({ at }: Pick<Scan, 'at'>): string {
  return today(new Date(at))
}

/** Returns the answer to a scan, whose passage may be that of an earlier scan. */
function answerOf(
  passage: Passage,
  table: FieldTable,
  { scan, pilot, event }: Partial<KnownScan> = {},
): PassageAnswer {
  const status = scan && statusAtScan(scan, scan)
  const seen = pilot && status && gatePilotOf(pilot, status, dayOf(passage), table, event)
  const told = pilot && event && added(({ atGate }) => atGate?.(pilot, event))
  return answerTo(scan?.id ?? passage.id, passage, passage.direction, { pilot: seen, ...told })
}

/** Returns the scan with its time in UTC, by which passages are ordered. @throws MalformedError */
function normalized({ id, scanned, gate, direction, at, ...rest }: Scan): Scan {
  const { offline, admitted, corrects, cardless, override, event } = rest
  const moment = new Date(at)
  if (Number.isNaN(moment.getTime())) throw new MalformedError('at es una fecha y hora ISO 8601')
  return {
    ...{ id, scanned, gate, direction, at: moment.toISOString() },
    ...(offline !== undefined && { offline }),
    ...(admitted !== undefined && { admitted }),
    ...(corrects !== undefined && { corrects }),
    ...(cardless && { cardless }),
    ...(event !== undefined && { event }),
    ...(override && { override }),
  }
}
