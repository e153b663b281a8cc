/** The queue as it is stored, and the approvals of applications among the shared values of the log, which it follows. */
import { PilotosError } from '../errors.ts'
import type { SetValues } from '../pilots/change.ts'
import { ownValuesIn } from '../pilots/own/own-name.ts'
import { checkStoredDraft, isMissing, isPhotoName } from '../pilots/pilot.ts'
import { isPilotId, type PilotId } from '../pilots/pilot-id.ts'
import { isConsentVersion } from '../privacy/consent.ts'
import { hasShape } from '../stored/checks.ts'
import { isMoment } from '../text/date.ts'
import { isObject, isShortText } from '../text/text.ts'
import {
  type Application,
  applicationLife,
  isApplicationId,
  isWaiting,
  languages,
  lastTurn,
  maxRefusal,
  type Queue,
  withOutcome,
} from './application.ts'

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

/** Reads a stored queue. An application that cannot be read is left out. */
export function parseQueue(value: Record<string, unknown>): Queue | undefined {
  if (!Array.isArray(value.applications)) return undefined
  const { turn } = value
  return { turn: isTurn(turn) ? turn : 0, applications: value.applications.flatMap(parseApplication) }
}

function parseApplication(value: unknown): Application[] {
  if (!isObject(value) || !isObject(value.draft)) return []
  const { id, turn, at, device, photo, category, language, consent, outcome, waiver } = value
  const { draft } = checkStoredDraft(value.draft, isMissing)
  if (!draft || !isApplicationId(id) || !isTurn(turn) || !isMoment(at) || typeof device !== 'string')
    return []
  return [
    {
      ...{ id, turn, at, device, draft: { ...draft, ...ownValuesIn(value.draft) } },
      photo: isPhotoName(photo) ? photo : null,
      ...(typeof category === 'string' && { category }),
      language: languages.find((one) => one === language) ?? 'es',
      ...(isObject(consent) && parseConsent(consent)),
      ...(hasShape('waiver', waiver) && { waiver }),
      ...(isObject(outcome) && parseOutcome(outcome)),
    },
  ]
}

function parseConsent({ version, guardian }: Record<string, unknown>): Pick<Application, 'consent'> {
  if (!isConsentVersion(version)) return {}
  return { consent: { version, ...(typeof guardian === 'string' && { guardian }) } }
}

function parseOutcome({ pilot, refused }: Record<string, unknown>): Pick<Application, 'outcome'> {
  if (isPilotId(pilot)) return { outcome: { pilot } }
  return isShortText(refused, maxRefusal) ? { outcome: { refused } } : {}
}

function isTurn(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 1 && Number(value) <= lastTurn
}
