/** The passages as the desk sees them, with the pilots as they are stored now. */
import type { CodeHistory } from '#domain/gate/code-history'
import { isOpenIncident, type ListedPassage } from '#domain/gate/passage-query'
import type { Settlement } from '#domain/gate/settlement'
import { fullName } from '#domain/pilot/full-name'
import type { PassageRecord } from '#domain/web/gate-schemas'
import type { Stores } from '../store/contract/stores.ts'
import { pilotIfThere } from './select.ts'

/** Returns the records of some passages, in their order. `history` has the codes of all pilots. */
export async function passageRecords(
  stores: Pick<Stores, 'pilots'>,
  passages: readonly ListedPassage[],
  history: CodeHistory,
): Promise<PassageRecord[]> {
  const firsts = [...new Set(passages.flatMap(({ pilot }) => pilot ?? []))]
  const pilots = await Promise.all(firsts.map((first) => pilotIfThere(stores, history.current(first))))
  const pilotOf = new Map(firsts.map((first, index) => [first, pilots[index]]))
  return passages.map((passage) => {
    const {
      pilot: first,
      isAdmitted,
      isCorrected,
      settlement,
      deviceTime,
      offline = false,
      ...rest
    } = passage
    const pilot = first === undefined ? undefined : pilotOf.get(first)
    return {
      ...rest,
      offline,
      ...(deviceTime && { device_time: deviceTime }),
      admitted: isAdmitted,
      corrected: isCorrected,
      incident: isOpenIncident(passage, passage),
      ...(settlement && { settled: settledOf(settlement) }),
      ...(pilot && { pilot: { id: pilot.id, name: fullName(pilot), npiloto: pilot.npiloto } }),
    }
  })
}

function settledOf({ at, by, reason = '' }: Settlement): PassageRecord['settled'] {
  return { at, by, reason }
}
