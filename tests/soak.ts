/**
 * `npm run test:soak 20`: runs `npm test` 20 times, each time in a fresh clone of the last commit. Two endless loops
 * load the machine during every second run. Runs 1 to 3 use the full Chromium, runs 4 to 6 have no PostgreSQL, in run 7
 * the servers take 300 ms longer to answer the pages, and in run 8 the day has just begun. Prints one line for each run.
 * If a run fails, keeps its clone with its `test-results` and exits with 1. `npm run test:soak 8 8` does run 8 alone.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './support/root.ts'

interface Result {
  passed: number
  failed: number
  skipped: number
  failures: string[]
  /** The path of the clone, if it was kept. */
  clone?: string
}

const last = Number(process.argv[2] ?? 20)
const first = Number(process.argv[3] ?? 1)
const wholeChromium = process.env.PILOTOS_CHROMIUM ?? '/usr/bin/chromium'
console.log(' RUN  LOAD  BROWSER  DATABASE  SECONDS  PASSED  FAILED  SKIPPED')
let hasFailed = false
for (let run = first; run <= last; run += 1) {
  const isLoaded = run % 2 === 0
  const isWhole = run <= 3
  const hasDatabase = run <= 3 || run > 6
  const start = Date.now()
  const isSlow = run === 7
  const isAtMidnight = run === 8
  const { passed, failed, skipped, failures, clone } = await testOnce({
    isLoaded,
    isWhole,
    hasDatabase,
    isSlow,
    isAtMidnight,
  })
  hasFailed ||= failed > 0
  const cells = [
    String(run).padStart(4),
    isLoaded ? 'yes ' : 'no  ',
    isWhole ? 'whole  ' : 'shell  ',
    hasDatabase ? 'yes     ' : 'no      ',
    String(Math.round((Date.now() - start) / 1000)).padStart(7),
    String(passed).padStart(6),
    String(failed).padStart(6),
    String(skipped).padStart(7),
  ]
  const notes = [...failures.map((name) => `× ${name}`), ...(clone ? [clone] : [])]
  console.log([cells.join('  '), ...notes.map((note) => `      ${note}`)].join('\n'))
}
if (hasFailed) process.exitCode = 1

async function testOnce(how: {
  isLoaded: boolean
  isWhole: boolean
  hasDatabase: boolean
  isSlow: boolean
  isAtMidnight: boolean
}): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'pilotos-soak-'))
  const clone = join(folder, 'pilotos')
  const report = join(folder, 'report.json')
  const output = await open(join(folder, 'output.log'), 'w')
  const loops = how.isLoaded ? [endlessLoop(), endlessLoop()] : []
  try {
    execFileSync('git', ['clone', '--quiet', root, clone])
    const args = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    await ended(
      spawn('npm', ['test', '--', ...args], {
        cwd: clone,
        stdio: ['ignore', output.fd, output.fd],
        env: {
          ...process.env,
          ...(how.isWhole && { PILOTOS_CHROMIUM: wholeChromium }),
          ...(!how.hasDatabase && { PILOTOS_TEST_NO_POSTGRES: '1' }),
          ...(how.isSlow && { PILOTOS_TEST_DELAY: '300' }),
          ...(how.isAtMidnight && { TZ: zoneInItsFirstHour() }),
        },
      }),
    )
    const result = await readReport(report)
    if (result.failed > 0) return { ...result, clone }
    await rm(folder, { recursive: true, force: true })
    return result
  } finally {
    await output.close()
    for (const loop of loops) loop.kill('SIGKILL')
  }
}

/** Returns a time zone in which the first hour of a day is passing. */
function zoneInItsFirstHour(): string {
  const hour = new Date().getUTCHours()
  // `Etc/GMT+5` is five hours behind UTC.
  return hour <= 12 ? `Etc/GMT+${hour}` : `Etc/GMT-${24 - hour}`
}

function endlessLoop(): ChildProcess {
  return spawn(process.execPath, ['-e', 'for(;;);'])
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', () => resolve())
  })
}

/** Reads the report of a run. A missing report means that no test was run. */
async function readReport(path: string): Promise<Result> {
  const text = await readFile(path, 'utf8').catch(() => undefined)
  if (!text) return { passed: 0, failed: 1, skipped: 0, failures: ['no test was run'] }
  const { numPassedTests, numFailedTests, numPendingTests, success, testResults } = JSON.parse(text)
  const tests: { status: string; fullName: string }[] = testResults.flatMap(
    ({ assertionResults }: { assertionResults: [] }) => assertionResults,
  )
  const failures = tests.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName)
  // An error outside of every test fails the run too.
  const failed = success ? numFailedTests : Math.max(1, numFailedTests)
  return { passed: numPassedTests, failed, skipped: numPendingTests, failures }
}
