/** Tests that the documents list the fields of the entries, and names that an import recognizes. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fieldNames, fields, noneOf, requiredNames } from '#domain/pilots/fields'
import { columnOf } from '../../../server/spreadsheets/mapping/column-names.ts'
import { root } from '../../support/root.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')

test('the table of columns in the manual has all required fields, and each name in it means its field', () => {
  const [, table = ''] =
    /\n\| campo .*nombres que.*\n\| -.*\n((?:\|.*\n)+)/.exec(read('docs/manual.md')) ?? []
  const rows = table.split('\n').map((line) => line.split('|').map((cell) => cell.trim()))
  for (const name of requiredNames) {
    const [, , examples = ''] = rows.find(([, label]) => label === fields[name].label) ?? []
    const names = examples.split(/, |; | con /)
    expect(names.map((one) => [one, columnOf(one)])).toEqual(names.map((one) => [one, name]))
  }
})

test('the description of a stored pilot names the fields that are null if there is no value', () => {
  const [sentence = ''] = /`email`[^.]* are null if/.exec(read('docs/data-folder.md')) ?? []
  const named = Array.from(sentence.matchAll(/`(\w+)`/g), ([, name]) => name)
  expect(named).toEqual(fieldNames.filter((name) => noneOf(name) !== undefined))
})
