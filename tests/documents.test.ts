/** The documents name files and folders of the project, which move. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const documents = execFileSync('git', ['ls-files', '*.md', ':!CHANGELOG.md']).toString().trim().split('\n')

test('every file and folder of the sources that a document names is there', () => {
  const missing = documents.flatMap((document) => {
    const named =
      readFileSync(document, 'utf8').match(/\b(bin|server|client|tests|packaging)\/[\w./-]*\w/g) ?? []
    return [...new Set(named)].filter((path) => !existsSync(path)).map((path) => `${document} names ${path}`)
  })
  expect(missing).toEqual([])
})
