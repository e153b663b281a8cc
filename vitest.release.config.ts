/** The tests of the files that `npm run release` has built. They are not part of `npm test`. */
import { defineConfig } from 'vitest/config'
import { SkipReporter } from './tests/support/skip-reporter.ts'

const minute = 60_000

export default defineConfig({
  test: {
    name: 'release',
    include: ['tests/release/**/*.test.ts'],
    reporters: ['default', new SkipReporter()],
    testTimeout: 20 * minute,
    hookTimeout: 5 * minute,
  },
})
