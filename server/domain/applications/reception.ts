/** The reception of applications: whether riders may fill in the form on their own phones, and the poster that invites them. */
import type { Static } from 'typebox'
import type { reception } from '../stored/setting-shapes.ts'

export type Reception = Static<typeof reception>

export const closedReception: Reception = { event: '', until: '', code: '', wifi: '' }

/** Returns true if riders may apply now. `open` is the identifier of the open event. */
export function isReceiving({ event, until }: Reception, open: string, now: Date): boolean {
  return event !== '' && event === open && (until === '' || until > now.toISOString())
}
