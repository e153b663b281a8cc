/**
 * `npm run bench`: compares the speed of PilotOS with that of its bare building blocks, and prints one table as
 * Markdown. `npm run bench -- waits cards` runs only these groups. Exits with 1 if a goal is not met.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cards } from './commands/cards.ts'
import { files } from './commands/files.ts'
import { qr } from './commands/qr.ts'
import { start } from './commands/start.ts'
import { rates } from './rates/rates.ts'
import { scan } from './scan/scan.ts'
import { Folders } from './shared/folders.ts'
import type { Group } from './shared/group.ts'
import { markdown } from './shared/report.ts'
import { isMet, type Result, type Skipped } from './shared/result.ts'
import { waits } from './waits/waits.ts'

const groups: Record<string, Group> = { files, start, qr, cards, waits, scan, rates }

const names = process.argv.slice(2)
const unknown = names.filter((name) => !(name in groups))
if (unknown.length > 0) {
  console.error(`No group ${unknown.join(', ')}: the groups are ${Object.keys(groups).join(', ')}`)
  process.exit(2)
}

const folder = await mkdtemp(join(tmpdir(), 'pilotos-bench-'))
process.once('SIGINT', () => process.exit(130))
const folders = new Folders(folder)
const results: (Result | Skipped)[] = []
try {
  for (const [name, group] of Object.entries(groups)) {
    if (names.length > 0 && !names.includes(name)) continue
    const begun = performance.now()
    for await (const result of group(folders)) {
      results.push(result)
      console.error(`… ${result.what}`)
    }
    console.error(`${name}: ${Math.round((performance.now() - begun) / 1000)} s`)
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}
console.log(markdown(results))
if (results.some((result) => 'ratio' in result && !isMet(result))) process.exitCode = 1
