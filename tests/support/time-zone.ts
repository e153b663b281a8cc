/** Returns a time zone in which the first hour of a day is passing at a time. */
export function zoneInItsFirstHour(now = new Date()): string {
  const hour = now.getUTCHours()
  // `Etc/GMT+5` is five hours behind UTC.
  return hour <= 12 ? `Etc/GMT+${hour}` : `Etc/GMT-${24 - hour}`
}
