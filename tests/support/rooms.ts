/** The rooms of the sources, and the imports between their files. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { parseSync } from 'oxc-parser'

/** Each feature has a room of this name in the domain, the server, the client and the commands, if it needs one. */
export const features = [
  'applications',
  'till',
  'waivers',
  'credential',
  'desk',
  'events',
  'gate',
  'import',
  'merge',
  'photos',
  'pilots',
  'privacy',
  'staff',
]

/** A room is the folder of a feature on one side, or one that all features of its side share. */
export interface Room {
  side: 'packaging' | 'bin' | 'client' | 'server' | 'domain'
  /** Empty for the files above the rooms, which assemble a side. */
  name: string
}

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate'])
  .toString()
  .split('\n')

export const sources = files.filter(
  (file) => /^(bin|server|client|packaging)\/.*\.(tsx?|c?js)$/.test(file) && !file.endsWith('.d.ts'),
)
export const sheets = files.filter((file) => /^client\/.*\.css$/.test(file))

/** Returns the room of a file. The client is assembled in `client/app`, every other side in its own folder. */
export function roomOf(file: string): Room {
  const [, side, name] = /^(server\/domain|bin\/commands|\w+)\/(?:(\w+)\/)?/.exec(file) ?? []
  if (side === 'server/domain') return { side: 'domain', name: name ?? '' }
  if (side === 'bin/commands') return { side: 'bin', name: name ?? '' }
  return { side: side as Room['side'], name: name === 'app' ? '' : (name ?? '') }
}

/** The imports of a file, type imports and the classes of other style sheets included: paths from the root of the project, and names of packages. */
export function importsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  if (file.endsWith('.css'))
    return [...text.matchAll(/composes: .* from "(.+)"/g)].map(([, name = '']) => pathOf(file, name))
  const { staticImports, staticExports, dynamicImports } = parseSync(file, text).module
  return [
    ...staticImports.map((one) => one.moduleRequest.value),
    ...staticExports.flatMap((one) => one.entries.flatMap((entry) => entry.moduleRequest?.value ?? [])),
    ...dynamicImports.flatMap(
      ({ moduleRequest: { start, end } }) => /^'(.+)'$/.exec(text.slice(start, end))?.[1] ?? [],
    ),
  ].map((name) => pathOf(file, name))
}

/** The modules that a file loads when it runs: its imports that are not of types only. */
export function valuesImportedBy(file: string): string[] {
  return parseSync(file, readFileSync(file, 'utf8'))
    .module.staticImports.filter(({ entries }) => entries.length === 0 || entries.some((one) => !one.isType))
    .map(({ moduleRequest }) => pathOf(file, moduleRequest.value))
}

/** The modules of which a file exports names again, however it does so. */
export function passedOnBy(file: string): string[] {
  const { staticImports, staticExports } = parseSync(file, readFileSync(file, 'utf8')).module
  const sourceOf = new Map(
    staticImports.flatMap(({ entries, moduleRequest }) =>
      entries.map(({ localName }) => [localName.value, moduleRequest.value] as const),
    ),
  )
  return staticExports
    .flatMap(({ entries }) =>
      entries.flatMap((one) => one.moduleRequest?.value ?? sourceOf.get(one.localName.name ?? '') ?? []),
    )
    .map((name) => pathOf(file, name))
}

function pathOf(file: string, name: string): string {
  if (name.startsWith('.')) return posix.join(posix.dirname(file), name)
  return name.replace(/^#domain\/(.*)$/, 'server/domain/$1.ts')
}
