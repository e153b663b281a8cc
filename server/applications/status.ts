/** Describes an application to the phone that has sent it. */
import type { Application } from '#domain/applications/application'
import type { ApplicationStatus } from '#domain/applications/calls'
import type { CurrentWaiver } from '#domain/waivers/waiver'

/** `text` is the waiver that riders sign now, if there is one. */
export function statusOf(
  { turn, outcome, waiver }: Application,
  text?: Pick<CurrentWaiver, 'hash'>,
): ApplicationStatus {
  if (!outcome) return { turn, state: 'waiting', ...(text && { signed: waiver?.hash === text.hash }) }
  return 'pilot' in outcome
    ? { turn, state: 'approved', pilot: outcome.pilot }
    : { turn, state: 'refused', refused: outcome.refused }
}
