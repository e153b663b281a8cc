/** The projects of the tests, by what they need. `vitest run --project unit` runs one of them. */
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { SkipReporter } from './tests/support/skip-reporter.ts'
import { zoneInItsFirstHour } from './tests/support/time-zone.ts'
import { TreeReporter } from './tests/support/tree-reporter.ts'

// Many tests calculate with the day of today, which must not end before they do.
if (new Date().getHours() === 23) process.env.TZ = zoneInItsFirstHour()

const build = 'tests/support/global-setup.ts'
const postgres = 'tests/support/database-setup.ts'

/** The suites that all stores share: `server` runs them on a folder, and `database` on PostgreSQL. */
const stores = [
  'tests/store/{earlier-version,erasure-store,incomplete-riders,merge-store,other-version,passage-store,pilot-store,version-1.0.0}.test.ts',
]
/** Tests beside those of pure code that start processes, threads and servers. */
const server = [
  ...stores,
  'tests/{bin,workers}/*.test.ts',
  'tests/routes/**/*.test.ts',
  'tests/network/descriptors.test.ts',
  'tests/store/folder/{shared-folder,recovery}.test.ts',
]
/**
 * One journey through each feature in a browser: with these, a broken screen or route does not stay unseen. They are
 * in the project `server`, whose workers have loaded the same modules already.
 */
const journeys = ['tests/journeys/*.test.ts']
const browser = ['tests/browser/**/*.test.ts']
/** The details of some features, which take long. The tests of `server` use each of these features. */
const details = [
  'tests/bin/{backups,federations,help,merge,print,terminal}.test.ts',
  'tests/routes/credential/{paper,print}.test.ts',
  'tests/routes/desk/{backups,brand}.test.ts',
  'tests/routes/http/proxy.test.ts',
  'tests/routes/import/mapped-imports.test.ts',
  'tests/routes/merge/merges.test.ts',
  'tests/routes/photos/pictures.test.ts',
  'tests/routes/pilots/{bodies,long-answers}.test.ts',
]
/** Tests that draw many orders and histories at random, which take long. */
const random = [
  'tests/domain/merge/properties.test.ts',
  'tests/store/{random,till}-orders.test.ts',
  'tests/simulation/determinism.test.ts',
]
/** Some of them use a browser too. */
const database = ['tests/**/database*.test.ts']
/** Tests that need other programs, and disks of their own. */
const machine = ['tests/machine/*.test.ts']
/** Tests that add interfaces to the machine: a browser cuts off its requests whenever one comes or goes. */
const network = ['tests/interfaces/**/*.test.ts']

const shared = {
  isolate: false,
  testTimeout: 60_000,
  hookTimeout: 60_000,
  // As long as Playwright waits: the default of one second is too short for a busy machine.
  expect: { poll: { timeout: 30_000 } },
}

export default defineConfig({
  test: {
    // More than the processors only wait for each other, each with a browser, until one has waited too long.
    maxWorkers: Math.min(3, Math.max(2, availableParallelism())),
    // A file that is run again by itself starts its first test after 2 seconds instead of 4. All imports of files name
    // their extension, so that a cached module cannot import a file that was renamed.
    experimental: { fsModuleCache: true },
    reporters: ['default', new SkipReporter(), new TreeReporter()],
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          include: ['tests/**/*.test.ts'],
          exclude: [
            ...server,
            ...journeys,
            ...browser,
            ...details,
            ...random,
            ...database,
            ...machine,
            ...network,
            'tests/release/**',
          ],
        },
      },
      {
        test: {
          ...shared,
          name: 'server',
          include: [...server, ...journeys],
          exclude: [...database, ...details],
          globalSetup: [build],
        },
      },
      { test: { ...shared, name: 'browser', include: browser, exclude: database, globalSetup: [build] } },
      { test: { ...shared, name: 'details', include: details, globalSetup: [build] } },
      { test: { ...shared, name: 'random', include: random, globalSetup: [build] } },
      {
        test: {
          ...shared,
          name: 'database',
          include: [...database, ...stores],
          env: { PILOTOS_TEST_STORES: 'database' },
          globalSetup: [build, postgres],
        },
      },
      { test: { ...shared, name: 'machine', include: machine, globalSetup: [build] } },
      {
        test: {
          ...shared,
          name: 'network',
          include: network,
          globalSetup: [build],
          // After all others.
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
