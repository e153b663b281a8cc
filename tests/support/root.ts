/** The folder of the project. */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))

/** The folder in which a failed test leaves its pages and logs. */
export const results = process.env.PILOTOS_TEST_RESULTS ?? join(root, 'test-results')
