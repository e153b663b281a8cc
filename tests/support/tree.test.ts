/** Tests of the search for files that a run has left in the project. */
import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { root } from './root.ts'
import { leftBehind, productsIn } from './tree.ts'

test('the files of a data folder, archives, locks and prints are products of a run', () => {
  const products = [
    ...['backups/antes-de-unir-pilotos-2026-11-26-123543-600.tar.gz', 'backups/lock', 'data/pilots.json'],
    ...['bin/journal-000001.jsonl', 'tarjetas.pdf', 'docs/.pilots.json.4f1c.tmp'],
    ...['pilots.json.torn-20261126', 'dist/program/server.cjs'],
  ]
  expect(productsIn(products)).toEqual(products)
})

test('sources, documents, pictures of documents, the example and fixtures are none', () => {
  const sources = [
    '.gitignore',
    'package-lock.json',
    'data/example.csv',
    'server/store/backup/backup.ts',
    'docs/pictures/list.png',
    'client/app/fonts/barlow-condensed-spanish-700.woff2',
    'packaging/launchers/launcher.sh',
    'tests/fixtures/inscritos.xlsx',
    'tests/fixtures/1.0.0/data/journal-000001.jsonl',
  ]
  expect(productsIn(sources)).toEqual([])
})

test('a run answers for the files that are new at its end, except sources that a person writes meanwhile', () => {
  const before = ['data/pilots.json', 'notes.txt']
  const after = [...before, 'data/backups/pilotos-1.tar.gz', 'lista.csv', 'server/domain/new.ts']
  expect(leftBehind(before, after)).toEqual(['data/backups/pilotos-1.tar.gz', 'lista.csv'])
})

test('a checkout on Windows has the bytes of the commit, without carriage returns in any source', () => {
  const list = execFileSync('git', ['ls-files', '--eol'], { cwd: root }).toString().trim().split('\n')
  const changed = list.filter((line) => !/ attr\/(-text|text=auto eol=lf|text eol=lf) *\t/.test(line))
  expect(changed).toEqual([])
  const sources = list.filter((line) => line.includes('eol=lf'))
  expect(sources.filter((line) => /^i\/(crlf|mixed)/.test(line))).toEqual([])
  expect(sources.length).toBeGreaterThan(1000)
})
