/** The tests run against the built program, which is built anew before them. */
import { defineConfig } from 'vitest/config'

/** Tests that add interfaces to the machine: a browser cuts off its requests whenever one comes or goes. */
const network = 'tests/network/**/*.test.ts'

const shared = { isolate: false, testTimeout: 60_000, hookTimeout: 60_000 }

export default defineConfig({
  test: {
    globalSetup: ['tests/support/global-setup.ts'],
    maxWorkers: 5,
    projects: [
      {
        test: {
          ...shared,
          name: 'main',
          include: ['tests/**/*.test.ts'],
          exclude: [network],
          sequence: { groupOrder: 0 },
        },
      },
      { test: { ...shared, name: 'network', include: [network], sequence: { groupOrder: 1 } } },
    ],
  },
})
