/** The clock of the server, for devices whose own clock is wrong. */

/** A smaller difference is no mistake: the header `Date` has whole seconds, and the answer was on its way. In ms. */
const tolerance = 5000

/** The time of the server less that of this device, in milliseconds. */
let difference = 0

/** Notes how much the clock of this device differs from that of the server, by the header `Date` of an answer. */
export function compareClocks({ headers }: Response): void {
  const found = Date.parse(headers.get('date') ?? '') - Date.now()
  if (!Number.isNaN(found)) difference = Math.abs(found) > tolerance ? found : 0
}

/** Returns the current time by the clock of the server, as far as this page knows it. */
export function serverTime(): Date {
  return new Date(Date.now() + difference)
}
