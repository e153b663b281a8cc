/** The layers of the sources, from the top down, and the imports that they allow. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync } from 'oxc-parser'
import { expect, it } from 'vitest'

/**
 * A folder imports itself and the folders of the rows below its own, never those of its own row or above. A folder
 * stands for its subfolders, unless they are named too. Circles between files are refused by biome.
 */
const layers = [
  ['packaging'],
  ['bin'],
  ['bin/terminal'],
  ['server'],
  ['server/routes', 'server/store'],
  ['server/store/folder', 'server/store/postgres'],
  ['server/access', 'server/backup', 'server/pictures', 'server/print'],
  ['server/actions', 'server/spreadsheets'],
  ['server/store/shared'],
  ['server/store/contract', 'server/workers'],
  ['server/files', 'server/network', 'server/qr'],
  ['server/async'],

  ['client/app'],
  [
    'client/credential',
    'client/form',
    'client/gate',
    'client/list',
    'client/login',
    'client/passages',
    'client/removed',
    'client/report',
    'client/settings',
  ],
  [
    'client/camera',
    'client/entries',
    'client/erasure',
    'client/gate-numbers',
    'client/help',
    'client/import',
    'client/merge',
    'client/print',
    'client/renewal',
    'client/roster',
    'client/scan',
  ],
  ['client/identity', 'client/photo'],
  ['client/ui'],
  ['client/api'],

  ['server/domain'],
]

/** The packages that the pages and the domain may use. The rest of the program may use any. */
const packages = {
  'server/domain': /^typebox$/,
  'client/camera': /^(react|zxing-wasm)\b/,
  'client/identity': /^(react|react-router-dom|mrz)$/,
  'client/gate': /^(react|react-router-dom|idb)$/,
  'client/app': /^(react|react-dom|react-router-dom|@fontsource)\b/,
  client: /^(react|react-dom|react-router-dom)$/,
}

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate'])
  .toString()
  .split('\n')
  .filter((file) => /^(bin|server|client|packaging)\/.*\.(tsx?|c?js)$/.test(file) && !file.endsWith('.d.ts'))

it('a file imports only folders of lower layers, the client the domain only, and the domain nothing else', () => {
  const refused = files.flatMap((file) =>
    importsOf(file)
      .filter((target) => !isAllowed(file, target))
      .map((target) => `${file} imports ${target}`),
  )
  expect(refused).toEqual([])
})

it('every folder has a layer', () => {
  const folders = new Set(files.map(dirname))
  expect([...folders].filter((folder) => layerOf(folder) === -1)).toEqual([])
})

it('the scripts of the pages have no schema: they import only the types of the calls', () => {
  const loaded = new Set(files.filter((file) => file.startsWith('client/')))
  for (const file of loaded)
    for (const target of valuesImportedBy(file)) if (target.startsWith('server/')) loaded.add(target)
  expect([...loaded].filter((file) => valuesImportedBy(file).includes('typebox'))).toEqual([])
})

/** The modules that a file loads when it runs: its imports that are not of types only. */
function valuesImportedBy(file: string): string[] {
  return parseSync(file, readFileSync(file, 'utf8'))
    .module.staticImports.filter(({ entries }) => entries.length === 0 || entries.some((one) => !one.isType))
    .map(({ moduleRequest }) => pathOf(file, moduleRequest.value))
}

/** The imports of a file, type imports included: paths from the root of the project, and names of packages. */
function importsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  const { staticImports, staticExports, dynamicImports } = parseSync(file, text).module
  return [
    ...staticImports.map((one) => one.moduleRequest.value),
    ...staticExports.flatMap((one) => one.entries.flatMap((entry) => entry.moduleRequest?.value ?? [])),
    ...dynamicImports.flatMap(
      ({ moduleRequest: { start, end } }) => /^'(.+)'$/.exec(text.slice(start, end))?.[1] ?? [],
    ),
  ].map((name) => pathOf(file, name))
}

function pathOf(file: string, name: string): string {
  if (name.startsWith('.')) return join(dirname(file), name)
  return name.replace(/^#domain\/(.*)$/, 'server/domain/$1.ts')
}

function isAllowed(file: string, target: string): boolean {
  const from = layerOf(file)
  const to = layerOf(target)
  if (to === -1) return isAllowedPackage(file, target)
  if (folderOf(file) === folderOf(target)) return true
  const isOtherSide = file.startsWith('client/') && !/^(client|server\/domain)\//.test(target)
  return to > from && !isOtherSide
}

function isAllowedPackage(file: string, name: string): boolean {
  const rule = Object.entries(packages).find(([folder]) => file.startsWith(`${folder}/`))
  return !rule || name.endsWith('.css') || rule[1].test(name)
}

function layerOf(path: string): number {
  const folder = folderOf(path)
  return layers.findIndex((row) => row.includes(folder))
}

/** The named folder in which a path lies: the deepest one. */
function folderOf(path: string): string {
  const parts = path.split('/')
  const names = parts.map((_, index) => parts.slice(0, parts.length - index).join('/'))
  return names.find((name) => layers.some((row) => row.includes(name))) ?? ''
}
