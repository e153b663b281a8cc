/** Tests the rule of the style sheets: they ask for three widths of a screen, and each query is written one way. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './support/root.ts'
import { committableFiles } from './support/tree.ts'

/** A phone, a tablet and a small desk. Larger screens have the styles outside of these queries. */
const widths = ['(max-width: 40rem)', '(max-width: 60rem)', '(max-width: 72rem)']

const sheets = committableFiles()
  .filter((file) => /^client\/.*\.css$/.test(file))
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))

test('no style sheet asks for another width than those of a phone, a tablet and a small desk', () => {
  const asked = sheets.flatMap(({ file, text }) =>
    [...text.matchAll(/@(?:media|container)[^{]*/g)].flatMap(([query]) =>
      [...query.matchAll(/\([^()]*(?:width|inline-size)[^()]*\)/g)].map(([width]) => ({ file, width })),
    ),
  )
  expect(asked.filter(({ width }) => !widths.includes(width))).toEqual([])
  expect(new Set(asked.map(({ width }) => width))).toEqual(new Set(widths))
})
