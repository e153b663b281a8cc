/** Names the phone or laptop of a request for people, by its `User-Agent` header. */

/** The names in the order in which they are looked for: an Android phone calls itself Linux too. */
const systems = ['iPhone', 'iPad', 'Android', 'Windows', 'CrOS', 'Macintosh', 'Linux']

/** @example deviceName('Mozilla/5.0 (Linux; Android 14; K) …', '192.168.1.34') // 'Android, 192.168.1.34' */
export function deviceName(userAgent: string | undefined, address: string): string {
  const system = systems.find((name) => userAgent?.includes(name))
  return [system?.replace('Macintosh', 'Mac'), address].filter(Boolean).join(', ')
}
