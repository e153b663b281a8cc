/** Records the scans of a gate: finds the pilots of the codes, and answers with what the gate shows. */
import { CodeHistory } from '#domain/gate/code-history'
import {
  type AgainRule,
  defaultGates,
  type JudgedScan,
  maxClockError,
  type Passage,
  type Scan,
} from '#domain/gate/passage'
import type { Pilot } from '#domain/pilot/pilot'
import type { PilotId } from '#domain/pilot/pilot-id'
import { today } from '#domain/text/date'
import type { ValidityRules } from '#domain/validity/rules'
import { type Status, statusOf } from '#domain/validity/status'
import type { GatePilot, PassageAnswer } from '#domain/web/gate-schemas'
import { readScanned } from '#domain/web/scanned'
import { publicStatus } from '#domain/web/wire'
import type { OpenSettings } from '../store/contract/settings-store.ts'
import type { Stores } from '../store/contract/stores.ts'
import { pilotIfThere } from './select.ts'
import type { Validity } from './validity.ts'

/** The person who scans, and the phone or laptop. */
export interface Scanner {
  by: string
  device: string
}

export class Scans {
  constructor(
    private readonly stores: Pick<Stores, 'pilots' | 'passages'>,
    private readonly settings: Pick<OpenSettings, 'current'>,
    private readonly validity: Pick<Validity, 'rules'>,
  ) {}

  get again(): AgainRule {
    return (this.settings.current.gate ?? defaultGates).again
  }

  /** Stores the scans and answers each, in their order. The same id again gets the same result. */
  async record(scans: readonly Scan[], scanner: Scanner): Promise<PassageAnswer[]> {
    const received = new Date().toISOString()
    const timed = scans.map((scan) => withCredibleTime(scan, received))
    const judged = await this.#judge(timed)
    const passages = await this.stores.passages.record(
      timed.map((scan, index) => ({ ...scan, ...scanner, received, ...judgementOf(judged[index]) })),
      this.again,
    )
    return passages.map((passage, index) => answerTo(passage, judged[index]))
  }

  async #judge(scans: readonly Scan[]): Promise<(Judged | undefined)[]> {
    const codes = scans.map(({ scanned }) => readScanned(scanned))
    const pilots = await this.#find(codes)
    // Read after the pilots: a card that is revoked in between is found here.
    const history = new CodeHistory(await this.stores.pilots.revocations())
    const next = codes.map((code) => code && history.revocation(code) && history.current(code))
    const holders = await this.#find(next)
    return scans.map((scan, index) => {
      const code = codes[index]
      if (code === undefined) return undefined
      const pilot = pilots.get(code) ?? holders.get(next[index] ?? '')
      return judge({ code, pilot, history, scan, rules: this.validity.rules })
    })
  }

  async #find(codes: readonly (PilotId | undefined)[]): Promise<ReadonlyMap<PilotId, Pilot>> {
    const unique = [...new Set(codes.flatMap((code) => code ?? []))]
    const found = await Promise.all(unique.map((code) => pilotIfThere(this.stores, code)))
    return new Map(found.flatMap((pilot) => (pilot ? [[pilot.id, pilot]] : [])))
  }
}

/**
 * Returns a scan with the time of the server if the clock of its device cannot be right: a scan that was not stored on
 * the device arrives within a minute, and none is of the future. The time of the device is kept beside it.
 */
function withCredibleTime(scan: Scan, received: string): Scan & Pick<JudgedScan, 'deviceTime'> {
  const age = Date.parse(received) - Date.parse(scan.at)
  const isCredible = age > -maxClockError && (scan.offline || age < maxClockError)
  return isCredible ? scan : { ...scan, at: received, deviceTime: scan.at }
}

export function gatePilotOf(pilot: Pilot, status: Status): GatePilot {
  const { id, name, lastname, npiloto, modalidad, tiposangre, photo } = pilot
  return { id, name, lastname, npiloto, modalidad, tiposangre, photo, status: publicStatus(status) }
}

interface Judged {
  /** The first code of the pilot. Absent if the pilot of a revoked code was removed. */
  first?: PilotId
  pilot?: Pilot
  status: Status
}

interface Case {
  code: PilotId
  /** The pilot of the code, also of a revoked code. */
  pilot: Pilot | undefined
  history: CodeHistory
  scan: Scan
  rules: ValidityRules
}

/**
 * Returns the pilot and the status at the time of the scan, or undefined for an unknown code. A card that was revoked
 * after a device scanned it offline was not revoked then.
 */
function judge({ code, pilot, history, scan, rules }: Case): Judged | undefined {
  const revocation = history.revocation(code)
  const first = pilot && history.first(pilot.id)
  if (revocation && !(scan.offline && pilot && revocation.at > scan.at))
    return { first, pilot, status: { kind: 'revoked', at: revocation.at } }
  return pilot && { first, pilot, status: statusOf(pilot, rules, today(new Date(scan.at))) }
}

function judgementOf(judged: Judged | undefined): Pick<JudgedScan, 'pilot' | 'status'> {
  const { first, status } = judged ?? {}
  return { ...(first !== undefined && { pilot: first }), ...(status && { status: status.kind }) }
}

function answerTo({ id, result, isAdmitted, previous }: Passage, judged: Judged | undefined): PassageAnswer {
  const { pilot, status } = judged ?? {}
  return {
    id,
    result,
    admitted: isAdmitted,
    ...(pilot && status && { pilot: gatePilotOf(pilot, status) }),
    ...(previous && { previous }),
  }
}
