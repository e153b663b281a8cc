/** The budgets of the project's size. A change that needs more raises a number here, and says why in its commit. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { parseSync } from 'oxc-parser'
import { expect, test } from 'vitest'

const files = execFileSync('git', ['ls-files']).toString().trim().split('\n')
const sources = matching(/^(bin|server|client|packaging)\/.*\.(tsx?|c?js|css)$/)
const stores = matching(/^server\/store\/.*\.ts$/)

test.each([
  ['files of sources, style sheets included', 711, sources.length],
  ['lines of sources', 113_599, linesOf(sources)],
  ['files of the stores and their backups', 59, stores.length],
  ['lines of the stores and their backups', 11_290, linesOf(stores)],
  ['lines of import statements', 8497, importLinesOf(sources.filter((file) => !file.endsWith('.css')))],
  ['lines of style sheets', 6186, linesOf(matching(/^client\/.*\.css$/))],
  [
    'lines of the largest style sheet',
    357,
    Math.max(...matching(/^client\/.*\.css$/).map((sheet) => linesOf([sheet]))),
  ],
  ['modules of the largest folder of sources', 15, largestFolder()],
  ['lines of tests', 82_627, linesOf(matching(/^tests\/.*\.(ts|js)$/))],
  ['lines of documents without decisions', 3701, linesOf(matching(/^(docs\/)?[^/]+\.md$/))],
  ['lines of biome.json', 150, linesOf(['biome.json'])],
])('%s: at most %i', (_what, budget, count) => {
  expect(count).toBeLessThanOrEqual(budget)
})

function matching(pattern: RegExp): string[] {
  return files.filter((file) => pattern.test(file))
}

function linesOf(paths: readonly string[]): number {
  return paths.reduce((sum, path) => sum + readFileSync(path, 'utf8').split('\n').length - 1, 0)
}

function largestFolder(): number {
  const modules = new Map<string, number>()
  for (const file of sources.filter((one) => !/\.(css|d\.ts)$/.test(one)))
    modules.set(dirname(file), (modules.get(dirname(file)) ?? 0) + 1)
  return Math.max(...modules.values())
}

function importLinesOf(paths: readonly string[]): number {
  return paths.reduce((sum, path) => {
    const text = readFileSync(path, 'utf8')
    const { staticImports } = parseSync(path, text).module
    return (
      sum +
      staticImports.reduce((lines, { start, end }) => lines + text.slice(start, end).split('\n').length, 0)
    )
  }, 0)
}
