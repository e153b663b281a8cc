/** Describes the device of a browser for people, from its `User-Agent` header. */

/** The first pattern that fits decides. Every browser also claims to be older ones. */
const systems: [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'Mac'],
  [/CrOS/, 'Chromebook'],
  [/Linux/, 'Linux'],
]

const browsers: [RegExp, string][] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/(Firefox|FxiOS)\//, 'Firefox'],
  [/(Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]

/** @example `describeDevice('Mozilla/5.0 (iPhone; …) … Safari/604.1')` is `'iPhone · Safari'` */
export function describeDevice(userAgent = ''): string {
  const names = [systems, browsers].flatMap(
    (kinds) => kinds.find(([kind]) => kind.test(userAgent))?.[1] ?? [],
  )
  return names.join(' · ') || 'Otro equipo'
}
