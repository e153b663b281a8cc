/** Tests the rule of all selects: a browser that translates the page changes their texts, and no value follows from one. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../support/root.ts'
import { committableFiles } from '../support/tree.ts'

test('each option has a value beside its text', () => {
  const options = committableFiles()
    .filter((file) => /^client\/.*\.tsx$/.test(file))
    .flatMap((file) => readFileSync(join(root, file), 'utf8').match(/<option\b[^>]*>/g) ?? [])
  expect(options.length).toBeGreaterThan(10)
  expect(options.filter((option) => !/\svalue=/.test(option))).toEqual([])
})
