/** The tests run against the built program, which is built anew before them. */
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    globalSetup: ['tests/support/global-setup.ts'],
    maxWorkers: 5,
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
