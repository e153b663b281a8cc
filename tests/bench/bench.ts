/**
 * `npm run bench`: compares what people wait for with the bare work, and prints a table as Markdown. Exits with 1 if a
 * goal is not met. `npm run bench -- waits cards` runs only these groups, and `large` runs only if it is named.
 * `PILOTOS_BENCH=FOLDER` measures the version in that folder too, in turns with this one, and compares the two. Needs
 * `sqlite-utils`, `json-server`, PostgreSQL and Chromium.
 */
import { join } from 'node:path'
import { root } from '../support/root.ts'
import { cards, files, merge, start } from './commands.ts'
import { measure, run } from './programs.ts'
import { database, gate, large, page, search, waits } from './servers.ts'
import { enterFolder, type Row, removeAll } from './work.ts'

const groups: Record<string, () => AsyncGenerator<Row>> = {
  start,
  files,
  merge,
  search,
  gate,
  cards,
  page,
  waits,
  database,
  large,
}
/** The programs beside which groups measure PilotOS, and how to install them. */
const needs: Record<string, [program: string, installation: string]> = {
  start: ['json-server', 'npm install --global json-server@0.17.4'],
  files: ['sqlite-utils', 'apt-get install sqlite-utils'],
}
const names = process.argv.slice(2)
const chosen = Object.keys(groups).filter((name) =>
  names.length > 0 ? names.includes(name) : name !== 'large',
)
for (const group of chosen) {
  const [program, installation] = needs[group] ?? []
  if (program === undefined || (await run([program, '--version']).catch(() => undefined))) continue
  console.error(`The group ${group} needs ${program}, which does not run here: ${installation}`)
  process.exit(1)
}
const rows: Row[] = []
/** The same measurements of the other version, if there is one. */
const earlier: Row[] = []
const other = process.env.PILOTOS_BENCH
try {
  const versions = other ? [other, root] : [root]
  for (const version of versions) await run([process.execPath, join(version, 'bin/setup.js')])
  for (const [name, group] of Object.entries(groups)) {
    if (!chosen.includes(name)) continue
    for (let turn = 0; turn < (other ? 3 : 1); turn += 1)
      for (const version of versions) {
        measure(version)
        await enterFolder(`${turn}-${versions.indexOf(version)}`)
        for await (const row of group()) addBest(version === root ? rows : earlier, row)
      }
  }
} finally {
  await removeAll()
}
console.log(markdown())
if (rows.some(({ ours, beside, goal }) => ours > goal * beside)) process.exitCode = 1

/** Adds a row, or the better values of both if there is one of the same work. */
function addBest(to: Row[], row: Row): void {
  const same = to.find(({ what }) => what === row.what)
  if (!same) to.push(row)
  else for (const side of ['ours', 'beside'] as const) same[side] = Math.min(same[side], row[side])
  console.error(`… ${row.what}`)
}

function markdown(): string {
  const lines = rows.map(({ what, ours, beside, reference, goal }) => {
    const figure = (value: number) => `${value.toFixed(value < 20 ? 2 : 0)}`
    const ratio = ours / beside
    const cells = [what, figure(ours), `${reference} ${figure(beside)}`, ratio.toFixed(2), `≤ ${goal}`]
    cells.push(ratio <= goal ? 'met' : 'not met')
    const before = earlier.find((row) => row.what === what)?.ours
    if (before) cells.push(figure(before), (ours / before).toFixed(2))
    return cells
  })
  const head = ['what', 'PilotOS, in ms', 'beside', 'ratio', 'goal', '', ...(other ? ['other', 'ratio'] : [])]
  return [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
