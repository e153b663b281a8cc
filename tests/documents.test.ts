/** The documents name files and folders of the project, which move. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { slugOf } from '../bin/manual.js'

const documents = execFileSync('git', ['ls-files', '*.md', ':!CHANGELOG.md']).toString().trim().split('\n')

test('every file and folder of the sources that a document names is there', () => {
  const missing = documents.flatMap((document) => {
    const named =
      readFileSync(document, 'utf8').match(/\b(bin|server|client|tests|packaging)\/[\w./-]*\w/g) ?? []
    return [...new Set(named)].filter((path) => !existsSync(path)).map((path) => `${document} names ${path}`)
  })
  expect(missing).toEqual([])
})

test('every link of a document leads to a file that is there, and to a heading of it', () => {
  const broken = documents.flatMap((document) => {
    const text = readFileSync(document, 'utf8').replace(/```[\s\S]*?```/g, '')
    const links = Array.from(text.matchAll(/\]\(([^)\s]+)\)/g), ([, link = '']) => link)
    return links
      .filter((link) => !/^https?:/.test(link) && !isThere(document, link))
      .map((link) => `${document}: ${link}`)
  })
  expect(broken).toEqual([])
})

/** Returns true if the target of a link in a document exists. */
function isThere(document: string, link: string): boolean {
  const [file = '', id] = decodeURIComponent(link).split('#')
  const path = file === '' ? document : join(dirname(document), file)
  if (!existsSync(path)) return false
  return id === undefined || headingsOf(path).includes(id)
}

function headingsOf(path: string): string[] {
  const text = readFileSync(path, 'utf8').replace(/```[\s\S]*?```/g, '')
  return Array.from(text.matchAll(/^#+ (.+)$/gm), ([, title = '']) => slugOf(title))
}
