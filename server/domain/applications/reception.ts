/** The reception of applications: whether riders may fill in the form on their own phones, and the poster that invites them. */

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

/** Returns true if riders may apply now. `open` is the identifier of the open event. */
export function isReceiving({ event, until }: Reception, open: string, now: Date): boolean {
  return event !== '' && event === open && (until === '' || until > now.toISOString())
}
