/** Describes an application to the phone that has sent it. */
import type { Application } from '#domain/applications/application'
import type { ApplicationStatus } from '#domain/applications/calls'

export function statusOf({ turn, outcome }: Application): ApplicationStatus {
  if (!outcome) return { turn, state: 'waiting' }
  return 'pilot' in outcome
    ? { turn, state: 'approved', pilot: outcome.pilot }
    : { turn, state: 'refused', refused: outcome.refused }
}
