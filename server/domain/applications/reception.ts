/** The reception of applications: whether riders may fill in the form on their own phones, and the poster that invites them. */
import { isMoment } from '../text/date.ts'
import { isShortText } from '../text/text.ts'

export interface Reception {
  /** The event for which riders apply. Empty if it is closed; it also closes when another event is opened. */
  event: string
  /** The moment at which it closes by itself (ISO 8601, UTC); empty without one. */
  until: string
  /** The code in the address of the poster. Another code makes the posters before it useless. */
  code: string
  /** The name of the Wi-Fi, which the poster says; may be empty. */
  wifi: string
}

export const closedReception: Reception = { event: '', until: '', code: '', wifi: '' }

/** The longest name of a Wi-Fi: https://standards.ieee.org/ieee/802.11 has 32 bytes. */
export const maxWifi = 32

/** Reads the stored reception. A part that is missing or invalid has its default. */
export function parseReception({ event, until, code, wifi }: Record<string, unknown>): Reception {
  return {
    event: isShortText(event, 20) ? event : '',
    until: isMoment(until) ? until : '',
    code: typeof code === 'string' && isReceptionCode(code) ? code : '',
    wifi: isShortText(wifi, maxWifi) ? wifi : '',
  }
}

function isReceptionCode(code: string): boolean {
  return /^[a-z\d]{6}$/.test(code)
}

/** Returns true if riders may apply now. `open` is the identifier of the open event. */
export function isReceiving({ event, until }: Reception, open: string, now: Date): boolean {
  return event !== '' && event === open && (until === '' || until > now.toISOString())
}
