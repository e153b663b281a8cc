/**
 * `npm run test:soak 20`: runs `npm run test:all` 20 times, each time in a fresh clone of the last commit. Two endless loops
 * load the machine during every second run. Runs 1 to 3 use the full Chromium, runs 4 to 6 have no PostgreSQL, in run 7
 * the servers take 300 ms longer to answer the pages, and in run 8 the day has just begun. Prints one line for each run.
 * If a run fails, keeps its clone with its `test-results` and exits with 1. `npm run test:soak 18 20` does only the runs
 * 18 to 20.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './support/root.ts'
import { zoneInItsFirstHour } from './support/time-zone.ts'

interface Result {
  passed: number
  skipped: number
  failures: string[]
  /** The path of the clone, if it was kept. */
  clone?: string
}

const numbers = process.argv.slice(2).map(Number)
const [first = 0, last = 0] = numbers.length === 1 ? [1, ...numbers] : numbers
if (numbers.length > 2 || ![first, last].every(Number.isInteger) || first < 1 || last < first) {
  console.error('Usage: npm run test:soak NUMBER, or npm run test:soak FIRST LAST')
  process.exit(2)
}
const wholeChromium = process.env.PILOTOS_CHROMIUM ?? '/usr/bin/chromium'
console.log(' RUN  LOAD  BROWSER  DATABASE  SECONDS  PASSED  FAILED  SKIPPED')
let hasFailed = false
for (let run = first; run <= last; run += 1) {
  const conditions = conditionsOf(run)
  const start = Date.now()
  const { passed, skipped, failures, clone } = await testOnce(conditions)
  hasFailed ||= failures.length > 0
  const cells = [
    String(run).padStart(4),
    conditions.isLoaded ? 'yes ' : 'no  ',
    conditions.isWhole ? 'whole  ' : 'shell  ',
    conditions.hasDatabase ? 'yes     ' : 'no      ',
    String(Math.round((Date.now() - start) / 1000)).padStart(7),
    String(passed).padStart(6),
    String(failures.length).padStart(6),
    String(skipped).padStart(7),
  ]
  const notes = [...failures.map((name) => `× ${name}`), ...(clone ? [clone] : [])]
  console.log([cells.join('  '), ...notes.map((note) => `      ${note}`)].join('\n'))
}
if (hasFailed) process.exitCode = 1

/** Returns what the machine and the servers are like during a run. */
function conditionsOf(run: number) {
  return {
    isLoaded: run % 2 === 0,
    isWhole: run <= 3,
    hasDatabase: run <= 3 || run > 6,
    isSlow: run === 7,
    isAtMidnight: run === 8,
  }
}

async function testOnce(conditions: ReturnType<typeof conditionsOf>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'pilotos-soak-'))
  const clone = join(folder, 'pilotos')
  const report = join(folder, 'report.json')
  const output = await open(join(folder, 'output.log'), 'w')
  const loops = conditions.isLoaded ? [endlessLoop(), endlessLoop()] : []
  try {
    execFileSync('git', ['clone', '--quiet', root, clone])
    const args = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    const npm = spawn('npm', ['run', 'test:all', '--', ...args], {
      cwd: clone,
      stdio: ['ignore', output.fd, output.fd],
      env: {
        ...process.env,
        ...(conditions.isWhole && { PILOTOS_CHROMIUM: wholeChromium }),
        ...(!conditions.hasDatabase && { PILOTOS_TEST_NO_POSTGRES: '1' }),
        ...(conditions.isSlow && { PILOTOS_TEST_DELAY: '300' }),
        ...(conditions.isAtMidnight && { TZ: zoneInItsFirstHour() }),
      },
    })
    const [code] = await once(npm, 'close')
    const result = await readReport(report, code)
    if (result.failures.length > 0) return { ...result, clone }
    await rm(folder, { recursive: true, force: true })
    return result
  } finally {
    await output.close()
    for (const loop of loops) loop.kill('SIGKILL')
  }
}

function endlessLoop(): ChildProcess {
  return spawn(process.execPath, ['-e', 'for(;;);'])
}

/** Reads the report of a run. A missing report means that no test was run. */
async function readReport(path: string, code: number | null): Promise<Result> {
  const text = await readFile(path, 'utf8').catch(() => undefined)
  if (!text) return { passed: 0, skipped: 0, failures: ['no test was run'] }
  const { numPassedTests, numPendingTests, testResults } = JSON.parse(text)
  const tests: { status: string; fullName: string }[] = testResults.flatMap(
    ({ assertionResults }: { assertionResults: [] }) => assertionResults,
  )
  const failures = tests.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName)
  // The report does not tell errors outside of every test, but they fail the run too.
  if (code !== 0 && failures.length === 0) failures.push(`an error outside of every test: exit code ${code}`)
  return { passed: numPassedTests, skipped: numPendingTests, failures }
}
