/** The approvals of applications among the shared values of the log, which the queue follows. */
import { PilotosError } from '../errors.ts'
import type { SetValues } from '../pilots/change.ts'
import { isPilotId, type PilotId } from '../pilots/pilot-id.ts'
import { isObject } from '../text/text.ts'
import { applicationLife, isWaiting, type Queue, withOutcome } from './application.ts'

type Values = ReadonlyMap<string, unknown>

const prefix = '/approved/'

/** Returns the rider that an application became, if a desk has approved it. */
function approvedIn(values: Values, application: string): PilotId | undefined {
  return pilotOf(values.get(prefix + application))
}

function pilotOf(approval: unknown): PilotId | undefined {
  return isObject(approval) && isPilotId(approval.pilot) ? approval.pilot : undefined
}

/**
 * Returns the values of a change that approves an application at `now`, ISO 8601. Those of applications that have expired go.
 * @throws PilotosError if a desk has approved it
 */
export function approving(values: Values, application: string, pilot: PilotId, now: string): SetValues {
  if (approvedIn(values, application))
    throw new PilotosError('conflict', 'Alguien ya aprobó esta autoinscripción')
  const oldest = Date.parse(now) - 2 * applicationLife
  const isOld = ([key, value]: [string, unknown]) =>
    key.startsWith(prefix) && isObject(value) && !(Date.parse(String(value.at)) > oldest)
  const gone = [...values].filter(isOld).map(([key]) => [key, null] as const)
  return { ...Object.fromEntries(gone), [prefix + application]: { pilot, at: now } }
}

/** Returns the queue with the outcome of each application that a desk has approved. It is the same object if it has them. */
export function withApprovals(queue: Queue, values: Values): Queue {
  return queue.applications.filter(isWaiting).reduce((all, { id }) => {
    const pilot = approvedIn(values, id)
    return pilot ? withOutcome(all, id, { pilot }) : all
  }, queue)
}

/** Returns true for an approval of one of these riders. */
export function isApprovalOf(codes: ReadonlySet<string>, key: string, value: unknown): boolean {
  return key.startsWith(prefix) && codes.has(pilotOf(value) ?? '')
}
